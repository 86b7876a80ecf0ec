// Settings from a file, --config: they act like options on the command line, which has priority.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ConfigTest : public testing::Test {
 protected:
  void SetUp() override { here_.write("m.csv", "t,shoulder,elbow\n0,0,1\n0.5,0.25,1\n1,0.75,0.5\n"); }

  // Both commands succeed and print the same; the first has a line of settings instead of options.
  void expect_same(const std::string& settings, const std::string& with_file, const std::string& without) {
    here_.write("c.toml", settings);
    const Outcome outcome = here_.run(with_file), expected = here_.run(without);
    EXPECT_EQ(expected.code, 0) << expected.err;
    EXPECT_EQ(outcome.code, expected.code) << outcome.err;
    EXPECT_EQ(outcome.out, expected.out);
    EXPECT_EQ(outcome.err, expected.err);
  }

  Outcome run_with(const std::string& settings) {
    here_.write("c.toml", settings);
    return here_.run("invdyn torque two-link m.csv -o out.csv --config c.toml");
  }

  Workplace here_;
};

TEST_F(ConfigTest, ReplacesOptions) {
  const std::string line = "invdyn torque two-link m.csv ";
  const std::string moon = line + "--gravity 0,0,-1.62 --no-friction --columns q,tau -q --threads 1";
  ASSERT_NE(here_.run(moon).out, here_.run(line + "--columns q,tau -q").out);
  expect_same(
      "# the moon\ngravity = [0, 0, -1.62]\nno-friction = true\nno-rotor = false\n"
      "columns = 'q,tau'\nquiet = true\nthreads = 1\n",
      line + "--config c.toml", moon);
  expect_same("gravity = '0,0,-1.62'\ncolumns = ['q', 'tau']\nno-friction = true\nquiet = true\n",
              line + "--config=c.toml", moon);
  expect_same("", line + "--config c.toml", line);
}

TEST_F(ConfigTest, ReplacesRepeatedOptions) {
  expect_same(
      "payload = ['mass=1 com=0.1,0,0', 'link=upper-arm mass=2']\n",
      "invdyn torque two-link m.csv --config c.toml",
      "invdyn torque two-link m.csv --payload 'mass=1 com=0.1,0,0' --payload 'link=upper-arm mass=2'");
  expect_same("lock = 'elbow=0.5'\n", "invdyn torque two-link m.csv --config c.toml",
              "invdyn torque two-link m.csv --lock elbow=0.5");
}

// The author of a shared settings file must not choose the input files, because output names derive from
// them.
TEST_F(ConfigTest, CannotNameARobotOrATrajectory) {
  for (const std::string settings :
       {"robot = 'two-link'\n", "trajectory = ['m.csv']\n", "files-from = 'list'\n"}) {
    here_.write("c.toml", settings);
    const Outcome outcome = here_.run("invdyn torque two-link m.csv --config c.toml --output-dir out");
    EXPECT_EQ(outcome.code, 2) << settings;
    EXPECT_THAT(outcome.err, StartsWith("error: c.toml:1: ")) << settings;
    EXPECT_THAT(outcome.err, HasSubstr("on the command line\n")) << settings;
  }
  EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv"));
}

TEST_F(ConfigTest, HasLessPriorityThanTheCommandLine) {
  const std::string line = "invdyn torque two-link m.csv --gravity 0,0,-9.8 -o - ";
  const std::string settings = "gravity = [0, 0, -1.62]\n";
  expect_same(settings, line + "--config c.toml", line);
  expect_same(settings, "invdyn torque --config c.toml two-link m.csv --gravity=0,0,-9.8 -o-", line);
  EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv"));
  // An option on the line replaces a setting that it excludes.
  here_.write("n.csv", "shoulder,elbow\n0,0\n1,1\n");
  expect_same("dt = 0.5\n", "invdyn torque two-link n.csv --rate 1000 --config c.toml",
              "invdyn torque two-link n.csv --rate 1000");
}

