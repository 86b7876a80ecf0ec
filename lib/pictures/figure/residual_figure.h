#pragma once

#include <string>
#include <vector>

#include "../../dynamics/core/derived_columns.h"
#include "../../ground/csv/csv_table.h"
#include "../../robot/model/robot.h"
#include "../../torques/rows/row_format.h"
#include "figure.h"

namespace invdyn {

/// What the figures need besides q, dq and tau.
inline const std::vector<Derived> drawn_terms{Derived::measured, Derived::residual, Derived::viscous,
                                              Derived::coulomb, Derived::offset};
/// The columns that the figures need. `derived` must give `drawn_terms`.
OutputColumns residual_columns(const Robot& robot, const DerivedColumns& derived);

/// The torques of one model along some logs, as tables with residual_columns().
struct ModelRows {
  std::string name;  ///< for the key: `computed`
  std::vector<CsvTable> logs;
};

/// Measured torque of each joint over time, pale, beside those of each model, and a panel of the differences
/// below. The models have the same logs; each log has its own dash pattern. Curves are thinned to the
/// resolution of this number of points across. Throws Error as expect_drawable() does.
Figure residual_figure(const std::vector<ModelRows>& models, const Robot& robot, const std::string& title,
                       std::size_t points_across = 4000);

/// The friction of each joint over its velocity: a model's, whose robot this is, thin, over what the measured
/// torque leaves for it when all else is taken from the model, thick and pale.
Figure friction_figure(const ModelRows& model, const Robot& robot);

}  // namespace invdyn
