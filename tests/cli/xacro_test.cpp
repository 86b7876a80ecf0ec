// Robots in xacro, with a script that stands in for xacro. tests/robot/files/xacro_test.cpp has its failures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Writes a lever whose mass is its argument `mass`, 1 kg without.
const char* const stand_in = R"(#!/bin/sh
mass=1
for word; do case $word in mass:=*) mass=${word#mass:=};; esac; done
cat <<END
<robot name="lever"><link name="base"/>
<link name="rod"><inertial><origin xyz="0.5 0 0"/><mass value="$mass"/>
<inertia ixx="0" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
<visual><geometry><mesh filename="package://lever/rod.stl"/></geometry></visual></link>
<joint name="j" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>
END
)";

class XacroCommand : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(here_ / "bin");
    install(stand_in);
    here_.write("lever.xacro", "<robot><xacro:arg name=\"mass\" default=\"1\"/></robot>");
    here_.write("m.csv", "t,j\n0,0\n1,0\n");
  }

  void install(const std::string& script) const {
    here_.write("bin/xacro", script);
    std::filesystem::permissions(here_ / "bin/xacro", std::filesystem::perms::owner_all);
  }

  Outcome run(const std::string& line) const { return here_.run("PATH=$PWD/bin:$PATH; " + line); }

  Workplace here_;
};

// Gravity on the lever: -m g l about +y with the mass at +x; 0.5 m * 9.80665 m/s^2 = 4.903325 N m per kg.
TEST_F(XacroCommand, TakesArguments) {
  const std::string line = "invdyn torque lever.xacro m.csv -q --static ";
  EXPECT_EQ(run(line).out, "t,tau_j\n0,-4.903325\n1,-4.903325\n");
  EXPECT_EQ(run(line + "--xacro-arg mass=2").out, "t,tau_j\n0,-9.80665\n1,-9.80665\n");
  EXPECT_EQ(run(line + "--xacro-arg=mass=2 --xacro-arg label=x").out, run(line + "--xacro-arg mass=2").out);
}

TEST_F(XacroCommand, OfEveryCommandWithARobot) {
  for (const std::string line :
       {"robot inspect lever.xacro", "robot check lever.xacro", "robot convert lever.xacro --format json",
        "plot m.csv --robot lever.xacro", "size lever.xacro m.csv", "simulate lever.xacro m.csv"}) {
    const Outcome outcome = run("invdyn " + line + " --xacro-arg mass=2");
    EXPECT_EQ(outcome.code, 0) << line << ": " << outcome.err;
  }
}

TEST_F(XacroCommand, RefusesOtherArguments) {
  for (const std::string text : {"mass", "=2", "mass=", "mass:=2", "_mass=2", "mass=a:=b"}) {
    const Outcome outcome = run("invdyn robot inspect lever.xacro --xacro-arg " + text);
    EXPECT_EQ(outcome.code, 2) << text;
    EXPECT_EQ(outcome.err,
              "error: --xacro-arg: is \"" + text + "\": expected NAME=VALUE, such as prefix=left_\n");
  }
  const Outcome outcome = run("invdyn robot inspect two-link --xacro-arg mass=2");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(
      outcome.err,
      "error: --xacro-arg: is given, and two-link is not expanded by xacro: expected a robot NAME.xacro\n");
}

TEST_F(XacroCommand, RunsXacroOnceForAPage) {
  install(std::string(stand_in) + "echo run >&2\n");
  const Outcome outcome = run("invdyn view lever.xacro -o page.html");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("warning: lever.xacro: xacro says: run\n"));
  EXPECT_EQ(outcome.err.find("xacro says", 40), std::string::npos) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("lever.xacro (expanded by xacro):4: "));
}

TEST_F(XacroCommand, FindsMeshesByTheEnvironmentOfRos) {
  std::filesystem::create_directories(here_ / "prefix/share/lever");
  here_.write("prefix/share/lever/rod.stl",
              "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
              "endfacet\nendsolid\n");
  EXPECT_THAT(run("invdyn view lever.xacro -o page.html").err, HasSubstr("expected --package-path"));
  for (const std::string variable :
       {"ROS_PACKAGE_PATH=$PWD/prefix/share/lever", "AMENT_PREFIX_PATH=$PWD/prefix"}) {
    here_.write("prefix/share/lever/package.xml", "<package><name>lever</name></package>");
    const Outcome outcome = run("export " + variable + "; invdyn view lever.xacro -o page.html");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "") << variable;
  }
}

