// Straight lines of a tool, compared with the expected pose and twist of each row.

#include "trajectory/generate/tool_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "robot/kinematics/frame_jacobian.h"
#include "robot/model/rotation.h"
#include "trajectory/data/position_limits.h"
#include "trajectory/generate/point_to_point.h"
#include "trajectory/generate/tool_lines.h"

namespace invdyn::test {
namespace {

using namespace tool_lines;
using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::StartsWith;

std::size_t link_of(const Robot& robot, const std::string& name) {
  for (std::size_t i = 0; i < robot.links().size(); ++i)
    if (robot.links()[i].name == name) return i;
  throw Error("test", "no link " + name);
}

// Distance from the line in space and from the single rotation axis, independent of the time law.
Gap off_the_line(const Isometry3d& T, const Isometry3d& from, const Isometry3d& to) {
  const Vector3d way = to.translation() - from.translation();
  const Vector3d at = T.translation() - from.translation();
  const double along = way.norm() > 0 ? at.dot(way) / way.squaredNorm() : 0;
  const AxisAngle whole = axis_angle_of(to.linear() * from.linear().transpose());
  double nearest = 10;
  // The fraction of the rotation nearest to the orientation, by ternary search: the distance has one minimum.
  double low = 0, high = 1;
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    const auto angle = [&](double part) {
      const Eigen::Matrix3d R = rotation_about(whole.axis, part * whole.angle) * from.linear();
      return axis_angle_of(T.linear() * R.transpose()).angle;
    };
    (angle(a) < angle(b) ? high : low) = angle(a) < angle(b) ? b : a;
    nearest = std::min({nearest, angle(a), angle(b)});
  }
  return {(at - along * way).norm(), nearest};
}

// The printed angles of A and B [Sasaki 1990, section 4].
const VectorXd sasaki_A = degree * VectorXd{{2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731}};
const VectorXd sasaki_B = degree * VectorXd{{10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195}};

class Sasaki : public testing::Test {
 protected:
  ToolLine line(double rate, const ToolLineSettings& settings = {}) const {
    return ToolLine(arm_, 6, from_, to_, sasaki_A, 2, TimeGrid::with_rate(rate), settings);
  }

