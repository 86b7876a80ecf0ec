// The shortest duration, compared with a search over speeds that uses no polynomials.

#include "answers/sizing/time_scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "answers/sizing/motion_loads.h"
#include "answers/sizing/motions.h"
#include "answers/sizing/one_joint.h"

namespace invdyn::test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

bool keeps_limits(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics,
                  double speed) {
  MotionLoads loads(ratings);
  motion.replay(speed, dynamics, loads);
  return !any_broken(check_limits(ratings, loads));
}

// Limits of all kinds, some missing, about as large as the motion needs at its own speed.
void give_limits(Random& random, Ratings& ratings, const RecordedMotion& motion,
                 const TrajectoryTorques& dynamics) {
  MotionLoads loads(ratings);
  motion.replay(1, dynamics, loads);
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    JointRating& rating = ratings[j];
    const MotionLoads::Joint& joint = loads.joints()[j];
    const double ratio = std::abs(rating.shaft.ratio());
    rating.limits = {};
    const auto factor = [&] { return random.uniform(0.6, 4); };
    if (random.chance(0.7)) rating.limits.effort = factor() * std::abs(joint.torque.value);
    if (random.chance(0.5)) rating.limits.velocity = factor() * std::abs(joint.speed.value);
    const double peak = std::abs(joint.torque.value) / ratio, rms = loads.rms_motor_torque(j);
    const double top = std::abs(joint.speed.value) * ratio;
    Motor motor;
    motor.efficiency = rating.motor->efficiency;
    if (random.chance(0.5)) motor.peak_torque = factor() * peak / motor.efficiency.value_or(1);
    if (random.chance(0.5)) motor.max_speed = factor() * top;
    if (random.chance(0.5)) {
      const double torque = factor() * peak * 2;
      motor.curve =
          SpeedTorqueCurve({{top, torque}, {1.5 * top, 0.7 * torque}, {factor() * 3 * top, 0.1 * torque}});
    }
    if (random.chance(0.4))
      motor.continuous_torque = factor() * rms;
    else if (random.chance(0.5))
      motor.continuous_curve = SpeedTorqueCurve({{0, factor() * 2 * rms}, {factor() * top, 0.5 * rms}});
    rating.motor = motor;
  }
}

struct Tally {
  int impossible = 0, slower = 0;
  std::map<LimitKind, int> bounded_by;
};

// At the result all limits are met. From just above it to four times it, none of 300 speeds meets them. If
// the result is that no speed meets them, none of 300 speeds from 1e-3 to 10 does.
void expect_as_searched(unsigned long seed, Tally& tally) {
  Random random(seed);
  const Robot robot = random_robot(seed, {.joints = 1 + seed % 6});
  const RecordedMotion motion = kept(Swing(random, robot).block(40, 1.3));
  const TrajectoryTorques dynamics(robot);
  Motors motors(robot.dof());
  for (auto& motor : motors) {
    motor.emplace();
    motor->efficiency = random.chance(0.5) ? 1 : random.uniform(0.5, 1);
  }
  Ratings ratings = ratings_of(with_motors(robot, motors), motors, {});
  give_limits(random, ratings, motion, dynamics);
  const double speed = largest_speed(ratings, {&motion, 1}, dynamics);
  const auto keeps = [&](double s) { return keeps_limits(ratings, motion, dynamics, s); };
  if (speed == infinite) {
    for (double s = 1; s < 1e3; s *= 1.7) EXPECT_TRUE(keeps(s)) << "seed " << seed << ", s = " << s;
    return;
  }
  const double from = speed > 0 ? speed * (1 + 1e-6) : 1e-3;
  if (speed > 0) {
    EXPECT_TRUE(keeps(speed)) << "seed " << seed << ", s = " << speed;
    MotionLoads loads(ratings);
    motion.replay(speed, dynamics, loads);
    ++tally.bounded_by[worst_of(check_limits(ratings, loads))->kind];
    tally.slower += speed < 1;
  } else {
    ++tally.impossible;
  }
  for (int k = 0; k <= 300; ++k) {
    const double s = from * std::pow(speed > 0 ? 4 : 1e4, k / 300.0);
    EXPECT_FALSE(keeps(s)) << "seed " << seed << ", answer " << speed << ", s = " << s;
  }
}

