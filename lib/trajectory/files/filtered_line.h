#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// A row on its way through a filter.
struct FilteredRow {
  std::size_t line = 0;             // in the file
  std::optional<double> t;          // s; none: the time is missing
  std::string stamp;                // the text of the time in the file
  std::vector<std::string> fields;  // of all columns; of unused ones `0`
  std::vector<double> values;       // of all columns; NaN: missing; of the time and of unused ones 0

  bool lacks(std::size_t column) const { return std::isnan(values[column]); }
};

/// A line on its way through a filter.
struct FilteredLine {
  std::string text;  // of a line without a row
  std::optional<FilteredRow> row;
  bool left_out = false;   // the row
  bool filled = false;     // a value of the row was missing
  bool after_gap = false;  // the row is the first one after a gap
};

/// Stands for a line that is left out, so that the later ones keep their numbers.
inline FilteredLine comment_line() {
  return {.text = "#", .row = std::nullopt};
}

using TakeLine = std::function<void(FilteredLine&& line)>;

}  // namespace invdyn
