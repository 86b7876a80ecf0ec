// Motions of all joints through waypoints: their positions, stops, times and limits.

#include "trajectory/generate/waypoint_motion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "ground/base/error.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr Passage all_passages[] = {Passage::trapezoid, Passage::s_curve, Passage::cubic, Passage::quintic};
const TimeGrid milliseconds = TimeGrid::with_step(0.001);

bool stops(Passage passage) {
  return passage == Passage::trapezoid || passage == Passage::s_curve;
}

Waypoints waypoints(const std::vector<std::vector<double>>& rows, std::vector<double> t = {}) {
  Waypoints result{.origin = "points.csv", .joints = {}, .q = {}, .t = std::move(t)};
  const std::size_t joints = rows.front().size();
  result.q.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(joints));
  for (std::size_t j = 0; j < joints; ++j) {
    result.joints.push_back("joint" + std::to_string(j + 1));
    for (std::size_t k = 0; k < rows.size(); ++k)
      result.q(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) = rows[k][j];
  }
  return result;
}

struct Case {
  Waypoints waypoints;
  std::vector<MotionLimits> limits;
};

Case random_case(std::mt19937_64& random, Passage passage, std::size_t count) {
  std::uniform_real_distribution<double> position(-2, 2), power(-1, 1);
  const auto magnitude = [&] { return std::pow(10, power(random)); };
  std::vector<std::vector<double>> rows(count, std::vector<double>(3));
  for (auto& row : rows)
    for (double& q : row) q = position(random);
  Case result{waypoints(rows), {}};
  for (int j = 0; j < 3; ++j)
    result.limits.push_back(
        {magnitude(), 3 * magnitude(), passage == Passage::s_curve ? 10 * magnitude() : unlimited});
  return result;
}

Block whole(const WaypointMotion& motion, std::size_t joints) {
  Block block(joints, motion.rows());
  motion.fill(0, block);
  EXPECT_EQ(block.rows, motion.rows());
  EXPECT_TRUE(block.last);
  return block;
}

// The maximum fraction of a limit that a joint's motion uses. Acceleration and jerk enter by the root with
// which they scale with speed, so this is the factor by which the time could be shortened.
double use_of(const WaypointMotion& motion, const std::vector<MotionLimits>& limits) {
  double use = 0;
  for (std::size_t j = 0; j < limits.size(); ++j) {
    const PiecewisePolynomial& joint = motion.joint(j);
    use = std::max(
        {use, joint.peak(1) / limits[j].velocity, std::sqrt(joint.peak(2) / limits[j].acceleration)});
    if (std::isfinite(limits[j].jerk)) use = std::max(use, std::cbrt(joint.peak(3) / limits[j].jerk));
  }
  return use;
}

TEST(WaypointMotion, PassesEveryWaypointFromRestToRest) {
  std::mt19937_64 random(1);
  for (const Passage passage : all_passages)
    for (std::size_t count = 2; count < 8; ++count) {
      const Case c = random_case(random, passage, count);
      const WaypointMotion motion(c.waypoints, {.passage = passage, .limits = c.limits}, milliseconds);
      ASSERT_EQ(motion.times().size(), count);
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < count; ++k) {
          const auto state = motion.joint(j).at(motion.times()[k]);
          EXPECT_EQ(state.position,
                    c.waypoints.q(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)));
          if (stops(passage) || k == 0 || k + 1 == count) {
            EXPECT_EQ(state.velocity, 0);
          }
          if (passage == Passage::s_curve) {
            EXPECT_NEAR(state.acceleration, 0, 1e-12);
          }
        }
      const Block rows = whole(motion, 3);
      const auto last = static_cast<Eigen::Index>(rows.rows - 1);
      EXPECT_EQ(rows.t[0], 0);
      EXPECT_EQ(rows.t[last], motion.duration());
      for (Eigen::Index j = 0; j < 3; ++j) {
        EXPECT_EQ(rows.q(0, j), c.waypoints.q(0, j));
        EXPECT_EQ(rows.q(last, j), c.waypoints.q(static_cast<Eigen::Index>(count - 1), j));
        EXPECT_EQ(rows.dq(0, j), 0);
        EXPECT_EQ(rows.dq(last, j), 0);
      }
    }
}