TEST_F(ConfigTest, IsNotReplacedByAnOutput) {
  for (const std::string option : {"-o c.toml", "-o ./c.toml", "--sidecar c.toml -o out.csv"}) {
    const std::string settings = "quiet = true\n";
    here_.write("c.toml", settings);
    const Outcome outcome = here_.run("invdyn torque two-link m.csv --config c.toml " + option);
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr("which is the file of settings: expected another file"));
    EXPECT_EQ(here_.read("c.toml"), settings);
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv"));
  }
}

TEST_F(ConfigTest, IsNotReplacedByARecord) {
  std::filesystem::create_directory(here_ / "out");
  for (const auto& [config, option] : {std::pair{"o.csv.run.json", "-o o.csv"},
                                       {"o.npy.run.json", "-o o.npy"},
                                       {"out/m.csv.run.json", "--output-dir out"}}) {
    here_.write(config, "quiet = true\n");
    const Outcome outcome =
        here_.run(std::string("invdyn torque two-link m.csv --resume --config ") + config + " " + option);
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr("which is the file of settings")) << option;
    EXPECT_EQ(here_.read(config), "quiet = true\n");
  }
}

TEST_F(ConfigTest, RecognizesCombinedLetters) {
  here_.write("c.toml", "gravity = [0, 0, -1.62]\n");
  for (const std::string option : {"-qo out.csv", "-qoout.csv", "-oout.csv", "-o out.csv -q"}) {
    EXPECT_EQ(here_.run("invdyn torque two-link m.csv --config c.toml " + option).code, 0) << option;
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv", "out.csv"));
    std::filesystem::remove(here_ / "out.csv");
  }
}

// A shared settings file with `output = ".bashrc"` would be an attack.
TEST_F(ConfigTest, CannotNameAnOutputFile) {
  const std::string reason =
      " decides where something is written, or what becomes of files that are there, which a file of "
      "settings "
      "may not: expected ";
  struct Wrong {
    std::string line, key, settings, expected;
  };
  for (const Wrong& wrong :
       {Wrong{"torque two-link m.csv", "output", "output = 'x'", "--output"},
        Wrong{"torque two-link m.csv -o out.csv", "output", "output = 'x'", "--output"},
        Wrong{"torque two-link m.csv", "output", "[torque]\noutput = 'x'", "--output"},
        Wrong{"torque two-link m.csv", "output-dir", "output-dir = 'x'", "--output-dir"},
        Wrong{"torque two-link m.csv", "sidecar", "sidecar = 'x'", "--sidecar"},
        Wrong{"torque two-link m.csv -o out.csv", "resume", "resume = true", "--resume"},
        Wrong{"size two-link m.csv --fit-duration", "output", "output = 'x'", "--output"},
        Wrong{"simulate two-link m.csv", "output", "output = 'x'", "--output"},
        Wrong{"plot m.csv", "output", "output = 'x.svg'", "--output"},
        Wrong{"generate cubic --from 0 --to 1 --duration 1 --dt 1", "output", "output = 'x'", "--output"},
        Wrong{"reproduce craig", "output", "output = 'x'", "--output"},
        Wrong{"robot convert two-link --format json", "file", "file = 'x'", "FILE"},
        Wrong{"robot init", "file", "file = 'x'", "FILE"}}) {
    here_.write("c.toml", "# shared\n" + wrong.settings + "\n");
    const Outcome outcome = here_.run("invdyn " + wrong.line + " --config c.toml");
    EXPECT_EQ(outcome.code, 2) << wrong.line;
    EXPECT_THAT(outcome.out, IsEmpty());
    const std::string line = wrong.settings.starts_with('[') ? "3" : "2";
    EXPECT_EQ(outcome.err, "error: c.toml:" + line + ": " + wrong.key + reason + wrong.expected +
                               " on the command line\n");
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv"));
  }
}

