#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../../robot/model/robot.h"

namespace invdyn {

/// The positions of all joints at some instants, including the first and the last.
struct Waypoints {
  std::string origin;               ///< the file or option, for messages
  std::vector<std::string> joints;  ///< their names
  Eigen::MatrixXd q;                ///< rows by joints, rad or m; at least two rows
  std::vector<double> t;            ///< s, increasing from 0; empty: open times
};

/// Reads waypoints from a CSV file, or from standard input for `-`. Columns:
/// - with a robot: `q_<joint>` or `<joint>` for each of its moving joints; without: the columns name the
///   joints.
/// - `t` or `time`, optional.
/// With `degrees`, q of revolute joints is in degrees; without a robot, all joints are revolute. `note`
/// receives the names of unused columns, such as dq. Throws Error with file, line and column.
Waypoints read_waypoints(const std::string& path, const Robot* robot, bool degrees, const Warn& note);

}  // namespace invdyn
