// Straight lines of a tool, against the pose that each row must have, closed forms, and differences.

#include "trajectory/tool_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "error.h"
#include "robot/kinematics.h"
#include "robot/read.h"
#include "robot/rotation.h"
#include "robot/turn.h"
#include "support/random_robot.h"
#include "trajectory/point_to_point.h"
#include "trajectory/position_limits.h"

namespace invdyn::test {
namespace {

using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double degree = std::numbers::pi / 180;

Robot shipped(const std::string& name) {
  return read_robot(name, [](const std::string&) {});
}

std::size_t last_link(const Robot& robot) {
  return robot.links().size() - 1;
}

std::size_t link_of(const Robot& robot, const std::string& name) {
  for (std::size_t i = 0; i < robot.links().size(); ++i)
    if (robot.links()[i].name == name) return i;
  throw Error("test", "no link " + name);
}

Isometry3d pose(const Robot& robot, std::size_t link, const VectorXd& q) {
  return link_poses(robot, {q.data(), robot.dof()})[link];
}

struct Rows {
  VectorXd t;
  MatrixXd q, dq, ddq;  // rows by joints
};

template <class Motion>
Rows rows_of(Motion& motion, std::size_t dof, std::size_t block_rows = 100) {
  const auto height = static_cast<Index>(motion.rows()), width = static_cast<Index>(dof);
  Rows rows{VectorXd(height), MatrixXd(height, width), MatrixXd(height, width), MatrixXd(height, width)};
  Block block(dof, block_rows);
  for (std::size_t row = 0; row < motion.rows(); row += block.rows) {
    motion.fill(row, block);
    EXPECT_EQ(block.first_row, row);
    EXPECT_EQ(block.last, row + block.rows == motion.rows());
    const auto first = static_cast<Index>(row), count = static_cast<Index>(block.rows);
    rows.t.segment(first, count) = block.t.head(count);
    rows.q.middleRows(first, count) = block.q.topRows(count);
    rows.dq.middleRows(first, count) = block.dq.topRows(count);
    rows.ddq.middleRows(first, count) = block.ddq.topRows(count);
  }
  return rows;
}

// How far two poses are apart.
struct Gap {
  double distance, angle;
};
Gap gap(const Isometry3d& a, const Isometry3d& b) {
  return {(a.translation() - b.translation()).norm(), turn_of(a.linear() * b.linear().transpose()).angle};
}

// From a line in space and from one axis: without the time law.
Gap off_the_line(const Isometry3d& T, const Isometry3d& from, const Isometry3d& to) {
  const Vector3d way = to.translation() - from.translation();
  const Vector3d at = T.translation() - from.translation();
  const double along = way.norm() > 0 ? at.dot(way) / way.squaredNorm() : 0;
  const Turn whole = turn_of(to.linear() * from.linear().transpose());
  double nearest = 10;
  // The part of the turn that is nearest to the orientation: by thirds, the distance has one minimum there.
  double low = 0, high = 1;
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    const auto angle = [&](double part) {
      const Eigen::Matrix3d R = rotation_about(whole.axis, part * whole.angle) * from.linear();
      return turn_of(T.linear() * R.transpose()).angle;
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

TEST_F(Sasaki, ComesToThePrintedAnglesOfB) {
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
      // And where the profile has it.
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

// Why there are lines: joints that go each by themselves leave it by 10.9 mm and 2.6 deg.
TEST_F(Sasaki, IsNoLineWhereJointsGoByThemselves) {
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

TEST_F(Sasaki, IsTheSameInAnyBlocksAndFromAnyRow) {
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

TEST_F(Sasaki, SaysWhatItAsksOfTheJoints) {
  ToolLine motion = line(50);
  const Rows rows = rows_of(motion, 6);
  EXPECT_EQ(line(50).demand().q_end, VectorXd(rows.q.bottomRows(1).transpose()));
}

// Peaks are those of the motion and not of its rows: at 1 Hz, those of the start, the middle and the end. The
// line is looked at in steps of 1/256 of the way, in which the speed at the trapezoid's corner changes by
// 0.4 %.
TEST_F(Sasaki, SaysHowFastJointsMoveBetweenRowsToo) {
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

// Rods of 1 and 0.5 m in the plane of x and z; the law of cosines gives their angles.
class TwoLink : public testing::Test {
 protected:
  static constexpr double l1 = 1, l2 = 0.5;

  static Vector2d angles(const Vector2d& p, double elbow) {
    const double c2 = (p.squaredNorm() - l1 * l1 - l2 * l2) / (2 * l1 * l2);
    const double q2 = elbow * std::acos(c2);
    return {std::atan2(p.y(), p.x()) - std::atan2(l2 * std::sin(q2), l1 + l2 * c2), q2};
  }
  // Of the tip by the angles, d(x, z)/dq; and its rate of change at the speeds dq.
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
        // Positions to 1e-13 m, by joints of half a metre and angles that magnify little.
        EXPECT_LT((rows.q.row(row) - q.transpose()).norm(), 1e-11) << k;
        EXPECT_LT((rows.dq.row(row) - dq.transpose()).norm(), 1e-11) << k;
        EXPECT_LT((rows.ddq.row(row) - ddq.transpose()).norm(), 1e-10) << k;
      }
    }
}

// sqrt(1.5^2 - 0.5^2) = 1.41421 m is as far as the tip gets at a height of 0.5 m, a way of 0.41421. The
// trapezoid is at (6 t - 1) / 4 of its way, which is 0.35 at 0.4 s and 0.5 at 0.5 s: (1.5, 0.5) is 1.58114 m
// away, 0.0811388 m more than the arm's length.
TEST_F(TwoLink, SaysWhereTheLineGetsOutOfReach) {
  EXPECT_EQ(error({1, 0.5}, {2, 0.5}, 1, 10),
            "sample 5 (t = 0.5 s): out of reach: the nearest that the joints come to the pose is 0.0811388 m "
            "and 0 deg away");
  EXPECT_THAT(error({1.5, 0.5}, {1, 0.5}, 1, 10), StartsWith("sample 0 (t = 0 s): out of reach: "));
}

// Stretched, the tip can only go round.
TEST_F(TwoLink, CannotStartFromASingularPosture) {
  EXPECT_THAT(error({1.5, 0}, {1, 0}, 1, 10),
              StartsWith("sample 0 (t = 0 s): a singular posture: the tool can hardly move in one of its "
                         "directions, and joints \"shoulder\", \"elbow\" move without moving it (smallest "
                         "singular value of the Jacobian, with lengths over 1.5 m: "));
}

TEST_F(TwoLink, GoesRightUpToASingularPosture) {
  EXPECT_EQ(error({1, 0}, {1.4999, 0}, 1, 10), "none");
  EXPECT_THAT(
      error({1, 0}, {1.5, 0}, 1, 10),
      StartsWith("sample 10 (t = 1 s): a singular posture on the way to it: the tool can hardly move along "
                 "(1, 0, 0) of the world, and joints \"shoulder\", \"elbow\" move without moving it"));
}

// Two rods of 1 m and a line of 2 m through the axis of the first: there the rods lie on each other, and the
// first could stand anyhow.
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
  // With ten steps, row 5 is on the axis; with eleven, none is, and row 6 is behind it.
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
      EXPECT_THAT(failure.what(), HasSubstr("joint \"j0\" moves without moving it"));
    }
  }
}

// dq and ddq belong to the q that are written: central differences, which err by the square of the step.
class Differences : public testing::Test {
 protected:
  struct Errors {
    double dq, ddq;
  };
  static Errors errors(ToolLine motion, std::size_t dof) {
    const Rows rows = rows_of(motion, dof);
    Errors errors{0, 0};
    const double h = rows.t[1] - rows.t[0];
    for (Index k = 1; k + 1 < rows.t.size(); ++k) {
      const auto slope = [&](const MatrixXd& of) {
        return ((of.row(k + 1) - of.row(k - 1)) / (2 * h)).eval();
      };
      errors.dq = std::max(errors.dq, (rows.dq.row(k) - slope(rows.q)).cwiseAbs().maxCoeff());
      errors.ddq = std::max(errors.ddq, (rows.ddq.row(k) - slope(rows.dq)).cwiseAbs().maxCoeff());
    }
    return errors;
  }

  // Expects errors that fall to a quarter with half the step, for as many lines as `least` of those that
  // start from random postures and can be had.
  static void expect_order_two(std::size_t joints, double prismatic, double branching, std::size_t least) {
    std::size_t lines = 0;
    for (unsigned long seed = 1; seed <= 20; ++seed) {
      const Robot arm =
          random_robot(seed, {.joints = joints, .prismatic = prismatic, .fixed = 0, .branching = branching});
      const std::size_t link = last_link(arm);
      Random random(seed);
      const VectorXd q = random_state(random, arm).q.cast<double>();
      const Isometry3d from = pose(arm, link, q);
      Isometry3d to = from;
      to.linear() = rotation_about(random.vector(1).normalized(), random.uniform(0, 0.3)) * from.linear();
      to.translation() += random.vector(0.05);
      const auto line = [&](double rate) {
        return ToolLine(arm, link, from, to, q, 1, TimeGrid::with_rate(rate), {.profile = Profile::quintic});
      };
      try {
        // Only lines that are not near a singular posture: where the steps are too long for the curves of q,
        // differences have no order.
        if (line(50).demand().peak_speed.maxCoeff() > 3) continue;
      } catch (const Error&) {
        continue;
      }
      ++lines;
      const Errors coarse = errors(line(400), arm.dof()), fine = errors(line(800), arm.dof());
      EXPECT_NEAR(coarse.dq / fine.dq, 4, 0.2) << "seed " << seed;
      EXPECT_NEAR(coarse.ddq / fine.ddq, 4, 0.2) << "seed " << seed;
    }
    EXPECT_GE(lines, least);
  }
};

TEST_F(Differences, OfArmsOfSixJointsThatTurn) {
  expect_order_two(6, 0, 0, 8);
}

TEST_F(Differences, OfArmsOfSixJointsThatSlideToo) {
  expect_order_two(6, 0.3, 0, 5);
}

TEST_F(Differences, OfRedundantArms) {
  expect_order_two(8, 0, 0, 10);
  expect_order_two(9, 0.3, 0, 10);
}

// The joint speeds of a redundant arm are the least: at right angles to all that leaves the tool still.
// Its way depends on that alone, and not on how it is sampled.
TEST(RedundantArm, MovesWithTheLeastSpeeds) {
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    const Robot arm = random_robot(seed, {.joints = 8, .prismatic = 0, .fixed = 0, .branching = 0});
    Random random(seed);
    const VectorXd q = random_state(random, arm).q.cast<double>();
    const Isometry3d from = pose(arm, 8, q);
    Isometry3d to = from;
    to.linear() = rotation_about(random.vector(1).normalized(), 0.4) * from.linear();
    to.translation() += random.vector(0.1);
    const auto line = [&](double rate) {
      return ToolLine(arm, 8, from, to, q, 1, TimeGrid::with_rate(rate));
    };
    ToolLine fine = line(1000), coarse = line(10);
    const Rows rows = rows_of(fine, 8);
    const FrameJacobian jacobian(arm, 8);
    FrameJacobian::Placement placement;
    for (Index k = 0; k < rows.t.size(); k += 50) {
      const VectorXd at = rows.q.row(k), dq = rows.dq.row(k);
      jacobian.place({at.data(), 8}, placement);
      const MatrixXd still = MatrixXd(placement.J).fullPivLu().kernel();
      ASSERT_EQ(still.cols(), 2);
      EXPECT_LT((still.transpose() * dq).norm(), 1e-11 * still.norm()) << "seed " << seed << " row " << k;
      EXPECT_LT(gap(pose(arm, 8, at), fine.T_world_tool(static_cast<std::size_t>(k))).distance, 1e-11);
    }
    const Rows few = rows_of(coarse, 8);
    for (Index k = 0; k < few.t.size(); ++k)
      EXPECT_LT((few.q.row(k) - rows.q.row(100 * k)).norm(), 1e-8) << "seed " << seed << " row " << k;
  }
}

// From the twist of the tool by the recursion of joint velocities: J dq, and from its change.
TEST_F(Sasaki, MovesTheToolAsTheProfileSays) {
  const double duration = 2;
  ToolLine motion = line(100);
  const Rows rows = rows_of(motion, 6);
  const FrameJacobian jacobian(arm_, 6);
  FrameJacobian::Placement placement;
  Jacobian dJ;
  const Vector3d way = to_.translation() - from_.translation();
  const Turn turn = turn_of(to_.linear() * from_.linear().transpose());
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

// A quarter turn on the spot about an axis of space, at the speed of the profile.
TEST(Line, TurnsOnTheSpotAboutOneAxis) {
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

// A SCARA has four of six directions: it goes along a line that keeps its quill upright.
TEST(Line, OfAScara) {
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
  // One that tilts it is not among its poses.
  Isometry3d tilted = pose(arm, 4, to);
  tilted.rotate(rotation_x(0.1));
  try {
    ToolLine(arm, 4, pose(arm, 4, from), tilted, from, 1, TimeGrid::with_rate(10)).demand();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                StartsWith("sample 1 (t = 0.1 s): the joints cannot follow this line: it leaves the 4 "
                           "directions in which they can move the tool (the nearest "));
  }
}

TEST(Line, EndsAtAPositionLimit) {
  const Robot arm = shipped("scara");
  const VectorXd from{{0.3, 0.8, 0.1, -0.4}};
  Isometry3d to = pose(arm, 4, from);
  to.translation().z() -= 0.2;  // the quill, at 0.1 of 0.2 m, goes down
  // 0.5 of the way is at 0.5 s, where the quill is at its limit. The first step beyond, of a 256th of 0.2 m.
  try {
    ToolLine(arm, 4, pose(arm, 4, from), to, from, 1, TimeGrid::with_rate(10)).demand();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "sample 6 (t = 0.6 s): on the way to it, joint \"quill\" is at 0.200781 m, above its upper "
                 "limit, 0.2 m");
  }
}

// The middle of two rods goes round the first joint: no line leads it on.
TEST_F(TwoLink, CannotLeadItsElbowAlongALine) {
  const Isometry3d from = pose(arm_, 2, Vector2d(0, 1));
  Isometry3d to = from;
  to.translation().z() -= 0.1;
  try {
    ToolLine(arm_, 2, from, to, Vector2d(0, 1), 1, TimeGrid::with_rate(100)).demand();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("sample "));
    EXPECT_THAT(error.what(), HasSubstr(": the joints cannot follow this line: it leaves the 2 directions in "
                                        "which they can move the tool (the nearest that the joints come"));
  }
}

// One hand of a body with two arms: what does not carry it stays where it is.
TEST(Line, LeavesTheOtherArmStill) {
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

TEST(Line, StandsWhereStartAndEndAreTheSame) {
  const Robot arm = shipped("sasaki1990");
  const Isometry3d T = pose(arm, 6, sasaki_A);
  ToolLine motion(arm, 6, T, T, sasaki_A, 1, TimeGrid::with_rate(10));
  const Rows rows = rows_of(motion, 6);
  EXPECT_EQ(rows.q, sasaki_A.transpose().replicate(11, 1));
  EXPECT_TRUE(rows.dq.isZero(0));
  EXPECT_TRUE(rows.ddq.isZero(0));
}

TEST(Line, RefusesHalfATurn) {
  const Robot arm = shipped("puma560");
  const VectorXd q{{0.3, 0.5, -2, 0.4, 0.9, -0.6}};
  const Isometry3d from = pose(arm, 6, q);
  Isometry3d to = from;
  to.linear() = from.linear() * rotation_z(std::numbers::pi);
  EXPECT_THROW(ToolLine(arm, 6, from, to, q, 1, TimeGrid::with_rate(10)), UsageError);
  // Of which the position alone knows nothing.
  EXPECT_NO_THROW(ToolLine(arm, 6, from, to, q, 1, TimeGrid::with_rate(10), {.task = Task::position}));
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
