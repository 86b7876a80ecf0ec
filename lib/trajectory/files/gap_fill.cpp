#include "gap_fill.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/row_place.h"
#include "../../ground/text/number.h"
#include "../pose/orientations.h"

namespace invdyn {
namespace {

// An angle that is wrapped within a gap has no straight line.
constexpr double unbridged_jump = 1.5 * std::numbers::pi;

bool is_of_quaternion(const CsvColumns::Column& column) {
  return column.base && *column.base >= base_quaternion.first &&
         *column.base < base_quaternion.first + base_quaternion.count;
}

bool is_resolved(const FilteredLine& line) {
  return !line.row || line.left_out ||
         std::none_of(line.row->values.begin(), line.row->values.end(),
                      [](double x) { return std::isnan(x); });
}

}  // namespace

GapFill::GapFill(std::string file, PlaceBy places, const CsvColumns& columns, const MissingValues& missing)
    : file_(std::move(file)),
      places_(places),
      columns_(columns),
      missing_(missing),
      known_(columns.all().size()),
      waits_since_(columns.all().size()),
      filled_(places) {
  for (std::size_t i = 0; i < columns.all().size(); ++i)
    if (columns.all()[i].used && is_of_quaternion(columns.all()[i])) quaternion_.push_back(i);
}

// The cosine of half the angle from the last known orientation to this one, below 0 if the signs differ; 1
// where a component is not known.
double GapFill::agreement(const FilteredRow& row) const {
  if (quaternion_.empty()) return 1;
  double product = 0, square = 0, last_square = 0;
  for (const std::size_t i : quaternion_) {
    if (!known_[i] || row.lacks(i)) return 1;
    product += known_[i]->value * row.values[i];
    square += row.values[i] * row.values[i];
    last_square += known_[i]->value * known_[i]->value;
  }
  return product / std::sqrt(square * last_square);
}

void GapFill::make_unit(FilteredRow& row) const {
  double square = 0;
  for (const std::size_t i : quaternion_) square += row.values[i] * row.values[i];
  if (!(square > 0)) return;
  for (const std::size_t i : quaternion_) {
    row.values[i] /= std::sqrt(square);
    row.fields[i] = shortest(row.values[i]);
  }
}

void GapFill::take(FilteredLine line, const TakeLine& next) {
  if (line.row && !line.left_out) take_values(line);
  const std::size_t place = line.row ? line.row->line : 0;
  queue_.push_back(std::move(line));
  pass_on(next);
  constexpr std::size_t max_waiting_numbers = std::size_t{1} << 20;
  if (queue_.size() * (columns_.all().size() + 1) > max_waiting_numbers)
    throw Error(
        place > 0 ? place_in(file_, places_, place) : file_,
        "has too many consecutive rows with missing values: expected a smaller value of SECONDS in `missing` "
        "interpolate:SECONDS, or `missing` skip");
}

void GapFill::take_values(FilteredLine& line) {
  FilteredRow& row = *line.row;
  constexpr double rounding = 1 + 1e-9;
  const double cosine = agreement(row);
  const bool turns_too_far = std::abs(cosine) < std::cos(most_between_rows / 2);
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    if (!columns_.all()[i].used || columns_.all()[i].is_time) continue;
    if (!row.lacks(i)) {
      const bool is_turn = is_of_quaternion(columns_.all()[i]);
      if (waits_since_[i] && is_turn && turns_too_far) leave_out(i);
      if (waits_since_[i]) settle(i, *row.t, is_turn && cosine < 0 ? -row.values[i] : row.values[i]);
      known_[i] = {*row.t, row.values[i]};
      continue;
    }
    const bool waits = missing_.policy == MissingValues::Policy::interpolate && known_[i] &&
                       *row.t - known_[i]->t <= missing_.longest * rounding;
    if (!waits) leave_out(i);
    line.left_out |= !waits;
    if (waits && !waits_since_[i]) waits_since_[i] = passed_ + queue_.size();
  }
}

bool GapFill::is_bridged(std::size_t column, double t, double value) const {
  constexpr double rounding = 1 + 1e-9;
  const CsvColumns::Column& it = columns_.all()[column];
  return t - known_[column]->t <= missing_.longest * rounding &&
         !(it.is_angle && std::abs((value - known_[column]->value) * it.si_per_unit) >= unbridged_jump);
}

std::size_t GapFill::first_waiting(std::size_t column) const {
  return *waits_since_[column] > passed_ ? *waits_since_[column] - passed_ : 0;
}

// The next value of this column is known.
void GapFill::settle(std::size_t column, double t, double value) {
  if (!is_bridged(column, t, value)) return leave_out(column);
  const auto [t0, value0] = *known_[column];
  for (std::size_t i = first_waiting(column); i < queue_.size(); ++i) {
    FilteredLine& line = queue_[i];
    if (!line.row || line.left_out || !line.row->lacks(column)) continue;
    const double filled = value0 + (value - value0) * ((*line.row->t - t0) / (t - t0));
    line.row->values[column] = filled;
    line.row->fields[column] = shortest(filled);
    line.filled = true;
  }
  waits_since_[column].reset();
}

void GapFill::leave_out(std::size_t column) {
  if (!waits_since_[column]) return;
  for (std::size_t i = first_waiting(column); i < queue_.size(); ++i)
    if (queue_[i].row && !queue_[i].left_out && queue_[i].row->lacks(column)) queue_[i].left_out = true;
  waits_since_[column].reset();
}

void GapFill::pass_on(const TakeLine& next) {
  while (!queue_.empty() && is_resolved(queue_.front())) {
    FilteredLine line = std::move(queue_.front());
    queue_.pop_front();
    ++passed_;
    if (line.filled && !line.left_out && !quaternion_.empty()) make_unit(*line.row);
    if (line.filled && !line.left_out) filled_.add(std::to_string(line.row->line));
    next(std::move(line));
  }
}

void GapFill::end(const TakeLine& next) {
  for (std::size_t i = 0; i < waits_since_.size(); ++i) leave_out(i);
  pass_on(next);
}

}  // namespace invdyn
