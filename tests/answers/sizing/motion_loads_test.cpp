// Loads of a motion on joints and motors: sums computed by hand, textbook profiles, and the energy balance.

#include "answers/sizing/motion_loads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "answers/sizing/motions.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

struct Row {
  double t, dq, ddq, tau;
};

Block block_of(const std::vector<Row>& rows) {
  Block block(1, rows.size());
  block.rows = rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    block.t[k] = rows[i].t;
    block.dq(k, 0) = rows[i].dq;
    block.ddq(k, 0) = rows[i].ddq;
    block.tau(k, 0) = rows[i].tau;
  }
  return block;
}

const Robot& one() {
  static const Robot robot = arm_of({{"x"}});
  return robot;
}

struct Loads {
  explicit Loads(const std::vector<Row>& rows, const Motors& motors = {}, const Robot& robot = one())
      : ratings(ratings_of(robot, motors, {})), loads(ratings) {
    loads.take(block_of(rows));
  }
  const MotionLoads::Joint& joint() const { return loads.joints()[0]; }
  Ratings ratings;
  MotionLoads loads;
};

Demand demand(const std::vector<LimitCheck>& checks, LimitKind kind) {
  for (const LimitCheck& check : checks)
    if (check.kind == kind && check.demand) return *check.demand;
  ADD_FAILURE() << "no demand of " << name_of(kind);
  return {};
}

TEST(MotionLoads, KeepPeaksWithSignAndTime) {
  const Loads loads({{1, 2, 0, 3}, {2, -4, 0, 2}, {4, 1, 0, -5}});
  EXPECT_EQ(loads.joint().torque.value, -5);
  EXPECT_EQ(loads.joint().torque.time, 4);
  EXPECT_EQ(loads.joint().speed.value, -4);
  EXPECT_EQ(loads.joint().speed.time, 2);
  EXPECT_EQ(loads.joint().power.value, 6);
  EXPECT_EQ(loads.joint().power.time, 1);
  EXPECT_EQ(loads.joint().regenerated_power.value, 8);
  EXPECT_EQ(loads.joint().regenerated_power.time, 2);
  EXPECT_EQ(loads.loads.duration(), 3);
}

TEST(MotionLoads, OfADrivingMotionRegenerateNothingAtItsStart) {
  const Loads loads({{7, 1, 0, 1}, {8, 1, 0, 1}});
  EXPECT_EQ(loads.joint().regenerated_power.value, 0);
  EXPECT_EQ(loads.joint().regenerated_power.time, 7);
}

// Power falls linearly from 3 to -1 W in 2 s, and is zero after 1.5 s: 3 * 1.5 / 2 J in, 1 * 0.5 / 2 J out.
// The speed falls from 3 to -1 rad/s likewise.
TEST(MotionLoads, SplitIntervalsAtSignChanges) {
  const Loads loads({{0, 3, 0, 1}, {2, -1, 0, 1}});
  EXPECT_DOUBLE_EQ(loads.joint().energy, 2.25);
  EXPECT_DOUBLE_EQ(loads.joint().regenerated, 0.25);
  EXPECT_DOUBLE_EQ(loads.loads.mean_speed(0), (2.25 + 0.25) / 2);
}

// The formula in drive catalogues: T_rms^2 = sum of T_i^2 t_i over the whole time. Here 0.2 s at 8 N m, 0.5 s
// at 1, 0.3 s at -6 and a second at rest: (12.8 + 0.5 + 10.8 + 0) / 2.
TEST(MotionLoads, RmsFollowsTheFormulaOfCatalogues) {
  constexpr double step = 1e-12;
  const Loads loads({{0, 0, 0, 8},
                     {0.2, 0, 0, 8},
                     {0.2 + step, 0, 0, 1},
                     {0.7, 0, 0, 1},
                     {0.7 + step, 0, 0, -6},
                     {1, 0, 0, -6},
                     {1 + step, 0, 0, 0},
                     {2, 0, 0, 0}});
  EXPECT_NEAR(loads.loads.rms_torque(0), std::sqrt(24.1 / 2), 1e-10);
}

// An inertia J accelerates to the speed w and back to rest in a triangle of 2 s. The torque is J w, then -J
// w; the energy J w^2 / 2 goes in and comes back; the mean speed is w / 2.
TEST(MotionLoads, OfATriangleOfSpeed) {
  constexpr double inertia = 0.3, top = 5;
  std::vector<Row> rows;
  constexpr int half = 1000;
  for (int k = 0; k <= half; ++k) {
    const double t = static_cast<double>(k) / half;
    rows.push_back({t, top * t, top, inertia * top});
  }
  rows.back().t -= 1e-12;
  for (int k = 0; k <= half; ++k) {
    const double t = static_cast<double>(k) / half;
    rows.push_back({1 + t, top * (1 - t), -top, -inertia * top});
  }
  const Loads loads(rows);
  EXPECT_NEAR(loads.loads.rms_torque(0), inertia * top, 1e-9);
  EXPECT_NEAR(loads.joint().energy, inertia * top * top / 2, 1e-9);
  EXPECT_NEAR(loads.joint().regenerated, inertia * top * top / 2, 1e-9);
  EXPECT_NEAR(loads.loads.mean_speed(0), top / 2, 1e-9);
  EXPECT_NEAR(loads.joint().power.value, inertia * top * top, 1e-9);
}

