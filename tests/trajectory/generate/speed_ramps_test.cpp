// Trapezoids of speed and S-curves: from rest to rest over the distance, within the limits, and as fast as
// these allow.

#include "trajectory/generate/speed_ramps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace invdyn::test {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

PiecewisePolynomial motion(double from, double to, const SpeedRamps& ramps) {
  PiecewisePolynomial motion(from);
  append_ramps(motion, ramps.duration, from, to, ramps);
  return motion;
}

// About 1 rad, with random limits: in each task a different limit is active.
struct Task {
  double from, way;
  MotionLimits limits;
};

Task random_task(std::mt19937_64& random, bool limited_jerk) {
  std::uniform_real_distribution<double> position(-3, 3), power(-2, 2);
  const auto magnitude = [&] { return std::pow(10, power(random)); };
  return {position(random), magnitude(), {magnitude(), magnitude(), limited_jerk ? magnitude() : unlimited}};
}

// Limits for each of the cases, with times computed by hand.
struct ByHand {
  const char* name;
  double way;
  MotionLimits limits;
  double duration, accelerating, jerking;
};
const ByHand by_hand[] = {
    // v / a + a / j + way / v = 1.5 + 2/3 + 10/3: 5.5 s, as in the documentation of the Rust crate s_curve
    // (M. Boneberger, 0.1.7, 2023) for this example.
    {"seven segments", 10, {3, 2, 3}, 5.5, 13. / 6, 2. / 3},
    {"six: no time for the velocity", 6, {10, 1, 1}, 6, 3, 1},
    {"five: no time for the acceleration", 2, {1, 10, 4}, 3, 1, 0.5},
    {"four: no time for either", 0.25, {10, 10, 1}, 2, 1, 0.5},
    {"four: all limits reached at once", 2, {1, 1, 1}, 4, 2, 1},
    {"three: a trapezoid", 2, {1, 2, unlimited}, 2.5, 0.5, 0},
    {"two: a triangle", 2, {10, 2, unlimited}, 2, 1, 0},
    {"none", 0, {1, 2, 3}, 0, 0, 0},
    {"none, without a limit of jerk", 0, {1, 2, unlimited}, 0, 0, 0},
};

TEST(SpeedRamps, HaveTheTimesComputedByHand) {
  for (const ByHand& c : by_hand) {
    const SpeedRamps ramps = shortest_ramps(c.way, c.limits);
    EXPECT_NEAR(ramps.duration, c.duration, 1e-14) << c.name;
    EXPECT_NEAR(ramps.accelerating, c.accelerating, 1e-14) << c.name;
    EXPECT_NEAR(ramps.braking, c.accelerating, 1e-14) << c.name;
    EXPECT_NEAR(ramps.jerking, c.jerking, 1e-14) << c.name;
  }
}

// Distance 2 in 4 s with limits of 1: jerk 1 for 1 s, -1 for 2 s, 1 for 1 s.
TEST(SpeedRamps, FollowTheComputationByHand) {
  const PiecewisePolynomial m = motion(1, 3, shortest_ramps(2, {1, 1, 1}));
  const double expected[][4] = {{0, 1, 0, 0},
                                {1, 1 + 1. / 6, 0.5, 1},
                                {2, 2, 1, 0},
                                {3, 3 - 1. / 6, 0.5, -1},
                                {3.5, 3 - 1. / 48, 0.125, -0.5},
                                {4, 3, 0, 0}};
  for (const auto& [t, position, velocity, acceleration] : expected) {
    EXPECT_NEAR(m.at(t).position, position, 1e-15) << t;
    EXPECT_NEAR(m.at(t).velocity, velocity, 1e-15) << t;
    EXPECT_NEAR(m.at(t).acceleration, acceleration, 1e-15) << t;
  }
}

TEST(SpeedRamps, BeginAndEndAtRestExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Task task = random_task(random, i % 2 == 0);
    const double to = task.from + (i % 3 == 0 ? -task.way : task.way);
    const SpeedRamps ramps = shortest_ramps(std::abs(to - task.from), task.limits);
    const PiecewisePolynomial m = motion(task.from, to, ramps);
    EXPECT_EQ(m.end(), ramps.duration);
    EXPECT_EQ(m.at(0).position, task.from);
    EXPECT_EQ(m.at(0).velocity, 0);
    EXPECT_EQ(m.at(m.end()).position, to);
    EXPECT_EQ(m.at(m.end()).velocity, 0);
    if (i % 2 == 0) {
      EXPECT_EQ(m.at(0).acceleration, 0);
      EXPECT_EQ(m.at(m.end()).acceleration, 0);
    }
    const auto [lowest, highest] = m.range();
    EXPECT_NEAR(lowest, std::min(task.from, to), 1e-14 * (1 + task.way));
    EXPECT_NEAR(highest, std::max(task.from, to), 1e-14 * (1 + task.way));
  }
}

