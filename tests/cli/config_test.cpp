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
    here_.write("c.json", settings);
    const Outcome outcome = here_.run(with_file), expected = here_.run(without);
    EXPECT_EQ(expected.code, 0) << expected.err;
    EXPECT_EQ(outcome.code, expected.code) << outcome.err;
    EXPECT_EQ(outcome.out, expected.out);
    EXPECT_EQ(outcome.err, expected.err);
  }

  Outcome run_with(const std::string& settings) {
    here_.write("c.json", settings);
    return here_.run("invdyn torque two-link m.csv -o out.csv --config c.json");
  }

  Workplace here_;
};

TEST_F(ConfigTest, ReplacesOptions) {
  const std::string line = "invdyn torque two-link m.csv ";
  const std::string moon = line + "--gravity 0,0,-1.62 --no-friction --columns q,tau -q --threads 1";
  ASSERT_NE(here_.run(moon).out, here_.run(line + "--columns q,tau -q").out);
  expect_same(
      R"({"gravity": [0, 0, -1.62], // the moon
          "no-friction": true, "no-rotor": false, /* both
          are of drives */ "columns": "q,tau", "quiet": true, "threads": 1})",
      line + "--config c.json", moon);
  expect_same(R"({"gravity": "0,0,-1.62", "columns": ["q", "tau"], "no-friction": true, "quiet": true})",
              line + "--config=c.json", moon);
  expect_same("{}", line + "--config c.json", line);
}

TEST_F(ConfigTest, ReplacesRepeatedOptions) {
  expect_same(
      R"({"payload": ["mass=1 com=0.1,0,0", "link=upper-arm mass=2"]})",
      "invdyn torque two-link m.csv --config c.json",
      "invdyn torque two-link m.csv --payload 'mass=1 com=0.1,0,0' --payload 'link=upper-arm mass=2'");
  expect_same(R"({"lock": "elbow=0.5"})", "invdyn torque two-link m.csv --config c.json",
              "invdyn torque two-link m.csv --lock elbow=0.5");
}

// The author of a shared settings file must not choose the input files, because output names derive from
// them.
TEST_F(ConfigTest, CannotNameARobotOrATrajectory) {
  for (const std::string settings :
       {R"({"robot": "two-link"})", R"({"trajectory": ["m.csv"]})", R"({"files-from": "list"})"}) {
    here_.write("c.json", settings);
    const Outcome outcome = here_.run("invdyn torque two-link m.csv --config c.json --output-dir out");
    EXPECT_EQ(outcome.code, 2) << settings;
    EXPECT_THAT(outcome.err, StartsWith("error: c.json: /")) << settings;
    EXPECT_THAT(outcome.err, HasSubstr("on the command line\n")) << settings;
  }
  EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv"));
}

TEST_F(ConfigTest, HasLessPriorityThanTheCommandLine) {
  const std::string line = "invdyn torque two-link m.csv --gravity 0,0,-9.8 -o - ";
  const std::string settings = R"({"gravity": [0, 0, -1.62]})";
  expect_same(settings, line + "--config c.json", line);
  expect_same(settings, "invdyn torque --config c.json two-link m.csv --gravity=0,0,-9.8 -o-", line);
  EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv"));
  // An option on the line replaces a setting that it excludes.
  here_.write("n.csv", "shoulder,elbow\n0,0\n1,1\n");
  expect_same(R"({"dt": 0.5})", "invdyn torque two-link n.csv --rate 1000 --config c.json",
              "invdyn torque two-link n.csv --rate 1000");
}

TEST_F(ConfigTest, IsNotReplacedByAnOutput) {
  for (const std::string option : {"-o c.csv", "-o ./c.csv", "--sidecar c.csv -o out.csv"}) {
    const std::string settings = R"({"quiet": true})";
    here_.write("c.csv", settings);
    const Outcome outcome = here_.run("invdyn torque two-link m.csv --config c.csv " + option);
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr("which is the settings file: expected another file"));
    EXPECT_EQ(here_.read("c.csv"), settings);
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.csv", "m.csv"));
  }
}

TEST_F(ConfigTest, IsNotReplacedByARecord) {
  std::filesystem::create_directory(here_ / "out");
  for (const auto& [config, option] : {std::pair{"o.csv.run.json", "-o o.csv"},
                                       {"o.npy.run.json", "-o o.npy"},
                                       {"out/m.csv.run.json", "--output-dir out"}}) {
    here_.write(config, R"({"quiet": true})");
    const Outcome outcome =
        here_.run(std::string("invdyn torque two-link m.csv --resume --config ") + config + " " + option);
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr("which is the settings file")) << option;
    EXPECT_EQ(here_.read(config), R"({"quiet": true})");
  }
}

