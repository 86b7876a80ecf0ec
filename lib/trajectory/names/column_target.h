#pragma once

#include <optional>
#include <string>

#include "../../ground/text/time_stamp.h"
#include "column_names.h"

namespace invdyn {

/// Assigns a meaning to a column, as the user wrote it: `as` is a target (see below). In a file without a
/// header, `column` is the column's number, from 1. Two columns of a time: `sec+nanosec`.
struct ColumnMapping {
  std::string column, as;
};

/// What a column is mapped to: `NAME[:UNIT][:xSCALE][:+ZERO[UNIT]]`. A value in SI units is
/// scale * number * unit + zero.
struct ColumnTarget {
  ColumnNames::Meaning meaning;  ///< of NAME; `unit` is the one that is stated
  std::optional<TimeUnit> time_unit = {};
  double scale = 1;
  double zero = 0;  ///< rad or m
};

/// The name itself may have colons. None: it has no meaning. Throws UsageError for what follows it.
std::optional<ColumnTarget> column_target(const ColumnMapping& mapping, const ColumnNames& names,
                                          const Robot& robot, bool currents);

}  // namespace invdyn