// A motion that passes waypoints is one motion in time; a motion that stops at each waypoint is one per
// segment. Only the time added to get whole steps keeps it from its limit.
TEST(WaypointMotion, KeepsWithinItsLimitsAndReachesOne) {
  std::mt19937_64 random(2);
  for (const Passage passage : all_passages)
    for (std::size_t count = 2; count < 8; ++count) {
      const Case c = random_case(random, passage, count);
      const WaypointMotion motion(c.waypoints, {.passage = passage, .limits = c.limits},
                                  TimeGrid::with_step(1e-6));
      const double use = use_of(motion, c.limits);
      EXPECT_LE(use, 1 + 1e-9) << count;
      EXPECT_GE(use, 1 - 1e-4) << count;
      EXPECT_GE(motion.duration(), *motion.shortest() * (1 - 1e-9));
      EXPECT_LE(motion.duration(), *motion.shortest() + 1.01e-6 * static_cast<double>(count - 1));
    }
}

// If all joints stop at each waypoint, the slowest joint moves through each segment in its own shortest time.
TEST(WaypointMotion, WaitsOnlyForTheSlowestJoint) {
  std::mt19937_64 random(3);
  const TimeGrid grid = TimeGrid::with_step(1e-6);
  for (int i = 0; i < 20; ++i) {
    const Case c = random_case(random, Passage::s_curve, 5);
    const WaypointMotion motion(c.waypoints, {.passage = Passage::s_curve, .limits = c.limits}, grid);
    for (std::size_t k = 0; k + 1 < 5; ++k) {
      double slowest = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        const auto row = static_cast<Eigen::Index>(k), column = static_cast<Eigen::Index>(j);
        const double way = std::abs(c.waypoints.q(row + 1, column) - c.waypoints.q(row, column));
        slowest = std::max(slowest, shortest_ramps(way, c.limits[j]).duration);
      }
      const double taken = motion.times()[k + 1] - motion.times()[k];
      EXPECT_GE(taken, slowest * (1 - 1e-9));
      EXPECT_LE(taken, slowest + 1.01e-6);
    }
  }
}

TEST(WaypointMotion, StopsOnRows) {
  std::mt19937_64 random(4);
  for (const Passage passage : {Passage::trapezoid, Passage::s_curve}) {
    const Case c = random_case(random, passage, 6);
    const WaypointMotion motion(c.waypoints, {.passage = passage, .limits = c.limits}, milliseconds);
    const Block rows = whole(motion, 3);
    for (std::size_t k = 0; k < 6; ++k) {
      const auto row = static_cast<Eigen::Index>(std::llround(motion.times()[k] * 1000));
      EXPECT_EQ(rows.t[row], motion.times()[k]);
      for (Eigen::Index j = 0; j < 3; ++j)
        EXPECT_EQ(rows.q(row, j), c.waypoints.q(static_cast<Eigen::Index>(k), j));
    }
  }
}

