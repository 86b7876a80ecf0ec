#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/first_places.h"
#include "csv_columns.h"
#include "filtered_line.h"
#include "missing_values.h"

namespace invdyn {

/// Fills missing values by straight lines in time, or marks their rows as left out. Of the quaternion of a
/// base they are lines between the nearer signs, made a unit quaternion. Lines keep their order;
/// a row waits until the next value of each column is known.
class GapFill {
 public:
  GapFill(std::string file, PlaceBy places, const CsvColumns& columns, const MissingValues& missing);

  /// Takes the next line, and passes lines that are ready to `next`. Throws Error if too many lines wait.
  void take(FilteredLine line, const TakeLine& next);
  void end(const TakeLine& next);

  const FirstPlaces& filled() const { return filled_; }  ///< the lines of filled rows

 private:
  struct Known {
    double t, value;
  };
  void take_values(FilteredLine& line);
  void settle(std::size_t column, double t, double value);
  double agreement(const FilteredRow& row) const;
  void make_unit(FilteredRow& row) const;
  void leave_out(std::size_t column);
  bool is_bridged(std::size_t column, double t, double value) const;
  // The place in the queue from which on rows may lack the column's value.
  std::size_t first_waiting(std::size_t column) const;
  void pass_on(const TakeLine& next);

  std::string file_;
  PlaceBy places_;
  const CsvColumns& columns_;
  MissingValues missing_;
  std::deque<FilteredLine> queue_;
  std::vector<std::size_t> quaternion_;      // its columns
  std::vector<std::optional<Known>> known_;  // the last value of each column
  // The first line since the column's value is missing, counted from the first line; none: it is known.
  std::vector<std::optional<std::size_t>> waits_since_;
  std::size_t passed_ = 0;  // lines
  FirstPlaces filled_;
};

}  // namespace invdyn