// xacro evaluates expressions in its file. So neither a file of settings nor a sidecar decides that it runs.
TEST_F(XacroCommand, IsNotDecidedByAFileOfSettings) {
  install("#!/bin/sh\necho ran >&2\nexit 1\n");
  for (const auto& [settings, line] :
       {std::pair<std::string, std::string>{R"({"robot": "lever.xacro"})", "plot m.csv"},
        {R"({"robot": ["lever", "LEVER.XACRO"]})", "plot m.csv"},
        {R"({"xacro-arg": "mass=2"})", "robot inspect lever.xacro"},
        {R"({"allow-xacro": true})", "rerun out.json -o again.csv"}}) {
    here_.write("c.json", settings);
    const Outcome outcome = run("invdyn " + line + " --config c.json");
    EXPECT_EQ(outcome.code, 2) << settings;
    EXPECT_THAT(outcome.err, AllOf(StartsWith("error: c.json: /"), HasSubstr("on the command line")));
  }
}

TEST_F(XacroCommand, IsRecordedAndRepeatedOnRequest) {
  ASSERT_EQ(run("invdyn torque lever.xacro m.csv --xacro-arg mass=3 -q -o a.csv --sidecar a.json").code, 0);
  EXPECT_THAT(here_.read("a.json"), AllOf(HasSubstr("mass=3"), HasSubstr("lever.xacro")));
  install("#!/bin/sh\necho ran >&2\nexit 1\n");
  const Outcome refused = run("invdyn rerun a.json -o b.csv");
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(
      refused.err,
      "error: a.json: the run expands lever.xacro with the program xacro, which evaluates expressions in this "
      "file: "
      "expected --allow-xacro if you trust this file\n");
  install(stand_in);
  EXPECT_EQ(run("invdyn rerun a.json -q -o b.csv --allow-xacro").code, 0);
  EXPECT_EQ(here_.read("b.csv"), here_.read("a.csv"));
}

// Another argument is another robot: the output is not up to date.
TEST_F(XacroCommand, IsPartOfARecordForResume) {
  const std::string line = "invdyn torque lever.xacro m.csv -q -o a.csv --resume --xacro-arg mass=";
  ASSERT_EQ(run(line + "2").code, 0);
  const std::string of_two = here_.read("a.csv");
  ASSERT_EQ(run(line + "4").code, 0);
  EXPECT_NE(here_.read("a.csv"), of_two);
}

TEST_F(XacroCommand, KeepsTheRobotsFile) {
  const std::string former = here_.read("lever.xacro");
  EXPECT_EQ(run("invdyn torque lever.xacro m.csv -o lever.xacro").code, 2);
  EXPECT_EQ(here_.read("lever.xacro"), former);
}

TEST_F(XacroCommand, CannotWriteFiles) {
  install("#!/bin/sh\necho new >made\n" + std::string(stand_in).substr(10));
  run("invdyn robot inspect lever.xacro");
  EXPECT_FALSE(std::filesystem::exists(here_ / "made"));
}

// A signal and SIGKILL; the child of a wrapper too, when there is time for it.
TEST_F(XacroCommand, EndsWithTheProgram) {
  for (const std::string signal : {"TERM", "INT", "KILL"}) {
    const std::string child = signal == "KILL" ? "exec sleep 60" : "sleep 60 & echo $! >&2; wait";
    install("#!/bin/sh\necho $$ >&2\n" + child + "\n");
    const Outcome outcome = here_.run_in_bash(
        "set -m; PATH=$PWD/bin:$PATH\n"
        "invdyn robot inspect lever.xacro & until pgrep -P $! >/dev/null; do sleep 0.02; done\n"
        "sleep 0.3; ids=\"$(pgrep -P $!) $(pgrep -P $(pgrep -P $!))\"; kill -" +
        signal +
        " $!; wait $!\n"
        "for i in $(seq 500); do\n"
        "  alive=; for id in $ids; do grep -q '^State:.[^ZX]' /proc/$id/status 2>/dev/null && alive=$id; "
        "done\n"
        "  [ -z \"$alive\" ] && exit 0; sleep 0.02\n"
        "done; kill -KILL $ids; exit 1");
    EXPECT_EQ(outcome.code, 0) << signal << outcome.err;
  }
}

}  // namespace
}  // namespace invdyn::test