// Closed forms for one distance of 2 rad: cubic 3/2 d/T and 6 d/T^2, quintic 15/8 d/T, 10/sqrt(3) d/T^2 and
// 60 d/T^3, a trapezoid of thirds 3/2 d/T, ramps at the maximum acceleration d/v + v/a.
TEST(WaypointMotion, HasTheShortestTimesOfClosedForms) {
  const Waypoints way = waypoints({{1}, {-1}});
  const auto shortest = [&](Passage passage, const MotionLimits& limits) {
    return *WaypointMotion(way, {.passage = passage, .limits = {limits}}, milliseconds).shortest();
  };
  EXPECT_NEAR(shortest(Passage::cubic, {0.5, unlimited, unlimited}), 6, 1e-12);
  EXPECT_NEAR(shortest(Passage::cubic, {unlimited, 3, unlimited}), 2, 1e-12);
  EXPECT_NEAR(shortest(Passage::cubic, {3, 3, unlimited}), 2, 1e-12);
  EXPECT_NEAR(shortest(Passage::quintic, {0.5, unlimited, unlimited}), 7.5, 1e-12);
  EXPECT_NEAR(shortest(Passage::quintic, {unlimited, 5, unlimited}), std::sqrt(4 / std::sqrt(3)), 1e-12);
  EXPECT_NEAR(shortest(Passage::quintic, {unlimited, unlimited, 15}), 2, 1e-12);
  EXPECT_NEAR(shortest(Passage::trapezoid, {0.5, unlimited, unlimited}), 6, 1e-12);
  EXPECT_NEAR(shortest(Passage::trapezoid, {0.5, 1, unlimited}), 4.5, 1e-12);
  EXPECT_NEAR(shortest(Passage::s_curve, {0.5, 1, 4}), 4 + 0.5 + 0.25, 1e-12);
}

TEST(WaypointMotion, UsesTheGivenTimes) {
  const std::vector<double> t{0, 0.4, 1, 2.5};
  const Waypoints given = waypoints({{0, 1}, {1, 1}, {-1, 0}, {0.5, 2}}, t);
  for (const Passage passage : all_passages) {
    const WaypointMotion motion(given, {.passage = passage, .limits = {{1e3, 1e4, 1e6}, {1e3, 1e4, 1e6}}},
                                TimeGrid::with_step(0.1));
    EXPECT_EQ(motion.times(), t);
    EXPECT_EQ(motion.rows(), 26u);
    EXPECT_FALSE(motion.shortest());
    const Block rows = whole(motion, 2);
    EXPECT_EQ(rows.q(4, 0), 1);
    EXPECT_EQ(rows.q(10, 0), -1);
    EXPECT_EQ(rows.q(25, 1), 2);
  }
}

TEST(WaypointMotion, CanBeStretchedToADuration) {
  std::mt19937_64 random(5);
  for (const Passage passage : all_passages) {
    const Case c = random_case(random, passage, 4);
    const WaypointSettings settings{.passage = passage, .limits = c.limits};
    const WaypointMotion fast(c.waypoints, settings, TimeGrid::with_step(1e-6));
    WaypointSettings slow_settings = settings;
    slow_settings.duration = 100;
    const WaypointMotion slow(c.waypoints, slow_settings, milliseconds);
    EXPECT_EQ(slow.duration(), 100);
    EXPECT_EQ(slow.rows(), 100001u);
    const double factor = 100 / fast.duration();
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(slow.times()[k], factor * fast.times()[k], 1e-3);
    EXPECT_NEAR(slow.joint(0).peak(1), fast.joint(0).peak(1) / factor, 1e-4 * slow.joint(0).peak(1));
  }
}

// 1 s each, without a limit: the ramps are thirds, or the requested fractions.
TEST(WaypointMotion, HasRampsOfGivenParts) {
  const Waypoints given = waypoints({{0}, {1}, {0}}, {0, 1, 2});
  const std::vector<MotionLimits> none{{unlimited, unlimited, unlimited}};
  const WaypointMotion thirds(given, {.limits = none}, TimeGrid::with_step(0.5));
  EXPECT_NEAR(thirds.joint(0).peak(1), 1.5, 1e-15);
  EXPECT_NEAR(thirds.joint(0).peak(2), 4.5, 1e-14);
  const WaypointMotion parts(given, {.limits = none, .ramps = WaypointSettings::Ramps{0.25, 0.75}},
                             TimeGrid::with_step(0.5));
  EXPECT_NEAR(parts.joint(0).peak(1), 2, 1e-15);
  EXPECT_NEAR(parts.joint(0).at(0.25).velocity, 2, 1e-15);
  EXPECT_NEAR(parts.joint(0).at(1).acceleration, -8, 1e-14);
}

