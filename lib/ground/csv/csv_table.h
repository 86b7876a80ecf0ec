#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// Tables are kept in memory, so they are limited: 8 million numbers are 64 MB, or a history of 20 minutes
/// with six columns at 1 kHz.
inline constexpr std::size_t max_table_numbers = 8'000'000;
/// Maximum size of a file with rows over time, including comments and unwanted columns.
inline constexpr std::size_t max_history_bytes = 160 << 20;

/// Columns of numbers with any names.
struct CsvTable {
  struct Column {
    std::string name;
    std::vector<double> values;
    /// What the name stands for, such as `tau_elbow`; empty: the name itself.
    std::string meaning = {};
    std::optional<bool> turns = {};  ///< whether its unit is one of joints that turn; none: not stated

    const std::string& standard_name() const { return meaning.empty() ? name : meaning; }
  };

  std::string file;  ///< for messages
  std::size_t rows = 0;
  std::optional<std::vector<double>>
      time;                              ///< the column `t` or `time`, s, increasing; none: the file has none
  bool is_numbered = false;              ///< `time` has the numbers of the rows, from 1
  std::vector<Column> columns;           ///< the wanted columns, without time
  std::vector<std::string> passed_over;  ///< names of the unwanted columns
};

/// Reads a CSV file, or standard input for `-`: time, and the columns whose names are wanted. Throws Error
/// with file, line and column if a wanted value is not a finite number, a wanted column is there twice, or
/// the time does not increase. Also throws Error if the file has more than `max_bytes`, or more than
/// max_table_numbers wanted numbers. `header`: what a header may be, for the error without one.
CsvTable read_csv_table(const std::string& path, const std::function<bool(const std::string&)>& wanted,
                        std::size_t max_bytes = max_history_bytes, const std::string& header = "t,q_elbow");

}  // namespace invdyn
