// The record of a run, --sidecar: enough to know how the torques were computed and to compute them again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

class SidecarTest : public testing::Test {
 protected:
  void SetUp() override { here_.write("m.csv", "t,pivot\n0,0\n0.5,1\n1,2\n"); }

  Json sidecar_of(const std::string& options) {
    const Outcome outcome =
        here_.run("invdyn torque pendulum m.csv -o out.csv --sidecar run.json " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(here_.read("run.json"));
  }

  Workplace here_;
};

TEST_F(SidecarTest, DescribesTheRun) {
  const Json run = sidecar_of("--no-friction --lowpass 0.4");
  EXPECT_THAT(here_.run("invdyn --version").out,
              testing::StartsWith("invdyn " + run["invdyn"].get<std::string>() + '\n'));
  EXPECT_EQ(run["command"], "invdyn torque");
  EXPECT_EQ(run["robot"]["name"], "pendulum");
  EXPECT_EQ(run["robot"]["joints"], Json::array({"pivot"}));
  EXPECT_EQ(run["gravity"], Json::array({0, 0, -9.80665}));
  EXPECT_EQ(run["rows"], 3);
  const Json& settings = run["settings"];
  EXPECT_EQ(settings["robot"], "pendulum");
  EXPECT_EQ(settings["trajectory"], Json::array({"m.csv"}));
  EXPECT_EQ(settings["output"], "out.csv");
  EXPECT_EQ(settings["columns"], "tau");  // by default
  EXPECT_EQ(settings["no-friction"], true);
  EXPECT_EQ(settings["no-rotor"], false);
  EXPECT_EQ(settings["lowpass"], "0.4");
  EXPECT_TRUE(settings["resample"].is_null());
}

// Every option of the help and nothing else, with its key of a settings file.
TEST_F(SidecarTest, HasEverySetting) {
  const Json run = sidecar_of("");
  std::istringstream help(here_.run("invdyn torque --help").out);
  std::set<std::string> expected{"robot", "trajectory"};
  for (std::string line; std::getline(help, line);)
    if (const auto dashes = line.find("--"); line.starts_with("  -") && dashes != std::string::npos)
      expected.insert(line.substr(dashes + 2, line.find_first_of(" =", dashes) - dashes - 2));
  expected.erase("help");
  expected.erase("config");
  std::set<std::string> keys;
  for (const auto& setting : run["settings"].items()) keys.insert(setting.key());
  EXPECT_EQ(keys, expected);
}

TEST_F(SidecarTest, KeepsWarningsThatAreNotPrinted) {
  const Outcome loud = here_.run("invdyn torque pendulum m.csv -o out.csv");
  const Json run = sidecar_of("--quiet");
  ASSERT_THAT(loud.err, HasSubstr("warning: "));
  std::string said;
  for (const Json& note : run["notes"]) said += "note: " + note.get<std::string>() + '\n';
  for (const Json& warning : run["warnings"]) said += "warning: " + warning.get<std::string>() + '\n';
  EXPECT_EQ(said, loud.err);
}

TEST_F(SidecarTest, RecordsTheGravityUsed) {
  EXPECT_EQ(sidecar_of("--gravity 0,0,-1.62")["gravity"], Json::array({0, 0, -1.62}));
}

// The settings that differ from the defaults form a file for --config, except the settings that name output
// files.
TEST_F(SidecarTest, HasTheSettingsToRepeatTheRun) {
  const Json run = sidecar_of("--gravity 0,0,-1.62 --columns q,tau --no-friction --payload 'mass=1'");
  const std::string torques = here_.read("out.csv");
  Json settings = Json::object();
  for (const auto& [key, value] : run["settings"].items())
    if (!value.is_null() && value != Json::array() && key != "output" && key != "sidecar" &&
        key != "resume" && key != "in-place" && key != "robot" && key != "trajectory")
      settings[key] = value;
  here_.write("settings.json", settings.dump());
  std::filesystem::remove(here_ / "out.csv");
  const Outcome again = here_.run("invdyn torque pendulum m.csv --config settings.json -o out.csv");
  EXPECT_EQ(again.code, 0) << again.err << settings;
  EXPECT_EQ(here_.read("out.csv"), torques);
}

TEST_F(SidecarTest, MayBeStandardOutput) {
  const Outcome outcome = here_.run("invdyn torque pendulum m.csv -q -o out.csv --sidecar -");
  EXPECT_EQ(Json::parse(outcome.out)["rows"], 3);
  EXPECT_EQ(here_.run("invdyn torque pendulum m.csv --sidecar -").err,
            "error: --sidecar: is standard output, which already receives the output: expected a file\n");
}

TEST_F(SidecarTest, ReplacesNoFileOfTheRun) {
  here_.write("arm.json", here_.run("invdyn robot init -").out);
  here_.write("w.csv", "t,fz\n0,1\n1,1\n");
  const std::string line = "invdyn torque pendulum m.csv -o out.csv ";
  for (const std::string& wrong :
       {line + "--sidecar m.csv", line + "--sidecar ./out.csv", line + "--wrench w.csv --sidecar w.csv",
        std::string("invdyn torque pendulum m.csv -o out.npy --sidecar out.npy.json"),
        std::string("invdyn torque arm.json m.csv -o out.csv --sidecar arm.json"),
        std::string("invdyn torque arm.json m.csv -o out.csv --sidecar out.csv"),
        std::string("invdyn torque pendulum m.csv --output-dir out --sidecar -"),
        std::string("invdyn simulate arm.json m.csv -o out.csv --sidecar m.csv"),
        std::string("invdyn size arm.json m.csv -o out.txt --sidecar arm.json"),
        std::string("invdyn size arm.json m.csv --fit-duration --fitted-motion f.csv --sidecar f.csv"),
        std::string("invdyn plot m.csv -o out.txt --sidecar m.csv"),
        std::string("invdyn robot convert arm.json arm.urdf --sidecar arm.json"),
        std::string("invdyn robot init new.json --sidecar new.json"),
        std::string("invdyn generate cubic --via w.csv --dt 1 -o out.csv --sidecar w.csv"),
        std::string(
            "invdyn generate cubic --from 0 --to 1 --duration 1 --dt 1 -o out.csv --sidecar out.csv")}) {
    const auto before = here_.names();
    const Outcome outcome = here_.run(wrong);
    EXPECT_EQ(outcome.code, 2) << wrong;
    EXPECT_THAT(outcome.err, HasSubstr("error: --sidecar: ")) << wrong;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(here_.names(), before);
  }
  EXPECT_EQ(here_.read("m.csv"), "t,pivot\n0,0\n0.5,1\n1,2\n");
}

TEST_F(SidecarTest, IsWrittenByAResumedRunThatLacksIt) {
  const std::string line = "invdyn torque pendulum m.csv -o out.csv --resume ";
  EXPECT_EQ(here_.run(line).code, 0);
  EXPECT_EQ(here_.run(line + "--sidecar run.json").code, 0);
  EXPECT_EQ(Json::parse(here_.read("run.json"))["rows"], 3);
  EXPECT_THAT(here_.run(line + "--sidecar run.json").err, HasSubstr("skipped"));
  here_.write("run.json", "{}");
  EXPECT_THAT(here_.run(line + "--sidecar run.json").err,
              HasSubstr("because run.json does not describe out.csv"));
}

// Uses the CRC-32 at the end of a gzip file. The file is so small that the sample is the whole file.
TEST_F(SidecarTest, IdentifiesTheRowsItDescribes) {
  const Json data = sidecar_of("")["data"];
  EXPECT_EQ(data["file"], "out.csv");
  EXPECT_EQ(data["size"], here_.read("out.csv").size());
  EXPECT_EQ(here_.run("gzip -c out.csv | tail -c 8 | od -An -tx4 -N4 | tr -d ' \\n'").out,
            data["sample_crc32"]);
  std::filesystem::create_directory(here_ / "elsewhere");
  ASSERT_EQ(here_.run("invdyn torque pendulum m.csv -o out.csv --sidecar elsewhere/run.json").code, 0);
  EXPECT_EQ(Json::parse(here_.read("elsewhere/run.json"))["data"]["file"], here_ / "out.csv");
}

// As sha256sum prints them.
TEST_F(SidecarTest, HasTheHashesOfInputsAndOutput) {
  const Json run = sidecar_of("");
  const auto hash_of = [this](const std::string& file) {
    return here_.run("sha256sum < " + file).out.substr(0, 64);
  };
  EXPECT_EQ(run["data"]["sha256"], hash_of("out.csv"));
  ASSERT_EQ(run["inputs"].size(), 1u);  // a shipped robot is part of the version
  EXPECT_EQ(run["inputs"][0],
            (Json{{"file", "m.csv"}, {"size", here_.read("m.csv").size()}, {"sha256", hash_of("m.csv")}}));
  // Of a stream they come from what was written.
  const std::string stream = here_.run("invdyn torque pendulum m.csv -q --sidecar s.json").out;
  const Json data = Json::parse(here_.read("s.json"))["data"];
  EXPECT_EQ(data, (Json{{"size", stream.size()}, {"sha256", hash_of("out.csv")}})) << stream;
  // The number of rows comes late into the header of an array.
  EXPECT_EQ(here_.run("invdyn torque pendulum m.csv -q -o a.npy --sidecar a.json").code, 0);
  EXPECT_EQ(Json::parse(here_.read("a.json"))["data"]["sha256"], hash_of("a.npy"));
  EXPECT_EQ(here_.run("cat m.csv | invdyn torque pendulum - -q -o p.csv --sidecar p.json").code, 0);
  EXPECT_EQ(Json::parse(here_.read("p.json"))["inputs"], Json::parse(R"([{"file": "-"}])"));
}

TEST_F(SidecarTest, HasADateOnRequestOnly) {
  const std::string line = "invdyn torque pendulum m.csv -q -o out.csv --sidecar run.json ";
  EXPECT_EQ(here_.run(line).code, 0);
  const std::string first = here_.read("run.json");
  EXPECT_EQ(here_.run("sleep 0.01; touch m.csv; " + line).code, 0);
  EXPECT_EQ(here_.read("run.json"), first);
  EXPECT_EQ(here_.run(line + "--sidecar-date").code, 0);
  EXPECT_THAT(Json::parse(here_.read("run.json"))["date"].get<std::string>(),
              testing::MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_EQ(here_.run("invdyn torque pendulum m.csv --sidecar-date").code, 2);
}

// One per file of a batch, with or without the records of --resume in the same place.
TEST_F(SidecarTest, IsMadeForEachFileOfABatch) {
  here_.write("n.csv", "t,pivot\n0,0\n0.5,2\n1,3\n");
  const std::string line = "invdyn torque pendulum m.csv n.csv -q --output-dir out ";
  EXPECT_EQ(here_.run(line + "--sidecar about").code, 0);
  for (const std::string name : {"m.csv", "n.csv"}) {
    const Json run = Json::parse(here_.read("about/" + name + ".run.json"));
    EXPECT_EQ(run["settings"]["trajectory"], Json::array({name}));
    EXPECT_TRUE(run["settings"]["output-dir"].is_null());
    EXPECT_EQ(run["rows"], 3);
    EXPECT_EQ(run["data"]["sha256"], here_.run("sha256sum < out/" + name).out.substr(0, 64));
    EXPECT_FALSE(run["data"].contains("modified_ns"));
  }
  EXPECT_EQ(here_.run(line + "--resume --sidecar out").code, 0);
  const Json both = Json::parse(here_.read("out/m.csv.run.json"));
  EXPECT_TRUE(both["data"].contains("sha256"));
  EXPECT_TRUE(both["data"].contains("modified_ns"));
  EXPECT_THAT(here_.run("invdyn torque pendulum m.csv n.csv --output-dir out --resume").err,
              HasSubstr("m.csv and 1 more file: skipped"));
}

TEST_F(SidecarTest, RecordsTheShardOfAJobArray) {
  const Outcome outcome = here_.run(
      "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_COUNT=2 "
      "SLURM_ARRAY_TASK_STEP=1 invdyn torque pendulum m.csv --shard slurm -q -o out.csv --sidecar run.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(here_.read("run.json"))["settings"]["shard"], "2/2");
}

TEST_F(SidecarTest, IsWrittenForCompleteRunsOnly) {
  here_.write("bad.csv", "t,pivot\n0,0\n0.5,x\n");
  here_.write("run.json", "{}");
  EXPECT_EQ(here_.run("invdyn torque pendulum bad.csv -o out.csv --sidecar run.json").code, 1);
  EXPECT_EQ(here_.read("run.json"), "{}");
  EXPECT_THAT(here_.names(), ElementsAre("bad.csv", "m.csv", "run.json"));
  EXPECT_EQ(here_.run("invdyn torque pendulum m.csv -q -o out.csv --sidecar /dev/full").code, 1);
}

}  // namespace
}  // namespace invdyn::test
