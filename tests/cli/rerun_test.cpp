// A sidecar is enough to have the same bytes again, and it can do nothing else: it may come from others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class RerunTest : public testing::Test {
 protected:
  void SetUp() override { here_.write("m.csv", "t,pivot\n0,0\n0.5,1\n1,2\n1.5,2.5\n"); }

  // Runs the line, then its sidecar: the outputs must be the same.
  void expect_repeated(const std::string& line, const std::string& output, const std::string& again) {
    const Outcome first = here_.run("invdyn " + line + " --sidecar run.json");
    ASSERT_THAT(first.code, testing::AnyOf(0, 3)) << line << '\n' << first.err;
    const Outcome second = here_.run("invdyn rerun run.json -o " + again);
    EXPECT_EQ(second.code, 0) << line << '\n' << second.err;
    EXPECT_THAT(second.err, HasSubstr("note: " + again + ": the same bytes as recorded, SHA-256 "));
    EXPECT_EQ(here_.read(again), output.empty() ? first.out : here_.read(output)) << line;
    const Outcome check = here_.run("invdyn rerun run.json --check");
    EXPECT_EQ(check.code, 0) << line << '\n' << check.out;
  }

  // A sidecar of the usual run, changed.
  template <class Change>
  void write_sidecar(const Change& change) {
    ASSERT_EQ(here_.run("invdyn torque pendulum m.csv -q -o out.csv --sidecar run.json").code, 0);
    Json run = Json::parse(here_.read("run.json"));
    change(run);
    here_.write("run.json", run.dump());
  }

  Workplace here_;
};

TEST_F(RerunTest, RepeatsEveryCommandThatWrites) {
  here_.write("arm.json", here_.run("invdyn robots pendulum").out);
  here_.write("w.csv", "t,fz\n0,1\n2,1\n");
  here_.write("via.csv", "t,pivot\n0,0\n1,1\n2,0.5\n");
  here_.write("motors.csv", "joint,continuous_torque,peak_torque\npivot,1,2\n");  // too weak: exit code 3
  expect_repeated("torque arm.json m.csv --wrench w.csv --gravity 0,0,-1.62 --no-friction -o o.csv", "o.csv",
                  "o2.csv");
  expect_repeated("torque pendulum m.csv --payload 'mass=1 com=0,0,-1' --payload mass=2 --columns q,tau", "",
                  "s2.csv");
  expect_repeated("torque pendulum m.csv -q -o o.npy", "o.npy", "o2.npy");
  expect_repeated("generate cubic arm.json --via via.csv --rate 10 -o g.csv", "g.csv", "g2.csv");
  expect_repeated(
      "generate line puma560 --from-joints 0,45,-90,0,45,0 --displacement 0,0.2,-0.1 --degrees --duration 1 "
      "--dt 0.1 -o l.csv",
      "l.csv", "l2.csv");
  expect_repeated(
      "generate excitation arm.json --duration 3 --rate 10 --trials 100 --velocity 2 --fit links -o e.csv",
      "e.csv", "e2.csv");
  expect_repeated("simulate arm.json m.csv --bits 12 --perturb mass=5%,seed=2 -o f.csv", "f.csv", "f2.csv");
  expect_repeated("size arm.json m.csv --motors motors.csv --format csv -o z.csv", "z.csv", "z2.csv");
  expect_repeated("plot m.csv --robot arm.json -o p.txt", "p.txt", "p2.txt");
  expect_repeated("robot convert arm.json a.urdf", "a.urdf", "a2.urdf");
  expect_repeated("robot init i.json", "i.json", "i2.json");
}

