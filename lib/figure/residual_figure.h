#pragma once

#include <string>
#include <vector>

#include "../csv/csv_table.h"
#include "../robot/robot.h"
#include "figure.h"

namespace invdyn {

/// Measured and computed torque of each joint over time, and a panel of their difference below. The tables
/// have the columns `tau_`, `measured_` and `residual_` of each moving joint; each file has its own dash
/// pattern. Throws Error as expect_drawable() does.
Figure residual_figure(const std::vector<CsvTable>& tables, const Robot& robot, const std::string& title);

}  // namespace invdyn
