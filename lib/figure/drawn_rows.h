#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../csv/csv_table.h"
#include "../output/row_format.h"
#include "../trajectory/sink.h"

namespace invdyn {

/// Keeps the rows of a trajectory for a figure, in bounded memory: of many rows, those that a figure shows.
class DrawnRows : public Sink {
 public:
  /// `file`: the name of the trajectory, for messages and keys.
  DrawnRows(std::string file, OutputColumns columns);
  void take(const Block& block) override;
  const CsvTable& table() const { return table_; }

 private:
  void thin();

  OutputColumns columns_;
  CsvTable table_;
  std::size_t max_rows_;
};

}  // namespace invdyn
