// A sweep compared with robots and motions created separately for each point.

#include "answers/sizing/sweep.h"

#include <gtest/gtest.h>

#include <cmath>

#include "answers/sizing/motions.h"

namespace invdyn::test {
namespace {

// An extra link fixed to another link, with all its mass at a point.
Robot carrying(RobotDescription description, const std::string& link, double mass,
               const Eigen::Vector3d& point) {
  RobotDescription::JointAndLink load;
  load.joint.name = "holder";
  load.parent_link = link;
  load.link.name = "load";
  load.link.mass_properties = {.mass = mass, .com = point};
  description.joints.push_back(load);
  return robot_of(description);
}

Block faster(Block block, double speed) {
  block.t = block.t / speed;
  block.dq *= speed;
  block.ddq *= speed * speed;
  return block;
}

TEST(Sweep, EqualsSeparateRobotsAndMotions) {
  for (unsigned long seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, {.joints = 5});
    for (auto& one : description.joints) one.joint.limits = {{}, {}, 3, 40};
    const Robot robot = robot_of(description);
    const Block first = Swing(random, robot).block(30, 1), second = Swing(random, robot).block(20, 0.4);
    Motors motors(robot.dof());
    for (auto& motor : motors) {
      motor.emplace();
      motor->continuous_torque = 20;
      motor->efficiency = 0.9;
    }
    const Ratings ratings = ratings_of(robot, motors, {});
    SweepRequest request{{0, 1.5}, {0.5, 1, 2}, {}, {robot.links().size() - 1, {0.1, 0.2, -0.3}}, 0, 2};
    const auto points = swept(robot, {}, {}, ratings, {kept(first), kept(second)}, request);
    ASSERT_EQ(points.size(), 6u);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double payload = request.payloads[i / 3], speed = request.speeds[i % 3];
      EXPECT_EQ(points[i].payload, payload);
      EXPECT_EQ(points[i].speed, speed);
      const TrajectoryTorques dynamics(
          carrying(description, robot.links().back().name, payload, {0.1, 0.2, -0.3}));
      MotionLoads all(ratings, 0), more(ratings, 1);
      kept(faster(first, speed)).replay(1, dynamics, all);
      kept(faster(second, speed)).replay(1, dynamics, more);
      all.add(more);
      const auto checks = check_limits(ratings, all);
      ASSERT_EQ(points[i].checks.size(), checks.size());
      for (std::size_t c = 0; c < checks.size(); ++c) {
        ASSERT_EQ(points[i].checks[c].demand.has_value(), checks[c].demand.has_value());
        if (!checks[c].demand) continue;
        EXPECT_NEAR(points[i].checks[c].demand->value, checks[c].demand->value,
                    1e-11 * (1 + std::abs(checks[c].demand->value)));
        EXPECT_EQ(points[i].checks[c].demand->broken, checks[c].demand->broken);
        EXPECT_EQ(points[i].checks[c].motion, checks[c].motion);
      }
    }
  }
}

// The same as the robot with this gear ratio, in the order of the ratios.
TEST(Sweep, OfAGearRatioIsTheRobotWithIt) {
  Random random(5);
  const Robot robot = random_robot(5, {.joints = 2, .prismatic = 0, .fixed = 0});
  Motor motor;
  motor.peak_torque = 100;
  motor.max_speed = 50;
  motor.rotor_inertia = 1e-3;
  const Motors motors(2, motor);
  const Robot driven = with_motors(robot, motors);
  const RecordedMotion motion = kept(Swing(random, robot).block(5, 1));
  const auto points = swept(driven, {}, {}, ratings_of(driven, motors, {}), {motion},
                            {.payloads = {}, .speeds = {}, .ratios = {20, 30}, .place = {}, .geared = 1});
  ASSERT_EQ(points.size(), 2u);
  for (const SweepPoint& point : points) {
    Motors with_ratio = motors;
    with_ratio[1]->gear_ratio = *point.ratio;
    const Robot expected = with_motors(driven, with_ratio);
    const Ratings ratings = ratings_of(expected, with_ratio, {});
    MotionLoads loads(ratings);
    motion.replay(1, TrajectoryTorques(expected), loads);
    const auto checks = check_limits(ratings, loads);
    ASSERT_EQ(point.checks.size(), checks.size());
    for (std::size_t c = 0; c < checks.size(); ++c) {
      ASSERT_EQ(point.checks[c].demand.has_value(), checks[c].demand.has_value());
      if (checks[c].demand) {
        EXPECT_EQ(point.checks[c].demand->value, checks[c].demand->value);
      }
    }
  }
}

// All margins are in memory together.
TEST(Sweep, LimitsPointsTimesJoints) {
  const Robot robot = random_robot(1, {.joints = 21, .prismatic = 0, .fixed = 0});
  SweepRequest request;
  request.speeds.assign(10'000, 1);
  EXPECT_THROW(swept(robot, {}, {}, ratings_of(robot, Motors(robot.dof()), {}), {}, request), UsageError);
}

TEST(Sweep, OfSpeedAloneKeepsTheRobot) {
  Random random(3);
  const Robot robot = random_robot(3, {.joints = 3});
  const Ratings ratings = ratings_of(robot, {}, {});
  const auto points = swept(robot, {}, {}, ratings, {kept(Swing(random, robot).block(5, 1))},
                            {.payloads = {}, .speeds = {1, 2}, .ratios = {}, .place = {}});
  ASSERT_EQ(points.size(), 2u);
  EXPECT_FALSE(points[0].payload);
  EXPECT_EQ(points[1].speed, 2);
}

}  // namespace
}  // namespace invdyn::test
