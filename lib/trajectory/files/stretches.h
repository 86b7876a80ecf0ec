#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/first_places.h"
#include "csv_columns.h"
#include "filtered_line.h"
#include "missing_values.h"

namespace invdyn {

/// Finds the gaps between rows, and marks the first row after each. A stretch between gaps that is too short
/// for differences is left out.
class Stretches {
 public:
  /// `min_rows`: of a stretch.
  Stretches(std::string file, PlaceBy places, const CsvColumns& columns, const CsvSettings& settings,
            std::size_t min_rows);

  void take(FilteredLine line, const TakeLine& next);
  /// Throws Error if no stretch was long enough.
  void end(const TakeLine& next);

  /// The gaps, at most five of them by their places, and the rows left out.
  std::string warning() const;

 private:
  struct End {
    std::size_t line;
    double t;
  };
  void take_row(FilteredLine& line, const TakeLine& next);
  void end_stretch(const TakeLine& next);
  bool is_gap(const FilteredRow& row) const;
  double usual_step() const;
  void leave_out(const FilteredRow& row);
  void drop_stretch();
  void pass_on(const TakeLine& next);

  std::string file_;
  PlaceBy places_;
  MissingValues missing_;
  bool has_time_, has_grid_;
  std::size_t min_rows_;
  std::vector<FilteredLine> waiting_;  // the lines of a stretch that is still too short
  std::size_t rows_in_stretch_ = 0;
  std::optional<End> last_;                         // the last row that was not left out
  std::optional<End> last_passed_;                  // the last row passed on
  bool lacks_values_ = false, lacks_time_ = false;  // rows left out after the last one
  std::vector<double> steps_;                       // the last ones, in a ring
  std::size_t next_step_ = 0;
  std::size_t left_out_ = 0, too_short_ = 0;  // rows
  double longest_gap_ = 0;                    // s
  FirstPlaces gaps_;
};

}  // namespace invdyn
