#include "csv_time.h"

#include "../base/row_place.h"
#include "../base/wording.h"
#include "../text/number.h"

namespace invdyn {

bool names_time(std::string_view column) {
  return column == "t" || column == "time";
}

std::string time_order_text(const std::string& column, std::string_view text, const std::string& before,
                            const std::string& place_before) {
  return column + " is " + in_quotes(text) + ", but was " + before + " in the row before (" + place_before +
         "): expected times that increase";
}

void CsvTime::check(const CsvRows& rows, const std::string& column, double t, std::string_view text) {
  if (last_ && !(t > *last_))
    rows.fail(time_order_text(column, text, shortest(*last_), place_text(PlaceBy::line, last_line_)));
  last_ = t;
  last_line_ = rows.line();
}

}  // namespace invdyn
