// The effect of the base motion, and of gravity, which is equivalent to it. Tolerances are relative to
// torque_sizes(). Measured: at most 3.5e-15, by Choreonoid's moments about an origin 5 m away; 1.3e-15 by the
// others.

#include "support/each_formulation.h"
#include "trajectory/loads/external_wrench.h"

namespace invdyn::test {
namespace {

class Base : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(Base);

// Torques do not change if the base and gravity rotate together, or if the base is at another place.
TEST_P(Base, MayHaveAnyPose) {
  for_samples({}, [&](const Sample& sample) {
    Random random(sample.seed);
    const Eigen::Isometry3d T = random.pose(5);
    RobotDescription moved = sample.description;
    moved.T_world_base = T * moved.T_world_base;
    moved.gravity = T.linear() * moved.gravity;
    expect_close(torques(*prepared(robot_of(moved)), sample.state).cast<Real>(),
                 torques(*prepared(sample.robot), sample.state).cast<Real>(),
                 torque_sizes(sample.robot, sample.state, sample.robot.gravity()), 1e-13);
  });
}

class Gravity : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(Gravity);

// Gravity acts like an acceleration of the base in the opposite direction [Luh, Walker & Paul 1980]: a
// prismatic joint below the robot that accelerates by g, without gravity.
TEST_P(Gravity, EqualsAnAccelerationOfTheBase) {
  int compared = 0;
  for_samples({}, [&](const Sample& sample) {
    RobotDescription lifted = sample.description;
    for (auto& entry : lifted.joints)
      if (entry.parent_link == lifted.base_link) entry.parent_link = "cage";
    RobotDescription::JointAndLink lift;
    lift.joint.name = "lift";
    lift.joint.type = JointType::prismatic;
    lift.joint.axis = -(lifted.T_world_base.linear().transpose() * lifted.gravity);
    lift.parent_link = lifted.base_link;
    lift.link.name = "cage";
    lifted.joints.insert(lifted.joints.begin(), lift);
    lifted.gravity.setZero();
    const auto dynamics = prepared(robot_of(lifted));
    if (!dynamics) return;
    ++compared;

    const auto with_lift = [](const Vector& column, Real value) {
      Vector result(column.size() + 1);
      result << value, column;
      return result;
    };
    const State& state = sample.state;
    const State lifted_state{with_lift(state.q, 0.3L), with_lift(state.dq, 1.7L),
                             with_lift(state.ddq, sample.robot.gravity().norm())};
    expect_close(torques(*dynamics, lifted_state).tail(state.q.size()).cast<Real>(),
                 torques(*prepared(sample.robot), state).cast<Real>(),
                 torque_sizes(sample.robot, state, sample.robot.gravity()), 1e-13);
  });
  if (compared == 0) GTEST_SKIP() << GetParam().name << " takes no robot on a slider";
}

// Gravity on one link is a force m g at its centre of mass, for any treatment of gravity in the method. All
// other links have no mass.
TEST_P(Gravity, EqualsAForceAtTheCentreOfMass) {
  int compared = 0;
  for_samples({.massless = 0}, [&](const Sample& sample) {
    Random random(sample.seed);
    const std::size_t tip = sample.robot.moving_joints().back();
    for (const std::size_t i : {tip, random.below(sample.robot.joints().size())}) {
      RobotDescription light = sample.description;
      for (std::size_t j = 0; j < light.joints.size(); ++j)
        if (j != i) light.joints[j].link.mass_properties = {};
      const Robot robot = robot_of(light);
      const MassProperties& body = robot.links()[i + 1].mass_properties;
      ExternalWrench weight;
      weight.link = i + 1;
      weight.frame = ExternalWrench::Frame::world;
      weight.point = body.com;
      weight.force = body.mass * robot.gravity();
      DynamicsSettings settings = weightless();
      settings.wrench = weight;
      if (!robot.joints()[i].moves()) continue;  // the link may be on the base
      const auto dynamics = prepared(robot, settings);
      if (!dynamics) continue;
      ++compared;
      expect_close(torques(*dynamics, sample.state).cast<Real>(),
                   torques(*prepared(robot), sample.state).cast<Real>(),
                   torque_sizes(robot, sample.state, robot.gravity()), 1e-13);
    }
  });
  EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace invdyn::test
