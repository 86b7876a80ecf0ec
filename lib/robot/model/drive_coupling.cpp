#include "drive_coupling.h"

#include <algorithm>

namespace invdyn {

std::vector<CoupledDrive> coupled_drives(const Robot& robot) {
  const std::vector<std::size_t>& moving = robot.moving_joints();
  std::vector<CoupledDrive> coupled;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Drive& drive = robot.moving_joint(j).drive;
    if (drive.turns_with.empty()) continue;
    CoupledDrive& each = coupled.emplace_back(CoupledDrive{j, {{j, 1}}});
    for (const TurnsWith& other : drive.turns_with)
      each.joints.emplace_back(std::find(moving.begin(), moving.end(), other.joint) - moving.begin(),
                               other.factor);
  }
  return coupled;
}

Eigen::MatrixXd drives_per_joints(const Robot& robot) {
  const auto size = static_cast<Eigen::Index>(robot.dof());
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(size, size);
  for (const CoupledDrive& each : coupled_drives(robot))
    for (const auto& [joint, factor] : each.joints)
      A(static_cast<Eigen::Index>(each.drive), static_cast<Eigen::Index>(joint)) = factor;
  return A;
}

}  // namespace invdyn
