#pragma once

#include <Eigen/Core>
#include <string>

#include "robot/model/robot.h"

namespace invdyn {

/// Throws UsageError for an option with another number of values than the robot has joints.
void expect_one_per_joint(const std::string& option, Eigen::Index count, const Robot& robot);

/// Positions of a robot's moving joints from text such as `0,-1.5`, in rad or m; with `degrees` in degrees
/// for joints that turn. Throws UsageError.
Eigen::VectorXd joints_argument(const std::string& option, const std::string& text, const Robot& robot,
                                bool degrees);

/// Values of the moving joints, one for all of them or one for each, in the units of the text. `degrees`:
/// those of joints that turn become radians. Throws UsageError.
Eigen::VectorXd joint_values_argument(const std::string& option, const std::string& text, const Robot& robot,
                                      bool degrees);

}  // namespace invdyn
