#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "../../ground/csv/csv_table.h"
#include "../../torques/rows/row_format.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Leaves out rows of a table over time that a figure does not show, so that at most half of `max_rows` stay.
/// The extremes of each column stay.
void thin_rows(CsvTable& table, std::size_t max_rows);

/// Keeps the rows of a trajectory for a figure, in bounded memory: of many rows, those that a figure shows.
class DrawnRows : public Sink {
 public:
  static constexpr std::size_t usual_max_numbers = 4'000'000;

  /// `file`: the name of the trajectory, for messages and keys. `average`: draw means over this time, s; the
  /// last of them, which may be incomplete, is left out. 0: the rows. Keeps at most `max_numbers`.
  DrawnRows(std::string file, OutputColumns columns, double average = 0,
            std::size_t max_numbers = usual_max_numbers);
  void take(const Block& block) override;
  /// After the last row: t counts rows from 0, and is no time.
  void number_rows();
  const CsvTable& table() const { return table_; }
  CsvTable take_table() { return std::move(table_); }

 private:
  void keep(const std::vector<double>& row);
  void add_to_mean(const std::vector<double>& row);

  OutputColumns columns_;
  double average_;
  std::vector<double> row_, sum_;  // a row; the sum of the rows of this mean
  std::size_t summed_ = 0;
  double t0_ = 0, window_ = 0;  // the first time; the number of this mean
  CsvTable table_;
  std::size_t max_rows_;
};

}  // namespace invdyn
