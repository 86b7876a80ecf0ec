// A two-link arm, with angles given by the law of cosines; and the range of lines for it and other arms:
// reach, singular postures, limits.

#include "trajectory/generate/tool_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include "ground/base/error.h"
#include "robot/model/rotation.h"
#include "support/random_robot.h"
#include "trajectory/generate/tool_lines.h"

namespace invdyn::test {
namespace {

using namespace tool_lines;
using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing::StartsWith;

// Links of 1 and 0.5 m in the x-z plane; the law of cosines gives their angles.
class TwoLink : public testing::Test {
 protected:
  static constexpr double l1 = 1, l2 = 0.5;

  static Vector2d angles(const Vector2d& p, double elbow) {
    const double c2 = (p.squaredNorm() - l1 * l1 - l2 * l2) / (2 * l1 * l2);
    const double q2 = elbow * std::acos(c2);
    return {std::atan2(p.y(), p.x()) - std::atan2(l2 * std::sin(q2), l1 + l2 * c2), q2};
  }
  // Derivative of the tip by the angles, d(x, z)/dq; and its rate of change at the speeds dq.
  static Matrix2d jacobian(const Vector2d& q) {
    const double s1 = std::sin(q[0]), c1 = std::cos(q[0]);
    const double s12 = std::sin(q[0] + q[1]), c12 = std::cos(q[0] + q[1]);
    return Matrix2d{{-l1 * s1 - l2 * s12, -l2 * s12}, {l1 * c1 + l2 * c12, l2 * c12}};
  }
  static Matrix2d jacobian_rate(const Vector2d& q, const Vector2d& dq) {
    const double s1 = std::sin(q[0]) * dq[0], c1 = std::cos(q[0]) * dq[0];
    const double s12 = std::sin(q[0] + q[1]) * dq.sum(), c12 = std::cos(q[0] + q[1]) * dq.sum();
    return Matrix2d{{-l1 * c1 - l2 * c12, -l2 * c12}, {-l1 * s1 - l2 * s12, -l2 * s12}};
  }
  ToolLine line(const Vector2d& from, const Vector2d& to, double elbow, double duration, double rate,
                Profile profile = Profile::trapezoid) const {
    const auto at = [](const Vector2d& p) { return Isometry3d(Eigen::Translation3d(p.x(), 0, p.y())); };
    return ToolLine(arm_, 2, at(from), at(to), angles(from, elbow), duration, TimeGrid::with_rate(rate),
                    {.profile = profile, .task = Task::position, .T_link_tool = tip_});
  }
  std::string error(const Vector2d& from, const Vector2d& to, double duration, double rate) const {
    try {
      line(from, to, 1, duration, rate).demand();
    } catch (const Error& failure) {
      return failure.what();
    }
    return "none";
  }

