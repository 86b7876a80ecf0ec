// The torque is linear in the inertial parameters of the links: mass, first moment and inertia about a fixed
// point. Tolerances are relative to torque_sizes(); measured: at most 7e-16.

#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

class InertialParameters : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(InertialParameters);

/// The torque is linear in these parameters: m, m c, I about the origin of the link's frame.
struct Parameters {
  double mass;
  Eigen::Vector3d first_moment;
  Eigen::Matrix3d inertia;
};

// m (|c|^2 1 - c c^T): the difference between the moments about the origin and about the centre of mass.
Eigen::Matrix3d of_the_centre(double mass, const Eigen::Vector3d& c) {
  return mass * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
}

Parameters parameters(const MassProperties& body) {
  return {body.mass, body.mass * body.com, body.inertia + of_the_centre(body.mass, body.com)};
}

MassProperties body_of(const Parameters& p) {
  if (p.mass == 0) return {0, Eigen::Vector3d::Zero(), p.inertia};
  const Eigen::Vector3d com = p.first_moment / p.mass;
  return {p.mass, com, p.inertia - of_the_centre(p.mass, com)};
}

TEST_P(InertialParameters, ScaleTheTorque) {
  for_samples({}, [&](const Sample& sample) {
    constexpr double factor = 0.37;
    RobotDescription scaled = sample.description;
    for (auto& entry : scaled.joints) {
      entry.link.mass_properties.mass *= factor;
      entry.link.mass_properties.inertia *= factor;
    }
    expect_close(torques(*prepared(robot_of(scaled)), sample.state).cast<Real>(),
                 factor * torques(*prepared(sample.robot), sample.state).cast<Real>(),
                 torque_sizes(sample.robot, sample.state, sample.robot.gravity()), 1e-13);
  });
}

// Each link gets a second body: at any place, or with the same centre for methods that need a given centre.
TEST_P(InertialParameters, AddUpOnEachLink) {
  for_samples({}, [&](const Sample& sample) {
    for (const bool same_centre : {false, true}) {
      Random random(sample.seed);
      RobotDescription second = sample.description, both = sample.description;
      for (std::size_t i = 0; i < second.joints.size(); ++i) {
        const MassProperties& body = sample.description.joints[i].link.mass_properties;
        MassProperties& other = second.joints[i].link.mass_properties;
        other.mass = random.uniform(0, 3);
        other.inertia = random.uniform(0.01, 1) * Eigen::Matrix3d::Identity();
        if (!same_centre) {
          other.com = random.vector(0.3);
          const Eigen::Matrix3d R = random.rotation();
          other.inertia = R * Eigen::Vector3d(0.1, 0.2, 0.25).asDiagonal() * R.transpose();
        }
        const Parameters a = parameters(body), b = parameters(other);
        both.joints[i].link.mass_properties =
            body_of({a.mass + b.mass, a.first_moment + b.first_moment, a.inertia + b.inertia});
      }
      const Robot second_robot = robot_of(second), both_robot = robot_of(both);
      const auto of_second = prepared(second_robot), of_both = prepared(both_robot);
      if (!of_second || !of_both) continue;
      const Vector sum = torques(*prepared(sample.robot), sample.state).cast<Real>() +
                         torques(*of_second, sample.state).cast<Real>();
      const Vector sizes = torque_sizes(sample.robot, sample.state, sample.robot.gravity()) +
                           torque_sizes(second_robot, sample.state, sample.robot.gravity());
      expect_close(torques(*of_both, sample.state).cast<Real>(), sum, sizes, 1e-13);
    }
  });
}

// The torque is the sum over the links of the torque for each link alone.
TEST_P(InertialParameters, AddUpOverTheLinks) {
  for_samples({}, [&](const Sample& sample) {
    Vector sum = Vector::Zero(sample.state.q.size());
    for (std::size_t i = 0; i < sample.description.joints.size(); ++i) {
      RobotDescription alone = sample.description;
      for (std::size_t j = 0; j < alone.joints.size(); ++j)
        if (j != i) alone.joints[j].link.mass_properties = {};
      sum += torques(*prepared(robot_of(alone)), sample.state).cast<Real>();
    }
    expect_close(torques(*prepared(sample.robot), sample.state).cast<Real>(), sum,
                 torque_sizes(sample.robot, sample.state, sample.robot.gravity()), 1e-13);
  });
}

}  // namespace
}  // namespace invdyn::test
