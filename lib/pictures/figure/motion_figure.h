#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../../answers/sizing/motor_table.h"
#include "../../ground/base/error.h"
#include "../../ground/csv/csv_table.h"
#include "../../robot/model/robot.h"
#include "figure.h"

namespace invdyn {

/// How panels are made of columns.
enum class Split {
  by_quantity,  ///< a panel for each quantity, a curve for each joint; terms too have panels of their own
  by_joint,     ///< a panel for each quantity of each joint, a curve for each file
  automatic     ///< by quantity, if a panel has few enough curves to distinguish
};

enum class AngleUnit { radians, degrees };

struct MotionFigureSettings {
  /// Names the joints, which of them are revolute, and their limits.
  const Robot* robot = nullptr;
  /// The motors of the robot's joints: their limits are drawn too.
  const Motors* motors = nullptr;
  /// Without a robot: every joint is revolute.
  bool all_revolute = false;
  /// The unit of angles of revolute joints, and of their rates, in the tables.
  AngleUnit angles = AngleUnit::radians;
  /// The unit in which angles of known revolute joints are drawn; none: degrees.
  std::optional<AngleUnit> drawn_angles = {};
  Split split = Split::automatic;
  /// The terms of a torque are areas that add up to it.
  bool stacked = false;
  /// Columns that are drawn even if they are zero everywhere.
  std::set<std::string> asked = {};
  /// Torque over velocity instead of quantities over time.
  bool phase = false;
  /// The drawn range of time in the files (or of row numbers), including its ends.
  std::optional<double> from = {}, to = {};
  /// The drawn range of values of all panels.
  std::optional<double> lowest = {}, highest = {};
  std::string title = {};
  /// The tables are not over time, but over another quantity in its place, with this label.
  std::string x_label = {};
};

/// The figure of one or several tables. The program's names of columns are known, see column_quantities(), in
/// SI units except angles. A bare `<joint>` is a position if the robot has that joint, another column names
/// it, or no column has a prefix. Any other column has a separate panel with its name.
///
/// - A panel shows a quantity of all joints. Several terms of a torque, or components of a reaction, are in a
///   panel for each joint. Joints are in the order of the robot, else of the columns.
/// - The colour is the joint, the dash pattern the file. In a panel of terms or components, the colour is the
///   term; tau is black.
/// - Columns that are zero or rounding everywhere are left out.
/// - Limits of joints and motors are drawn unless the axis would be several times longer with them. Beyond a
///   limit, a panel of one joint is shaded.
///
/// Times far from zero, compared with their span, are drawn relative to the first row. `note` receives the
/// reason if a column or a limit is not drawn, or is drawn in another way. Throws Error if nothing is left to
/// draw, a value is too large, or only some files have a time. Throws UsageError if angles cannot be
/// converted to radians, because it is unknown which joints are revolute.
Figure motion_figure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                     const Warn& note);

}  // namespace invdyn
