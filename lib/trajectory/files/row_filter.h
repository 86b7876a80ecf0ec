#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/base/first_places.h"
#include "csv_head.h"
#include "filtered_line.h"
#include "gap_fill.h"
#include "stretches.h"
#include "text_feed.h"

namespace invdyn {

/// Rewrites the rows of a file as plain rows of numbers, which the fast reader takes: time stamps become
/// seconds since the first one, decimal commas points, unused fields 0; rows with missing values are filled
/// or left out. Each row begins with a mark; the text of its stamp may follow. Each line stays a line.
class RowFilter : public LineFilter {
 public:
  static constexpr char mark = '\x1e', mark_after_gap = '\x1d', stamp_end = '\x1f';

  /// `places`: how messages state the places of rows. `head` must outlive the filter.
  RowFilter(std::string file, PlaceBy places, const CsvHead& head, const CsvSettings& settings);
  /// Whether these rows need a filter.
  static bool is_needed(const CsvColumns& columns, const CsvSettings& settings);

  /// Call it before the first line, which has this number. `min_rows`: of a stretch between gaps.
  void begin(std::size_t first_line, std::size_t min_rows);
  void take(std::string_view text, std::string& out) override;
  void end(std::string& out) override;

  /// What was filled and left out. Call it after the end.
  std::vector<std::string> warnings() const;

 private:
  using Fields = std::vector<std::string_view>;
  // The time of a row.
  struct Time {
    std::int64_t ns = 0;  // of a stamp
    double t = 0;         // s, as the rows that follow have it
    std::string number;   // t as text
    std::string stamp;    // the text in the file
    std::size_t line = 0;
  };

  [[noreturn]] void fail(const std::string& what) const;
  void take_line(std::string_view line, std::string& out);
  bool is_no_row(const Fields& fields) const;
  FilteredLine row_of(const Fields& fields);
  std::string number_in(std::string_view field, const CsvColumns::Column& column) const;
  double value_of(const std::string& field, const CsvColumns::Column& column) const;
  bool is_repeated(const Time& time, const std::vector<double>& values);
  std::optional<Time> time_of(const Fields& fields);
  void take_stamp(const std::string& field, const Fields& fields, Time& time);
  std::int64_t nanoseconds_of(const Fields& fields) const;
  void expect_later(const Time& time) const;
  void pass(FilteredLine&& line, std::string& out);
  void write(const FilteredLine& line, std::string& out) const;
  void write_field(const std::string& field, std::string& out) const;

  std::string file_;
  PlaceBy places_;
  const CsvColumns& columns_;
  Separator separator_;
  bool has_header_;
  CsvSettings settings_;
  std::size_t line_ = 1;   // the number of the next line
  std::size_t row_ = 0;    // the number of the next row
  std::string open_line_;  // a line whose end has not come yet
  bool is_torn_ = false;   // the file has ended within it
  bool left_out_torn_ = false;
  std::optional<std::int64_t> first_ns_;
  std::optional<bool> has_offset_;  // of the first time by ISO 8601
  std::optional<Time> last_;        // the last row that has a time
  std::vector<double> last_values_;
  std::optional<GapFill> fill_;  // none: missing values are errors
  std::optional<Stretches> stretches_;
  FirstPlaces repeated_;  // the lines of rows that repeat the one before
};

}  // namespace invdyn