  const Robot arm_ = shipped("two-link");
  const Isometry3d tip_{Eigen::Translation3d(l2, 0, 0)};
};

TEST_F(TwoLink, FollowsTheLawOfCosines) {
  const Vector2d from(1.2, -0.3), to(0.2, 0.9);
  const double duration = 2;
  for (const double elbow : {1.0, -1.0})
    for (const Profile profile : {Profile::trapezoid, Profile::quintic}) {
      ToolLine motion = line(from, to, elbow, duration, 100, profile);
      const Rows rows = rows_of(motion, 2);
      for (std::size_t k = 0; k < motion.rows(); ++k) {
        const ProfilePoint point = at(profile, k, motion.rows() - 1);
        const Vector2d q = angles(from + point.position * (to - from), elbow);
        const Vector2d v = (to - from) * point.velocity / duration;
        const Vector2d a = (to - from) * point.acceleration / (duration * duration);
        const Matrix2d inverse = jacobian(q).inverse();
        const Vector2d dq = inverse * v;
        const Vector2d ddq = inverse * (a - jacobian_rate(q, dq) * dq);
        const auto row = static_cast<Index>(k);
        // Positions are accurate to 1e-13 m; links of half a metre and these angles amplify errors little.
        EXPECT_LT((rows.q.row(row) - q.transpose()).norm(), 1e-11) << k;
        EXPECT_LT((rows.dq.row(row) - dq.transpose()).norm(), 1e-11) << k;
        EXPECT_LT((rows.ddq.row(row) - ddq.transpose()).norm(), 1e-10) << k;
      }
    }
}

// At a height of 0.5 m the tip reaches sqrt(1.5^2 - 0.5^2) = 1.41421 m, after a distance of 0.41421. The
// trapezoid has done (6 t - 1) / 4 of its distance, which is 0.35 at 0.4 s and 0.5 at 0.5 s: (1.5, 0.5) is
// 1.58114 m away, 0.0811388 m more than the arm's length.
TEST_F(TwoLink, ReportsWhereTheLineIsOutOfReach) {
  EXPECT_EQ(error({1, 0.5}, {2, 0.5}, 1, 10),
            "sample 5 (t = 0.5 s): out of reach: the nearest pose that the joints reach is 0.0811388 m and 0 "
            "deg away");
  EXPECT_THAT(error({1.5, 0.5}, {1, 0.5}, 1, 10), StartsWith("sample 0 (t = 0 s): out of reach: "));
}

// In the stretched posture the tip can only move on a circle.
TEST_F(TwoLink, CannotStartFromASingularPosture) {
  EXPECT_THAT(
      error({1.5, 0}, {1, 0}, 1, 10),
      StartsWith("sample 0 (t = 0 s): a singular posture: the tool can hardly move in one of its "
                 "directions, and joints \"shoulder\", \"elbow\" can move while the tool stands still "
                 "(the smallest singular value of the Jacobian is "));
}

TEST_F(TwoLink, ReachesASingularPosture) {
  EXPECT_EQ(error({1, 0}, {1.4999, 0}, 1, 10), "none");
  EXPECT_THAT(
      error({1, 0}, {1.5, 0}, 1, 10),
      StartsWith(
          "sample 10 (t = 1 s): a singular posture on the way to this sample: the tool can hardly move "
          "along (1, 0, 0) of the world, and joints \"shoulder\", \"elbow\" can move while the tool stands "
          "still"));
}

// The joint between the two links moves on a circle about the first joint: it cannot follow a line.
TEST_F(TwoLink, CannotMoveItsElbowAlongALine) {
  const Isometry3d from = pose(arm_, 2, Vector2d(0, 1));
  Isometry3d to = from;
  to.translation().z() -= 0.1;
  try {
    ToolLine(arm_, 2, from, to, Vector2d(0, 1), 1, TimeGrid::with_rate(100)).demand();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("sample "));
    EXPECT_THAT(error.what(),
                HasSubstr(": the joints can move the tool only in 2 directions, but this line needs "
                          "another direction (the nearest pose that the joints reach"));
  }
}

// Two links of 1 m and a line of 2 m through the axis of the first link: on the axis the links coincide, and
// the first could have any angle.
TEST(EqualRods, CannotPassTheAxisOfTheBase) {
  Random random(1);
  RobotDescription description =
      random_description(random, {.joints = 2, .prismatic = 0, .fixed = 0, .branching = 0});
  description.T_world_base.setIdentity();
  for (auto& entry : description.joints) {
    entry.joint.axis = Vector3d::UnitZ();
    entry.joint.T_parent_joint.setIdentity();
    entry.joint.T_joint_link.setIdentity();
  }
  description.joints[1].joint.T_parent_joint.translation().x() = 1;
  const Robot arm = robot_of(description);
  const Isometry3d from(Eigen::Translation3d(1, 0, 0)), to(Eigen::Translation3d(-1, 0, 0));
  const VectorXd start = degree * VectorXd{{-60, 120}};
  // With ten steps, row 5 is on the axis; with eleven, no row is, and row 6 is after it.
  for (const auto& [duration, place] : {std::pair{1.0, "sample 5 (t = 0.5 s): a singular posture"},
                                        std::pair{1.1, "sample 6 (t = 0.6 s): "}}) {
    try {
      ToolLine(arm, 2, from, to, start, duration, TimeGrid::with_step(0.1),
               {.task = Task::position, .T_link_tool = Isometry3d(Eigen::Translation3d(1, 0, 0))})
          .demand();
      ADD_FAILURE() << "no error";
    } catch (const Error& failure) {
      EXPECT_THAT(failure.what(), StartsWith(place));
      EXPECT_THAT(failure.what(), HasSubstr("a singular posture"));
      EXPECT_THAT(failure.what(), HasSubstr("joint \"j0\" can move while the tool stands still"));
    }
  }
}

TEST(Line, EndsAtAPositionLimit) {
  const Robot arm = shipped("scara");
  const VectorXd from{{0.3, 0.8, 0.1, -0.4}};
  Isometry3d to = pose(arm, 4, from);
  to.translation().z() -= 0.2;  // the quill, at 0.1 of 0.2 m, goes down
  // Half of the distance is done at 0.5 s, with the quill at its limit. The error is at the first step
  // beyond, a 256th of 0.2 m.
  try {
    ToolLine(arm, 4, pose(arm, 4, from), to, from, 1, TimeGrid::with_rate(10)).demand();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "sample 6 (t = 0.6 s): on the way to this sample, joint \"quill\" is at 0.2008 m, above "
                 "its upper "
                 "limit, 0.2 m");
  }
}

TEST(Line, RefusesHalfATurn) {
  const Robot arm = shipped("puma560");
  const VectorXd q{{0.3, 0.5, -2, 0.4, 0.9, -0.6}};
  const Isometry3d from = pose(arm, 6, q);
  Isometry3d to = from;
  to.linear() = from.linear() * rotation_z(std::numbers::pi);
  EXPECT_THROW(ToolLine(arm, 6, from, to, q, 1, TimeGrid::with_rate(10)), UsageError);
  // The position alone does not show this.
  EXPECT_NO_THROW(ToolLine(arm, 6, from, to, q, 1, TimeGrid::with_rate(10), {.task = Task::position}));
}

}  // namespace
}  // namespace invdyn::test
