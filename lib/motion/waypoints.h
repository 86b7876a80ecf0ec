#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "../base/error.h"
#include "../robot/robot.h"

namespace invdyn {

/// Where all joints are at some instants, the first and the last included.
struct Waypoints {
  std::string origin;               ///< the file or option, for messages
  std::vector<std::string> joints;  ///< their names
  Eigen::MatrixXd q;                ///< rows by joints, rad or m; two rows at least
  std::vector<double> t;            ///< s, increasing from 0; empty: open
};

/// Reads them from a CSV file, or standard input for `-`: a column `q_<joint>` or `<joint>` for every moving
/// joint of the robot, or, without one, for whatever joints they name, and `t` or `time` if there is one.
/// With `degrees` q is in degrees for joints that turn; without a robot all do. Columns that are not used,
/// such as dq, are named to `note`. Throws Error with file, line and column.
Waypoints read_waypoints(const std::string& path, const Robot* robot, bool degrees, const Warn& note);

}  // namespace invdyn
