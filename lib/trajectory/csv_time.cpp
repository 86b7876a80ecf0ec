#include "csv_time.h"

#include "../number.h"
#include "../wording.h"

namespace invdyn {

bool names_time(std::string_view column) {
  return column == "t" || column == "time";
}

void CsvTime::check(const CsvRows& rows, const std::string& column, double t, std::string_view text) {
  if (last_ && !(t > *last_))
    rows.fail(column + " is " + quoted(text) + ", but " + shortest(*last_) + " in the row before (line " +
              std::to_string(last_line_) + "): expected times that increase");
  last_ = t;
  last_line_ = rows.line();
}

}  // namespace invdyn