TEST(LargestSpeed, AgreesWithASearch) {
  Tally tally;
  for (unsigned long seed = 1; seed <= 150; ++seed) expect_as_searched(seed, tally);
  for (std::size_t k = 1; k < limit_count; ++k)
    EXPECT_GT(tally.bounded_by[static_cast<LimitKind>(k)], 2) << name_of(static_cast<LimitKind>(k));
  EXPECT_GT(tally.slower, 15);
  EXPECT_GT(tally.impossible, 5);
}

// The second part begins at the row at which the first one ends, so the loads are those of the whole.
TEST(LargestSpeed, IsTheSameForAMotionInTwoParts) {
  Random random(7);
  const Robot robot = random_robot(7, {.joints = 3});
  const Block whole = Swing(random, robot).block(40, 1.3);
  const auto part = [&](std::size_t begin, std::size_t end) {
    Block block = whole;
    block.before = begin;
    block.after = block.rows - end;
    return kept(block);
  };
  Motors motors(robot.dof());
  for (auto& motor : motors) motor.emplace().continuous_torque = 1;
  const Ratings ratings = ratings_of(with_motors(robot, motors), motors, {});
  const TrajectoryTorques dynamics(robot);
  const std::vector<RecordedMotion> one{kept(whole)}, two{part(0, 15), part(14, 40)};
  MotionLoads loads(ratings);
  one[0].replay(0.3, dynamics, loads);
  Motors fitting = motors;  // of which the RMS allows 0.3 times the speed
  for (std::size_t j = 0; j < fitting.size(); ++j) fitting[j]->continuous_torque = loads.rms_motor_torque(j);
  const Ratings limits = ratings_of(with_motors(robot, fitting), fitting, {});
  const double speed = largest_speed(limits, one, dynamics);
  EXPECT_GE(speed, 0.3 * (1 - 1e-9));
  EXPECT_NEAR(largest_speed(limits, two, dynamics), speed, 1e-9 * speed);
}

Limits effort(double maximum) {
  Limits limits;
  limits.effort = maximum;
  return limits;
}

Limits velocity(double maximum) {
  Limits limits;
  limits.velocity = maximum;
  return limits;
}

// One joint that rotates a point mass m at r; gravity perpendicular to it is `across`.
struct OneJoint {
  // 0.5 kg m^2, 1 kg m
  explicit OneJoint(double across, const Drive& drive = {})
      : robot(
            robot_of(one_joint(JointType::continuous, {0.5, 0, 0}, {0, -across, -standard_gravity}, drive))) {
  }
  double largest(const Limits& limits, const std::vector<std::array<double, 4>>& rows,
                 const Motors& motors = {}) const {
    Block block(1, rows.size());
    block.rows = rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      block.t[k] = rows[i][0];
      block.q(k, 0) = rows[i][1];
      block.dq(k, 0) = rows[i][2];
      block.ddq(k, 0) = rows[i][3];
    }
    Ratings ratings = ratings_of(robot, motors, {});
    ratings[0].limits = limits;
    const RecordedMotion motion = kept(block);
    return largest_speed(ratings, {&motion, 1}, TrajectoryTorques(robot));
  }
  Robot robot;
};

// 0.5 kg m^2 at 8 rad/s^2 need 4 N m; 9 N m allow 9/4 of the acceleration, 3/2 of the speed.
TEST(LargestSpeed, OfAnInertiaIsTheRootOfTheTorqueRatio) {
  EXPECT_DOUBLE_EQ(OneJoint(0).largest(effort(9), {{0, 0, 0, 8}, {1, 0, 0, -8}}), 1.5);
  EXPECT_DOUBLE_EQ(OneJoint(0).largest(effort(1), {{0, 0, 0, 8}, {1, 0, 0, -8}}), 0.5);
}

