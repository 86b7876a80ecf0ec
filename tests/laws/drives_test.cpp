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

}  // namespace
}  // namespace invdyn::test
