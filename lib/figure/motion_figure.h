#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../base/error.h"
#include "../csv/csv_table.h"
#include "../robot/robot.h"
#include "../trajectory/time_grid.h"
#include "figure.h"

namespace invdyn {

/// How panels are made of columns.
enum class Split {
  by_quantity,  ///< a panel for each quantity, a curve for each joint
  by_joint,     ///< a panel for each quantity of each joint, a curve for each file
  automatic     ///< by quantity, where that is not too many curves to tell apart
};

enum class AngleUnit { radians, degrees };

struct MotionFigureSettings {
  /// Names the joints, and which of them are revolute.
  const Robot* robot = nullptr;
  /// Without a robot: every joint is revolute.
  bool all_revolute = false;
  /// The unit of angles of revolute joints, and of their rates, in the tables.
  AngleUnit angles = AngleUnit::radians;
  /// The unit in which angles of known revolute joints are drawn; none: degrees.
  std::optional<AngleUnit> drawn_angles = {};
  Split split = Split::automatic;
  /// Torque over velocity in the place of quantities over time.
  bool phase = false;
  /// Time from row to row, in the place of a time column's differences. None of both: rows are numbered.
  std::optional<TimeGrid> grid = {};
  /// The window of time, as the files have it (or of row numbers), to draw, ends included.
  std::optional<double> from = {}, to = {};
  std::string title = {};
};

/// The figure of one or several tables whose columns are named as the program names them: q_<joint>,
/// dq_<joint>, ddq_<joint>, tau_<joint>, desired_<joint>, error_<joint>, in SI units except angles. A bare
/// `<joint>` is a position, if the robot has that joint, another column names it, or no column has a prefix.
/// Any other column has a panel of its own, under its name. Times far from zero for their span are drawn from
/// the first row on. `note` is told what is not drawn, or cannot be drawn as one would wish, and why. Throws
/// Error where nothing is left to draw, a value is too large, or files with and without time do not go
/// together; UsageError where angles cannot be turned into radians, as it is not known which joints turn.
Figure motion_figure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                     const Warn& note);

}  // namespace invdyn