// The motion that --fit-duration makes is an output besides the report.
TEST_F(RerunTest, RepeatsTheOtherOutputsOfSizeToo) {
  here_.write("motors.csv", "joint,continuous_torque,peak_torque\npivot,20,40\n");
  const Outcome first = here_.run(
      "invdyn size pendulum m.csv --motors motors.csv --fit-duration --fitted-motion fast.csv -o fit.txt -q "
      "--sidecar run.json");
  ASSERT_EQ(first.code, 0) << first.err;
  const Outcome second = here_.run("invdyn rerun run.json -o again.txt");
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_THAT(second.err,
              HasSubstr("note: again.txt.fitted-motion.csv: the same bytes as recorded, SHA-256 "));
  EXPECT_EQ(here_.read("again.txt.fitted-motion.csv"), here_.read("fast.csv"));
  EXPECT_EQ(here_.read("again.txt"), here_.read("fit.txt"));
  EXPECT_EQ(here_.run("invdyn rerun run.json --check").code, 0);
  here_.write("fast.csv", "t,pivot\n0,0\n");
  const Outcome check = here_.run("invdyn rerun run.json --check");
  EXPECT_EQ(check.code, 1);
  EXPECT_THAT(check.out, HasSubstr("fast.csv: changed\n"));
  // A sidecar names no place that is written, nor its ending.
  Json other = Json::parse(here_.read("run.json"));
  other["outputs"][0]["file"] = "fast.desktop";
  here_.write("run.json", other.dump());
  here_.run("invdyn rerun run.json -o fourth.txt");
  EXPECT_THAT(here_.names(), testing::Contains("fourth.txt.fitted-motion.csv"));
  EXPECT_THAT(here_.names(), Not(testing::Contains(testing::EndsWith(".desktop"))));
  Json run = Json::parse(here_.read("run.json"));
  for (const char* setting : {"../fitted-motion", "output", "report", "quiet"}) {
    run["outputs"][0]["setting"] = setting;
    here_.write("run.json", run.dump());
    EXPECT_THAT(here_.run("invdyn rerun run.json -o third.txt").err,
                HasSubstr("is no output of invdyn size"));
  }
}

TEST_F(RerunTest, OpensNoPage) {
  here_.write("xdg-open", "#!/bin/sh\ntouch opened\n");
  ASSERT_EQ(here_.run("invdyn view pendulum m.csv -q -o v.html --sidecar run.json").code, 0);
  Json run = Json::parse(here_.read("run.json"));
  run["settings"]["open"] = true;
  here_.write("run.json", run.dump());
  const Outcome outcome =
      here_.run("chmod +x xdg-open; PATH=$PWD:$PATH invdyn rerun run.json -o again.html; sleep 0.2");
  EXPECT_THAT(outcome.err, HasSubstr("again.html"));
  EXPECT_THAT(here_.names(), testing::IsSupersetOf({"again.html", "v.html"}));
  EXPECT_THAT(here_.names(), Not(testing::Contains("opened")));
}

// With the sidecar that stands in another folder, and after the file of settings is gone.
TEST_F(RerunTest, NeedsNeitherTheFirstOutputNorTheFileOfSettings) {
  std::filesystem::create_directory(here_ / "about");
  here_.write("c.json", R"({"gravity": [0, 0, -1.62], "lowpass": 0.5})");
  ASSERT_EQ(here_.run("invdyn torque pendulum m.csv --config c.json -q -o o.csv --sidecar about/o.json").code,
            0);
  const std::string torques = here_.read("o.csv");
  std::filesystem::remove(here_ / "c.json");
  std::filesystem::remove(here_ / "o.csv");
  EXPECT_EQ(here_.run("invdyn rerun about/o.json -o new.csv").code, 0);
  EXPECT_EQ(here_.read("new.csv"), torques);
  const Outcome check = here_.run("invdyn rerun about/o.json --check");
  EXPECT_EQ(check.code, 1);
  EXPECT_THAT(check.out, HasSubstr("m.csv: as recorded\n"));
  EXPECT_THAT(check.out, HasSubstr("/o.csv: missing, or not a regular file\n"));
}

TEST_F(RerunTest, RepeatsAFileOfABatchAndARecordOfResume) {
  here_.write("n.csv", "t,pivot\n0,0\n0.5,2\n1,3\n");
  ASSERT_EQ(here_.run("invdyn torque pendulum m.csv n.csv -q --output-dir out --resume --sidecar about").code,
            0);
  EXPECT_EQ(here_.run("invdyn rerun about/n.csv.run.json -o n2.csv").code, 0);
  EXPECT_EQ(here_.read("n2.csv"), here_.read("out/n.csv"));
  const Outcome record = here_.run("invdyn rerun out/n.csv.run.json -o n3.csv");
  EXPECT_EQ(record.code, 0) << record.err;
  EXPECT_THAT(
      record.err,
      HasSubstr("the size and the checksum are as recorded (the checksum covers only some of the bytes)\n"));
  EXPECT_EQ(here_.run("invdyn rerun out/n.csv.run.json --check").out,
            "n.csv: size as recorded; contents not compared, because there is no hash\nn.csv: as recorded\n");
}