// (1 * 4^2 + 3 * 2^2) / 4 = 7 over the total time; the peak is the peak of both.
TEST(MotionLoads, OfSeveralMotionsCoverTheTotalTime) {
  const Ratings ratings = ratings_of(one(), {}, {});
  MotionLoads first(ratings, 0), second(ratings, 1);
  first.take(block_of({{0, 1, 0, 4}, {1, 1, 0, 4}}));
  second.take(block_of({{10, 3, 0, -2}, {13, 3, 0, -2}}));
  first.add(second);
  EXPECT_EQ(first.duration(), 4);
  EXPECT_DOUBLE_EQ(first.rms_torque(0), std::sqrt(7));
  EXPECT_DOUBLE_EQ(first.mean_speed(0), 2.5);
  EXPECT_EQ(first.joints()[0].torque.motion, 0u);
  EXPECT_EQ(first.joints()[0].speed.motion, 1u);
  EXPECT_EQ(first.joints()[0].speed.time, 10);
  EXPECT_EQ(first.joints()[0].energy, 4);
  EXPECT_EQ(first.joints()[0].regenerated, 18);
}

// The energy into the joints minus the energy out equals the robot's gain of energy plus friction losses. The
// sums interpolate linearly between samples: 4000 samples leave 1e-6 of the turnover.
TEST(MotionLoads, BalanceTheEnergy) {
  for (unsigned long seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(seed, {.joints = 1 + seed % 7});
    const Swing swing(random, robot);
    constexpr double duration = 1.7;
    constexpr std::size_t rows = 4001;
    const Block block = swing.block(rows, duration);
    for (const bool friction : {false, true}) {
      const DynamicsSettings settings{.friction = friction};
      const Ratings ratings = ratings_of(robot, {}, settings);
      MotionLoads loads(ratings);
      kept(block).replay(1, TrajectoryTorques(robot, settings), loads);
      double net = 0, turnover = 0, lost = 0;
      for (const MotionLoads::Joint& joint : loads.joints()) {
        net += joint.energy - joint.regenerated;
        turnover += joint.energy + joint.regenerated;
      }
      for (std::size_t j = 0; friction && j < robot.dof(); ++j) {
        const Drive& drive = robot.moving_joint(j).drive;
        const auto power = [&](std::size_t row) {
          const double dq = block.dq(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
          return dq * (drive.damping() * dq + (dq > 0   ? drive.coulomb_positive()
                                               : dq < 0 ? drive.coulomb_negative()
                                                        : 0));
        };
        for (std::size_t row = 1; row < rows; ++row)
          lost += duration / (rows - 1) * (power(row - 1) + power(row)) / 2;
      }
      const double gain = static_cast<double>(energy(robot, swing.at(duration)) - energy(robot, swing.at(0)));
      EXPECT_NEAR(net, gain + lost, 1e-6 * turnover) << "seed " << seed;
    }
  }
}

Motor motor_of(double efficiency) {
  Motor motor;
  motor.efficiency = efficiency;
  motor.peak_torque = 1;
  motor.continuous_torque = 1;
  return motor;
}

// Gear ratio 50, rotor 2e-4 kg m^2 (0.5 kg m^2 at the joint), motor damping 1e-4 (0.25 at the joint), motor
// Coulomb friction 0.01 (0.5). At dq = 2, ddq = 3 the motor's own part is 1.5 + 0.5 + 0.5 = 2.5 N m of the
// joint's torque, independent of the gearbox losses.
TEST(MotorTorque, IncludesTheLossesOfTheGearbox) {
  RobotDescription description;
  description.joints.resize(1);
  description.joints[0].joint.name = "x";
  description.joints[0].joint.type = JointType::continuous;
  Drive& drive = description.joints[0].joint.drive;
  drive.rotor_inertia = 2e-4;
  drive.gear_ratio = 50;
  drive.motor = {.damping = 1e-4, .coulomb_positive = 0.01, .coulomb_negative = -0.01};
  description.joints[0].parent_link = "base";
  description.joints[0].link.name = "l";
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  const Robot robot = robot_of(description);
  const Robot lossy = with_motors(robot, {motor_of(0.8)});
  const MotorShaft shaft = ratings_of(lossy, {motor_of(0.8)}, {})[0].shaft;
  EXPECT_DOUBLE_EQ(shaft.torque(2, 3, 22.5), (2.5 + 20 / 0.8) / 50);   // drives 20 N m
  EXPECT_DOUBLE_EQ(shaft.torque(2, 3, -17.5), (2.5 - 20 * 0.8) / 50);  // is driven by 20 N m
  EXPECT_DOUBLE_EQ(shaft.torque(0, 0, -20), -20 / 0.8 / 50);           // holds
  const MotorShaft plain = ratings_of(lossy, {motor_of(0.8)}, {.friction = false, .rotor = false})[0].shaft;
  EXPECT_DOUBLE_EQ(plain.torque(2, 3, 20), 20 / 0.8 / 50);
}

TEST(LimitChecks, GiveTheWorstSampleWithItsTime) {
  const Robot robot = arm_of({{"x", JointType::revolute, {-1, 3, 4, 10}}});
  Block block = block_of({{0, 1, 0, 2}, {1, -3, 0, 4}, {2, 2, 0, -12}});
  block.q(0, 0) = 1;
  block.q(1, 0) = 2.5;
  block.q(2, 0) = -0.9;
  const Ratings ratings = ratings_of(robot, {}, {});
  MotionLoads loads(ratings);
  loads.take(block);
  const auto checks = check_limits(ratings, loads);
  ASSERT_EQ(checks.size(), 3u);
  EXPECT_EQ(checks[0].kind, LimitKind::position);
  EXPECT_NEAR(checks[0].demand->margin, 0.1 / 2, 1e-15);  // 0.1 to the lower limit, relative to half of 4
  EXPECT_EQ(checks[0].demand->limit, -1);
  EXPECT_EQ(checks[0].time, 2);
  EXPECT_EQ(checks[1].demand->value, -3);
  EXPECT_DOUBLE_EQ(checks[1].demand->margin, 0.25);
  EXPECT_EQ(checks[1].time, 1);
  EXPECT_DOUBLE_EQ(checks[2].demand->margin, 1 - 1.2);
  EXPECT_TRUE(checks[2].demand->broken);
  EXPECT_TRUE(any_broken(checks));
  EXPECT_EQ(worst_of(checks)->kind, LimitKind::torque);
}

TEST(LimitChecks, AreUncheckedWithoutLimits) {
  const Loads loads({{0, 1, 0, 2}, {1, 1, 0, 2}});
  const auto checks = check_limits(loads.ratings, loads.loads);
  ASSERT_EQ(checks.size(), 3u);
  for (const LimitCheck& check : checks) EXPECT_FALSE(check.demand);
  EXPECT_FALSE(any_broken(checks));
  EXPECT_EQ(worst_of(checks), nullptr);
}

TEST(LimitChecks, TolerateRounding) {
  EXPECT_FALSE(demand_for(10 * (1 + 1e-12), 10).broken);
  EXPECT_EQ(demand_for(10 * (1 + 1e-12), 10).margin, 0);
  EXPECT_TRUE(demand_for(10.0001, 10).broken);
  EXPECT_TRUE(demand_for(1, 0).broken);
  EXPECT_FALSE(demand_for(0, 0).broken);
}

// The curve falls from 2 N m at 10 rad/s to 0 at 30: 1.2 N m is 0.8 of the 1.5 at 15 rad/s, and 0.6 of the 2
// at 4. The continuous curve is evaluated at the mean speed.
TEST(LimitChecks, UseTheCurvesOfMotors) {
  Motor motor;
  motor.curve = SpeedTorqueCurve({{10, 2}, {30, 0}});
  motor.max_speed = 40;
  motor.continuous_curve = SpeedTorqueCurve({{0, 3}, {20, 1}});
  const Loads loads({{0, 4, 0, 1.2}, {1, 15, 0, 1.2}, {2, 4, 0, 1.2}}, {motor});
  const auto checks = check_limits(loads.ratings, loads.loads);
  const Demand by_curve = demand(checks, LimitKind::motor_curve);
  EXPECT_DOUBLE_EQ(by_curve.limit, 1.5);
  EXPECT_DOUBLE_EQ(by_curve.margin, 0.2);
  EXPECT_DOUBLE_EQ(demand(checks, LimitKind::motor_speed).limit, 30);
  EXPECT_DOUBLE_EQ(demand(checks, LimitKind::motor_speed).margin, 0.5);
  // Mean speed (4 + 15) / 2 = 9.5: 3 - 0.1 * 9.5.
  EXPECT_DOUBLE_EQ(demand(checks, LimitKind::motor_rms).limit, 2.05);
  EXPECT_DOUBLE_EQ(demand(checks, LimitKind::motor_rms).value, 1.2);
}

}  // namespace
}  // namespace invdyn::test
