#include "rest_shares.h"

#include <algorithm>
#include <cmath>

#include "../../robot/model/drive_coupling.h"

namespace invdyn {

RestShares::RestShares(const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Drive& drive = robot.moving_joint(j).drive;
    joints_.push_back({drive.offset + margin * drive.coulomb_negative(),
                       drive.offset + margin * drive.coulomb_positive(), margin * drive.load});
  }
  for (const CoupledDrive& each : coupled_drives(robot))
    for (const auto& [joint, factor] : each.joints) {
      if (joint == each.drive) continue;
      const Drive& drive = robot.moving_joint(each.drive).drive;
      const auto [low, high] =
          std::minmax({factor * drive.coulomb_negative(), factor * drive.coulomb_positive()});
      joints_[joint].low += margin * low, joints_[joint].high += margin * high;
    }
}

void RestShares::take(const Block& block) {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    OfJoint& joint = joints_[j];
    const auto column = static_cast<Eigen::Index>(j);
    for (std::size_t k = block.own_begin(); k < block.own_end(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      if (!(std::abs(block.dq(row, column)) <= (*speeds_)[j])) {
        joint.end_rest();
        continue;
      }
      if (joint.slow_rows == 0) joint.begin = block.t[row];
      joint.end = block.t[row];
      const double computed = block.tau(row, column), rest = block.measured(row, column) - computed,
                   of_load = joint.load * std::abs(computed);
      ++joint.slow_rows;
      joint.slow_held += joint.low - of_load <= rest && rest <= joint.high + of_load;
    }
  }
}

void RestShares::OfJoint::end_rest() {
  if (end - begin >= shortest) rows += slow_rows, held += slow_held;
  slow_rows = slow_held = 0;
}

void RestShares::begin_log(const std::vector<double>& speeds) {
  for (OfJoint& joint : joints_) joint.end_rest();
  speeds_ = &speeds;
}

std::vector<double> RestShares::held() {
  for (OfJoint& joint : joints_) joint.end_rest();
  std::vector<double> shares;
  for (const OfJoint& joint : joints_)
    shares.push_back(joint.rows > 0 ? static_cast<double>(joint.held) / static_cast<double>(joint.rows)
                                    : NAN);
  return shares;
}

}  // namespace invdyn
