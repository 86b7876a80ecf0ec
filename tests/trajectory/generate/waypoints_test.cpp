// Waypoints from a CSV file: the joints of its columns, their units, and errors for invalid files.

#include "trajectory/generate/waypoints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "robot/files/read.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class WaypointsFile : public testing::Test {
 protected:
  Waypoints read(const std::string& text, const Robot* robot = nullptr, bool degrees = false) {
    here_.write("points.csv", text);
    notes_.clear();
    return read_waypoints(here_ / "points.csv", robot, degrees,
                          [&](const std::string& note) { notes_.push_back(note); });
  }
  std::string error(const std::string& text, const Robot* robot = nullptr) {
    try {
      read(text, robot);
    } catch (const Error& error) {
      const std::string what = error.what(), file = here_ / "points.csv";
      EXPECT_EQ(what.substr(0, file.size()), file);
      return what.substr(file.size());
    }
    return "no error";
  }

  TemporaryFolder here_;
  std::vector<std::string> notes_;
  const Robot scara_ = read_robot("scara", [](const std::string&) {});
};

TEST_F(WaypointsFile, NamesItsJointsWithoutARobot) {
  const Waypoints points = read("time,q_lift,turn\n0,1,2\n0.5,3,4\n2,5,6\n");
  EXPECT_THAT(points.joints, ElementsAre("lift", "turn"));
  EXPECT_THAT(points.t, ElementsAre(0, 0.5, 2));
  Eigen::MatrixXd q(3, 2);
  q << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(points.q, q);
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(WaypointsFile, BoundsTheNumberOfJointsLikeARobotFile) {
  std::string names = "j1", row = "0";
  for (int j = 2; j <= 10'000; ++j) {
    names += ",j" + std::to_string(j);
    row += ",0";
  }
  EXPECT_EQ(read(names + '\n' + row + '\n' + row + '\n').joints.size(), 10'000);
  EXPECT_EQ(error(names + ",more\n" + row + ",0\n" + row + ",0\n"),
            ": has 10001 columns: expected at most 10000, one for each joint");
}

TEST_F(WaypointsFile, MayOmitTimes) {
  EXPECT_THAT(read("a\n1\n2\n").t, IsEmpty());
}

TEST_F(WaypointsFile, HasTheRobotsJointsInTheirOrder) {
  const Waypoints points = read("wrist,q_quill,label,shoulder,elbow\n4,3,x,1,2\n8,7,y,5,6\n", &scara_);
  EXPECT_THAT(points.joints, ElementsAre("shoulder", "elbow", "quill", "wrist"));
  Eigen::MatrixXd q(2, 4);
  q << 1, 2, 3, 4, 5, 6, 7, 8;
  EXPECT_EQ(points.q, q);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(notes_[0], testing::EndsWith("points.csv: columns not used: label"));
}

TEST_F(WaypointsFile, TakesDegreesOfRevoluteJoints) {
  const Waypoints points = read("shoulder,elbow,quill,wrist\n180,90,0.1,0\n0,0,0,0\n", &scara_, true);
  EXPECT_DOUBLE_EQ(points.q(0, 0), std::numbers::pi);
  EXPECT_DOUBLE_EQ(points.q(0, 1), std::numbers::pi / 2);
  EXPECT_EQ(points.q(0, 2), 0.1);
  EXPECT_DOUBLE_EQ(read("a\n180\n0\n", nullptr, true).q(0, 0), std::numbers::pi);
}

TEST_F(WaypointsFile, IgnoresDerivatives) {
  const Waypoints points = read("t,q_a,dq_a,ddq_a,tau_a\n0,1,x,x,x\n1,2,x,x,x\n");
  EXPECT_THAT(points.joints, ElementsAre("a"));
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(notes_[0], testing::EndsWith("columns not used: dq_a, ddq_a, tau_a"));
}

TEST_F(WaypointsFile, HasTheUnitsThatItsColumnsName) {
  constexpr double pi = std::numbers::pi;
  const std::string rows = "0,0,0,0\n180,1,100,0.25\n";
  Waypoints points = read("shoulder_deg,elbow_rev,quill [mm],wrist\n" + rows, &scara_);
  EXPECT_EQ(Eigen::VectorXd(points.q.row(1)), Eigen::Vector4d(pi, 2 * pi, 100 * 0.001, 0.25));
  EXPECT_THAT(notes_,
              ElementsAre(testing::HasSubstr("\"shoulder_deg\" in deg; \"elbow_rev\" in rev; \"quill")));
  // Without a robot the unit is no part of a joint's name, which would state it for the radians that are
  // written.
  points = read("q_shoulder_deg,elbow_rev,quill [mm],wrist\n" + rows);
  EXPECT_THAT(points.joints, ElementsAre("shoulder", "elbow", "quill", "wrist"));
  EXPECT_EQ(Eigen::VectorXd(points.q.row(1)), Eigen::Vector4d(pi, 2 * pi, 100 * 0.001, 0.25));
  EXPECT_EQ(error("a_deg,a\n0,0\n1,1\n"), ": both \"a_deg\" and \"a\" are columns: expected one of them");
  EXPECT_EQ(error("a,q_b_rpm\n0,0\n1,1\n"),
            ": the column name \"q_b_rpm\" states rpm: expected a unit of positions, such as deg or mm, or "
            "no unit");
}

TEST_F(WaypointsFile, ErrorsNameTheLocation) {
  EXPECT_EQ(error("a\n0\nx\n"), ":3: a is \"x\": expected a finite number");
  EXPECT_EQ(error("t,a\n0,0\n0,1\n"),
            ":3: t is \"0\", but was 0 in the row before (line 2): expected times that increase");
  EXPECT_EQ(error("t,a\n1,0\n2,1\n"),
            ": the time of the first waypoint is 1: expected 0, because the motion begins there");
  EXPECT_EQ(error("a\n0\n"),
            ": has 1 row of waypoints: expected the start, the end, and the waypoints between them");
  EXPECT_EQ(error("a\n"),
            ": has 0 rows of waypoints: expected the start, the end, and the waypoints between them");
  EXPECT_EQ(error("t\n0\n1\n"), ": no column of a joint: expected columns such as q_elbow or elbow");
  EXPECT_EQ(error("q_a,a\n0,0\n1,1\n"), ": both \"q_a\" and \"a\" are columns: expected one of them");
  EXPECT_EQ(
      error("shoulder,elbow,quil,wrist\n0,0,0,0\n1,1,1,1\n", &scara_),
      ":1: no column for joint quill: expected shoulder, elbow, quill, wrist (and t, if the file gives the "
      "times); did you mean \"quil\"?");
  EXPECT_EQ(
      error("j1,j2,j3,j4\n0,0,0,0\n1,1,1,1\n", &scara_),
      ":1: no column for joint shoulder: expected shoulder, elbow, quill, wrist (and t, if the file gives "
      "the times)");
}

}  // namespace
}  // namespace invdyn::test