TEST_F(RerunTest, NamesTheInputThatHasChanged) {
  write_sidecar([](Json&) {});
  here_.write("m.csv", "t,pivot\n0,0\n0.5,1\n1,2\n1.5,2.6\n");  // of the same size
  const Outcome outcome = here_.run("invdyn rerun run.json -q -o again.csv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: again.csv: the content differs from the recorded content, because m.csv has changed\n");
  EXPECT_EQ(here_.run("invdyn rerun run.json --check").out, "m.csv: changed\nout.csv: as recorded\n");
}

TEST_F(RerunTest, TellsOfAnotherVersion) {
  write_sidecar([](Json& run) { run["invdyn"] = "0.0.1"; });
  const Outcome same = here_.run("invdyn rerun run.json -o again.csv");
  EXPECT_EQ(same.code, 0);
  EXPECT_THAT(same.err, HasSubstr("warning: run.json: written by version 0.0.1, but this is version "));
  write_sidecar([](Json& run) {
    run["invdyn"] = "0.0.1";
    run["data"]["sha256"] = std::string(64, '0');
  });
  EXPECT_THAT(here_.run("invdyn rerun run.json -o again.csv").err,
              HasSubstr("no input has changed, but version 0.0.1 wrote the recorded output\n"));
}

TEST_F(RerunTest, NamesTheKeyThatIsMissing) {
  for (const std::string list : {"inputs", "outputs"}) {
    write_sidecar([&](Json& run) { run[list] = Json::parse(R"([{"setting": "x"}])"); });
    EXPECT_EQ(here_.run("invdyn rerun run.json -o again.csv").err,
              "error: run.json: /" + list +
                  "/0: is {\"setting\":\"x\"}: expected an object with the key \"file\" and a "
                  "file name\n");
  }
}

TEST_F(RerunTest, RefusesARunThatReadAPipe) {
  for (const std::string line :
       {"invdyn torque pendulum -q -o o.csv --sidecar run.json < m.csv",
        "cat m.csv | invdyn torque pendulum - -q -o o.csv --sidecar run.json",
        "mkfifo p; cat m.csv > p & invdyn torque pendulum p -q -o o.csv --sidecar run.json; wait",
        "printf 't,fz\\n0,1\\n2,1\\n' | invdyn torque pendulum m.csv --wrench file=- -q -o o.csv --sidecar "
        "run.json"}) {
    ASSERT_EQ(here_.run(line).code, 0) << line;
    const Outcome outcome = here_.run("cat m.csv | invdyn rerun run.json -o again.csv");
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_THAT(outcome.err,
                HasSubstr("This input cannot be read again: expected a run that read only regular files\n"))
        << line;
    EXPECT_THAT(here_.names(), Not(testing::Contains("again.csv")));
  }
}

// Also where it does not say so.
TEST_F(RerunTest, ReadsNoStandardInput) {
  write_sidecar([](Json& run) {
    run["settings"]["trajectory"] = Json::array({"-"});
    run["inputs"] = Json::array();
  });
  EXPECT_EQ(here_.run("invdyn rerun run.json -o again.csv < m.csv").code, 1);
  EXPECT_THAT(here_.names(), Not(testing::Contains("again.csv")));
}

