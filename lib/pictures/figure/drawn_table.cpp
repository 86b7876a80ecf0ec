#include "drawn_table.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/npy/npy_header.h"
#include "../../trajectory/files/csv_source.h"
#include "../../trajectory/files/npy_source.h"
#include "drawn_rows.h"

namespace invdyn {
namespace {

// The times as they are drawn: by the grid, or the numbers of the rows.
class Times {
 public:
  Times(bool is_numbered, bool has_own, const std::optional<TimeGrid>& grid)
      : is_numbered_(is_numbered), has_own_(has_own), grid_(grid) {}

  void set(Block& block) {
    if (!is_numbered_ && !(grid_ && has_own_)) return;
    for (std::size_t row = block.own_begin(); row < block.own_end(); ++row, ++rows_) {
      double& t = block.t[static_cast<Eigen::Index>(row)];
      if (rows_ == 0) first_ = t;
      t = is_numbered_ ? static_cast<double>(rows_ + 1) : first_ + grid_->time(rows_);
    }
  }

 private:
  bool is_numbered_, has_own_;
  std::optional<TimeGrid> grid_;
  std::size_t rows_ = 0;
  double first_ = 0;
};

std::size_t missing_values(const CsvTable::Column& column) {
  return static_cast<std::size_t>(std::count_if(column.values.begin(), column.values.end(),
                                                [](double value) { return std::isnan(value); }));
}

void note_missing(CsvTable& table, bool leaves_out, const Warn& note) {
  std::vector<std::string> empty, sparse;
  for (const CsvTable::Column& column : table.columns)
    if (const std::size_t missing = missing_values(column); missing > 0)
      (missing == table.rows ? empty : sparse).push_back(column.name);
  if (!sparse.empty())
    note(table.file + ": some rows lack values (`missing` determines what happens to these rows). Columns: " +
         joined(sparse));
  if (empty.empty() || !leaves_out) return;
  note(table.file + ": columns not drawn, because they have no values: " + joined(empty));
  std::erase_if(table.columns, [&](const CsvTable::Column& column) {
    return std::find(empty.begin(), empty.end(), column.name) != empty.end();
  });
}

// What OpenSim's results are: their title tells it, the names are those of coordinates. Empty: other results.
std::string meaning_in_results(const std::string& title, const std::string& name) {
  if (title == "Coordinates") return column_name(Quantity::q, name);
  if (title == "Speeds") return column_name(Quantity::dq, name);
  if (title == "Accelerations") return column_name(Quantity::ddq, name);
  if (title != "Inverse Dynamics Generalized Forces") return "";
  for (const std::string_view end : {"_moment", "_force"})
    if (name.ends_with(end)) return column_name(Quantity::tau, name.substr(0, name.size() - end.size()));
  return "";
}

CsvTable read_rows(TrajectorySource& source, const CsvColumns& columns, const CsvSettings& settings,
                   const std::string& title, const Warn& note) {
  OutputColumns drawn;
  std::size_t count = 0;
  for (const CsvColumns::Column& column : columns.all())
    if (column.used && !column.is_time) {
      drawn.add_derived(column.name);
      ++count;
    }
  DrawnRows rows(source.name(), drawn, 0, max_table_numbers);
  Times times(!source.has_time(), columns.has_time(), settings.grid);
  const Differentiation how{.is_static = true};
  Chunk chunk;
  Block block(0, 0, count);
  std::size_t rows_of_file = 0;
  while (source.next(chunk, how)) {
    const std::exception_ptr fault = source.parse(chunk, block);
    times.set(block);
    rows.take(block);
    rows_of_file += block.own_end() - block.own_begin();
    if (!source.has_time() && rows_of_file * count > max_table_numbers)
      throw Error(source.name(), "has more than " + std::to_string(max_table_numbers) +
                                     " numbers, but no times: expected fewer rows, a column t, or `rate`");
    if (fault) std::rethrow_exception(fault);
  }
  if (source.change() != FileChange::none) throw Error(source.name(), changed_file_text);
  for (const auto& texts : {source.warnings(), source.last_notes()})
    for (const std::string& text : texts) note(source.name() + ": " + text);
  if (const auto said = source.declared_rows(); said && *said != rows_of_file)
    note(source.name() + ": has " + counted(rows_of_file, "row") + ", but its header states " +
         std::to_string(*said) + ": is the file complete?");

  CsvTable table = rows.take_table();
  table.is_numbered = !source.has_time();
  auto to = table.columns.begin();
  for (const CsvColumns::Column& column : columns.all()) {
    if (column.is_time || column.completes_time) continue;
    if (!column.used) {
      table.passed_over.push_back(column.name);
      continue;
    }
    to->meaning = column.taken_for;
    if (column.taken_for == column.name) to->meaning = meaning_in_results(title, column.name);
    if (column.unit) to->turns = column.unit->turns;
    ++to;
  }
  return table;
}

}  // namespace

DrawnTable read_drawn_table(const std::string& path, const TableSettings& columns, CsvSettings settings,
                            const Warn& note) {
  settings.needs_time = false;
  DrawnTable result;
  if (is_npy_name(path)) {
    NpySource source(path, columns, settings, note);
    result.table = read_rows(source, source.columns(), settings, "", note);
  } else {
    CsvSource source(path, columns, settings, note);
    result.table = read_rows(source, source.head().columns, settings, source.head().title, note);
    result.in_degrees = source.head().in_degrees;
  }
  note_missing(result.table, columns.leaves_out, note);
  return result;
}

}  // namespace invdyn
