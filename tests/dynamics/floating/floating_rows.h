#pragma once

#include "dynamics/core/trajectory_torques.h"
#include "support/random_rows.h"
#include "trajectory/loads/base_state.h"

namespace invdyn::test {

/// A random tree with masses in the base.
inline RobotDescription floating_description(Random& random, const RandomRobotShape& shape) {
  RobotDescription description = random_description(random, shape);
  description.base_floats = true;
  const Eigen::Matrix3d R = random.rotation();
  description.base_mass_properties = {random.uniform(1, 5), random.vector(0.3),
                                      R * Eigen::Vector3d(0.2, 0.25, 0.3).asDiagonal() * R.transpose()};
  return description;
}

inline Robot floating_robot(unsigned long seed, const RandomRobotShape& shape) {
  Random random(seed);
  return robot_of(floating_description(random, shape));
}

/// A robot that is its base alone.
inline Robot box(const MassProperties& body) {
  RobotDescription description;
  description.name = "box";
  description.base_floats = true;
  description.base_mass_properties = body;
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  return robot_of(description);
}

inline BaseState random_base(Random& random) {
  return {.p = random.vector(2),
          .v = random.vector(2),
          .dv = random.vector(5),
          .R = Eigen::Quaterniond(random.rotation()),
          .w = random.vector(3),
          .dw = random.vector(8)};
}

/// Random rows at every attitude.
inline Block floating_rows(Random& random, const Robot& robot, std::size_t rows) {
  Block block = random_rows(random, robot, rows);
  block.hold_base(true);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(rows); ++k)
    put_base(random_base(random), k, block.base);
  return block;
}

inline void fill(Block& block, const Robot& robot, const DynamicsSettings& settings = {},
                 const Surroundings& around = {}) {
  const TrajectoryTorques dynamics(robot, settings, around);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
}

}  // namespace invdyn::test
