#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../error.h"
#include "../robot/robot.h"
#include "../trajectory/csv_table.h"
#include "../trajectory/time_grid.h"
#include "figure.h"

namespace invdyn {

/// How panels are made of columns.
enum class Split {
  by_quantity,  ///< a panel for each quantity, a curve for each joint
  by_joint,     ///< a panel for each quantity of each joint, a curve for each file
  automatic     ///< by quantity, where that is not too many curves to tell apart
};

struct MotionFigureSettings {
  const Robot* robot = nullptr;  ///< tells which joints turn, and what is a joint
  bool all_turn = false;         ///< without a robot: every joint turns
  bool degrees = true;           ///< angles of joints known to turn are drawn in degrees
  Split split = Split::automatic;
  bool phase = false;  ///< torque over velocity in the place of quantities over time
  std::optional<TimeGrid> grid =
      {};  ///< time of the rows of files without a time column; none: their numbers
  std::optional<double> from = {},
                        to = {};  ///< the window of time (or of row numbers) to draw, ends included
  std::string title = {};
};

/// The figure of one or several tables in SI units whose columns are named as the program names them:
/// q_<joint>, dq_<joint>, ddq_<joint>, tau_<joint>, desired_<joint>, error_<joint>. A bare `<joint>` is a
/// position, if the robot has that joint, another column names it, or no column has a prefix. Any other
/// column has a panel of its own, under its name. `note` is told what is not drawn, or cannot be drawn as one
/// would wish, and why. Throws Error where nothing is left to draw, or files with and without time do not go
/// together.
Figure motion_figure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                     const Warn& note);

}  // namespace invdyn
