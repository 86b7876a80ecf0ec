// The trapezoid of S. Sasaki, JAERI-M 90-147 (1990), section 4 and Fig. 6: T in three equal parts with the
// acceleration a, 0, -a, where a = 9 dtheta / (2 T^2), and
//   q(t) = a t^2 / 2                        for 0 <= t <= T/3,
//          a T (6 t - T) / 18               for T/3 <= t <= 2T/3,
//          -a (t - T)^2 / 2 + 2 a T^2 / 9   for 2T/3 <= t <= T.
// dq and ddq are its derivatives.

#include <gtest/gtest.h>

#include <cmath>

#include "ground/base/error.h"
#include "ground/text/number.h"
#include "trajectory/generate/point_to_point.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

struct Motion {
  Column t, q, dq, ddq;  // of one joint
};

Eigen::VectorXd vector(const Column& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Motion motion(double from, double to, double duration, const TimeGrid& grid, std::size_t block_rows = 1000) {
  const PointToPoint trapezoid(Profile::trapezoid, vector({from}), vector({to}), duration, grid);
  Motion motion;
  Block block(1, block_rows);
  while (motion.t.size() < trapezoid.rows()) {
    trapezoid.fill(motion.t.size(), block);
    EXPECT_EQ(block.last, motion.t.size() + block.rows == trapezoid.rows());
    for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(block.rows); ++row) {
      motion.t.push_back(block.t[row]);
      motion.q.push_back(block.q(row, 0));
      motion.dq.push_back(block.dq(row, 0));
      motion.ddq.push_back(block.ddq(row, 0));
    }
  }
  return motion;
}

// dtheta = 2 in T = 3 s: a = 9 * 2 / (2 * 9) = 1. At T/3 and 2T/3 the acceleration belongs to the part that
// begins there; at T it belongs to the last part.
TEST(Trapezoid, FollowsSasakisFormulasByHand) {
  const Motion m = motion(0, 2, 3, TimeGrid::with_step(0.5));
  EXPECT_EQ(m.t, (Column{0, 0.5, 1, 1.5, 2, 2.5, 3}));
  EXPECT_EQ(m.q, (Column{0, 0.125, 0.5, 1, 1.5, 1.875, 2}));
  EXPECT_EQ(m.dq, (Column{0, 0.5, 1, 1, 1, 0.5, 0}));
  EXPECT_EQ(m.ddq, (Column{1, 1, 0, 0, -1, -1, -1}));
}

TEST(Trapezoid, RunsBackwards) {
  const Motion m = motion(2, 0, 3, TimeGrid::with_step(1));
  EXPECT_EQ(m.q, (Column{2, 1.5, 0.5, 0}));
  EXPECT_EQ(m.dq, (Column{0, -1, -1, 0}));
  EXPECT_EQ(m.ddq, (Column{-1, 0, 1, 1}));
}

TEST(Trapezoid, IsStaticIfStartAndEndAreEqual) {
  const Motion m = motion(0.7, 0.7, 3, TimeGrid::with_step(1));
  EXPECT_EQ(m.q, (Column{0.7, 0.7, 0.7, 0.7}));
  for (const Column& zeros : {m.dq, m.ddq})
    for (const double zero : zeros) EXPECT_EQ(shortest(zero), "0");  // and not -0
}

TEST(Trapezoid, MovesEveryJointInTheSameTime) {
  const PointToPoint trapezoid(Profile::trapezoid, vector({0, 1}), vector({2, -3}), 3,
                               TimeGrid::with_step(1.5));
  Block block(2, 10);
  trapezoid.fill(0, block);
  EXPECT_EQ(block.rows, 3U);
  EXPECT_EQ(block.q(1, 0), 1);
  EXPECT_EQ(block.q(1, 1), -1);
  EXPECT_EQ(block.q(2, 1), -3);
}

struct Case {
  double from, to, duration, step;
};
const Case cases[] = {{0, 1, 1, 0.001},    {-0.3, 2.7, 2, 0.01},   {1e-3, -1e-3, 0.3, 0.1},
                      {100, 101, 7, 0.25}, {3, -3, 0.001, 0.0001}, {-1.57, 1.57, 1.001, 0.001},
                      {0.1, 0.7, 1000, 1}};

