#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "csv_rows.h"

namespace invdyn {

/// Whether a column of this name holds the time, s: `t` or `time`.
bool names_time(std::string_view column);

/// Error text for a time that is not later than the time of the previous row. `text`: the field in the file.
/// `before`: the previous row's. `place_before`: the previous row's place, such as `line 12`.
std::string time_order_text(const std::string& column, std::string_view text, const std::string& before,
                            const std::string& place_before);

/// Checks that a time column increases.
class CsvTime {
 public:
  /// For the row read last: its time, and the field as text. Throws Error with file and line if the time is
  /// not later than the previous row's.
  void check(const CsvRows& rows, const std::string& column, double t, std::string_view text);

 private:
  std::optional<double> last_;
  std::size_t last_line_ = 0;
};

}  // namespace invdyn
