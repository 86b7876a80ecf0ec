#pragma once

#include <Eigen/Core>
#include <string>

#include "robot/model/robot.h"

namespace invdyn {

/// Throws UsageError for an option with another number of values than the robot has joints.
void expect_one_per_joint(const std::string& option, Eigen::Index count, const Robot& robot);

/// Throws UsageError for numbers that all have the unit of degrees, as in `30deg,0`. `before`: what precedes
/// them in the value, such as `elbow=`. `degrees`: the option for degrees is given.
void refuse_degrees(const std::string& option, const std::string& text, bool degrees,
                    const std::string& before = "");

/// Positions of a robot's moving joints from text such as `0,-1.5`, in rad or m; with `degrees` in degrees
/// for joints that turn. Throws UsageError.
Eigen::VectorXd joints_argument(const std::string& option, const std::string& text, const Robot& robot,
                                bool degrees);

/// Values of the moving joints, one for all of them or one for each, in the units of the text. `degrees`:
/// those of joints that turn become radians. Throws UsageError.
Eigen::VectorXd joint_values_argument(const std::string& option, const std::string& text, const Robot& robot,
                                      bool degrees);

/// Whether a position of a joint, stated in rad, is probably in degrees: turns that its limits, or their
/// absence, do not explain.
bool is_far_turned(const Joint& joint, double q);

}  // namespace invdyn
