#pragma once

#include <functional>
#include <vector>

#include "csv_columns.h"

namespace invdyn {

/// Which columns are read of a table: a file of numbers whose columns may have any names. Time, units and
/// mappings are found as in a trajectory; a column with a unit is taken for what the unit is of: `dq_elbow`
/// of `elbow_rpm`. Times are not needed.
struct TableSettings {
  /// Whether each of these columns is wanted; their names, meanings and which one is the time are known.
  std::function<std::vector<bool>(const std::vector<CsvColumns::Column>& columns)> wanted;
  /// Whether a table with these columns is over time; null: each is. Else no column is its time.
  std::function<bool(const std::vector<std::string>& names)> is_over_time = {};
  /// Leaves out wanted columns that begin with a text, or that have a repeated name, with a note. Otherwise
  /// they are errors.
  bool leaves_out = true;
  const Robot* robot = nullptr;  ///< its joints; null: not known
  /// Names may state units: their values are then made SI ones. Otherwise they stay as in the file.
  bool reads_units = true;
  /// Numbers have a decimal comma if those of the first rows do and no comma separates columns.
  bool finds_decimal_comma = false;
};

}  // namespace invdyn