TEST(WaypointMotion, IsStaticIfNothingMoves) {
  const Waypoints still = waypoints({{1, 2}, {1, 2}});
  for (const Passage passage : all_passages) {
    const std::vector<MotionLimits> limits(2, {1, 1, 1});
    const WaypointMotion at_once(still, {.passage = passage, .limits = limits}, milliseconds);
    EXPECT_EQ(at_once.rows(), 1u);
    const Block row = whole(at_once, 2);
    EXPECT_EQ(row.q(0, 1), 2);
    EXPECT_EQ(row.dq(0, 1), 0);
    const WaypointMotion dwells(still, {.passage = passage, .limits = limits, .duration = 0.1}, milliseconds);
    const Block rows = whole(dwells, 2);
    EXPECT_EQ(rows.rows, 101u);
    for (Eigen::Index k = 0; k < 101; ++k) {
      EXPECT_EQ(rows.q(k, 0), 1);
      EXPECT_EQ(rows.dq(k, 0), 0);
      EXPECT_EQ(rows.ddq(k, 0), 0);
    }
  }
}

TEST(WaypointMotion, LetsOneJointRestWhileAnotherMoves) {
  for (const Passage passage : all_passages) {
    const WaypointMotion motion(waypoints({{1, 2}, {3, 2}}),
                                {.passage = passage, .limits = {{1, 1, 1}, {1, 1, 1}}}, milliseconds);
    EXPECT_EQ(motion.joint(1).range().lowest, 2);
    EXPECT_EQ(motion.joint(1).range().highest, 2);
    EXPECT_EQ(motion.joint(1).peak(1), 0);
  }
}

// A stop may have a duration: the same waypoint twice takes no time without given times, and otherwise the
// time in column t.
TEST(WaypointMotion, StopsTwiceAtAWaypoint) {
  const std::vector<MotionLimits> limits{{1, 1, 1}};
  const WaypointMotion open(waypoints({{0}, {1}, {1}, {0}}), {.passage = Passage::s_curve, .limits = limits},
                            milliseconds);
  EXPECT_EQ(open.times()[1], open.times()[2]);
  const WaypointMotion dwelling(waypoints({{0}, {1}, {1}, {0}}, {0, 4, 6, 10}),
                                {.passage = Passage::s_curve, .limits = limits}, milliseconds);
  EXPECT_EQ(dwelling.joint(0).at(5).position, 1);
  EXPECT_EQ(dwelling.joint(0).at(5).velocity, 0);
}

TEST(WaypointMotion, IsTheSameInBlocksOfAnySize) {
  std::mt19937_64 random(6);
  const Case c = random_case(random, Passage::quintic, 5);
  const WaypointMotion motion(c.waypoints, {.passage = Passage::quintic, .limits = c.limits},
                              TimeGrid::with_step(0.1));
  const Block all = whole(motion, 3);
  Block some(3, 7);
  for (std::size_t row = 0; row < motion.rows(); row += some.rows) {
    motion.fill(row, some);
    EXPECT_EQ(some.last, row + some.rows == motion.rows());
    for (std::size_t i = 0; i < some.rows; ++i) {
      const auto here = static_cast<Eigen::Index>(i), there = static_cast<Eigen::Index>(row + i);
      EXPECT_EQ(some.t[here], all.t[there]);
      for (Eigen::Index j = 0; j < 3; ++j) {
        EXPECT_EQ(some.q(here, j), all.q(there, j));
        EXPECT_EQ(some.dq(here, j), all.dq(there, j));
        EXPECT_EQ(some.ddq(here, j), all.ddq(there, j));
      }
    }
  }
}

