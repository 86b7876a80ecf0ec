#pragma once

#include <string>
#include <vector>

#include "../../dynamics/core/derived_columns.h"
#include "../../ground/csv/csv_table.h"
#include "../../robot/model/robot.h"
#include "../../torques/rows/row_format.h"
#include "figure.h"

namespace invdyn {

/// The columns that the figure needs: computed, measured and residual torques. `derived` must give the last
/// two.
OutputColumns residual_columns(const Robot& robot, const DerivedColumns& derived);

/// The torques of one model along some logs, as tables with residual_columns().
struct ModelRows {
  std::string name;  ///< for the key: `computed`
  std::vector<CsvTable> logs;
};

/// Measured torque of each joint over time beside those of each model, and a panel of the differences below.
/// The models have the same logs; each log has its own dash pattern. Curves are thinned to the resolution of
/// this number of points across. Throws Error as expect_drawable() does.
Figure residual_figure(const std::vector<ModelRows>& models, const Robot& robot, const std::string& title,
                       std::size_t points_across = 4000);

}  // namespace invdyn