// The maximum principle: a time-optimal motion is at a limit at every instant. This is tested at a thousand
// instants, except near changes of the jerk, as differences estimate it.
TEST(SpeedRamps, AreAlwaysAtALimitAndNeverBeyondOne) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 400; ++i) {
    const bool limited_jerk = i % 4 != 0;
    const Task task = random_task(random, limited_jerk);
    const auto [velocity, acceleration, jerk] = task.limits;
    const PiecewisePolynomial m =
        motion(task.from, task.from + task.way, shortest_ramps(task.way, task.limits));
    // Times are rounded to about 1e-16 of the whole time; a segment may be only a small part of it.
    EXPECT_LE(m.peak(1), velocity * (1 + 1e-9));
    EXPECT_LE(m.peak(2), acceleration * (1 + 1e-9));
    EXPECT_NEAR(m.peak(3), limited_jerk ? jerk : 0, limited_jerk ? 1e-12 * jerk : 0);

    constexpr int instants = 1000;
    const double h = m.end() / instants;
    int exceptions = 0;
    for (int k = 0; k < instants; ++k) {
      const auto before = m.at(k * h), after = m.at((k + 1) * h);
      // Positions are rounded to about 1e-16 of their size; the jerk is estimated from differences of
      // accelerations.
      const bool cruises =
          before.velocity >= velocity * (1 - 1e-9) && after.velocity >= velocity * (1 - 1e-9);
      const bool speeds =
          std::min(std::abs(before.acceleration), std::abs(after.acceleration)) >= acceleration * (1 - 1e-9);
      const bool jerks =
          limited_jerk && std::abs(after.acceleration - before.acceleration) / h >= jerk * (1 - 1e-6);
      if (!cruises && !speeds && !jerks) ++exceptions;
    }
    EXPECT_LE(exceptions, 7) << "way " << task.way << ", limits " << velocity << ", " << acceleration << ", "
                             << jerk;
  }
}

// The ramp to a speed v takes the time v / a + a / j, or 2 sqrt(v / j) if a is not reached. Its distance is v
// times half of this time. So the whole motion takes way / v plus one ramp, if the distance allows two ramps.
// No v is faster.
TEST(SpeedRamps, AreAsFastAsTheBestMaximumSpeedAllows) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    const Task task = random_task(random, true);
    const auto [velocity, acceleration, jerk] = task.limits;
    double best = unlimited;
    constexpr int speeds = 100000;
    for (int k = 1; k <= speeds; ++k) {
      const double v = velocity * std::pow(10, -6. * (speeds - k) / speeds);
      const double ramp = v * jerk > acceleration * acceleration ? v / acceleration + acceleration / jerk
                                                                 : 2 * std::sqrt(v / jerk);
      if (v * ramp <= task.way * (1 + 1e-12)) best = std::min(best, task.way / v + ramp);
    }
    const double duration = shortest_ramps(task.way, task.limits).duration;
    EXPECT_LE(duration, best * (1 + 1e-12));
    EXPECT_GE(duration, best * (1 - 1e-3));
  }
}

// Simpson's rule is exact for the polynomials of these pieces. If two pieces meet within an interval, the
// jump causes an error, so a few intervals may differ.
TEST(SpeedRamps, AgreeWithTheDerivativesOfThePosition) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 200; ++i) {
    const Task task = random_task(random, i % 2 == 0);
    const PiecewisePolynomial m =
        motion(task.from, task.from + task.way, shortest_ramps(task.way, task.limits));
    constexpr int intervals = 500;
    const double h = m.end() / intervals;
    int off_q = 0, off_dq = 0;
    for (int k = 0; k < intervals; ++k) {
      const auto a = m.at(k * h), b = m.at((k + 0.5) * h), c = m.at((k + 1) * h);
      const double dq = (a.velocity + 4 * b.velocity + c.velocity) * h / 6;
      const double ddq = (a.acceleration + 4 * b.acceleration + c.acceleration) * h / 6;
      if (std::abs(c.position - a.position - dq) > 1e-14 * (std::abs(task.from) + task.way)) ++off_q;
      if (std::abs(c.velocity - a.velocity - ddq) > 1e-13 * m.peak(1)) ++off_dq;
      // Even there, at most the effect of the maximum acceleration over one interval.
      EXPECT_LE(std::abs(c.velocity - a.velocity), m.peak(2) * h * (1 + 1e-9));
      EXPECT_LE(std::abs(c.position - a.position - dq), m.peak(2) * h * h);
    }
    EXPECT_LE(off_q, 6);
    EXPECT_LE(off_dq, 6);
  }
}