TEST(Trapezoid, FollowsSasakisFormulasEverywhere) {
  for (const Case& c : cases) {
    const Motion m = motion(c.from, c.to, c.duration, TimeGrid::with_step(c.step));
    const long double T = c.duration, dtheta = static_cast<long double>(c.to) - c.from;
    const long double a = 9 * dtheta / (2 * T * T);
    // The times are rounded, so q may differ by the maximum speed times this rounding.
    const auto tolerance =
        static_cast<double>(1e-15L * (std::abs(c.from) + std::abs(c.to) + std::abs(dtheta)));
    for (std::size_t k = 0; k < m.t.size(); ++k) {
      const long double t = m.t[k];
      const long double q = 3 * t < T       ? a * t * t / 2
                            : 3 * t < 2 * T ? a * T * (6 * t - T) / 18
                                            : -a * (t - T) * (t - T) / 2 + 2 * a * T * T / 9;
      EXPECT_NEAR(m.q[k], static_cast<double>(c.from + q), tolerance) << "row " << k << " of " << c.duration;
    }
  }
}

TEST(Trapezoid, BeginsAndEndsExactly) {
  for (const Case& c : cases) {
    const Motion m = motion(c.from, c.to, c.duration, TimeGrid::with_step(c.step));
    EXPECT_EQ(m.t.front(), 0);
    EXPECT_EQ(m.t.back(), c.duration);
    EXPECT_EQ(m.q.front(), c.from);
    EXPECT_EQ(m.q.back(), c.to);
    EXPECT_EQ(shortest(m.dq.front()), "0");
    EXPECT_EQ(shortest(m.dq.back()), "0");
  }
}

// Within each part q is quadratic, so a central difference is its exact derivative.
TEST(Trapezoid, VelocityAndAccelerationAreTheDerivativesOfPosition) {
  const double h = 0.01;
  const std::size_t n = 300;
  const Motion m = motion(-1, 2, 3, TimeGrid::with_step(h));
  ASSERT_EQ(m.q.size(), n + 1);
  for (std::size_t k = 1; k < n; ++k) {
    if (k % (n / 3) == 0) continue;  // a part ends here
    EXPECT_NEAR(m.dq[k], (m.q[k + 1] - m.q[k - 1]) / (2 * h), 1e-12) << k;
    EXPECT_NEAR(m.ddq[k], (m.dq[k + 1] - m.dq[k - 1]) / (2 * h), 1e-12) << k;
  }
}

TEST(Trapezoid, BelongsToThePartThatBeginsAtOneThirdAndTwoThirds) {
  for (const std::size_t n : {3U, 6U, 30U, 3000U}) {
    const Motion m = motion(0, 1, 1, TimeGrid::with_rate(static_cast<double>(n)));
    const double a = 4.5;  // 9 * 1 / (2 * 1^2)
    ASSERT_EQ(m.ddq.size(), n + 1);
    EXPECT_EQ(m.ddq[n / 3 - 1], a) << n;
    EXPECT_EQ(m.ddq[n / 3], 0) << n;
    EXPECT_EQ(m.ddq[2 * n / 3 - 1], 0) << n;
    EXPECT_EQ(m.ddq[2 * n / 3], -a) << n;
    EXPECT_EQ(m.ddq[n], -a) << n;
  }
}

// A third of the duration is between two samples: each sample belongs to its own part.
TEST(Trapezoid, ChangesBetweenSamplesIfAThirdIsBetweenThem) {
  const Motion m = motion(0, 1, 1, TimeGrid::with_step(0.25));
  EXPECT_EQ(m.ddq, (Column{4.5, 4.5, 0, -4.5, -4.5}));
}

