// Friction that depends on the load, and the friction curve: hand-calculated numbers and laws.

#include <gtest/gtest.h>

#include "dynamics/core/formulation.h"
#include "dynamics/core/forward_dynamics.h"
#include "robot/files/json_reader.h"
#include "support/equation_of_motion.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

Robot arm_with(const std::string& friction) {
  return read_json_robot(
      R"({"name": "arm", "convention": "tree", "gravity": [0, -10, 0], "joints": [
          {"name": "turn", "type": "revolute", "parent": "base", "axis": [0, 0, 1],
           "link": {"name": "rod", "mass": 2, "com": [0.5, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
           "motor": {"rotor_inertia": 0.01, "gear_ratio": 10}, "friction": )" +
          friction + "}]}",
      "arm.json", [](const std::string& text) { ADD_FAILURE() << text; });
}

double torque(const Robot& robot, double q, double dq, double ddq, const DynamicsSettings& settings = {}) {
  return torques(InverseDynamics(robot, settings), state_of({q}, {dq}, {ddq}))[0];
}

// The rod passes on 2 * 10 * 0.5 = 10 N m of weight while it is level; its rotor, 1 kg m^2 at the joint, is
// in front of the gears.
TEST(GearFriction, OfALevelRodIsAShareOfItsWeight) {
  const Robot arm = arm_with(R"({"damping": 3, "coulomb": 2, "load": 0.25})");
  EXPECT_NEAR(torque(arm, 0, 1, 0), 10 + 3 + 2 + 2.5, 1e-13);
  EXPECT_NEAR(torque(arm, 0, -1, 0), 10 - 3 - 2 - 2.5, 1e-13);
  EXPECT_NEAR(torque(arm, 0, 0, 0), 10, 1e-13);
  const double passed = 2 * 0.5 * 0.5 * -30 + 10;  // braked: what is passed on pulls the other way
  EXPECT_NEAR(torque(arm, 0, 1, -30), passed - 30 + 3 + 2 + 0.25 * std::abs(passed), 1e-13);
  EXPECT_NEAR(torque(arm, 0, 1, 0, {.friction = false}), 10, 1e-13);
}

TEST(GearFriction, LoadsBySpringsAndWrenches) {
  const Robot plain = arm_with(R"({"load": 0.25})");
  std::vector<Drive> drives{plain.joints()[0].drive};
  drives[0].spring = {20, 1};  // -20 N m at 0
  EXPECT_NEAR(torque(plain.with_drives(drives), 0, 1, 0), -10 + 2.5, 1e-13);
  EXPECT_NEAR(torque(plain.with_drives(drives), 0, 1, 0, {.spring = false}), 10 + 2.5, 1e-13);
  const ExternalWrench lift{.link = 1, .point = {1, 0, 0}, .force = {0, 30, 0}};
  EXPECT_NEAR(torque(plain, 0, 1, 0, {.wrench = lift}), -20 + 5, 1e-13);
}

// 0.375, 0.5 and 0.625 are the sides of a right triangle, as 1.2, 0.5 and 1.3 are.
TEST(FrictionCurve, GoesSmoothlyToItsTorque) {
  const Robot rising = arm_with(R"({"curve": 6, "curve_speed": 0.5})");
  EXPECT_NEAR(torque(rising, 0, 0.375, 0), 10 + 6 * 0.6, 1e-13);
  EXPECT_NEAR(torque(rising, 0, -1.2, 0), 10 - 6 * 12. / 13, 1e-13);
  EXPECT_NEAR(torque(rising, 0, 0, 0), 10, 1e-13);
  const Robot stribeck = arm_with(R"({"coulomb": 6, "curve": -4, "curve_speed": 0.5})");
  EXPECT_NEAR(torque(stribeck, 0, 1e-12, 0), 10 + 6, 1e-9);
  EXPECT_NEAR(torque(stribeck, 0, 0.375, 0), 10 + 6 - 2.4, 1e-13);
  EXPECT_NEAR(torque(stribeck, 0, 1e12, 0), 10 + 2, 1e-9);
}

Robot with_gears(const Robot& robot, Random& random) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    Drive& drive = drives.emplace_back(joint.drive);
    if (random.chance(0.3)) continue;
    drive.load = random.uniform(0, 0.9);
    drive.curve = {random.uniform(std::max(-drive.coulomb_positive(), drive.coulomb_negative()), 5),
                   random.uniform(0.05, 2)};
  }
  return robot.with_drives(drives);
}

// In every formulation, of single samples and of rows.
TEST(GearFriction, IsAShareOfWhatIsPassedOnAndNeverDrives) {
  Random random(7);
  for (unsigned long seed = 0; seed < 20; ++seed) {
    const Robot robot = with_gears(random_robot(seed, {}), random);
    const State state = random_state(random, robot);
    for (const Formulation& method : formulations()) {
      if (method.name != formulations().front().name && seed % 4 != 0) continue;
      const auto of = [&](bool friction, bool rotor) {
        const DynamicsSettings settings{
            .friction = friction, .rotor = rotor, .method = std::string(method.name)};
        return torques(InverseDynamics(robot, settings), state);
      };
      Eigen::VectorXd all, passed;
      try {
        all = of(true, true), passed = of(false, false);
      } catch (const NotRepresentable&) {
        continue;
      }
      const InverseDynamics dynamics(robot, {.method = std::string(method.name)});
      InverseDynamics::BlockWorkspace workspace(dynamics);
      Eigen::VectorXd rows(all.size());
      const Eigen::VectorXd q = state.q.cast<double>(), dq = state.dq.cast<double>(),
                            ddq = state.ddq.cast<double>();
      dynamics.row_torques({q.data(), dq.data(), ddq.data(), rows.data(), 1, 1}, workspace);
      const double scale = 1 + all.cwiseAbs().maxCoeff() + passed.cwiseAbs().maxCoeff();
      for (Eigen::Index j = 0; j < all.size(); ++j) {
        const Drive& drive = robot.moving_joint(static_cast<std::size_t>(j)).drive;
        const double v = dq[j], sign = v > 0 ? 1 : -1;
        const double friction =
            drive.damping() * v + (v > 0 ? drive.coulomb_positive() : drive.coulomb_negative()) +
            drive.load * std::abs(passed[j]) * sign +
            (drive.curve.torque == 0 ? 0 : drive.curve.torque * v / std::hypot(v, drive.curve.speed));
        EXPECT_NEAR(all[j], passed[j] + drive.reflected_inertia() * ddq[j] + friction + drive.offset,
                    1e-11 * scale)
            << method.name << " " << seed;
        EXPECT_NEAR(rows[j], all[j], 1e-11 * scale) << method.name << " " << seed;
        EXPECT_GE(friction * v, 0);
      }
    }
  }
}

TEST(ForwardDynamics, UndoesFrictionThatDependsOnTheLoad) {
  Random random(11);
  for (unsigned long seed = 100; seed < 160; ++seed) {
    const Robot robot = with_gears(random_robot(seed, {.massless = 0}), random);
    State state = random_state(random, robot);
    if (seed % 3 == 0) state.dq[0] = 0;
    const Vector tau = torques<Real>(InverseDynamics(robot, {.method = "newton-euler"}), state);
    const Vector ddq = accelerations<Real>(ForwardDynamics(robot), state.q, state.dq, tau);
    EXPECT_LE((ddq - state.ddq).cwiseAbs().maxCoeff(), 1e-7) << seed;
  }
}

}  // namespace
}  // namespace invdyn::test
