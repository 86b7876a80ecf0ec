#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../robot/robot.h"
#include "speed_torque_curve.h"

namespace invdyn {

/// A motor's data sheet, all values at its shaft. Absent: not given.
struct Motor {
  std::optional<double> continuous_torque;           ///< N m, > 0: maximum RMS torque, without a time limit
  std::optional<SpeedTorqueCurve> continuous_curve;  ///< the same by speed, in its place
  std::optional<double> peak_torque;                 ///< N m, > 0: maximum torque for a moment
  std::optional<SpeedTorqueCurve> curve;             ///< the same by speed, in addition
  std::optional<double> max_speed;                   ///< rad/s, > 0
  std::optional<double> gear_ratio;     ///< in place of the robot's: motor speed over joint speed, not 0
  std::optional<double> rotor_inertia;  ///< in place of the robot's, kg m^2, >= 0
  std::optional<double> efficiency;     ///< in place of the robot's, of the gearbox, above 0, at most 1

  /// The slower of max_speed and the end of the curve; none: neither is given.
  std::optional<double> top_speed() const;
};

/// For each joint that moves its motor, in the order of robot.moving_joints(). None: the file has none for
/// it.
using Motors = std::vector<std::optional<Motor>>;

/// Reads a CSV file with a row for each motor. Columns, by name and in any order: `joint`,
/// `continuous_torque`, `peak_torque`, which must be there, and `continuous_curve`, `curve`, `max_speed`,
/// `gear_ratio`, `rotor_inertia`, `efficiency`. An empty field is a value not given. A curve is written as
/// points `speed:torque` with blanks between them. Speeds are in rad/s; in columns named `max_speed_rpm`,
/// `curve_rpm`, `continuous_curve_rpm` they are in rpm. Throws Error with file and line.
/// Notes each row of a joint that is fixed or follows another: it is not used.
Motors read_motors(const std::string& path, const Robot& robot, const Warn& note);

/// The robot with the gear ratios, rotor inertias and efficiencies of its motors, where they give them.
Robot with_motors(const Robot& robot, const Motors& motors);

}  // namespace invdyn
