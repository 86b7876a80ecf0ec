#include "stretches.h"

#include <algorithm>

#include "../../ground/base/error.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/wording.h"

namespace invdyn {

Stretches::Stretches(std::string file, PlaceBy places, const CsvColumns& columns, const CsvSettings& settings,
                     std::size_t min_rows)
    : file_(std::move(file)),
      places_(places),
      missing_(settings.missing),
      has_time_(columns.has_time()),
      has_grid_(settings.grid.has_value()),
      min_rows_(min_rows),
      gaps_(places) {}

void Stretches::take(FilteredLine line, const TakeLine& next) {
  if (line.row && line.left_out) {
    leave_out(*line.row);
    line = comment_line();
    if (lacks_values_) end_stretch(next);
  } else if (line.row) {
    take_row(line, next);
  }
  waiting_.push_back(std::move(line));
  if (rows_in_stretch_ == 0 || rows_in_stretch_ >= min_rows_) pass_on(next);
  constexpr std::size_t max_waiting = std::size_t{1} << 18;
  if (waiting_.size() > max_waiting)
    throw Error(
        last_ ? place_in(file_, places_, last_->line) : file_,
        "is followed by too many comments, or too many rows with the same time: delete comments, or rows "
        "with repeated times");
}

void Stretches::take_row(FilteredLine& line, const TakeLine& next) {
  const FilteredRow& row = *line.row;
  if (last_ && is_gap(row)) {
    end_stretch(next);
    rows_in_stretch_ = 0;
    line.after_gap = true;
    longest_gap_ = std::max(longest_gap_, *row.t - last_->t);
  } else if (last_) {
    constexpr std::size_t max_steps = 31;
    if (steps_.size() < max_steps) steps_.emplace_back();
    steps_[next_step_++ % max_steps] = *row.t - last_->t;
  }
  last_ = {row.line, *row.t};
  lacks_values_ = lacks_time_ = false;
  ++rows_in_stretch_;
}

// A gap follows.
void Stretches::end_stretch(const TakeLine& next) {
  if (rows_in_stretch_ >= min_rows_) return;
  drop_stretch();
  rows_in_stretch_ = 0;
  pass_on(next);
}

// The median of the last steps, s.
double Stretches::usual_step() const {
  std::vector<double> steps = steps_;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

bool Stretches::is_gap(const FilteredRow& row) const {
  if (lacks_values_) return true;
  const bool skips = missing_.policy == MissingValues::Policy::skip;
  if (lacks_time_ && (skips || has_grid_)) return true;
  if (has_grid_) return false;  // its steps replace those of the times
  const double step = *row.t - last_->t;
  constexpr double rounding = 1 + 1e-9;
  if (!skips && step <= missing_.longest * rounding) return false;
  if (lacks_time_) return true;
  // Rows that are not in the file.
  constexpr std::size_t enough_steps = 3;
  const double many = skips ? 3 : 1.5;
  return steps_.size() >= enough_steps && step > many * usual_step();
}

void Stretches::leave_out(const FilteredRow& row) {
  if (!has_time_)
    throw Error(
        place_in(file_, places_, row.line),
        "a value is missing. Its row cannot be left out, because `dt` or `rate` computes the times from the "
        "row numbers: expected a time column, or `missing` interpolate" +
            (missing_.policy == MissingValues::Policy::skip
                 ? std::string()
                 : ":SECONDS, with SECONDS above " + six_digits(missing_.longest)));
  ++left_out_;
  (row.t ? lacks_values_ : lacks_time_) = true;
}

// The stretch that waits is too short.
void Stretches::drop_stretch() {
  for (FilteredLine& line : waiting_) {
    if (!line.row) continue;
    line = comment_line();
    ++too_short_;
  }
}

void Stretches::pass_on(const TakeLine& next) {
  for (FilteredLine& line : waiting_) {
    if (line.row) {
      const FilteredRow& row = *line.row;
      if (line.after_gap && last_passed_)
        gaps_.add(std::to_string(last_passed_->line) + " to " + std::to_string(row.line) + " (" +
                  six_digits(*row.t - last_passed_->t) + " s)");
      last_passed_ = {row.line, *row.t};
    }
    next(std::move(line));
  }
  waiting_.clear();
}

void Stretches::end(const TakeLine& next) {
  const bool is_short = rows_in_stretch_ < min_rows_;
  if (is_short && (last_passed_ || too_short_ > 0)) drop_stretch();
  if (is_short && too_short_ > 0 && !last_passed_)
    throw Error(file_, "has too many gaps, because finite differences need " + counted(min_rows_, "row") +
                           " without a gap between them. Expected fewer gaps" +
                           (longest_gap_ > 0 ? ", or " + filling(longest_gap_) + ", which fills gaps" : ""));
  pass_on(next);
}

std::string Stretches::warning() const {
  if (left_out_ + too_short_ + gaps_.count() == 0) return "";
  std::string text;
  if (left_out_ > 0) text += counted(left_out_, "row") + " with missing values left out";
  if (too_short_ > 0)
    text += (text.empty() ? "" : ", and ") + counted(too_short_, "row") +
            " between gaps left out, because finite differences need more rows without a gap";
  if (gaps_.count() > 0)
    text += (text.empty() ? "" : "; ") + counted(gaps_.count(), "gap") +
            " (finite differences do not cross a gap; a smoothing spline does): " + gaps_.text();
  return text;
}

}  // namespace invdyn
