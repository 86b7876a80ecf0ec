// Tables with columns of any names, as plot reads them.
#include "pictures/figure/drawn_table.h"

#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  CsvSettings settings;
  settings.missing.policy = MissingValues::Policy::keep;
  const auto all = [](const auto& columns) { return std::vector<bool>(columns.size(), true); };
  read_drawn_table(file_with("table.csv", input), {.wanted = all}, settings, ignore);
}
