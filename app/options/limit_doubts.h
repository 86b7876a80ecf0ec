#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "ground/base/report.h"
#include "robot/model/robot.h"

namespace invdyn {

/// What is beyond its limit: a text about one joint, and the names of all.
struct BeyondLimits {
  std::string text = {};
  std::vector<std::string> joints = {};

  /// Joints are added one after the other; the text of the first one stays.
  void add(const std::string& about, const Joint& joint);
  std::string in_words() const;
};

/// Doubts an option whose positions of the moving joints, in rad or m, are outside the robot's limits, or
/// many turns from zero where there are none. Asks for degrees if they would be within. `degrees`: they were
/// given in degrees.
void doubt_positions(const std::string& option, const Eigen::VectorXd& values, const Robot& robot,
                     bool degrees, Report& report);

/// The same for speeds, in rad/s or m/s.
void doubt_speeds(const std::string& option, const Eigen::VectorXd& values, const Robot& robot, bool degrees,
                  Report& report);

}  // namespace invdyn
