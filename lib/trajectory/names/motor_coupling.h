#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "../data/block.h"

namespace invdyn {

/// Motors that move several joints, such as those of a differential wrist:
///   q_motor = A (q_joint - zero), tau_joint = A' tau_motor,
/// where the joints' power is the motors'. There are as many motors as joints, and A can be inverted.
class MotorCoupling {
 public:
  /// Reads a CSV file: `motor,JOINT,...` and a row of A for each motor, its turns for a turn of each joint; a
  /// row `zero` has the joints' positions at which the motors are at zero, rad or m. Throws Error for names
  /// that are unknown or repeated, joints with a gear, numbers that are not finite, and a singular A.
  MotorCoupling(const std::string& path, const Robot& robot);

  /// The joints, as indices into q.
  const std::vector<std::size_t>& joints() const { return joints_; }
  const std::vector<std::string>& motors() const { return motors_; }
  /// Names for a file that has the columns of the motors: as of this robot, with the motors in place of their
  /// joints.
  Robot robot_of_motors(const Robot& robot) const;
  /// The robot with drives that turn as the motors do, each the drive of the joint that it moves most. None:
  /// each motor moves one joint alone, or a drive has friction of the load.
  std::optional<Robot> robot_with_drives(const Robot& robot) const;
  /// Turns the motors' values in all rows into those of the joints.
  void apply(Block& block) const;

 private:
  std::vector<std::size_t> joints_;
  std::vector<std::string> motors_;
  Eigen::MatrixXd motors_per_joints_, joints_per_motors_;  // A and its inverse
  Eigen::VectorXd zero_;
};

}  // namespace invdyn
