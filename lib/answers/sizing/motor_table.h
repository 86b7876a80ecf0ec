#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "../../robot/model/robot.h"
#include "speed_torque_curve.h"

namespace invdyn {

class MotorRow;
struct KnownMotorColumn;

/// The values of the data sheets of a motor and its gear, all at the motor's shaft unless stated. Empty: not
/// given.
struct Motor {
  std::string name;
  std::optional<double> continuous_torque;           ///< N m, > 0: maximum RMS torque, without a time limit
  std::optional<SpeedTorqueCurve> continuous_curve;  ///< the same by speed, instead
  std::optional<double> peak_torque;                 ///< N m, > 0: maximum torque for a short time
  std::optional<SpeedTorqueCurve> curve;             ///< the same by speed, in addition
  std::optional<double> max_speed;                   ///< rad/s, > 0
  std::optional<double> gear_ratio;           ///< replaces the robot's: motor speed over joint speed, not 0
  std::optional<double> rotor_inertia;        ///< replaces the robot's, without the gear, kg m^2, >= 0
  std::optional<double> efficiency;           ///< replaces the robot's, of the gearbox, above 0, at most 1
  std::optional<double> thermal_time;         ///< thermal time constant of the winding and housing, s, > 0
  std::optional<double> max_inertia_ratio;    ///< load over rotor, > 0
  std::optional<double> gear_inertia;         ///< kg m^2, >= 0
  std::optional<double> gear_max_speed;       ///< rad/s
  std::optional<double> gear_peak_torque;     ///< at the joint, N m or N
  std::optional<double> gear_average_torque;  ///< the same, for the mean that counts for its bearings

  /// The smaller of max_speed and the curve's last speed; none: neither is given.
  std::optional<double> top_speed() const;
};

/// The motor of each joint, in the order of robot.moving_joints(). None: the file has no motor for the joint.
using Motors = std::vector<std::optional<Motor>>;

/// Throws Error for drives that turn with several joints: motors are sized by speed and torque of one.
void expect_own_drives(const Robot& robot);

/// Reads a CSV file with a row for each motor. Columns have names and can be in any order. Required: `joint`,
/// `continuous_torque`, `peak_torque`. Optional: `continuous_curve`, `curve`, `max_speed`, `gear_ratio`,
/// `rotor_inertia`, `efficiency`, and those of drive_columns(). An empty field is a value that is not given.
/// A curve is a list of points `speed:torque` with blanks between them. Speeds are in rad/s; in columns named
/// `max_speed_rpm`, `curve_rpm`, `continuous_curve_rpm` they are in rpm. Throws Error with file and line.
/// Rows for joints that are fixed or follow another one are not used; `note` reports each of them, and gears
/// without an efficiency.
Motors read_motors(const std::string& path, const Robot& robot, const Warn& note);

/// What can hardly be meant of motors for this robot, which has their gear ratios: torques in mN m, inverted
/// ratios; none: nothing.
std::optional<std::string> motor_doubt(const Robot& robot, const Motors& motors);

/// A rotor inertia that the motor's torque can hardly turn; empty: none. `of`: `joint "elbow"`.
std::string rotor_doubt(const std::string& of, const Motor& motor);

/// The note on gears of these joints or motors: an efficiency that is not given is 1.
std::string no_efficiency_text(const std::vector<std::string>& names);

/// The columns of motors with gears that catalogues have too, and their values.
std::vector<KnownMotorColumn> drive_columns();
void read_drive(const MotorRow& row, Motor& motor);

/// A file of motors that read_motors() reads back. Only columns with values.
Table motors_file(const Robot& robot, const Motors& motors);

/// The robot with the gear ratios, rotor inertias and efficiencies that its motors give.
Robot with_motors(const Robot& robot, const Motors& motors);

}  // namespace invdyn
