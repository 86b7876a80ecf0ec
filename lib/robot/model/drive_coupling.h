#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "robot.h"

namespace invdyn {

/// A drive that turns with several joints: its own, with the factor 1, then those of Drive::turns_with. All
/// are indices into the moving joints.
struct CoupledDrive {
  std::size_t drive = 0;
  std::vector<std::pair<std::size_t, double>> joints;
};
std::vector<CoupledDrive> coupled_drives(const Robot& robot);

/// A of w = A dq: the speeds of all drives from those of the moving joints. tau = A' times the drives'
/// torques.
Eigen::MatrixXd drives_per_joints(const Robot& robot);

}  // namespace invdyn
