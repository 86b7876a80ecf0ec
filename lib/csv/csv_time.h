#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "csv_rows.h"

namespace invdyn {

/// Whether a column of this name holds the time, s: `t` or `time`.
bool names_time(std::string_view column);

/// Of a time that is not later than that of the row before, which stands at this place, such as `line 12`;
/// and the field as it stands there.
std::string time_order_text(const std::string& column, std::string_view text, double before,
                            const std::string& place_before);

/// What every time column must be: increasing.
class CsvTime {
 public:
  /// Of the row read last: its time, and the field as it stands there. Throws Error with file and line where
  /// it is not later than that of the row before.
  void check(const CsvRows& rows, const std::string& column, double t, std::string_view text);

 private:
  std::optional<double> last_;
  std::size_t last_line_ = 0;
};

}  // namespace invdyn