// For all options, no key creates a file: a run can write only to the files of marked options.
TEST_F(ConfigTest, HasNoKeyThatCreatesAFile) {
  for (const std::string command :
       {"torque two-link m.csv", "size two-link m.csv", "simulate two-link m.csv", "compare two-link m.csv",
        "plot m.csv", "count", "robot check two-link", "robot inspect two-link",
        "robot convert two-link --format json", "robot init",
        "generate cubic --from 0,0 --to 1,1 --duration 1 --dt 0.5"}) {
    const std::string name = command.substr(0, command.find(' '));
    const bool has_two = name == "robot" || name == "generate";
    const std::string full = has_two ? command.substr(0, command.find(' ', name.size() + 1)) : name;
    std::istringstream help(here_.run("invdyn " + full + " --help").out);
    int keys = 0;
    for (std::string word; help >> word;) {
      word = word.substr(0, word.find(','));
      if (!word.starts_with("--") || word.size() == 2) continue;
      here_.write("c.toml", "\"" + word.substr(2) + "\" = 'planted.csv'\n");
      here_.run("invdyn " + command + " --config c.toml");
      ++keys;
    }
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv")) << command;
    EXPECT_GT(keys, 0) << command;
  }
}

TEST_F(ConfigTest, IsNotReadForHelp) {
  for (const std::string option : {"--help", "-h"}) {
    const Outcome outcome = here_.run("invdyn torque --config none.toml " + option);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("--config FILE"));
  }
}

TEST_F(ConfigTest, WorksForEveryCommandWithOptions) {
  expect_same("from = [0, 1]\nto = [1, -0.5]\nduration = 1\nrate = 4\n",
              "invdyn generate cubic --config c.toml",
              "invdyn generate cubic --from 0,1 --to 1,-0.5 --duration 1 --rate 4");
  expect_same("format = 'csv'\n", "invdyn size two-link m.csv --config c.toml -q",
              "invdyn size two-link m.csv --format csv -q");
}

TEST_F(ConfigTest, HasTablesForSingleCommands) {
  const std::string settings =
      "gravity = [0, 0, -1.62]\n[torque]\ncolumns = 'q,tau'\n[size]\nformat = 'csv'\n"
      "gravity = [0, 0, -3.7]\n[generate.cubic]\nrate = 4\n";
  expect_same(settings, "invdyn torque two-link m.csv --config c.toml",
              "invdyn torque two-link m.csv --gravity 0,0,-1.62 --columns q,tau");
  expect_same(settings, "invdyn size two-link m.csv --config c.toml",
              "invdyn size two-link m.csv --gravity 0,0,-3.7 --format csv");
  expect_same("[generate]\nfrom = [0]\n[generate.cubic]\nrate = 4\n[generate.quintic]\nrate = 5\n",
              "invdyn generate cubic --to 1 --duration 1 --config c.toml",
              "invdyn generate cubic --from 0 --to 1 --duration 1 --rate 4");
}

TEST_F(ConfigTest, RejectsUnknownSettings) {
  struct Wrong {
    std::string settings, error;
  };
  const std::string listed = " (invdyn torque --help lists the options)\n";
  const std::string value = ": expected a string, a number, or an array of them\n";
  for (const Wrong& wrong :
       {Wrong{"threads = 1\ngravty = [0, 0, 1]\n",
              "c.toml:2: \"gravty\" is no setting of invdyn torque; did you mean \"gravity\"?" + listed},
        Wrong{"config = 'd.toml'\n", "c.toml:1: \"config\" is no setting of invdyn torque" + listed},
        Wrong{"help = true\n", "c.toml:1: \"help\" is no setting of invdyn torque" + listed},
        Wrong{"o = 'x.csv'\n", "c.toml:1: \"o\" is no setting of invdyn torque" + listed},
        Wrong{"[torqe]\nquiet = true\n",
              "c.toml:1: \"torqe\" is no setting of invdyn torque; did you mean \"torque\"?" + listed},
        Wrong{"[torque]\nquiet = true\nstatik = true\n",
              "c.toml:3: \"statik\" is no setting of invdyn torque; did you mean \"static\"?" + listed},
        Wrong{"[[torque]]\nquiet = true\n", "c.toml:1: \"torque\" is no setting of invdyn torque" + listed},
        Wrong{"\nquiet = 'yes'\n", "c.toml:2: quiet: expected true or false\n"},
        Wrong{"gravity = { x = 1 }\n", "c.toml:1: gravity" + value},
        Wrong{"dt = true\n", "c.toml:1: dt" + value}, Wrong{"lock = [[true]]\n", "c.toml:1: lock" + value},
        Wrong{"dt = ''\n", "c.toml:1: dt is empty: expected a value\n"},
        Wrong{"gravity = ['', 0, 0, -1]\n", "c.toml:1: gravity is empty: expected a value\n"},
        Wrong{"columns = \"a\\u0000b\"\n", "c.toml:1: columns has a NUL in it: expected text without\n"},
        Wrong{"gravity = []\n", "c.toml:1: gravity is empty: expected a value\n"}}) {
    const Outcome outcome = run_with(wrong.settings);
    EXPECT_EQ(outcome.code, 2) << wrong.settings;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.err, "error: " + wrong.error);
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv"));
  }
}

