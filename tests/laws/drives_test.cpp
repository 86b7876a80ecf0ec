// The torques that the drives add to those of the links, for every formulation.

#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

class Drives : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(Drives);

TEST_P(Drives, AddTheirReflectedInertiaToTheDiagonalOfTheMassMatrix) {
  for_samples({}, [&](const Sample& sample) {
    const Vector& q = sample.state.q;
    DynamicsSettings with_rotors = weightless();
    with_rotors.rotor = true;
    const Matrix M = mass_matrix<double>(*prepared(sample.robot, with_rotors), q);
    Matrix expected = mass_matrix<double>(*prepared(sample.robot, weightless()), q);
    for (std::size_t i = 0; i < sample.robot.dof(); ++i) {
      const Drive& drive = sample.robot.moving_joint(i).drive;
      const auto at = static_cast<Eigen::Index>(i);
      expected(at, at) += drive.gear_ratio * drive.gear_ratio * drive.rotor_inertia;
    }
    expect_close(M, expected, mass_matrix_sizes(M), 1e-15);
  });
}

// Friction and the offset depend on the sign of the velocity of their joint alone.
TEST_P(Drives, AddATorqueOffsetAtAnyVelocity) {
  for_samples({}, [&](const Sample& sample) {
    std::vector<Drive> drives;
    for (const Joint& joint : sample.robot.joints()) drives.push_back(joint.drive);
    for (std::size_t i = 0; i < drives.size(); ++i) drives[i].offset = 0.25 * static_cast<double>(i) - 0.5;
    State state = sample.state;
    state.dq[0] = 0;
    const Vector without = torques(*prepared(sample.robot, {}), state).cast<Real>();
    const Vector with = torques(*prepared(sample.robot.with_drives(drives), {}), state).cast<Real>();
    for (std::size_t i = 0; i < sample.robot.dof(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double offset = drives[sample.robot.moving_joints()[i]].offset;
      EXPECT_LE(std::abs(with[at] - without[at] - offset), 1e-14 * (1 + std::abs(without[at])));
    }
  });
}

TEST_P(Drives, AddTheTorqueOfTheirSpring) {
  for_samples({}, [&](const Sample& sample) {
    std::vector<Drive> drives;
    for (const Joint& joint : sample.robot.joints()) drives.push_back(joint.drive);
    for (std::size_t i = 0; i < drives.size(); ++i)
      drives[i].spring = {1 + 2 * static_cast<double>(i), 0.5 - 0.25 * static_cast<double>(i)};
    const Robot sprung = sample.robot.with_drives(drives);
    const Vector without = torques(*prepared(sample.robot, {}), sample.state).cast<Real>();
    const Vector with = torques(*prepared(sprung, {}), sample.state).cast<Real>();
    const Vector left_out = torques(*prepared(sprung, {.spring = false}), sample.state).cast<Real>();
    for (std::size_t i = 0; i < sample.robot.dof(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const Spring& spring = drives[sample.robot.moving_joints()[i]].spring;
      const Real expected = spring.stiffness * (sample.state.q[at] - spring.reference);
      EXPECT_LE(std::abs(with[at] - without[at] - expected),
                1e-14 * (1 + std::abs(without[at]) + std::abs(expected)));
      EXPECT_EQ(left_out[at], without[at]);
    }
  });
}

}  // namespace
}  // namespace invdyn::test