TEST(LargestSpeed, OfAVelocityIsItsRatioToTheLimit) {
  EXPECT_DOUBLE_EQ(OneJoint(0).largest(velocity(3), {{0, 0, 2, 0}, {1, 2, 2, 0}}), 1.5);
}

// Viscous friction of 3 N m at this speed: 7.5 N m allow 2.5 times the speed.
TEST(LargestSpeed, OfViscousFrictionIsItsRatioToTheLimit) {
  const OneJoint one(0, friction({.damping = 1.5}));
  EXPECT_DOUBLE_EQ(one.largest(effort(7.5), {{0, 0, 2, 0}, {1, 2, 2, 0}}), 2.5);
}

// Coulomb friction does not grow: 10 N m minus its 2 remain for 4 s^2.
TEST(LargestSpeed, DoesNotScaleCoulombFriction) {
  const OneJoint one(0, friction({.coulomb_positive = 2, .coulomb_negative = -2}));
  EXPECT_DOUBLE_EQ(one.largest(effort(10), {{0, 0, 1, 8}, {1, 1, 1, 8}}), std::sqrt(2.0));
}

// Gravity alone needs 10 N m, and a fall at -20 rad/s^2 reduces this by 10 N m. With 5 N m the motion can
// neither be static nor slow, but is possible at speeds from sqrt(1/2) to sqrt(3/2).
TEST(LargestSpeed, MayHaveImpossibleSlowerSpeeds) {
  EXPECT_NEAR(OneJoint(10).largest(effort(5), {{0, 0, 0, -20}, {1, 0, 0, -20}}), std::sqrt(1.5), 1e-14);
}

TEST(LargestSpeed, DoesNotExistIfGravityAloneIsTooMuch) {
  EXPECT_EQ(OneJoint(10).largest(effort(5), {{0, 0, 0, 1}, {1, 0, 0, -1}}), 0);
}

TEST(LargestSpeed, IsInfiniteWithoutLimits) {
  EXPECT_EQ(OneJoint(10).largest({}, {{0, 0, 0, 1}, {1, 0, 0, -1}}), infinite);
  EXPECT_EQ(OneJoint(10).largest(effort(11), {{0, 0, 0, 0}, {1, 0, 0, 0}}), infinite);  // static
}

// 3 N m for a second and 0 for two: mean square (9 * 1 + 9 / 2 * step) / 3; the RMS of sqrt(3) N m grows with
// s^2 up to 4 sqrt(3).
TEST(LargestSpeed, KeepsTheRmsTorqueOfMotors) {
  Motor motor;
  motor.continuous_torque = 4 * std::sqrt(3.0);
  constexpr double step = 1e-12;
  EXPECT_NEAR(
      OneJoint(0).largest({}, {{0, 0, 0, 6}, {1, 0, 0, 6}, {1 + step, 0, 0, 0}, {3, 0, 0, 0}}, {motor}), 2,
      1e-10);
}

// A straight line from 12 N m at zero speed to zero at 20 rad/s, and a sample of 4 s^2 N m at 2 s rad/s: 4
// s^2 = 12 - 1.2 s.
TEST(LargestSpeed, KeepsTheSpeedTorqueCurve) {
  Motor motor;
  motor.curve = SpeedTorqueCurve({{0, 12}, {20, 0}});
  EXPECT_NEAR(OneJoint(0).largest({}, {{0, 0, 2, 8}, {1, 2, 2, 8}}, {motor}),
              (-1.2 + std::sqrt(1.44 + 4 * 4 * 12)) / 8, 1e-14);
}

}  // namespace
}  // namespace invdyn::test
