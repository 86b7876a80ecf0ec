// The robot that a path or name selects.

#include "robot/files/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "documents.h"
#include "ground/document/read_text_file.h"
#include "support/as_nobody.h"

namespace invdyn {
namespace {

// Runs in a separate empty directory.
class ReadRobot : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    directory_ = std::filesystem::temp_directory_path() / ("invdyn-" + name + std::to_string(getpid()));
    std::filesystem::create_directory(directory_);
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(directory_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(directory_);
  }

  static void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
  static Robot read(const std::string& path_or_name) {
    return read_robot(path_or_name, [](const std::string&) {});
  }
  static std::string error(const std::string& path_or_name) {
    try {
      return "no error, but the robot " + read(path_or_name).name();
    } catch (const Error& fault) {
      return fault.what();
    }
  }

 private:
  std::filesystem::path directory_, before_;
};

TEST_F(ReadRobot, FromAFile) {
  write("arm.json", tree_document().dump());
  EXPECT_EQ(read("arm.json").name(), "arm");
}

TEST_F(ReadRobot, ByTheNameOfAShippedRobot) {
  EXPECT_EQ(read("pendulum").name(), "pendulum");
}

TEST_F(ReadRobot, PrefersAFileToAShippedRobotOfItsName) {
  write("pendulum", tree_document().dump());
  EXPECT_EQ(read("pendulum").name(), "arm");
}

TEST_F(ReadRobot, ByNameNextToADirectoryOfThatName) {
  std::filesystem::create_directory("pendulum");
  EXPECT_EQ(read("pendulum").name(), "pendulum");
}

TEST_F(ReadRobot, NamesTheFileInErrors) {
  std::filesystem::create_directory("robots");
  write("robots/arm.json", "[]");
  EXPECT_EQ(error("robots/arm.json"), "robots/arm.json: is []: expected an object, { ... }");
}

// "<name>: no such file, ... one of " and the names of the files in robots/.
std::string unknown(const std::string& name) {
  std::set<std::string> shipped;
  for (const auto& entry : std::filesystem::directory_iterator(INVDYN_SOURCE_DIR "/robots"))
    if (entry.path().filename() != "robot.schema.json") shipped.insert(entry.path().stem());
  std::string text = name + ": no such file, and no shipped robot has this name: expected a path or one of ";
  for (const std::string& one : shipped) text += one + (one == *shipped.rbegin() ? "" : ", ");
  return text;
}

TEST_F(ReadRobot, ListsTheShippedRobotsForAnUnknownName) {
  EXPECT_EQ(error("gripper"), unknown("gripper"));
}

TEST_F(ReadRobot, SuggestsTheNearestShippedRobot) {
  EXPECT_EQ(error("puma650"), unknown("puma650") + "; did you mean \"puma560\"?");
}

TEST_F(ReadRobot, RefusesADirectory) {
  std::filesystem::create_directory("mine");
  std::string expected = unknown("mine");
  expected.replace(expected.find("no such file"), 12, "is a folder");
  EXPECT_EQ(error("mine"), expected);
}

TEST_F(ReadRobot, FromAnEmptyFileExpectsTheFormatOfItsName) {
  for (const char* nothing : {"", "\xef\xbb\xbf", " \r\n\t\n"})
    for (const auto& [name, expected] :
         {std::pair{"arm.json", "a robot description in JSON, { ... }"},
          std::pair{"arm", "a robot description in JSON, { ... }"},
          std::pair{"arm.urdf", "URDF, XML whose root element is <robot>"},
          std::pair{"arm.body", "a .body file of Choreonoid, with format: ChoreonoidBody"}}) {
      write(name, nothing);
      EXPECT_EQ(error(name), std::string(name) + ": is empty: expected " + expected);
    }
}

TEST_F(ReadRobot, FromAnyFileExpectsTheFormatOfItsName) {
  for (const std::string anything : {"name,mass\narm,2\n", "\x7f\x45LF\x01", "[1, 2]"}) {
    write("arm.urdf", anything);
    EXPECT_EQ(
        error("arm.urdf"),
        "arm.urdf:1: is in another format than the name of the file says: expected URDF, XML whose root element is "
        "<robot>");
    write("arm.body", "\n\n" + anything);
    EXPECT_EQ(
        error("arm.body"),
        "arm.body:3: is in another format than the name of the file says: expected a .body file of Choreonoid, with "
        "format: ChoreonoidBody");
  }
  write("arm.json", "name,mass\n");
  EXPECT_THAT(error("arm.json"), testing::StartsWith("arm.json:1:2: "));
}

// The content of a file has priority over its name.
TEST_F(ReadRobot, FromAFileNamedLikeAnotherFormat) {
  write("arm.urdf", "\n" + tree_document().dump());
  EXPECT_EQ(read("arm.urdf").name(), "arm");
}

TEST_F(ReadRobot, FromAFileWithoutPermission) {
  write("arm.json", tree_document().dump());
  std::filesystem::permissions("arm.json", std::filesystem::perms::none);
  const test::AsNobody as_nobody;
  EXPECT_EQ(error("arm.json"), "arm.json: Permission denied: expected a file that can be read");
}

// A file that can be opened, but even root cannot read its first byte.
TEST_F(ReadRobot, FromAFileThatFailsWhileItIsRead) {
  EXPECT_EQ(error("/proc/self/mem"), "/proc/self/mem: Input/output error: expected a file that can be read");
}

TEST_F(ReadRobot, TextNeedsARegularFile) {
  std::filesystem::create_directory("mine");
  for (const auto& [path, expected] :
       {std::pair{"none.json", "none.json: No such file or directory: expected a file that can be read"},
        std::pair{"mine", "mine: Is a directory: expected a file that can be read"}}) {
    std::string text = "no error";
    try {
      read_text_file(path);
    } catch (const Error& fault) {
      text = fault.what();
    }
    EXPECT_EQ(text, expected);
  }
}

// The limit is stated in read_text_file.h: 8 MiB.
TEST_F(ReadRobot, TextHasALimit) {
  write("largest", std::string(8 << 20, ' '));
  EXPECT_EQ(read_text_file("largest").size(), 8u << 20);
  write("larger", std::string((8 << 20) + 1, ' '));
  EXPECT_THAT(error("larger"), testing::StartsWith("larger: is larger than 8 MiB, the limit for a file"));
  EXPECT_THAT(error("/dev/zero"), testing::StartsWith("/dev/zero: is larger than 8 MiB"));
}

TEST_F(ReadRobot, TextIsWhole) {
  const std::string text("a\r\n\0\xff\n", 6);
  write("text", text);
  EXPECT_EQ(read_text_file("text"), text);
  write("empty", "");
  EXPECT_EQ(read_text_file("empty"), "");
}

}  // namespace
}  // namespace invdyn
