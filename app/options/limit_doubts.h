#pragma once

#include <Eigen/Core>
#include <string>

#include "ground/base/report.h"
#include "robot/model/robot.h"

namespace invdyn {

/// Doubts an option whose positions of the moving joints, in rad or m, are outside the robot's limits; or,
/// for joints without limits, turns of many times. Asks for degrees if they would be within. `degrees`: they
/// were given in degrees.
void doubt_positions(const std::string& option, const Eigen::VectorXd& values, const Robot& robot,
                     bool degrees, Report& report);

/// The same for speeds, in rad/s or m/s.
void doubt_speeds(const std::string& option, const Eigen::VectorXd& values, const Robot& robot, bool degrees,
                  Report& report);

}  // namespace invdyn