TEST_F(ConfigTest, RecognizesCombinedLetters) {
  here_.write("c.json", R"({"gravity": [0, 0, -1.62]})");
  for (const std::string option : {"-qo out.csv", "-qoout.csv", "-oout.csv", "-o out.csv -q"}) {
    EXPECT_EQ(here_.run("invdyn torque two-link m.csv --config c.json " + option).code, 0) << option;
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv", "out.csv"));
    std::filesystem::remove(here_ / "out.csv");
  }
}

// A shared settings file with `"output": ".bashrc"` would be an attack.
TEST_F(ConfigTest, CannotNameAnOutputFile) {
  const std::string reason =
      ": decides which files are written or kept, so it must not be in a settings file: "
      "expected ";
  struct Wrong {
    std::string line, place, settings, expected;
  };
  for (const Wrong& wrong :
       {Wrong{"torque two-link m.csv", "/output", R"({"output": "x"})", "--output"},
        Wrong{"torque two-link m.csv -o out.csv", "/output", R"({"output": "x"})", "--output"},
        Wrong{"torque two-link m.csv", "/torque/output", R"({"torque": {"output": "x"}})", "--output"},
        Wrong{"torque two-link m.csv", "/output-dir", R"({"output-dir": "x"})", "--output-dir"},
        Wrong{"torque two-link m.csv", "/sidecar", R"({"sidecar": "x"})", "--sidecar"},
        Wrong{"torque two-link m.csv -o out.csv", "/resume", R"({"resume": true})", "--resume"},
        Wrong{"size two-link m.csv --fit-duration", "/output", R"({"output": "x"})", "--output"},
        Wrong{"simulate two-link m.csv", "/output", R"({"output": "x"})", "--output"},
        Wrong{"view two-link m.csv -o v.html", "/open", R"({"open": true})", "--open"},
        Wrong{"plot m.csv", "/output", R"({"output": "x.svg"})", "--output"},
        Wrong{"generate cubic --from 0 --to 1 --duration 1 --dt 1", "/output", R"({"output": "x"})",
              "--output"},
        Wrong{"reproduce craig", "/output", R"({"output": "x"})", "--output"},
        Wrong{"robot convert two-link --format json", "/file", R"({"file": "x"})", "FILE"},
        Wrong{"robot init", "/file", R"({"file": "x"})", "FILE"}}) {
    here_.write("c.json", "// shared\n" + wrong.settings + "\n");
    const Outcome outcome = here_.run("invdyn " + wrong.line + " --config c.json");
    EXPECT_EQ(outcome.code, 2) << wrong.line;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.err,
              "error: c.json: " + wrong.place + reason + wrong.expected + " on the command line\n");
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv"));
  }
}

// No key creates a file: a run can write only to the files of marked options. These commands have most
// them.
TEST_F(ConfigTest, HasNoKeyThatCreatesAFile) {
  for (const std::string command :
       {"torque two-link m.csv", "size two-link m.csv", "plot m.csv", "robot convert two-link --format json",
        "robot init", "generate cubic --from 0,0 --to 1,1 --duration 1 --dt 0.5"}) {
    const std::string name = command.substr(0, command.find(' '));
    const bool has_two = name == "robot" || name == "generate";
    const std::string full = has_two ? command.substr(0, command.find(' ', name.size() + 1)) : name;
    std::istringstream help(here_.run("invdyn " + full + " --help").out);
    int keys = 0;
    for (std::string word; help >> word;) {
      word = word.substr(0, word.find(','));
      if (!word.starts_with("--") || word.size() == 2) continue;
      here_.write("c.json", "{\"" + word.substr(2) + "\": \"planted.csv\"}");
      here_.run("invdyn " + command + " --config c.json");
      ++keys;
    }
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv")) << command;
    EXPECT_GT(keys, 0) << command;
  }
}

TEST_F(ConfigTest, IsNotReadForHelp) {
  for (const std::string option : {"--help", "-h"}) {
    const Outcome outcome = here_.run("invdyn torque --config none.json " + option);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("--config FILE"));
  }
}

TEST_F(ConfigTest, WorksForEveryCommandWithOptions) {
  expect_same(R"({"from": [0, 1], "to": [1, -0.5], "duration": 1, "rate": 4})",
              "invdyn generate cubic --config c.json",
              "invdyn generate cubic --from 0,1 --to 1,-0.5 --duration 1 --rate 4");
  expect_same(R"({"format": "csv"})", "invdyn size two-link m.csv --config c.json -q",
              "invdyn size two-link m.csv --format csv -q");
}

