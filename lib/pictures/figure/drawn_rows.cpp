#include "drawn_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "thinning.h"

namespace invdyn {
namespace {

// Of the width of a figure, to keep up to six rows of each column of the table.
constexpr std::size_t max_parts = 4000;

}  // namespace

void thin_rows(CsvTable& table, std::size_t max_rows) {
  std::vector<std::size_t> kept;
  const std::size_t parts = max_rows / (12 * std::max<std::size_t>(1, table.columns.size()));
  Curve curve;
  curve.x = *table.time;
  for (const CsvTable::Column& column : table.columns) {
    curve.y = column.values;
    const auto rows = thinned_rows(curve, std::clamp<std::size_t>(parts, 1, max_parts));
    kept.insert(kept.end(), rows.begin(), rows.end());
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  const auto keep = [&](std::vector<double>& values) {
    for (std::size_t i = 0; i < kept.size(); ++i) values[i] = values[kept[i]];
    values.resize(kept.size());
  };
  keep(*table.time);
  for (CsvTable::Column& column : table.columns) keep(column.values);
  table.rows = kept.size();
}

DrawnRows::DrawnRows(std::string file, OutputColumns columns, double average, std::size_t max_numbers)
    : columns_(std::move(columns)), average_(average) {
  table_.file = std::move(file);
  table_.time.emplace();
  const std::vector<std::string>& names = columns_.names();
  for (std::size_t i = 1; i < names.size(); ++i) table_.columns.push_back({names[i], {}});
  max_rows_ = max_numbers / names.size();
}

void DrawnRows::take(const Block& block) {
  const std::vector<const double*> columns = columns_.in(block);
  row_.resize(columns.size());
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) row_[i] = columns[i][row];
    average_ > 0 ? add_to_mean(row_) : keep(row_);
  }
}

void DrawnRows::number_rows() {
  table_.is_numbered = true;
  for (double& t : *table_.time) t += 1;
}

void DrawnRows::keep(const std::vector<double>& row) {
  if (table_.rows == max_rows_) thin_rows(table_, max_rows_);
  table_.time->push_back(row[0]);
  for (std::size_t i = 1; i < row.size(); ++i) table_.columns[i - 1].values.push_back(row[i]);
  ++table_.rows;
}

void DrawnRows::add_to_mean(const std::vector<double>& row) {
  if (sum_.empty()) {
    sum_.assign(row.size(), 0);
    t0_ = row[0];
  }
  constexpr double rounding = 1e-6;  // of a mean's time: times in files are rounded
  const double window = std::floor((row[0] - t0_) / average_ + rounding);
  if (window != window_) {
    for (double& value : sum_) value /= static_cast<double>(summed_);
    keep(sum_);
    sum_.assign(row.size(), 0);
    summed_ = 0;
    window_ = window;
  }
  for (std::size_t i = 0; i < row.size(); ++i) sum_[i] += row[i];
  ++summed_;
}

}  // namespace invdyn