TEST(Trapezoid, IsTheSameInBlocksOfAnySize) {
  const Motion whole = motion(0.1, 0.7, 1.3, TimeGrid::with_step(0.1));
  for (std::size_t rows = 1; rows <= 15; ++rows) {
    const Motion cut = motion(0.1, 0.7, 1.3, TimeGrid::with_step(0.1), rows);
    EXPECT_EQ(cut.t, whole.t);
    EXPECT_EQ(cut.q, whole.q);
    EXPECT_EQ(cut.dq, whole.dq);
    EXPECT_EQ(cut.ddq, whole.ddq);
  }
}

std::string error_of(double duration, const TimeGrid& grid) {
  try {
    motion(0, 1, duration, grid);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TrapezoidError, NamesTheNearestMultiples) {
  EXPECT_EQ(error_of(1.0005, TimeGrid::with_step(0.001)),
            "`duration`: 1.0005 s is not a multiple of the step, 0.001 s: the nearest are 1 and 1.001");
  EXPECT_EQ(error_of(1, TimeGrid::with_step(0.3)),
            "`duration`: 1 s is not a multiple of the step, 0.3 s: the nearest are 0.9 and 1.2");
  EXPECT_EQ(error_of(0.5, TimeGrid::with_rate(3)), "`duration`: 0.5 s is not a multiple of the step, " +
                                                       shortest(1.0 / 3) + " s: the nearest are " +
                                                       shortest(1.0 / 3) + " and " + shortest(2.0 / 3));
}

TEST(TrapezoidError, NamesOneStepIfTheDurationIsShorter) {
  EXPECT_EQ(error_of(0.25, TimeGrid::with_step(1)),
            "`duration`: 0.25 s is not a multiple of the step, 1 s: the nearest is 1");
}

TEST(TrapezoidError, TooManySteps) {
  EXPECT_EQ(error_of(1e17, TimeGrid::with_step(1)),
            "`duration`: takes more than 1e15 steps: expected a shorter time or a longer step");
}

// 0.3 / 0.1 is 2.9999999999999996 in doubles; an exact decimal multiple is accepted.
TEST(Trapezoid, TakesMultiplesUpToRounding) {
  EXPECT_EQ(motion(0, 1, 0.3, TimeGrid::with_step(0.1)).t.size(), 4U);
  EXPECT_EQ(motion(0, 1, 1, TimeGrid::with_step(0.3333333333333)).t.size(), 4U);
  EXPECT_EQ(motion(0, 1, 1, TimeGrid::with_rate(3)).t.size(), 4U);
}

// Division is correctly rounded (IEEE 754), so k / 1000.0 is the double nearest to k milliseconds. Reading
// and printing k milliseconds in decimal digits use the same double.
TEST(TimeGrid, GivesTheDoubleNearestToEachMultiple) {
  const TimeGrid grid = TimeGrid::with_step(0.001);
  EXPECT_EQ(shortest(grid.time(9)), "0.009");  // 9 * 0.001 is 0.009000000000000001
  for (std::size_t k = 0; k <= 100000; ++k) ASSERT_EQ(grid.time(k), static_cast<double>(k) / 1000.0) << k;
}

// In doubles 3 * 0.3 is 0.8999999999999999, and 3 * 0.0175 is 0.052500000000000005.
TEST(TimeGrid, GivesTheNearestDoubleForEveryStepOfFewDigits) {
  EXPECT_EQ(TimeGrid::with_step(0.3).step(), 0.3);
  EXPECT_EQ(TimeGrid::with_step(0.3).time(3), 0.9);
  EXPECT_EQ(TimeGrid::with_step(0.0175).time(3), 0.0525);
  EXPECT_EQ(TimeGrid::with_step(2.5).time(3), 7.5);
}

TEST(TimeGrid, CountsInOtherSteps) {
  const double step = 0.1234567890123;
  EXPECT_EQ(TimeGrid::with_step(step).step(), step);
  EXPECT_EQ(TimeGrid::with_step(step).time(1), step);
  EXPECT_DOUBLE_EQ(TimeGrid::with_step(step).time(7), 7 * step);
}

TEST(TimeGrid, TakesARate) {
  const TimeGrid grid = TimeGrid::with_rate(30);
  EXPECT_EQ(grid.step(), 1.0 / 30);
  EXPECT_EQ(grid.time(1), 1.0 / 30);
  EXPECT_EQ(grid.time(30), 1);
  EXPECT_EQ(TimeGrid::with_rate(0.5).time(3), 6);
}

// 3 s^2 - 2 s^3 and 10 s^3 - 15 s^4 + 6 s^5 at s = 1/4, with their derivatives, by hand.
TEST(Cubic, EqualsItsPolynomial) {
  const ProfilePoint point = at(Profile::cubic, 1, 4);
  EXPECT_DOUBLE_EQ(point.position, 5.0 / 32);
  EXPECT_DOUBLE_EQ(point.velocity, 9.0 / 8);
  EXPECT_DOUBLE_EQ(point.acceleration, 3);
}

TEST(Quintic, EqualsItsPolynomial) {
  const ProfilePoint point = at(Profile::quintic, 1, 4);
  EXPECT_DOUBLE_EQ(point.position, 53.0 / 512);
  EXPECT_DOUBLE_EQ(point.velocity, 135.0 / 128);
  EXPECT_DOUBLE_EQ(point.acceleration, 45.0 / 8);
}

TEST(Profiles, GoFromRestAtZeroToRestAtOne) {
  for (const Profile profile : {Profile::trapezoid, Profile::cubic, Profile::quintic}) {
    const ProfilePoint begin = at(profile, 0, 7), end = at(profile, 7, 7);
    EXPECT_EQ(begin.position, 0);
    EXPECT_EQ(begin.velocity, 0);
    EXPECT_EQ(end.position, 1);
    EXPECT_EQ(end.velocity, 0);
  }
  EXPECT_EQ(at(Profile::quintic, 0, 7).acceleration, 0);
  EXPECT_EQ(at(Profile::quintic, 7, 7).acceleration, 0);
}

// Except at the trapezoid's jumps, velocity and acceleration are the derivatives of position. Central
// differences have an error of h^2 / 6 times the third derivative, which is at most 60.
TEST(Profiles, AgreeWithTheDerivativesOfTheirPosition) {
  constexpr std::size_t n = 3000;
  constexpr double h = 1.0 / n;
  for (const Profile profile : {Profile::trapezoid, Profile::cubic, Profile::quintic})
    for (const std::size_t k : {100u, 700u, 1500u, 2300u, 2900u}) {
      const ProfilePoint before = at(profile, k - 1, n), here = at(profile, k, n),
                         after = at(profile, k + 1, n);
      EXPECT_NEAR(here.velocity, (after.position - before.position) / (2 * h), 10 * h * h + 1e-12);
      EXPECT_NEAR(here.acceleration, (after.velocity - before.velocity) / (2 * h), 120 * h * h + 1e-11);
    }
}

// During acceleration of the trapezoid, position is 9/4 s^2 and velocity is 9/2 s = 3 sqrt(position);
// symmetric during deceleration.
TEST(Profiles, HaveOneVelocityAtEachPosition) {
  for (const double part : {1e-6, 0.01, 0.09, 0.25}) {
    EXPECT_NEAR(velocity_at_position(Profile::trapezoid, part), 3 * std::sqrt(part), 1e-8);
    EXPECT_NEAR(velocity_at_position(Profile::trapezoid, 1 - part), 3 * std::sqrt(part), 1e-8);
  }
  EXPECT_EQ(velocity_at_position(Profile::trapezoid, 0.4), 1.5);
  EXPECT_NEAR(velocity_at_position(Profile::cubic, 0.5), 1.5, 1e-12);
  EXPECT_NEAR(velocity_at_position(Profile::quintic, 0.5), 15. / 8, 1e-12);
  for (const Profile profile : {Profile::trapezoid, Profile::cubic, Profile::quintic})
    for (const std::size_t k : {1u, 100u, 333u, 500u, 900u}) {
      const ProfilePoint point = at(profile, k, 1000);
      EXPECT_NEAR(velocity_at_position(profile, point.position), point.velocity, 1e-9);
    }
}

}  // namespace
}  // namespace invdyn::test