TEST(SpeedRamps, AreSymmetricInTime) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200; ++i) {
    const Task task = random_task(random, true);
    const PiecewisePolynomial m = motion(0, task.way, shortest_ramps(task.way, task.limits));
    for (int k = 0; k <= 100; ++k) {
      const double t = m.end() * k / 100;
      const auto a = m.at(t), b = m.at(m.end() - t);
      EXPECT_NEAR(a.position + b.position, task.way, 1e-13 * task.way);
      EXPECT_NEAR(a.velocity, b.velocity, 1e-12 * m.peak(1));
      EXPECT_NEAR(a.acceleration, -b.acceleration, 1e-9 * m.peak(2));
    }
  }
}

TEST(SpeedRamps, ScaleWithTheirUnits) {
  const SpeedRamps one = shortest_ramps(1, {0.7, 2, 9});
  for (const double unit : {1e-12, 1e-3, 1e12, 1e100}) {
    const SpeedRamps other = shortest_ramps(unit, {0.7 * unit, 2 * unit, 9 * unit});
    EXPECT_NEAR(other.duration, one.duration, 1e-12);
    EXPECT_NEAR(other.accelerating, one.accelerating, 1e-12);
    EXPECT_NEAR(other.jerking, one.jerking, 1e-12);
  }
  // A distance so short that only the jerk limit matters, and one so long that only the velocity limit
  // matters.
  EXPECT_NEAR(shortest_ramps(1e-15, {1, 1, 1}).duration, 4 * std::cbrt(0.5e-15), 1e-18);
  EXPECT_NEAR(shortest_ramps(1e15, {1, 1, 1}).duration, 1e15 + 2, 0.25);
}

TEST(SpeedRamps, CanBeStretchedToALongerTime) {
  const SpeedRamps ramps = shortest_ramps(5, {2, 3, 20});
  const PiecewisePolynomial fast = motion(0, 5, ramps),
                            slow = motion(0, 5, ramps.lasting(2 * ramps.duration));
  EXPECT_NEAR(slow.peak(1), fast.peak(1) / 2, 1e-14);
  EXPECT_NEAR(slow.peak(2), fast.peak(2) / 4, 1e-14);
  EXPECT_NEAR(slow.peak(3), fast.peak(3) / 8, 1e-13);
  for (int k = 0; k <= 50; ++k)
    EXPECT_NEAR(slow.at(slow.end() * k / 50).position, fast.at(fast.end() * k / 50).position, 1e-14);
}

// A quarter of the time for acceleration, half for deceleration: for distance 5 in 4 s the maximum speed is 5
// / (4 - 1.5).
TEST(SpeedRamps, UseTheGivenPartsOfTheTime) {
  const PiecewisePolynomial m = motion(1, 6, {4, 1, 2, 0});
  EXPECT_EQ(m.at(0).acceleration, 2);
  EXPECT_EQ(m.at(1).position, 2);
  EXPECT_EQ(m.at(1).velocity, 2);
  EXPECT_EQ(m.at(1).acceleration, 0);
  EXPECT_EQ(m.at(2).position, 4);
  EXPECT_EQ(m.at(2).acceleration, -1);
  EXPECT_EQ(m.at(3).velocity, 1);
  EXPECT_EQ(m.at(4).position, 6);
  EXPECT_EQ(m.at(4).velocity, 0);
}

TEST(SpeedRamps, WithGivenPartsAreAsFastAsALimitAllows) {
  for (const MotionLimits& limits :
       {MotionLimits{2, 1e9, unlimited}, MotionLimits{1e9, 2, unlimited},
        MotionLimits{2, unlimited, unlimited}, MotionLimits{2, 2.9, unlimited}}) {
    const PiecewisePolynomial m = motion(0, 5, shortest_ramps(5, limits, 0.25, 0.5));
    EXPECT_NEAR(std::max(m.peak(1) / limits.velocity, m.peak(2) / limits.acceleration), 1, 1e-14);
  }
}

}  // namespace
}  // namespace invdyn::test