// Values are checked like those on the command line.
TEST_F(ConfigTest, ChecksValuesLikeTheirOptions) {
  const Outcome outcome = run_with("dt = -1\n");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "error: --dt: is -1: expected a number above 0\n");
  EXPECT_EQ(run_with("dt = inf\n").err, "error: --dt: is \"inf\": expected a finite number\n");
}

// A list needs only a line in the file, but each element may cost as much as the robot is large.
TEST_F(ConfigTest, RepeatsNoOptionThousandsOfTimes) {
  const auto list = [](const std::string& value, int times) {
    std::string text = "[";
    for (int i = 0; i < times; ++i) text += '"' + value + "\",";
    return text + "]\n";
  };
  for (const auto& [key, value] :
       {std::pair("wrench", "fx=1"), std::pair("payload", "mass=1"), std::pair("map", "a=b")}) {
    const std::string settings = std::string(key) + " = ";
    const Outcome outcome = run_with(settings + list(value, 1001));
    EXPECT_EQ(outcome.code, 2) << key;
    EXPECT_EQ(outcome.err, "error: --" + std::string(key) + ": is given 1001 times: expected at most 1000\n");
  }
  EXPECT_EQ(run_with("wrench = " + list("fx=1", 1000)).code, 0);
}

// Like the number of a robot's joints, on the command line and in waypoints.
TEST_F(ConfigTest, BoundsTheJointsOfAGeneratedMotion) {
  std::string zeros = "0";
  for (int i = 0; i < 10'000; ++i) zeros += ",0";
  here_.write("c.toml", "from = '" + zeros + "'\nto = '" + zeros + "'\n");
  const Outcome outcome = here_.run("invdyn generate cubic --duration 1 --dt 1 --config c.toml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "error: --from: has 10001 numbers: expected at most 10000, one for each joint\n");
}

TEST_F(ConfigTest, NamesTheLineWithTheTomlError) {
  for (const std::string settings :
       {"quiet = true\ngravity = 0, 0, 1\n", "quiet = true\nthreads 2\n", "quiet = true\nquiet = false\n"}) {
    const Outcome outcome = run_with(settings);
    EXPECT_EQ(outcome.code, 1) << settings;
    EXPECT_THAT(outcome.err, AllOf(StartsWith("error: c.toml:2: "), HasSubstr(": expected TOML, such as ")));
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.toml", "m.csv"));
  }
}

TEST_F(ConfigTest, MustBeOneExistingFile) {
  const std::string line = "invdyn torque two-link m.csv --config ";
  EXPECT_THAT(here_.run(line + "none.toml").err,
              StartsWith("error: none.toml: No such file or directory: expected "));
  EXPECT_EQ(here_.run(line + "none.toml").code, 1);
  here_.write("c.toml", "");
  EXPECT_EQ(here_.run(line + "c.toml --config c.toml").err,
            "error: invdyn torque: --config is given twice: expected it once (see invdyn torque --help)\n");
  EXPECT_EQ(here_.run("invdyn torque two-link m.csv --config").err,
            "error: invdyn torque: --config has no value: expected one (see invdyn torque --help)\n");
  EXPECT_THAT(here_.run(line + ".").err, HasSubstr("error: .: "));
}

}  // namespace
}  // namespace invdyn::test