  const Robot arm_ = shipped("sasaki1990");
  const Isometry3d from_ = pose(arm_, 6, sasaki_A), to_ = pose(arm_, 6, sasaki_B);
};

TEST_F(Sasaki, ReachesThePrintedAnglesOfB) {
  for (const double rate : {1.0, 10.0, 1000.0}) {
    ToolLine motion = line(rate);
    const Rows rows = rows_of(motion, 6);
    EXPECT_LT((rows.q.row(0) - sasaki_A.transpose()).cwiseAbs().maxCoeff(), 1e-6 * degree) << rate;
    EXPECT_LT((rows.q.bottomRows(1) - sasaki_B.transpose()).cwiseAbs().maxCoeff(), 1e-6 * degree) << rate;
  }
}

TEST_F(Sasaki, KeepsTheToolOnTheLine) {
  for (const Profile profile : {Profile::trapezoid, Profile::cubic, Profile::quintic}) {
    ToolLine motion = line(200, {.profile = profile});
    const Rows rows = rows_of(motion, 6);
    for (std::size_t k = 0; k < motion.rows(); ++k) {
      const Isometry3d T = pose(arm_, 6, rows.q.row(static_cast<Index>(k)));
      const Gap off = off_the_line(T, from_, to_);
      EXPECT_LT(off.distance, 1e-11) << "row " << k;
      EXPECT_LT(off.angle, 1e-11) << "row " << k;
      // At the position of the profile.
      const double way = at(profile, k, motion.rows() - 1).position;
      EXPECT_LT(
          (T.translation() - from_.translation() - way * (to_.translation() - from_.translation())).norm(),
          1e-11);
    }
  }
}

TEST_F(Sasaki, StaysWithinTheLimits) {
  ToolLine motion = line(100);
  const Rows rows = rows_of(motion, 6);
  for (Index k = 0; k < rows.q.rows(); ++k)
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_TRUE(is_within_limits(arm_.moving_joint(j), rows.q(k, static_cast<Index>(j)))) << k << ' ' << j;
}

// The reason for lines: with independent joint motions the tool leaves the line by 10.9 mm and 2.6 deg.
TEST_F(Sasaki, IsNoLineWithIndependentJointMotions) {
  PointToPoint joints(Profile::trapezoid, sasaki_A, sasaki_B, 2, TimeGrid::with_rate(500));
  const Rows rows = rows_of(joints, 6);
  Gap largest{0, 0};
  for (Index k = 0; k < rows.q.rows(); ++k) {
    const Gap off = off_the_line(pose(arm_, 6, rows.q.row(k)), from_, to_);
    largest = {std::max(largest.distance, off.distance), std::max(largest.angle, off.angle)};
  }
  EXPECT_NEAR(largest.distance, 10.9e-3, 0.05e-3);
  EXPECT_NEAR(largest.angle, 2.6 * degree, 0.05 * degree);
}

TEST_F(Sasaki, IsTheSameInBlocksOfAnySizeAndFromAnyRow) {
  ToolLine motion = line(20);
  const Rows whole = rows_of(motion, 6);
  const Rows cut = rows_of(motion, 6, 7);  // goes back to row 0
  EXPECT_EQ(whole.q, cut.q);
  EXPECT_EQ(whole.dq, cut.dq);
  EXPECT_EQ(whole.ddq, cut.ddq);
  Block block(6, 3);
  for (const std::size_t row : {17u, 30u, 4u}) {
    motion.fill(row, block);
    EXPECT_EQ(MatrixXd(block.q), MatrixXd(whole.q.middleRows(static_cast<Index>(row), 3))) << row;
  }
}

TEST_F(Sasaki, ReportsTheRequiredJointMotion) {
  ToolLine motion = line(50);
  const Rows rows = rows_of(motion, 6);
  EXPECT_EQ(line(50).demand().q_end, VectorXd(rows.q.bottomRows(1).transpose()));
}

// Peaks belong to the motion, not to its rows: at 1 Hz there are only rows at the start, the middle and the
// end. The line is evaluated in steps of 1/256 of its distance. In one step the speed at the trapezoid's
// corner changes by 0.4 %.
TEST_F(Sasaki, ReportsJointSpeedsBetweenRows) {
  ToolLine motion = line(2000);
  const VectorXd peak = rows_of(motion, 6).dq.cwiseAbs().colwise().maxCoeff().transpose();
  std::size_t told = 0;
  const VectorXd fine = line(2000).demand([&](std::size_t rows) { told = rows; }).peak_speed;
  EXPECT_TRUE((fine.array() >= peak.array()).all());
  EXPECT_GT(told, 3900u);
  for (const double rate : {1.0, 10.0, 50.0})
    for (Index j = 0; j < 6; ++j)
      EXPECT_NEAR(line(rate).demand().peak_speed[j] / peak[j], 1, 0.004) << rate << " " << j;
}

// Uses the twist of the tool, from the recursion of joint velocities J dq, and its change.
TEST_F(Sasaki, MovesTheToolAccordingToTheProfile) {
  const double duration = 2;
  ToolLine motion = line(100);
  const Rows rows = rows_of(motion, 6);
  const FrameJacobian jacobian(arm_, 6);
  FrameJacobian::Placement placement;
  Jacobian dJ;
  const Vector3d way = to_.translation() - from_.translation();
  const AxisAngle turn = axis_angle_of(to_.linear() * from_.linear().transpose());
  Eigen::Matrix<double, 6, 1> whole;
  whole << way, turn.angle * turn.axis;
  for (std::size_t k = 0; k < motion.rows(); ++k) {
    const ProfilePoint point = at(Profile::trapezoid, k, motion.rows() - 1);
    const VectorXd q = rows.q.row(static_cast<Index>(k)), dq = rows.dq.row(static_cast<Index>(k));
    const VectorXd ddq = rows.ddq.row(static_cast<Index>(k));
    jacobian.place({q.data(), 6}, placement);
    jacobian.differentiate(placement, {dq.data(), 6}, dJ);
    EXPECT_LT((placement.J * dq - whole * point.velocity / duration).norm(), 1e-14);
    EXPECT_LT((placement.J * ddq + dJ * dq - whole * point.acceleration / (duration * duration)).norm(),
              1e-14);
  }
}

// A quarter turn in place about a fixed axis, with the speed of the profile.
TEST(Line, RotatesInPlaceAboutOneAxis) {
  const Robot arm = shipped("puma560");
  const VectorXd q{{0.3, 0.5, -2, 0.4, 0.9, -0.6}};
  const Isometry3d from = pose(arm, 6, q);
  const Vector3d axis = Vector3d(1, -2, 0.5).normalized();
  Isometry3d to = from;
  to.linear() = rotation_about(axis, 0.5) * from.linear();
  ToolLine motion(arm, 6, from, to, q, 1, TimeGrid::with_rate(100));
  const Rows rows = rows_of(motion, 6);
  for (std::size_t k = 0; k < motion.rows(); ++k) {
    const Isometry3d T = pose(arm, 6, rows.q.row(static_cast<Index>(k)));
    const double angle = 0.5 * at(Profile::trapezoid, k, 100).position;
    EXPECT_LT((T.translation() - from.translation()).norm(), 1e-11);
    EXPECT_LT((T.linear() - rotation_about(axis, angle) * from.linear()).norm(), 1e-11);
  }
}

// A SCARA controls four of six directions: it can follow a line with a vertical quill.
TEST(Line, WorksForAScara) {
  const Robot arm = shipped("scara");
  const VectorXd from{{0.3, 0.8, 0.02, -0.4}}, to{{0.9, 0.5, 0.12, 0.5}};
  ToolLine motion(arm, 4, pose(arm, 4, from), pose(arm, 4, to), from, 1, TimeGrid::with_rate(100));
  const Rows rows = rows_of(motion, 4);
  EXPECT_LT((rows.q.bottomRows(1) - to.transpose()).norm(), 1e-10);
  for (Index k = 0; k < rows.t.size(); ++k) {
    const Gap off = off_the_line(pose(arm, 4, rows.q.row(k)), pose(arm, 4, from), pose(arm, 4, to));
    EXPECT_LT(off.distance, 1e-10);
    EXPECT_LT(off.angle, 1e-10);
  }
  // A line that tilts the quill is impossible.
  Isometry3d tilted = pose(arm, 4, to);
  tilted.rotate(rotation_x(0.1));
  try {
    ToolLine(arm, 4, pose(arm, 4, from), tilted, from, 1, TimeGrid::with_rate(10)).demand();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(
        error.what(),
        StartsWith(
            "sample 1 (t = 0.1 s): the joints can move the tool only in 4 directions, but this line needs "
            "another direction (the nearest "));
  }
}

// One hand of a body with two arms: joints that do not carry it do not move.
TEST(Line, DoesNotMoveTheOtherArm) {
  const Robot body = shipped("two-arms");
  const std::size_t link = link_of(body, "left_forearm");
  const VectorXd q = VectorXd::Zero(static_cast<Index>(body.dof()));
  VectorXd start = q;
  start[1] = -0.4;
  start[2] = -1.2;
  const ToolLineSettings hand{.task = Task::position,
                              .T_link_tool = Isometry3d(Eigen::Translation3d(0, 0, -0.25))};
  const Isometry3d from = pose(body, link, start) * hand.T_link_tool;
  Isometry3d to = from;
  to.translation() += Vector3d(0.05, 0.08, 0.1);
  ToolLine motion(body, link, from, to, start, 1, TimeGrid::with_rate(50), hand);
  const Rows rows = rows_of(motion, body.dof());
  for (Index k = 0; k < rows.t.size(); ++k) {
    const Isometry3d T = pose(body, link, rows.q.row(k)) * hand.T_link_tool;
    EXPECT_LT((T.translation() - motion.T_world_tool(static_cast<std::size_t>(k)).translation()).norm(),
              1e-11);
  }
  for (std::size_t j = 0; j < body.dof(); ++j) {
    const auto column = static_cast<Index>(j);
    EXPECT_EQ(rows.dq.col(column).isZero(0), j > 2) << body.moving_joint(j).name;
    EXPECT_EQ((rows.q.col(column).array() == start[column]).all(), j > 2) << body.moving_joint(j).name;
  }
}

TEST(Line, IsStaticIfStartAndEndAreEqual) {
  const Robot arm = shipped("sasaki1990");
  const Isometry3d T = pose(arm, 6, sasaki_A);
  ToolLine motion(arm, 6, T, T, sasaki_A, 1, TimeGrid::with_rate(10));
  const Rows rows = rows_of(motion, 6);
  EXPECT_EQ(rows.q, sasaki_A.transpose().replicate(11, 1));
  EXPECT_TRUE(rows.dq.isZero(0));
  EXPECT_TRUE(rows.ddq.isZero(0));
}

TEST(Line, FindsTheStartFromAGuess) {
  const Robot arm = shipped("puma560");
  const VectorXd q{{0.3, 0.5, -2, 0.4, 0.9, -0.6}};
  const Isometry3d from = pose(arm, 6, q);
  Isometry3d to = from;
  to.translation().z() -= 0.1;
  ToolLine motion(arm, 6, from, to, q + VectorXd::Constant(6, 0.05), 1, TimeGrid::with_rate(10));
  EXPECT_LT((rows_of(motion, 6).q.row(0) - q.transpose()).norm(), 1e-10);
}

}  // namespace
}  // namespace invdyn::test
