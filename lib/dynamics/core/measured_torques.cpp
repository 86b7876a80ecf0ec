#include "measured_torques.h"

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {

MeasuredTorques::MeasuredTorques(const Robot& robot, const DynamicsSettings& settings,
                                 const MeasuredSettings& measured)
    : is_at_motor_(measured.at == MeasuredSettings::At::motor), torque_constants_(measured.torque_constants) {
  for (std::size_t j = 0; j < robot.dof(); ++j) shafts_.emplace_back(robot.moving_joint(j).drive, settings);
  if (torque_constants_.empty()) torque_constants_ = {1};
  if (torque_constants_.size() == 1) torque_constants_.resize(robot.dof(), torque_constants_.front());
  if (torque_constants_.size() != robot.dof())
    throw UsageError("`torque-constant`", "has " + counted(torque_constants_.size(), "value") +
                                              ": expected one value for all joints, or one for each of the " +
                                              counted(robot.dof(), "joint") + " that move");
}

void MeasuredTorques::apply(Block& block) const {
  for (std::size_t j = 0; j < shafts_.size(); ++j) {
    const std::size_t begin = j * block.capacity + block.own_begin(),
                      end = j * block.capacity + block.own_end();
    for (std::size_t at = begin; at < end; ++at) {
      double& value = block.measured.data()[at];
      value *= torque_constants_[j];
      if (is_at_motor_) value = shafts_[j].joint_torque(block.dq.data()[at], block.ddq.data()[at], value);
    }
  }
}

}  // namespace invdyn
