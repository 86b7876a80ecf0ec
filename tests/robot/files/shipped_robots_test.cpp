// The shipped robots.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "documents.h"
#include "ground/document/read_text_file.h"
#include "robot/files/read.h"
#include "schema.h"

namespace invdyn {
namespace {

using nlohmann::json;

const std::filesystem::path robots = INVDYN_SOURCE_DIR "/robots";

std::set<std::string> names_of_files() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(robots))
    if (entry.path().filename() != "robot.schema.json") names.insert(entry.path().stem());
  return names;
}

TEST(ShippedRobots, AreTheFilesInRobotsSortedByName) {
  std::vector<std::string> names;
  for (const ShippedRobot& robot : shipped_robots()) {
    names.emplace_back(robot.name);
    EXPECT_EQ(robot.json, read_text_file(robots / (names.back() + ".json"))) << "the build is not up to date";
  }
  EXPECT_THAT(names, testing::ElementsAreArray(names_of_files()));
  EXPECT_THAT(names, testing::Not(testing::IsEmpty()));
}

class EachShippedRobot : public testing::TestWithParam<std::string> {
 protected:
  json document() const { return json::parse(shipped_robot(GetParam()).json); }
};

TEST_P(EachShippedRobot, IsValidAgainstTheSchema) {
  EXPECT_EQ(RobotSchema().complaints(document()), "");
}

TEST_P(EachShippedRobot, HasTheNameOfItsFile) {
  EXPECT_EQ(document().at("name"), GetParam());
}

TEST_P(EachShippedRobot, NamesTheSourceOfItsNumbers) {
  EXPECT_NE(document().at("source"), "");
}

TEST_P(EachShippedRobot, IsReadByName) {
  const Robot robot = read_robot(GetParam(), [](const std::string&) {});
  EXPECT_EQ(robot.name(), GetParam());
  EXPECT_EQ(robot.source(), document().at("source"));
  EXPECT_EQ(robot.joints().size(), document().at("joints").size());
}

TEST_P(EachShippedRobot, IsReadFromItsFile) {
  EXPECT_NO_THROW(read_robot(robots / (GetParam() + ".json"), [](const std::string&) {}));
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(, EachShippedRobot, testing::ValuesIn(names_of_files()), test_name);

}  // namespace
}  // namespace invdyn