TEST_F(ConfigTest, HasObjectsForSingleCommands) {
  const std::string settings =
      R"({"gravity": [0, 0, -1.62], "torque": {"columns": "q,tau"},
          "size": {"format": "csv", "gravity": [0, 0, -3.7]}, "generate": {"cubic": {"rate": 4}}})";
  expect_same(settings, "invdyn torque two-link m.csv --config c.json",
              "invdyn torque two-link m.csv --gravity 0,0,-1.62 --columns q,tau");
  expect_same(settings, "invdyn size two-link m.csv --config c.json",
              "invdyn size two-link m.csv --gravity 0,0,-3.7 --format csv");
  expect_same(R"({"generate": {"from": [0], "cubic": {"rate": 4}, "quintic": {"rate": 5}}})",
              "invdyn generate cubic --to 1 --duration 1 --config c.json",
              "invdyn generate cubic --from 0 --to 1 --duration 1 --rate 4");
}

TEST_F(ConfigTest, RejectsUnknownSettings) {
  struct Wrong {
    std::string settings, error;
  };
  const std::string listed = " (invdyn torque --help lists the options)\n";
  const std::string value = "expected a text, a number, or an array of texts and numbers\n";
  for (const Wrong& wrong :
       {Wrong{R"({"threads": 1, "gravty": [0, 0, 1]})",
              "/gravty: is no setting of invdyn torque; did you mean \"gravity\"?" + listed},
        Wrong{R"({"config": "d.json"})", "/config: is no setting of invdyn torque" + listed},
        Wrong{R"({"help": true})", "/help: is no setting of invdyn torque" + listed},
        Wrong{R"({"o": "x.csv"})", "/o: is no setting of invdyn torque" + listed},
        Wrong{R"({"a/b": 1})", "/a~1b: is no setting of invdyn torque" + listed},
        Wrong{R"({"torqe": {"quiet": true}})",
              "/torqe: is no setting of invdyn torque; did you mean \"torque\"?" + listed},
        Wrong{R"({"torque": {"quiet": true, "statik": true}})",
              "/torque/statik: is no setting of invdyn torque; did you mean \"static\"?" + listed},
        Wrong{R"({"torque": [{"quiet": true}]})",
              "/torque: is no setting of invdyn torque; did you mean \"torque-constant\"?" + listed},
        Wrong{R"({"quiet": "yes"})", "/quiet: expected true or false\n"},
        Wrong{R"({"gravity": {"x": 1}})", "/gravity: " + value}, Wrong{R"({"dt": true})", "/dt: " + value},
        Wrong{R"({"dt": null})", "/dt: " + value}, Wrong{R"({"lock": [[true]]})", "/lock: " + value},
        Wrong{R"({"dt": ""})", "/dt: is empty: expected a value\n"},
        Wrong{R"({"gravity": ["", 0, 0, -1]})", "/gravity: is empty: expected a value\n"},
        Wrong{R"({"columns": "a\u0000b"})", "/columns: has a NUL byte: expected text without NUL bytes\n"},
        Wrong{R"({"gravity": []})", "/gravity: is empty: expected a value\n"}}) {
    const Outcome outcome = run_with(wrong.settings);
    EXPECT_EQ(outcome.code, 2) << wrong.settings;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.err, "error: c.json: " + wrong.error);
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv"));
  }
}

// Values are checked like those on the command line.
TEST_F(ConfigTest, ChecksValuesLikeTheirOptions) {
  const Outcome outcome = run_with(R"({"dt": -1})");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "error: --dt: is -1: expected a number above 0\n");
  EXPECT_EQ(run_with(R"({"dt": "inf"})").err, "error: --dt: is \"inf\": expected a finite number (s)\n");
}

// A list needs only a line in the file, but each element may cost as much as the robot is large.
TEST_F(ConfigTest, RepeatsNoOptionThousandsOfTimes) {
  const auto list = [](const std::string& value, int times) {
    std::string text = "[";
    for (int i = 0; i < times; ++i) text += (i > 0 ? ",\"" : "\"") + value + '"';
    return text + "]}";
  };
  for (const auto& [key, value] :
       {std::pair("wrench", "fx=1"), std::pair("payload", "mass=1"), std::pair("map", "a=b")}) {
    const std::string settings = "{\"" + std::string(key) + "\": ";
    const Outcome outcome = run_with(settings + list(value, 1001));
    EXPECT_EQ(outcome.code, 2) << key;
    EXPECT_EQ(outcome.err, "error: --" + std::string(key) + ": is given 1001 times: expected at most 1000\n");
  }
  EXPECT_EQ(run_with("{\"wrench\": " + list("fx=1", 1000)).code, 0);
}

