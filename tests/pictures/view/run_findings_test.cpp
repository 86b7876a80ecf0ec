// What is wrong in the rows of a motion.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "pictures/view/viewed_page.h"
#include "robot/files/read.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Kind = MotionFinding::Kind;

constexpr const char* pendulum = R"({"name": "p", "source": "a test", "convention": "tree", "joints": [
  {"name": "pivot", "type": "revolute", "parent": "base", "axis": [0, 1, 0],
   "limits": {"position": [-1, 1], "velocity": 100, "effort": 1e6},
   "link": {"name": "rod", "mass": 1, "com": [0, 0, -0.5], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}}]})";

class RunFindingsTest : public testing::Test {
 protected:
  // The findings of a motion of 1000 rows in 10 s.
  template <class Position>
  std::vector<MotionFinding> all_findings(const Position& position, const std::string& robot_text) {
    std::ostringstream csv;
    csv << "t,pivot\n";
    for (int row = 0; row < 1000; ++row) csv << 0.01 * row << ',' << position(0.01 * row) << '\n';
    TrajectorySettings trajectory;
    trajectory.path = folder_.write("m.csv", csv.str());
    const Robot robot = read_robot(folder_.write("p.json", robot_text), [](const std::string&) {});
    return viewed(robot, trajectory).findings;
  }
  template <class Position>
  std::vector<MotionFinding> findings(const Position& position) {
    std::vector<MotionFinding> found;
    for (const MotionFinding& each : all_findings(position, pendulum))
      if (each.kind == Kind::limit || each.kind == Kind::jump) found.push_back(each);
    return found;
  }
  TemporaryFolder folder_;
};

TEST_F(RunFindingsTest, ASmoothMotionHasNone) {
  EXPECT_THAT(findings([](double t) { return 0.9 * std::sin(t); }), IsEmpty());
}

TEST_F(RunFindingsTest, ABrokenLimitHasItsStretch) {
  // sin t > 5/6 from 0.9851 to 2.1565 s, and again after a full turn from 7.2683 to 8.4397 s.
  const auto found = findings([](double t) { return 1.2 * std::sin(t); });
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, Kind::limit);
  EXPECT_EQ(found[0].joint, 0u);
  EXPECT_NEAR(*found[0].from, 0.9851, 0.01);
  EXPECT_NEAR(*found[0].to, 2.1565, 0.01);
  EXPECT_NEAR(*found[2].from, 7.2683, 0.01);
  EXPECT_THAT(found[0].text, AllOf(HasSubstr("joint \"pivot\""), HasSubstr("limit of 1 rad")));
}

// The terminal warns of each too, in other words.
TEST_F(RunFindingsTest, ABrokenLimitIsToldOnce) {
  std::string robot = pendulum;
  robot.replace(robot.find("100, \"effort\": 1e6"), 18, "1, \"effort\": 1");
  std::vector<std::string> texts;
  for (const MotionFinding& each : all_findings([](double t) { return 1.2 * std::sin(t); }, robot))
    if (each.text.find("limit") != std::string::npos) texts.push_back(each.text);
  EXPECT_THAT(texts, Not(IsEmpty()));
  EXPECT_THAT(texts, Each(HasSubstr("is beyond the limit of")));
}

TEST_F(RunFindingsTest, StretchesThatLieCloseTogetherAreOne) {
  const auto found = findings([](double t) { return t > 5 && t < 6 ? 1 + 0.01 * std::sin(100 * t) : 0.5; });
  EXPECT_EQ(
      std::count_if(found.begin(), found.end(), [](const auto& each) { return each.kind == Kind::limit; }),
      1);
}

TEST_F(RunFindingsTest, AStepOfPositionIsAJump) {
  const auto found = findings([](double t) { return 0.3 * std::sin(t) + (t > 4.005 ? 0.2 : 0); });
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Kind::jump);
  EXPECT_NEAR(*found[0].from, 4.01, 1e-9);
  EXPECT_THAT(found[0].text, HasSubstr("jumps by 0.19"));
}

// 999 / (2 pi) = 159.0
TEST_F(RunFindingsTest, ManyTurnsOfAJointWithoutLimitsAreTold) {
  std::string robot = pendulum;
  robot.erase(robot.find("\"limits\""), robot.find("\"link\"") - robot.find("\"limits\""));
  EXPECT_THAT(
      all_findings([](double t) { return -100 * t; }, robot),
      Contains(Field(&MotionFinding::text, "joint \"pivot\": is up to 999 rad from zero, 159 full turns")));
}

}  // namespace
}  // namespace invdyn::test