std::string error_of(const Waypoints& points, const WaypointSettings& settings) {
  try {
    WaypointMotion(points, settings, milliseconds);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(WaypointMotionError, NamesMissingSettings) {
  const Waypoints way = waypoints({{0}, {1}});
  const MotionLimits none{unlimited, unlimited, unlimited};
  EXPECT_EQ(
      error_of(way, {.passage = Passage::cubic, .limits = {none}}),
      "`duration`: is missing, and joint \"joint1\" has no limits: expected a duration, or `velocity` or "
      "`acceleration`");
  EXPECT_EQ(error_of(way, {.passage = Passage::trapezoid, .limits = {{unlimited, 1, unlimited}}}),
            "`velocity`: is missing: joint \"joint1\" has no limit of velocity");
  EXPECT_EQ(error_of(way, {.passage = Passage::s_curve, .limits = {{1, unlimited, unlimited}}}),
            "`acceleration`: is missing: joint \"joint1\" has no limit of acceleration");
  EXPECT_EQ(error_of(way, {.passage = Passage::s_curve, .limits = {{1, 1, unlimited}}, .duration = 9}),
            "`jerk`: is missing: joint \"joint1\" has no limit of jerk");
}

TEST(WaypointMotionError, ReportsTheTimeThatTheLimitsNeed) {
  const std::vector<MotionLimits> limits{{0.5, unlimited, unlimited}};
  EXPECT_EQ(error_of(waypoints({{0}, {1}}), {.passage = Passage::cubic, .limits = limits, .duration = 2.9}),
            "`duration`: is 2.9 s, but the limits need 3 s: expected a longer duration or higher limits");
  EXPECT_EQ(error_of(waypoints({{0}, {1}}, {0, 2}), {.passage = Passage::cubic, .limits = limits}),
            "points.csv: the times are too short for the limits: expected times that are longer by a "
            "factor of 1.5, or higher limits");
  EXPECT_EQ(
      error_of(waypoints({{0}, {1}, {2}}, {0, 3, 5}), {.limits = limits}),
      "points.csv: from waypoint 2 to 3 the limits need 3 s, but t gives 2 s: expected a longer time or "
      "higher limits");
}

TEST(WaypointMotionError, RefusesInvalidMotions) {
  const std::vector<MotionLimits> limits{{1, 1, unlimited}}, none{{unlimited, unlimited, unlimited}};
  EXPECT_EQ(error_of(waypoints({{0}, {1}, {1}, {0}}), {.passage = Passage::quintic, .limits = limits}),
            "points.csv: waypoints 2 and 3 are the same, but the joints pass waypoints without a stop: "
            "expected different waypoints, or a column t");
  // The spline from rest to rest passes the middle at 1.5 times the mean velocity, 2 rad in 3 s.
  EXPECT_EQ(error_of(waypoints({{0}, {1}, {2}}), {.passage = Passage::cubic, .limits = none, .duration = 3}),
            "`duration`: is only the time of the whole motion of points.csv; the times of the intermediate "
            "waypoints are unknown: expected `velocity` too, such as `velocity` 1, or 58 with `degrees` "
            "(the times are then proportional to the distances). Or give the times in a column t, without "
            "`duration`");
  EXPECT_THAT(
      error_of(waypoints({{1}, {1}, {1}}), {.passage = Passage::trapezoid, .limits = none, .duration = 3}),
      HasSubstr("expected `velocity` too (the times"));
  EXPECT_EQ(error_of(waypoints({{0}, {1}}, {0, 0.0105}), {.passage = Passage::cubic, .limits = none}),
            "points.csv: 0.0105 s is not a multiple of the step, 0.001 s: the nearest are 0.01 and 0.011");
  EXPECT_THAT(error_of(waypoints({{0}, {1e308}}, {0, 0.001}), {.passage = Passage::cubic, .limits = none}),
              HasSubstr("too large to compute"));
  EXPECT_THAT(error_of(waypoints({{0}, {1e300}}), {.passage = Passage::cubic, .limits = limits}),
              HasSubstr("takes more than 1e15 steps"));
}

}  // namespace
}  // namespace invdyn::test
