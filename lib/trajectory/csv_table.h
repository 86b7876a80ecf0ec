#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// Columns of numbers, by whatever names they bear.
struct CsvTable {
  struct Column {
    std::string name;
    std::vector<double> values;
  };

  std::string file;  ///< for messages
  std::size_t rows = 0;
  std::optional<std::vector<double>>
      time;                              ///< the column `t` or `time`, s, increasing; none: the file has none
  std::vector<Column> columns;           ///< the wanted ones beside time
  std::vector<std::string> passed_over;  ///< names of those not wanted
};

/// Reads a CSV file, or standard input for `-`: time, and the columns whose names are wanted. Throws Error
/// with file, line and column where one of these is no finite number in a row, or stands twice, or the time
/// does not increase.
CsvTable read_csv_table(const std::string& path, const std::function<bool(const std::string&)>& wanted);

}  // namespace invdyn