// Whatever a sidecar says of outputs, the one of the command line is written.
TEST_F(RerunTest, WritesItsOutputOnly) {
  here_.write("precious.csv", "old");
  write_sidecar([](Json& run) {
    Json& settings = run["settings"];
    settings["output"] = "precious.csv";
    settings["sidecar"] = "precious.csv";
    settings["output-dir"] = "made";
    settings["files-from"] = "precious.csv";
    settings["resume"] = true;
    settings["in-place"] = true;
  });
  std::filesystem::remove(here_ / "out.csv");
  const Outcome outcome = here_.run("invdyn rerun run.json -o again.csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(here_.read("precious.csv"), "old");
  EXPECT_THAT(here_.names(), ElementsAre("again.csv", "m.csv", "precious.csv", "run.json"));
}

TEST_F(RerunTest, ReplacesNothingThatItNeeds) {
  write_sidecar([](Json&) {});
  for (const std::string output : {"-o m.csv", "-o run.json", "-o -", "-o out.npy", "-o out.txt",
                                   "-o /dev/null", "", "-o again.csv --check"}) {
    const auto names = here_.names();
    const std::string sidecar = here_.read("run.json");
    const Outcome outcome = here_.run("invdyn rerun run.json " + output);
    EXPECT_EQ(outcome.code, 2) << output << outcome.err;
    EXPECT_EQ(here_.names(), names);
    EXPECT_EQ(here_.read("run.json"), sidecar);
  }
  EXPECT_EQ(here_.read("m.csv"), "t,pivot\n0,0\n0.5,1\n1,2\n1.5,2.5\n");
}

// Values are values: none becomes an option, a command or a line of a shell.
TEST_F(RerunTest, RefusesWhatIsNoSidecarOfItsOwn) {
  struct Wrong {
    std::string pointer, value, expected;
  };
  for (const Wrong& wrong : {
           Wrong{"/command", R"("invdyn manual")", "writes no sidecars"},
           Wrong{"/command", R"("invdyn rerun")", "writes no sidecars"},
           Wrong{"/command", R"("invdyn robot")", "writes no sidecars"},
           Wrong{"/command", R"("invdyn torque; touch made")", "which does not exist"},
           Wrong{"/command", R"("rm")", "expected a command such as \"invdyn torque\""},
           Wrong{"/command", R"("")", "expected a command such as \"invdyn torque\""},
           Wrong{"/command", "7", "/command"},
           Wrong{"/settings/robot", R"("--output=made")", "--output=made"},
           Wrong{"/settings/robot", "\"$(touch made)\"", "$(touch made)"},
           Wrong{"/settings/robot", R"(["pendulum"])", "robot: expected a text"},
           Wrong{"/settings/no-friction", R"("yes")", "no-friction: expected true or false"},
           Wrong{"/settings/trajectory", R"("m.csv")", "trajectory: expected an array of texts"},
           Wrong{"/settings/trajectory", R"([7])", "/settings/trajectory/0"},
           Wrong{"/settings/columns", R"("")", "not empty"},
           Wrong{"/settings/columns", R"("a\u0000")", "without a NUL"},
           Wrong{"/settings/columns", R"({})", "expected null, true, false"},
           Wrong{"/settings/columns", R"("nonsense")", "--columns"},
           Wrong{"/settings/made-up", "true", "\"made-up\" is no setting of invdyn torque"},
           Wrong{"/settings/config", R"("m.csv")", "\"config\" is no setting"},
           Wrong{"/settings/help", "true", "\"help\" is no setting"},
           Wrong{"/settings", "[]", "expected a sidecar"},
           Wrong{"/inputs", "null", "expected a sidecar"},
           Wrong{"/inputs/0", R"({"size": 3})", "/inputs/0"},
           Wrong{"/inputs/0/size", "-1", "/inputs/0/size"},
       }) {
    write_sidecar([&](Json& run) { run[Json::json_pointer(wrong.pointer)] = Json::parse(wrong.value); });
    std::filesystem::remove(here_ / "out.csv");
    const Outcome outcome = here_.run("invdyn rerun run.json -o again.csv");
    EXPECT_THAT(outcome.code, testing::AnyOf(1, 2)) << wrong.pointer << wrong.value;
    EXPECT_THAT(outcome.err, HasSubstr(wrong.expected)) << wrong.pointer;
    EXPECT_THAT(here_.names(), ElementsAre("m.csv", "run.json")) << wrong.pointer << wrong.value;
  }
  for (const std::string text : {"", "[1", "[]", "{}", "{\"settings\": {}}"}) {
    here_.write("run.json", text);
    EXPECT_EQ(here_.run("invdyn rerun run.json -o again.csv").code, 1) << text;
    EXPECT_EQ(here_.run("invdyn rerun run.json --check").code, 1) << text;
  }
}

}  // namespace
}  // namespace invdyn::test
