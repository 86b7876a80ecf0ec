#pragma once

#include <string>
#include <vector>

#include "../../ground/csv/csv_table.h"

namespace invdyn {

/// Whether a table with these columns is a sweep of `size`: margins of joints under several conditions, such
/// as payloads.
bool is_sweep(const std::vector<std::string>& columns);
/// Whether a sweep's column is drawn: a condition, or the margin of a joint.
bool is_sweep_condition(const std::string& column);
bool is_sweep_margin(const std::string& column);

/// The curves of a sweep: margins over the first condition that varies, which is in place of the time, with a
/// table for each value of the others. The names of tables are these values, such as `speed 0.5`.
/// sweep_curves() throws Error if a condition is not given, or if a figure cannot show so many curves.
struct SweepCurves {
  std::string x_label;
  std::vector<CsvTable> tables;
};
SweepCurves sweep_curves(const CsvTable& sweep);

}  // namespace invdyn
