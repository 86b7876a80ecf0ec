// The fastest motion along a path, compared with closed forms of one mass.

#include "answers/paths/path_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "answers/paths/one_slide.h"
#include "ground/base/error.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double m = Slide::mass, d = Slide::distance;
constexpr double close = 1e-6;  // of the duration

Limits with_velocity(Limits limits, double maximum) {
  limits.velocity = maximum;
  return limits;
}

// From rest to rest with the accelerations a and -b: d = v^2 / 2a + v^2 / 2b, T = v / a + v / b.
double ramps(double a, double b) {
  return std::sqrt(2 * d * (a + b) / (a * b));
}

double root(double low, double high, const std::function<double(double)>& rising) {
  for (int i = 0; i < 200; ++i) (rising((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  return low;
}

// The integral of f, which is smooth, by Simpson's rule.
double integral(double from, double to, const std::function<double(double)>& f) {
  constexpr int parts = 2000;
  const double h = (to - from) / parts;
  double sum = f(from) + f(to);
  for (int i = 1; i < parts; ++i) sum += (i % 2 == 0 ? 2 : 4) * f(from + i * h);
  return sum * h / 3;
}

void expect_time(double found, double expected) {
  EXPECT_NEAR(found, expected, close * expected);
}

TEST(FastestFit, OfAMassIsHalfAheadHalfBack) {
  expect_time(Slide().time(effort(12)), 2 * std::sqrt(d * m / 12));
  expect_time(Slide().time(effort(3)), 2 * std::sqrt(d * m / 3));
}

TEST(FastestFit, UsesGravityToBrake) {
  const double g = 10, F = 50;
  expect_time(Slide(g).time(effort(F)), ramps(F / m - g, F / m + g));
}

TEST(FastestFit, OvercomesDryFriction) {
  const Slide slide(0, friction({.coulomb_positive = 2, .coulomb_negative = -3}));
  expect_time(slide.time(effort(10)), ramps((10 - 2) / m, (10 + 2) / m));
  expect_time(slide.fit(effort(10), {d, 0}).loads->duration(), ramps((10 - 3) / m, (10 + 3) / m));
}

// m dv/dt = F - c v ahead, -F - c v back; v is largest where the distances of both add up to d.
TEST(FastestFit, OvercomesViscousFriction) {
  const double F = 10, c = 3;
  const auto distance = [&](double sign, double v) {
    return integral(0, v, [&](double x) { return m * x / (F - sign * c * x); });
  };
  const double v =
      root(0, F / c * (1 - 1e-9), [&](double x) { return distance(1, x) + distance(-1, x) - d; });
  const double time = m / c * (-std::log(1 - c * v / F) + std::log(1 + c * v / F));
  expect_time(Slide(0, friction({.damping = c})).time(effort(F)), time);
}

TEST(FastestFit, KeepsTheLimitOfSpeed) {
  const double v = 1.2, a = 8 / m;
  expect_time(Slide().time(with_velocity(effort(8), v)), 2 * v / a + (d - v * v / a) / v);
}

TEST(FastestFit, KeepsTheLimitOfAcceleration) {
  expect_time(Slide().time(effort(100), {}, {.acceleration = {4}}), 2 * std::sqrt(d / 4));
  expect_time(Slide().time(with_velocity({}, 100), {}, {.acceleration = {4}}), 2 * std::sqrt(d / 4));
}

// m a / e through the gear ahead, m b e back; the rotor's J G^2 a does not go through it.
TEST(FastestFit, PaysTheGearboxAheadAndGainsBack) {
  Motor motor;
  motor.gear_ratio = 20;
  motor.efficiency = 0.8;
  motor.peak_torque = 0.5;
  const double F = 0.5 * 20;
  expect_time(Slide().time({}, motor), ramps(F / (m / 0.8), F / (m * 0.8)));
  motor.rotor_inertia = 0.002;
  const double rotor = 0.002 * 400;
  expect_time(Slide().time({}, motor), ramps(F / (m / 0.8 + rotor), F / (m * 0.8 + rotor)));
}

TEST(FastestFit, KeepsTheMotorsSpeed) {
  Motor motor;
  motor.gear_ratio = -20;
  motor.peak_torque = 0.4;
  motor.max_speed = 24;
  const double v = 24 / 20.0, a = 8 / m;
  expect_time(Slide().time({}, motor), 2 * v / a + (d - v * v / a) / v);
}

// A straight line from 12 N m at rest to none at 4 rad/s, and a curve that bends at 1.2 and 2.5 rad/s: a line
// through its last piece would forbid the torque at rest.
TEST(FastestFit, KeepsEachPieceOfACurveForItsSpeeds) {
  for (const std::vector<SpeedTorqueCurve::Point>& points :
       {std::vector<SpeedTorqueCurve::Point>{{0, 12}, {4, 0}},
        std::vector<SpeedTorqueCurve::Point>{{1.2, 20}, {1.6, 7}, {2.5, 3}, {9, 2}}}) {
    const SpeedTorqueCurve curve(points);
    Motor motor;
    motor.gear_ratio = 1;
    motor.curve = curve;
    const auto over = [&](double v, const std::function<double(double)>& f) {
      double sum = 0, from = 0;
      for (const SpeedTorqueCurve::Piece& piece : curve.pieces()) {
        const double to = std::min(v, piece.to);
        if (from < to) sum += integral(from, to, f);
        from = to;
      }
      return sum;
    };
    // Braking takes as long as getting there.
    const double v = root(0, curve.top_speed() * (1 - 1e-9), [&](double top) {
      return 2 * over(top, [&](double x) { return m * x / curve.at(x); }) - d;
    });
    expect_time(Slide().time({}, motor), 2 * over(v, [&](double x) { return m / curve.at(x); }));
  }
}

// A mass that sinks, and one that moves sideways as far. The first one's curve falls to 19 N at 1 m/s and
// rises again. From 20 N, the weight, on it must fall faster, and above 0.25 m/s^2 the other one cannot
// follow: so no speed beyond that of 20 N leads on, although higher ones are possible.
TEST(FastestFit, DoesNotEnterSpeedsThatLeadNowhere) {
  RobotDescription description = Slide::description(10);
  description.joints.push_back(description.joints[0]);
  description.joints[0].joint.axis = {0, 0, -1};
  description.joints[1].joint.name = "y";
  description.joints[1].link.name = "k";
  description.joints[1].joint.axis = {1, 0, 0};
  Motors motors(2);
  motors[0].emplace().curve = SpeedTorqueCurve({{0.5, 30}, {1, 19}, {1.5, 30}});
  motors[1].emplace().peak_torque = 0.5;
  const Robot robot = with_motors(robot_of(description), motors);
  const Ratings ratings = ratings_of(robot, motors, {});
  RecordedMotion motion;
  motion.take(block_of({{0, 0}, {4.5, 4.5}}, {0, 1}));
  const PathFit fit =
      fastest_fit(ratings, motion, TrajectoryTorques(robot), {.acceleration = {}, .step = 0.01});
  ASSERT_TRUE(fit.motion);
  EXPECT_FALSE(any_broken(fit.checks));
  const double v = 0.5 + 10 / 22.0, a = 0.25, time = 2 * v / a + (4.5 - v * v / a) / v;
  EXPECT_NEAR(fit.loads->duration(), time, 5e-4 * time);
}

TEST(FastestFit, StopsAtCornersAndRests) {
  const PathFit back = Slide().fit(effort(8), {0, d, 0});
  expect_time(back.loads->duration(), 2 * 2 * std::sqrt(d * m / 8));
  ASSERT_EQ(back.corners.size(), 1u);
  EXPECT_EQ(back.corners[0].row, 2u);
  EXPECT_EQ(back.corners[0].time, 1);
  const PathFit rest = Slide().fit(effort(8), {0, d, d, d, 2 * d});
  expect_time(rest.loads->duration(), 2 * 2 * std::sqrt(d * m / 8) + 2);
  EXPECT_TRUE(rest.corners.empty());
  const PathFit through = Slide().fit(effort(8), {0, d, 2 * d});
  expect_time(through.loads->duration(), 2 * std::sqrt(2 * d * m / 8));
}

TEST(FastestFit, WritesRowsAtTheStepAndTheEnd) {
  const PathFit fit = Slide().fit(effort(12), {1, 1 + d}, {}, {.acceleration = {}, .step = 0.25});
  const std::vector<double> t = fit.motion->times();
  ASSERT_EQ(t.size(), 5u);  // 1 s
  for (std::size_t k = 0; k < 4; ++k) EXPECT_DOUBLE_EQ(t[k], 0.25 * static_cast<double>(k));
  expect_time(t[4], 2 * std::sqrt(d * m / 12));
  const Block& rows = fit.motion->blocks().front();
  EXPECT_EQ(rows.q(0, 0), 1);
  EXPECT_NEAR(rows.q(1, 0), 1 + 6 * 0.0625 / 2, 1e-6);
  EXPECT_NEAR(rows.dq(1, 0), 6 * 0.25, 1e-6);
  EXPECT_NEAR(rows.ddq(1, 0), 6, 1e-6);
  EXPECT_NEAR(rows.ddq(3, 0), -6, 1e-6);
  EXPECT_EQ(rows.q(4, 0), 1 + d);
  EXPECT_EQ(rows.dq(4, 0), 0);
}

TEST(FastestFit, TellsWhatBinds) {
  const double v = 1.2, a = 8 / m, time = 2 * v / a + (d - v * v / a) / v;
  const PathFit fit = Slide().fit(with_velocity(effort(8), v), {0, d});
  ASSERT_EQ(fit.shares.size(), 2u);
  EXPECT_EQ(name_of(fit.shares[0].limit), "speed");
  EXPECT_NEAR(fit.shares[0].share, 1 - 2 * v / a / time, 0.01);
  EXPECT_EQ(name_of(fit.shares[1].limit), "torque");
  EXPECT_NEAR(fit.shares[1].share, 2 * v / a / time, 0.01);
  EXPECT_EQ(fit.moments.front().speed, 0);
  EXPECT_EQ(fit.moments.back().speed, 0);
  EXPECT_NEAR(fit.moments.back().time, time, 1e-5);
  EXPECT_NEAR(fit.moments.back().length, d / v, 1e-12);  // in units of the speed limit
}

TEST(FastestFit, NamesTheRowThatCannotBeHeld) {
  const PathFit fit = Slide(10).fit(effort(19), {0, 1, 2});
  EXPECT_FALSE(fit.motion);
  ASSERT_TRUE(fit.blocked);
  EXPECT_EQ(fit.blocked->check.kind, LimitKind::torque);
  EXPECT_DOUBLE_EQ(fit.blocked->check.demand->value, 20);
  EXPECT_EQ(fit.blocked->row, 1u);
  EXPECT_EQ(fit.blocked->check.time, 0);
  // Gravity is held, but friction is not overcome.
  EXPECT_TRUE(Slide(10, friction({.coulomb_positive = 2})).fit(effort(21), {0, 1}).blocked);
  EXPECT_FALSE(Slide(10, friction({.coulomb_positive = 2})).fit(effort(22.1), {0, 1}).blocked);
}

// Up against gravity, with next to nothing left to accelerate.
TEST(FastestFit, HoldsAPoseAtItsLimit) {
  for (const double more : {1e-3, 1e-6, 1e-8}) {
    const double a = 10 * more, b = 20 + 10 * more, time = ramps(a, b);
    const PathFit fit =
        Slide(10).fit(effort(20 * (1 + more)), {0, d}, {}, {.acceleration = {}, .step = time / 1000});
    ASSERT_TRUE(fit.motion) << more;
    EXPECT_FALSE(any_broken(fit.checks)) << more;
    EXPECT_NEAR(fit.loads->duration(), time, 1e-4 * time) << more;
  }
}

TEST(FastestFit, NamesPositionsBeyondLimits) {
  Limits limits = effort(10);
  limits.upper = 1.25;
  const PathFit fit = Slide().fit(limits, {0, 1, 1.5});
  EXPECT_FALSE(fit.motion);
  EXPECT_TRUE(breaks_a_position(fit.checks));
}

TEST(FastestFit, NeedsALimitAndAMotion) {
  EXPECT_THAT([] { Slide().time({}); }, ThrowsMessage<Error>(HasSubstr("no limit bounds the acceleration")));
  EXPECT_THAT([] { Slide().time(with_velocity({}, 1)); },
              ThrowsMessage<Error>(HasSubstr("no limit bounds the acceleration")));
  EXPECT_THAT([] { Slide().fit(effort(1), {1, 1, 1}); }, ThrowsMessage<Error>(HasSubstr("no joint moves")));
  EXPECT_THAT(
      [] {
        Slide().fit(effort(1), {0, 1}, {}, {.acceleration = {}, .step = 1e-12});
      },
      ThrowsMessage<Error>(HasSubstr("`fitted-dt` with a larger step")));
}

}  // namespace
}  // namespace invdyn::test
