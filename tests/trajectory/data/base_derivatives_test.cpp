// Velocities and accelerations of a base from its poses. The expected ones are of a top that precesses,
// R = Rz(P t) Ry(a) Rz(S t): by the sum of angular velocities, in its own axes,
//   omega = (-P sin a cos St, P sin a sin St, P cos a + S), alpha = (P S sin a sin St, P S sin a cos St, 0).

#include <gtest/gtest.h>

#include <cmath>

#include "torques/pipeline/base_turns.h"
#include "trajectory/data/differentiate.h"
#include "trajectory/files/run_csv.h"
#include "trajectory/pose/quaternion.h"

namespace invdyn::test {
namespace {

using Eigen::Vector3d;

constexpr double P = 1.3, S = 2.1, a = 0.7;

Quaternion top(double t) {
  return quaternion_of({0, 0, P * t}) * (quaternion_of({0, a, 0}) * quaternion_of({0, 0, S * t}));
}
Vector3d omega_of_top(double t) {
  return {-P * std::sin(a) * std::cos(S * t), P * std::sin(a) * std::sin(S * t), P * std::cos(a) + S};
}
Vector3d alpha_of_top(double t) {
  return P * S * std::sin(a) * Vector3d(std::sin(S * t), std::cos(S * t), 0);
}

// All rows of a trajectory.
Block block_of(Quaternion (*orientation)(double), std::size_t rows, double step, double start = 0) {
  Block block(0, rows);
  block.hold_base(true);
  block.rows = rows;
  block.last = true;
  for (std::size_t k = 0; k < rows; ++k) {
    const double t = start + static_cast<double>(k) * step;
    const auto row = static_cast<Eigen::Index>(k);
    const Quaternion q = orientation(t);
    block.t[row] = t;
    block.base.pose.row(row) << t, t * t, t * t * t, q.w, q.x, q.y, q.z;
  }
  return block;
}

Differentiation how(Scheme scheme, Start start = Start::rest) {
  return {.scheme = scheme, .start = start, .known = Known::q_dq_ddq, .base = Known::q, .fit = {7, 3}};
}

Block derived(Block block, const Differentiation& how) {
  differentiate(how, block, "motion.csv");
  return block;
}

Vector3d three(const Eigen::ArrayXXd& values, std::size_t row, Eigen::Index first) {
  return values.block(static_cast<Eigen::Index>(row), first, 1, 3).matrix().transpose();
}
Vector3d omega(const Block& block, std::size_t row) {
  return three(block.base.twist, row, 3);
}
Vector3d alpha(const Block& block, std::size_t row) {
  return three(block.base.rates, row, 3);
}

constexpr Scheme schemes[] = {Scheme::backward, Scheme::central, Scheme::savitzky_golay};

TEST(BaseDerivatives, AConstantRateIsExact) {
  const Vector3d rate(4, -3, 2);
  const auto turning = [](double t) { return quaternion_of(Vector3d(4, -3, 2) * t); };
  for (const Scheme scheme : schemes) {
    const Block block = derived(block_of(turning, 60, 0.03), how(scheme, Start::extrapolate));
    for (std::size_t row = 0; row < block.rows; ++row) {
      EXPECT_LE((omega(block, row) - rate).norm(), 1e-12);
      EXPECT_LE(alpha(block, row).norm(), 1e-9);  // rounding over the square of the step
    }
  }
}

struct Errors {
  double omega, alpha;
};

Errors errors_at(Scheme scheme, double step) {
  constexpr std::size_t rows = 15, middle = 7;
  const Block block = derived(block_of(top, rows, step, 0.4 - middle * step), how(scheme));
  return {(omega(block, middle) - omega_of_top(0.4)).norm(),
          (alpha(block, middle) - alpha_of_top(0.4)).norm()};
}

TEST(BaseDerivatives, ConvergeAsThoseOfJoints) {
  const double orders[] = {1, 2, 2};
  for (std::size_t i = 0; i < std::size(schemes); ++i) {
    const Errors coarse = errors_at(schemes[i], 0.02), fine = errors_at(schemes[i], 0.01);
    EXPECT_LT(fine.omega, 0.1);
    EXPECT_GT(std::log2(coarse.omega / fine.omega), orders[i] - 0.1);
    EXPECT_GT(std::log2(coarse.alpha / fine.alpha), orders[i] - 0.1);
  }
}

TEST(BaseDerivatives, SignsOfQuaternionsDoNotMatter) {
  for (const Scheme scheme : schemes) {
    Block flipped = block_of(top, 30, 0.02);
    for (const Eigen::Index row : {3, 4, 9, 20}) flipped.base.pose.block(row, 3, 1, 4) *= -1;
    const Block one = derived(block_of(top, 30, 0.02), how(scheme)), other = derived(flipped, how(scheme));
    EXPECT_TRUE((one.base.twist == other.base.twist).all());
    EXPECT_TRUE((one.base.rates == other.base.rates).all());
  }
}

// Turning the base by a constant, in the world or in its own axes: the same omega, or omega in other axes.
TEST(BaseDerivatives, TurnWithTheWorldAndTheBase) {
  const Quaternion turn = quaternion_of({0.4, -1.9, 0.8});
  for (const Scheme scheme : schemes) {
    const Block plain = derived(block_of(top, 30, 0.02), how(scheme));
    Block in_world = plain, in_base = plain;
    for (Eigen::Index row = 0; row < 30; ++row) {
      const auto pose = plain.base.pose.row(row);
      const Quaternion q{pose[3], pose[4], pose[5], pose[6]}, w = turn * q, b = q * turn;
      in_world.base.pose.block(row, 3, 1, 4) << w.w, w.x, w.y, w.z;
      in_base.base.pose.block(row, 3, 1, 4) << b.w, b.x, b.y, b.z;
    }
    differentiate(how(scheme), in_world, "");
    differentiate(how(scheme), in_base, "");
    for (std::size_t row = 0; row < 30; ++row) {
      EXPECT_LE((omega(in_world, row) - omega(plain, row)).norm(), 1e-12);
      EXPECT_LE((rotated(turn, omega(in_base, row)) - omega(plain, row)).norm(), 1e-12);
      EXPECT_LE((rotated(turn, alpha(in_base, row)) - alpha(plain, row)).norm(), 1e-9);
    }
  }
}

// A row in the middle depends on rows_before() and rows_after() alone, to the last bit.
TEST(BaseDerivatives, ARowDependsOnItsWindowOnly) {
  for (const Scheme scheme : schemes) {
    const Block whole = derived(block_of(top, 40, 0.02), how(scheme));
    const std::size_t first = 10, rows = 20;
    Block part(0, rows);
    part.hold_base(true);
    part.rows = rows;
    part.first_row = first;
    part.before = how(scheme).rows_before();
    part.after = how(scheme).rows_after();
    part.t = whole.t.segment(first, rows);
    part.base.pose = whole.base.pose.middleRows(first, rows);
    differentiate(how(scheme), part, "");
    for (std::size_t row = part.own_begin(); row < part.own_end(); ++row) {
      EXPECT_EQ(omega(part, row), omega(whole, first + row));
      EXPECT_EQ(alpha(part, row), alpha(whole, first + row));
      EXPECT_EQ(three(part.base.rates, row, 0), three(whole.base.rates, first + row, 0));
    }
  }
}

// x = t, y = t^2, z = t^3 by the joints' rule: dz = 3 t^2 + h^2, the rest is exact.
TEST(BaseDerivatives, OfThePositionAreThoseOfJoints) {
  const Block block = derived(block_of(top, 9, 0.5), how(Scheme::central));
  const double t = block.t[4];
  EXPECT_LE((three(block.base.twist, 4, 0) - Vector3d(1, 2 * t, 3 * t * t + 0.25)).norm(), 1e-14);
  EXPECT_LE((three(block.base.rates, 4, 0) - Vector3d(0, 2, 6 * t)).norm(), 1e-13);
}

// The first row is at rest, as joints are: omega_1 = r / h, alpha_1 = omega_1 / h.
TEST(BaseDerivatives, BackwardBeginsAtRest) {
  const Block block = derived(block_of(
                                  [](double t) {
                                    return quaternion_of({0, 0.6 * t, 0});
                                  },
                                  3, 0.5),
                              how(Scheme::backward));
  EXPECT_EQ(omega(block, 0), Vector3d::Zero());
  EXPECT_EQ(alpha(block, 0), Vector3d::Zero());
  EXPECT_LE((alpha(block, 1) - Vector3d(0, 1.2, 0)).norm(), 1e-14);
  EXPECT_LE(alpha(block, 2).norm(), 1e-14);
}

TEST(BaseDerivatives, OfAKnownTwistAreThoseOfItsComponents) {
  Block block = block_of(top, 5, 0.5);
  for (Eigen::Index row = 0; row < 5; ++row) {
    const double t = block.t[row];
    block.base.twist.row(row) << t, t * t, 0, 2 * t, 0, 3 * t * t;
  }
  Differentiation known = how(Scheme::central);
  known.base = Known::q_dq;
  differentiate(known, block, "");
  const double t = block.t[2];
  EXPECT_EQ(three(block.base.rates, 2, 0), Vector3d(1, 2 * t, 0));
  EXPECT_EQ(three(block.base.rates, 2, 3), Vector3d(2, 0, 6 * t));
}

TEST(BaseDerivatives, NoneCrossesAGap) {
  for (const Scheme scheme : schemes) {
    Block gap = block_of(top, 24, 0.02);
    gap.after_gap.assign(24, false);
    gap.after_gap[12] = true;
    const Block first = derived(block_of(top, 12, 0.02), how(scheme));
    differentiate(how(scheme), gap, "");
    for (std::size_t row = 0; row < 12; ++row) EXPECT_EQ(alpha(gap, row), alpha(first, row));
    EXPECT_GT(omega(gap, 12).norm(), 1);  // the motion was under way
  }
}

TEST(BaseDerivatives, StaticRowsHaveNone) {
  Differentiation held = how(Scheme::backward);
  held.is_static = true;
  Block block = block_of(top, 5, 0.5);
  block.base.twist.setOnes();
  differentiate(held, block, "");
  EXPECT_TRUE((block.base.twist == 0).all() && (block.base.rates == 0).all());
}

std::vector<std::string> warnings_of(Quaternion (*orientation)(double), bool slides) {
  const Robot robot = arm_of({}).with_floating_base(true);
  std::vector<std::string> warnings;
  TrajectoryWatch watch(robot, how(Scheme::backward), "motion.csv",
                        [&](const std::string& text) { warnings.push_back(text); });
  Block block = block_of(orientation, 40, 0.01);
  std::fill(block.line.begin(), block.line.end(), 2);
  if (!slides) block.base.pose.leftCols(3).setZero();
  watch.see(derived(block, how(Scheme::backward)));
  watch.end();
  return warnings;
}

TEST(BaseDerivatives, AreWarnedOfWhereABaseDoesNotBeginAtRest) {
  const auto rests = [](double) { return quaternion_of({0.1, 0, 0}); };
  const auto turns = [](double t) { return quaternion_of({0, 0, -2 * t}); };
  const auto begins = [](double t) { return quaternion_of({0, 3 * t * t, 0}); };
  EXPECT_TRUE(warnings_of(rests, false).empty());
  EXPECT_TRUE(warnings_of(begins, false).empty());
  const std::vector<std::string> expected{
      "motion.csv:2: the robot already moves in the first rows (the base). With `start` rest, invdyn "
      "assumes a motion that begins at rest, so the first accelerations are wrong: give `start` "
      "extrapolate"};
  EXPECT_EQ(warnings_of(rests, true), expected);
  EXPECT_EQ(warnings_of(turns, false), expected);
  EXPECT_EQ(warnings_of(turns, true), expected);
}

// 1.6 rad between rows 5 and 6.
TEST(BaseTurns, EndBeforeAJump) {
  const auto jump = [](double t) { return quaternion_of({0, 0, t > 5.5 ? 1.6 : 0}); };
  const auto at = [&](Scheme scheme) { return first_wide_turn(how(scheme), block_of(jump, 12, 1)); };
  EXPECT_EQ(at(Scheme::backward)->row, 6u);
  EXPECT_EQ(at(Scheme::central)->row, 5u);
  EXPECT_EQ(at(Scheme::savitzky_golay)->row, 0u);  // whose window, the first, ends at row 6
  for (const Scheme scheme : schemes) {
    EXPECT_EQ(at(scheme)->at, 6u);
    EXPECT_EQ(at(scheme)->text.substr(0, 47), "the base turns by 1.6 rad from the row before: ");
  }
}

// At 1 rad a row, three rows on one side are 3 rad.
TEST(BaseTurns, EndBeforeAWideWindow) {
  const auto turning = [](double t) { return quaternion_of({0, 0, 1.001 * t}); };
  const Block block = block_of(turning, 12, 1);
  EXPECT_FALSE(first_wide_turn(how(Scheme::central), block));
  ASSERT_TRUE(first_wide_turn(how(Scheme::savitzky_golay), block));
  EXPECT_EQ(first_wide_turn(how(Scheme::savitzky_golay), block)->row, 0u);
  const auto slower = [](double t) { return quaternion_of({0, 0, 0.49 * t}); };
  EXPECT_FALSE(first_wide_turn(how(Scheme::savitzky_golay), block_of(slower, 12, 1)));
}

}  // namespace
}  // namespace invdyn::test
