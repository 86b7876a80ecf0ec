// Files that the user's own xacro expands. The xacro here is a script that stands in for it.

#include "robot/files/xacro.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "ground/base/error.h"
#include "robot/files/check.h"
#include "robot/files/read.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const char* const expanded_lever =
    "<robot name=\"lever\">\n<link name=\"base\"/>\n<link name=\"rod\"><inertial><origin xyz=\"0.5 0 0\"/>"
    "<mass value=\"2\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" "
    "izz=\"0.1\"/></inertial></link>\n"
    "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"rod\"/><axis xyz=\"0 1 0\"/>"
    "</joint>\n</robot>\n";

class Xacro : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    path_ = ::getenv("PATH");
    std::filesystem::current_path(folder_.path());
    std::filesystem::create_directory("bin");
    ::setenv("PATH", (folder_ / "bin:/usr/bin:/bin").c_str(), 1);
    folder_.write("lever.urdf", expanded_lever);
    folder_.write("arm.urdf.xacro", "<robot><xacro:arg name=\"mass\"/></robot>");
  }
  void TearDown() override {
    ::setenv("PATH", path_.c_str(), 1);
    std::filesystem::current_path(before_);
  }

  // A xacro that records its words, one a line, and then runs this.
  void install(const std::string& script) const {
    const std::string file =
        folder_.write("bin/xacro", "#!/bin/sh\nprintf '%s\\n' \"$@\" >words\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }

  std::string error_of(const std::string& path, const RobotReading& reading = {}) {
    try {
      read_robot_file(path, reading, [](const std::string&) {});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  std::string expansion_error() {
    try {
      expanded_by_xacro(
          "arm.urdf.xacro", {}, [](const std::string&) {}, std::chrono::seconds(1));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  TemporaryFolder folder_;
  std::filesystem::path before_;
  std::string path_;
};

TEST_F(Xacro, IsRunForItsFiles) {
  install("cat lever.urdf");
  std::vector<std::string> warnings;
  const RobotFile file =
      read_robot_file("arm.urdf.xacro", {.xacro_arguments = {"mass=2", "label=a b; $(id)"}},
                      [&](const std::string& text) { warnings.push_back(text); });
  EXPECT_EQ(file.robot.links().back().mass_properties.mass, 2);
  EXPECT_EQ(folder_.read("words"), "arm.urdf.xacro\nmass:=2\nlabel:=a b; $(id)\n");
  EXPECT_THAT(warnings,
              ElementsAre("arm.urdf.xacro: does not contain the xacro argument \"label\". The argument has "
                          "an effect only if an included file declares it"));
}

TEST_F(Xacro, TakesHostileNamesAsPaths) {
  install("cat lever.urdf");
  for (const std::string name : {"a b.xacro", "-o.xacro", "$(touch made).XACRO", "a;b'\"\n.xacro"}) {
    folder_.write(name, "<xacro:a/>");
    EXPECT_EQ(error_of(name), "no error") << name;
    EXPECT_EQ(folder_.read("words"), (name[0] == '-' ? "./" : "") + name + "\n");
  }
  EXPECT_FALSE(std::filesystem::exists("made"));
  folder_.write("a:=b.xacro", "<xacro:a/>");
  EXPECT_EQ(error_of("a:=b.xacro"),
            "a:=b.xacro: its path contains \":=\", so xacro reads it as an argument: expected another name");
}

TEST_F(Xacro, HasNothingOnStandardInputAndKeepsNoBytecode) {
  install("[ -z \"$(cat)\" ] && [ \"$PYTHONDONTWRITEBYTECODE\" = 1 ] && cat lever.urdf");
  EXPECT_EQ(error_of("arm.urdf.xacro"), "no error");
}

TEST_F(Xacro, WhereItIsMissingTheErrorHasTwoWaysOut) {
  EXPECT_EQ(
      error_of("arm.urdf.xacro"),
      "arm.urdf.xacro: is a xacro file, but PATH has no program xacro that works: install xacro, which is "
      "part of ROS (without ROS: pipx install xacro), or run xacro on another computer and use its output: "
      "xacro arm.urdf.xacro > arm.urdf");
  folder_.write("my.arm.xacro", "<robot><xacro:arm/></robot>");
  EXPECT_THAT(error_of("./my.arm.xacro"), HasSubstr("use its output: xacro ./my.arm.xacro > my.arm.urdf"));
  folder_.write("arm.urdf", folder_.read("arm.urdf.xacro"));
  folder_.write("macro.urdf", "<robot><xacro:arm/></robot>");
  EXPECT_EQ(error_of("macro.urdf"),
            "macro.urdf:1: <xacro:arm>: this xacro file is not yet processed: expected URDF. Rename it to "
            "NAME.urdf.xacro, and invdyn runs xacro (--xacro-arg NAME=VALUE sets an argument). Or run xacro "
            "yourself: xacro robot.urdf.xacro > robot.urdf");
}

TEST_F(Xacro, OneThatCannotBeExecutedIsNamed) {
  folder_.write("bin/xacro", "#!/bin/sh\n");
  ::setenv("PATH", (folder_ / "bin").c_str(), 1);
  EXPECT_EQ(
      error_of("arm.urdf.xacro"),
      "arm.urdf.xacro: xacro: cannot be started: Permission denied: expected a program that can be executed");
  install("");
  folder_.write("bin/xacro", "#!/no/such/python\n");
  EXPECT_THAT(error_of("arm.urdf.xacro"), HasSubstr("PATH has no program xacro that works"));
}

TEST_F(Xacro, ReadsNoCompressedFile) {
  const std::string gzip = "gzip -k arm.urdf.xacro lever.urdf && mv lever.urdf.gz lever.xacro.gz";
  ASSERT_EQ(std::system(gzip.c_str()), 0);
  EXPECT_EQ(error_of("arm.urdf.xacro.gz"),
            "arm.urdf.xacro.gz: is a compressed xacro file, which xacro cannot read. To unpack the file, "
            "type: gunzip -k arm.urdf.xacro.gz");
  EXPECT_EQ(error_of("lever.xacro.gz"), "no error") << "it has no macros";
}

// Published files have this ending by habit.
TEST_F(Xacro, IsNotNeededForAFileWithoutMacros) {
  folder_.write("plain.xacro", expanded_lever);
  EXPECT_EQ(error_of("plain.xacro"), "no error");
}

TEST_F(Xacro, ItsFailuresAreToldWithItsWords) {
  const auto error_with = [&](const std::string& script) {
    install(script);
    return expansion_error();
  };
  EXPECT_EQ(
      error_with("echo 'undefined: x' >&2; echo \"when processing file\" >&2; exit 2"),
      "arm.urdf.xacro: xacro failed with code 2: undefined: x when processing file: expected a file that "
      "xacro can expand (--xacro-arg NAME=VALUE sets an argument)");
  EXPECT_EQ(error_with("kill -SEGV $$"),
            "arm.urdf.xacro: xacro was ended by signal 11: it printed no message");
  EXPECT_EQ(error_with("exit 0"), "arm.urdf.xacro: xacro wrote nothing: expected URDF");
  EXPECT_EQ(
      error_with("echo reading >&2; sleep 60"),
      "arm.urdf.xacro: xacro has not finished after 1 s, so it was stopped: reading: expected a file that "
      "xacro expands in less time");
  EXPECT_EQ(error_with("cat /dev/zero"),
            "arm.urdf.xacro: xacro writes more than 8 MiB, which is the limit for a robot's file: expected a "
            "smaller robot");
  EXPECT_EQ(error_with("yes | tr -d '\\n' >&2"),
            "arm.urdf.xacro: xacro has not finished after 1 s, so it was stopped: " + std::string(200, 'y') +
                " ... " + std::string(300, 'y') + ": expected a file that xacro expands in less time");
}

TEST_F(Xacro, ItsWarningsAreTold) {
  install("echo 'deprecated: use ${}' >&2; cat lever.urdf");
  std::vector<std::string> warnings;
  read_robot_file("arm.urdf.xacro", {}, [&](const std::string& text) { warnings.push_back(text); });
  EXPECT_THAT(warnings, ElementsAre("arm.urdf.xacro: xacro says: deprecated: use ${}"));
}

TEST_F(Xacro, LinesAreThoseOfTheExpandedText) {
  install("sed 's/value=\"2\"/value=\"two\"/' lever.urdf");
  EXPECT_EQ(
      error_of("arm.urdf.xacro"),
      "arm.urdf.xacro (expanded by xacro):3: <mass value> of link \"rod\": is \"two\": expected a finite "
      "number (kg)");
  install("echo '{}'");
  EXPECT_THAT(error_of("arm.urdf.xacro"), HasSubstr("arm.urdf.xacro (expanded by xacro): there is text"));
  install("sed 's/izz=\"0.1\"/izz=\"9\"/' lever.urdf");
  for (const Finding& finding : check_robot_file("arm.urdf.xacro", {}))
    EXPECT_THAT(finding.place, testing::StartsWith("arm.urdf.xacro")) << finding.text;
}

TEST_F(Xacro, ReadsRegularFilesOnly) {
  ASSERT_EQ(::mkfifo("pipe.xacro", 0600), 0);
  EXPECT_THAT(error_of("pipe.xacro"), HasSubstr("expected a regular file"));
  EXPECT_THAT(error_of("none.xacro"), HasSubstr("no such file"));
}

}  // namespace
}  // namespace invdyn::test
