// The robot as a whole: laws of Newton and Euler between its wrench and its centre of mass, and a base on
// which nothing pushes.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "dynamics/core/derived_columns.h"
#include "dynamics/floating/free_base.h"
#include "floating_rows.h"

namespace invdyn::test {
namespace {

using Row = Eigen::Index;

Eigen::Vector3d three(const Eigen::ArrayXXd& of, Row row, Eigen::Index first) {
  return of.block<1, 3>(row, first).matrix().transpose();
}

Block with_columns(const Robot& robot, const Block& motion, const DerivedColumns& columns) {
  Block block(robot.dof(), motion.rows, columns.count());
  block.hold_base(true);
  block.rows = motion.rows;
  block.t = motion.t, block.q = motion.q, block.dq = motion.dq, block.ddq = motion.ddq;
  block.base = motion.base;
  fill(block, robot);
  DerivedColumns::Workspace workspace(columns);
  columns.fill(block, workspace);
  return block;
}

TEST(Centroidal, HasTheWrenchOfNewtonAndEuler) {
  for (unsigned long seed = 1; seed <= 16; ++seed) {
    Random random(seed);
    const Robot robot = floating_robot(seed, {.joints = seed % 9, .branching = 0.4});
    const DerivedColumns columns(robot, {}, {}, {Derived::com, Derived::momentum});
    ASSERT_EQ(columns.count(), columns.names(Derived::com).size() + columns.names(Derived::momentum).size());
    const Block block = with_columns(robot, floating_rows(random, robot, 5), columns);
    double mass = 0;
    for (const Link& link : robot.links()) mass += link.mass_properties.mass;
    const double size = 1e-12 * block.base.wrench.abs().maxCoeff();
    for (Row k = 0; k < 5; ++k) {
      const Eigen::Vector3d com = three(block.derived, k, 0), acceleration = three(block.derived, k, 6);
      const Eigen::Vector3d force = three(block.base.wrench, k, 0),
                            about_com = three(block.base.wrench, k, 3) +
                                        (three(block.base.pose, k, 0) - com).cross(force);
      EXPECT_LE((force - mass * (acceleration - robot.gravity())).norm(), size);
      EXPECT_LE((three(block.derived, k, 15) - mass * acceleration).norm(), size);
      EXPECT_LE((about_com - three(block.derived, k, 18)).norm(), size);
    }
  }
}

// Differences of places and momenta along a smooth motion; their own error is of fourth order.
TEST(Centroidal, HasRatesThatAreDerivatives) {
  Random random(5);
  const Robot robot = floating_robot(5, {.joints = 7});
  const Block one = floating_rows(random, robot, 1);
  const double h = 1e-3;
  Block motion(robot.dof(), 5);
  motion.hold_base(true);
  motion.rows = 5;
  const BaseState middle = base_state(one.base, 0);
  for (Row k = 0; k < 5; ++k) {
    const double t = h * static_cast<double>(k - 2);
    motion.q.row(k) = one.q.row(0) + t * one.dq.row(0) + t * t / 2 * one.ddq.row(0);
    motion.dq.row(k) = one.dq.row(0) + t * one.ddq.row(0);
    motion.ddq.row(k) = one.ddq.row(0);
    BaseState at = middle;  // it turns steadily about an axis
    at.dw.setZero();
    at.p += t * middle.v + t * t / 2 * middle.dv;
    at.v += t * middle.dv;
    at.R = middle.R * Eigen::Quaterniond(Eigen::AngleAxisd(t * middle.w.norm(), middle.w.normalized()));
    put_base(at, k, motion.base);
  }
  const DerivedColumns columns(robot, {}, {}, {Derived::com, Derived::momentum});
  const Eigen::ArrayXXd x = with_columns(robot, motion, columns).derived;
  for (const auto& [of, rate] : std::array<std::pair<Row, Row>, 4>{{{0, 3}, {3, 6}, {9, 15}, {12, 18}}}) {
    const Eigen::Vector3d slope =
        (8 * (three(x, 3, of) - three(x, 1, of)) - (three(x, 4, of) - three(x, 0, of))) / (12 * h);
    EXPECT_LE((slope - three(x, 2, rate)).norm(), 1e-7 * (1 + slope.norm())) << of;
  }
}

// A box at rest of 2 kg on a slope: the weight acts at its centre, straight above the point.
TEST(Centroidal, HasAZeroMomentPointUnderABoxAtRest) {
  const Robot robot = box({2, {0.3, 0, 0}, Eigen::Matrix3d::Identity() * 0.1});
  Block motion(0, 2);
  motion.hold_base(true);
  motion.rows = 2;
  BaseState at;
  at.p = {1, 2, 3};
  put_base(at, 0, motion.base);
  at.dv = robot.gravity();  // it falls
  put_base(at, 1, motion.base);
  const Ground slope{{0, 0, 0.5}, Eigen::Vector3d(-0.6, 0, 0.8)};
  const DerivedColumns columns(robot, {}, {.ground = slope}, {Derived::zmp});
  const Block block = with_columns(robot, motion, columns);
  // Moments about the point along the slope vanish, so the line of the force through the centre meets the
  // plane there: x = 1.3, y = 2, -0.6 x + 0.8 (z - 0.5) = 0.
  EXPECT_LE((three(block.derived, 0, 0) - Eigen::Vector3d(1.3, 2, 0.5 + 0.6 * 1.3 / 0.8)).norm(), 1e-12);
  EXPECT_TRUE(std::isnan(block.derived(1, 0)));
}

TEST(Centroidal, NeedsMass) {
  EXPECT_THROW(CentroidalMotion{box({})}, Error);
}

TEST(FreeBases, HaveNoWrench) {
  for (unsigned long seed = 1; seed <= 16; ++seed) {
    Random random(seed);
    const Robot robot = floating_robot(seed, {.joints = 1 + seed % 9, .branching = 0.4});
    const Eigen::Vector3d gravity = seed % 2 ? robot.gravity() : Eigen::Vector3d::Zero();
    Block block = floating_rows(random, robot, 9);
    block.base.twist.setConstant(NAN), block.base.rates.setConstant(NAN);
    const FreeBase base(robot, gravity);
    FreeBase::Workspace workspace;
    base.fill(block, workspace);
    fill(block, robot, {.gravity = gravity});
    EXPECT_LE(block.base.wrench.abs().maxCoeff(), 1e-10) << seed;
    EXPECT_LE(block.base.wrench.abs().maxCoeff(), 1e-12 * (1 + block.tau.abs().maxCoeff())) << seed;
  }
}

TEST(FreeBases, RefuseWhatPushes) {
  const Robot robot = floating_robot(1, {.joints = 3});
  const std::vector<double> shares(robot.links().size(), 0.5);
  EXPECT_THROW(FreeBase(robot.with_gravity_compensations(shares), robot.gravity()), Error);
}

// A satellite with one arm slews: momentum stays zero, so does the centre of mass relative to the fall. The
// pose converges as h^4.
Block slew(const Robot& robot, const Eigen::Vector3d& gravity, std::size_t steps) {
  Block block(robot.dof(), steps + 1, 0);
  block.hold_base(true);
  block.rows = steps + 1;
  for (Row k = 0; k <= static_cast<Row>(steps); ++k) {
    const double t = static_cast<double>(k) / static_cast<double>(steps);
    block.t[k] = 0.5 + t;
    for (Row j = 0; j < static_cast<Row>(robot.dof()); ++j) {
      const double w = 1 + 0.7 * static_cast<double>(j);
      block.q(k, j) = 1 - std::cos(w * t), block.dq(k, j) = w * std::sin(w * t);
      block.ddq(k, j) = w * w * std::cos(w * t);
    }
  }
  const FreeBase base(robot, gravity);
  FreeBase::Workspace workspace;
  base.fill(block, workspace);
  FreeFlight(gravity).place(block);
  return block;
}

TEST(FreeBases, MoveAroundTheFallingCentreOfMass) {
  const Robot robot = floating_robot(4, {.joints = 5, .prismatic = 0.2});
  const Block coarse = slew(robot, robot.gravity(), 20), fine = slew(robot, robot.gravity(), 40),
              best = slew(robot, robot.gravity(), 640);
  const auto error = [&](const Block& of) {
    return (of.base.pose.row(static_cast<Row>(of.rows) - 1) - best.base.pose.row(640)).abs().maxCoeff();
  };
  EXPECT_GT(error(coarse), 1e-9);
  EXPECT_NEAR(std::log2(error(coarse) / error(fine)), 4, 0.4);

  const DerivedColumns columns(robot, {}, {}, {Derived::com, Derived::momentum});
  const Block block = with_columns(robot, best, columns);
  EXPECT_LE(block.base.wrench.abs().maxCoeff(), 1e-10);
  for (const Row k : {Row(0), Row(320), Row(640)}) {
    const double t = block.t[k] - block.t[0];
    EXPECT_LE((three(block.derived, k, 0) - three(block.derived, 0, 0) - t * t / 2 * robot.gravity()).norm(),
              1e-9);
    EXPECT_LE((three(block.derived, k, 3) - t * robot.gravity()).norm(), 1e-12);
    EXPECT_LE(three(block.derived, k, 12).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace invdyn::test