// Like the number of a robot's joints, on the command line and in waypoints.
TEST_F(ConfigTest, BoundsTheJointsOfAGeneratedMotion) {
  std::string zeros = "0";
  for (int i = 0; i < 10'000; ++i) zeros += ",0";
  here_.write("c.json", R"({"from": ")" + zeros + R"(", "to": ")" + zeros + "\"}");
  const Outcome outcome = here_.run("invdyn generate cubic --duration 1 --dt 1 --config c.json");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "error: --from: has 10001 numbers: expected at most 10000, one for each joint\n");
}

TEST_F(ConfigTest, MustBeAnObjectInJson) {
  for (const auto& [settings, error] :
       {std::pair<std::string, std::string>{"{\"quiet\": true,\n\"threads\" 2}", "c.json:2:11: "},
        {"{\"dt\": NaN}", "c.json:1:8: "},
        {"{\"dt\": 1e999}", "c.json:1:8: the number 1e999 is beyond the largest double"},
        {"{\"dt\": 1, \"dt\": 2}", "c.json: /dt: this key is repeated"},
        {"", "c.json:1:1: "},
        {"[1]", "c.json: is [1]: expected an object of settings, such as {\"gravity\": [0, 0, -9.81]}"},
        {"\"" + std::string(1 << 20, 'a') + "\"", "c.json: is larger than 1 MiB, the limit for settings"}}) {
    const Outcome outcome = run_with(settings);
    EXPECT_EQ(outcome.code, 1) << settings.substr(0, 40);
    EXPECT_THAT(outcome.err, StartsWith("error: " + error)) << settings.substr(0, 40);
    EXPECT_THAT(here_.names(), testing::ElementsAre("c.json", "m.csv"));
  }
  EXPECT_THAT(run_with("{} # shared").err, HasSubstr("; comments begin with //, and JSON has no NaN"));
}

// Former versions read TOML.
TEST_F(ConfigTest, ShowsTheFirstSettingOfTomlInJson) {
  const std::string long_text(61, '1');
  for (const auto& [settings, error] :
       {std::pair<std::string, std::string>{"gravity = [0, 0, -1.62]  # moon\nquiet = true\n",
                                            R"(1: {"gravity": [0, 0, -1.62]})"},
        {"# moon\r\n\r\ncolumns = 'q,tau'\r\n", R"(3: {"columns": "q,tau"})"},
        {"[generate.cubic]\nrate = 4", R"(2: {"generate": {"cubic": {"rate": 4}}})"},
        {"[size] # motors\n[torque]\nno-friction=true", R"(3: {"torque": {"no-friction": true}})"},
        {"torque.columns = \"a#b\"", R"(1: {"torque": {"columns": "a#b"}})"},
        {"payload = [\n'mass=1'\n]", R"(1: {"payload": ...})"},
        {"threads = 0x1F", R"(1: {"threads": ...})"},
        {"\xef\xbb\xbfquiet = true", R"(1: {"quiet": true})"},
        {"from = '" + long_text + "'", R"(1: {"from": ...})"}}) {
    const Outcome outcome = run_with(settings);
    EXPECT_EQ(outcome.code, 1) << settings;
    EXPECT_EQ(outcome.err,
              "error: c.json:" + error.substr(0, 1) +
                  ": is TOML, which --config accepted in older versions: expected JSON, such as " +
                  error.substr(3) + "\n");
  }
  const std::vector<std::string> others{"[+]", "{a = 1", "b c = 1", long_text + " = 1"};
  for (const std::string& other : others)
    EXPECT_THAT(run_with(other).err, testing::Not(HasSubstr("TOML"))) << other;
}

TEST_F(ConfigTest, MustBeOneExistingFile) {
  const std::string line = "invdyn torque two-link m.csv --config ";
  EXPECT_THAT(here_.run(line + "none.json").err,
              StartsWith("error: none.json: No such file or directory: expected "));
  EXPECT_EQ(here_.run(line + "none.json").code, 1);
  here_.write("c.json", "{}");
  EXPECT_EQ(here_.run(line + "c.json --config c.json").err,
            "error: invdyn torque: --config is given twice: expected it once (see invdyn torque --help)\n");
  EXPECT_EQ(
      here_.run("invdyn torque two-link m.csv --config").err,
      "error: invdyn torque: --config has no value: expected --config FILE.json (see invdyn torque --help)\n");
  EXPECT_THAT(here_.run(line + ".").err, HasSubstr("error: .: "));
}

}  // namespace
}  // namespace invdyn::test
