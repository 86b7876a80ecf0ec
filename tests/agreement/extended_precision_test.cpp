// Every formulation in double compared with itself in extended precision, and with the default formulation
// there: the differences are rounding. Over all samples: up to 40 joints, mass ratios up to 1e12. Tolerances
// are relative to torque_sizes(), joint by joint.

#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

class ExtendedPrecision : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(ExtendedPrecision);

// Measured: 1e-15 at most.
TEST_P(ExtendedPrecision, DiffersFromDoubleByRounding) {
  for_samples({}, [&](const Sample& sample) {
    const InverseDynamics dynamics = *prepared(sample.robot);
    expect_close(torques(dynamics, sample.state).cast<Real>(), torques<long double>(dynamics, sample.state),
                 torque_sizes(sample.robot, sample.state, sample.robot.gravity()), 2e-14);
  });
}

// By the default formulation; tests/dynamics/core compares it with virtual work, with up to 24 joints.
Vector reference(const Sample& sample) {
  DynamicsSettings settings = links_only;
  settings.method = formulations().front().name;
  return torques<long double>(InverseDynamics(sample.robot, settings), sample.state);
}

class Agreement : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(Agreement);

// Measured: 1.2e-15 at most.
TEST_P(Agreement, InDoubleHoldsUpToRounding) {
  for_samples({}, [&](const Sample& sample) {
    expect_close(torques(*prepared(sample.robot), sample.state).cast<Real>(), reference(sample),
                 torque_sizes(sample.robot, sample.state, sample.robot.gravity()), 2e-14);
  });
}

// The constants of each formulation are in double, so the agreement is hardly better.
TEST_P(Agreement, InExtendedPrecisionHoldsUpToTheConstants) {
  for_samples({}, [&](const Sample& sample) {
    expect_close(torques<long double>(*prepared(sample.robot), sample.state), reference(sample),
                 torque_sizes(sample.robot, sample.state, sample.robot.gravity()), 2e-14);
  });
}

// A chain in Denavit-Hartenberg form whose constants have only a few binary digits: right angles, lengths and
// masses in eighths and similar. All formulations take it.
RobotDescription exact_chain(Random& random, std::size_t joints) {
  const auto eighths = [&] { return static_cast<double>(1 + random.below(8)) / 8; };
  RobotDescription description;
  description.name = "exact";
  description.gravity = {0, 0, -9.8125};
  for (std::size_t i = 0; i < joints; ++i) {
    const double sin_alpha = static_cast<double>(random.below(3)) - 1, cos_alpha = sin_alpha == 0 ? 1 : 0;
    const double a = eighths(), d = eighths();
    RobotDescription::JointAndLink entry;
    entry.joint.name = "j" + std::to_string(i);
    entry.joint.type = JointType::revolute;
    entry.joint.T_parent_joint = Eigen::Translation3d(0, 0, d);
    entry.joint.T_joint_link.linear() << 1, 0, 0, 0, cos_alpha, -sin_alpha, 0, sin_alpha, cos_alpha;
    entry.joint.T_joint_link.translation() = Eigen::Vector3d(a, 0, 0);
    entry.parent_link = i == 0 ? description.base_link : "l" + std::to_string(i - 1);
    entry.link.name = "l" + std::to_string(i);
    entry.link.mass_properties.mass = eighths();
    entry.link.mass_properties.com = Eigen::Vector3d(a, d * sin_alpha, d * cos_alpha) / -2;
    entry.link.mass_properties.inertia = Eigen::Vector3d(1 + eighths(), 1 + eighths(), 2).asDiagonal();
    description.joints.push_back(entry);
  }
  return description;
}

// Measured: 2e-18 at most, by Craig; all others 7e-20, which is about the unit of the last digit.
TEST_P(Agreement, HoldsToTheLastDigitsWithExactConstants) {
  for (const unsigned long seed : {1ul, 2ul, 3ul, 4ul, 5ul, 6ul}) {
    Random random(seed);
    const Robot robot = robot_of(exact_chain(random, 2 * seed));
    const Sample sample{"exact", seed, {}, robot, random_state(random, robot)};
    const auto dynamics = prepared(robot);
    ASSERT_TRUE(dynamics) << "seed " << seed;
    expect_close(torques<long double>(*dynamics, sample.state), reference(sample),
                 torque_sizes(robot, sample.state, robot.gravity()), 1e-17, "seed " + std::to_string(seed));
  }
}

}  // namespace
}  // namespace invdyn::test
