#include "base_motion_file.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_table.h"
#include "../data/differentiate.h"

namespace invdyn {
namespace {

constexpr std::array<const char*, 3> prefixes{"", "d", "dd"};

// Each row takes nineteen numbers in memory.
constexpr std::size_t max_rows = 1'000'000;

const CsvTable::Column* find(const CsvTable& table, const std::string& name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const CsvTable::Column& column) { return column.name == name; });
  return found == table.columns.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<std::string>& base_motion_columns() {
  static const std::vector<std::string> names{"x", "y", "z", "yaw", "pitch", "roll"};
  return names;
}

SampledMotion read_base_motion(const std::string& path, bool degrees, std::vector<std::string>& passed_over) {
  const std::vector<std::string>& names = base_motion_columns();
  const CsvTable table = read_csv_table(path, [&](const std::string& name) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& axis) {
      return name == axis || name == "d" + axis || name == "dd" + axis;
    });
  });
  passed_over = table.passed_over;
  const std::string expected = "expected a column t and at least one of " + joined(names);
  if (!table.time) throw Error(table.file, "has no time column: " + expected);

  // The number of derivatives that all present columns have.
  std::size_t present = 0, orders = 2;
  for (const std::string& axis : names) {
    const bool has_rate = find(table, "d" + axis), has_second = find(table, "dd" + axis);
    if (!find(table, axis)) {
      if (has_rate || has_second)
        throw Error(table.file, std::string("has the column ") + (has_rate ? "d" : "dd") + axis +
                                    " without " + axis + ": expected the position too");
      continue;
    }
    ++present;
    orders = std::min<std::size_t>(orders, !has_rate ? 0 : !has_second ? 1 : 2);
  }
  if (present == 0) throw Error(table.file, "has no column of a base's motion: " + expected);

  if (table.rows > max_rows)
    throw Error(table.file, "holds " + std::to_string(table.rows) + " rows: more than " +
                                std::to_string(max_rows) +
                                " of a base's motion are not kept in memory; expected fewer");

  Block block(names.size(), table.rows);
  block.rows = table.rows;
  block.last = true;
  const std::array<Eigen::ArrayXXd*, 3> targets{&block.q, &block.dq, &block.ddq};
  for (std::size_t k = 0; k < table.rows; ++k) block.t[static_cast<Eigen::Index>(k)] = (*table.time)[k];
  for (std::size_t j = 0; j < names.size(); ++j) {
    const bool is_revolute = j >= 3;
    for (std::size_t order = 0; order <= orders; ++order)
      if (const CsvTable::Column* column = find(table, prefixes[order] + names[j]))
        for (std::size_t k = 0; k < table.rows; ++k)
          (*targets[order])(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) =
              column->values[k] * (is_revolute && degrees ? std::numbers::pi / 180 : 1);
  }
  Differentiation how;
  how.scheme = Scheme::central;
  how.known = orders == 2 ? Known::q_dq_ddq : orders == 1 ? Known::q_dq : Known::q;
  if (table.rows < how.rows_needed())
    throw Error(table.file, "has " + counted(table.rows, "data row") + ": expected at least " +
                                std::to_string(how.rows_needed()) + " for central differences");
  differentiate(how, block, table.file);
  SampledMotion motion(names.size());
  motion.take(block);
  return motion;
}

}  // namespace invdyn
