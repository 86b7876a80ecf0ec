#include "load_table.h"

#include <exception>
#include <utility>
#include <vector>

#include "../../ground/base/within_memory.h"
#include "../../ground/base/wording.h"
#include "../../ground/npy/npy_header.h"
#include "../files/csv_source.h"
#include "../files/npy_source.h"

namespace invdyn {
namespace {

// Advice in errors is on settings of the trajectory, which do not change files of loads.
std::string without_advice(std::string text) {
  for (std::size_t begin; (begin = text.find(" (`")) != text.npos;) {
    const std::size_t end = text.find(')', begin);
    text.erase(begin, end == text.npos ? end : end + 1 - begin);
  }
  return text.substr(0, text.find(", or `"));
}

// What `read` returns. Its errors give no advice.
template <class Read>
LoadTable read_without_advice(const std::string& file, const Read& read) {
  try {
    return read();
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    const std::string text = without_advice(error.what());
    const std::size_t place = text.find(": ", file.size());
    if (!text.starts_with(file) || place == text.npos) throw;
    throw Error(text.substr(0, place), text.substr(place + 2));
  }
}

void take_names(const CsvColumns& columns, LoadTable& table) {
  if (columns.has_time()) table.time.emplace();
  for (const CsvColumns::Column& column : columns.all()) {
    if (column.is_time || column.completes_time) continue;
    if (column.used)
      table.columns.push_back({column.name, {}});
    else
      table.passed_over.push_back(column.name);
  }
}

void take_rows(const Block& block, LoadTable& table) {
  for (std::size_t k = block.own_begin(); k < block.own_end(); ++k)
    table.time->push_back(block.t[static_cast<Eigen::Index>(k)]);
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const auto values = block.derived.col(static_cast<Eigen::Index>(j));
    for (std::size_t k = block.own_begin(); k < block.own_end(); ++k)
      table.columns[j].values.push_back(values[static_cast<Eigen::Index>(k)]);
  }
  table.rows += block.own_end() - block.own_begin();
}

void expect_numbers(const LoadTable& table) {
  const std::size_t kept = table.columns.size() + 1;
  if (table.rows * kept > max_table_numbers)
    throw Error(table.file, "has more than " + std::to_string(max_table_numbers / kept) + " rows of " +
                                counted(kept, "column") + ": expected at most " +
                                std::to_string(max_table_numbers) + " numbers in all");
}

LoadTable read_rows(TrajectorySource& source, const CsvColumns& columns, const LoadChoice& choice,
                    const Warn& warn) {
  LoadTable table;
  table.file = source.name();
  take_names(columns, table);
  if (!table.time || table.columns.empty()) return table;
  if (columns.time()->unit)
    warn(
        table.file + ": " + in_quotes(columns.all()[columns.time()->column].name) +
        " is a time stamp, so t is 0 s in the first row of this file: the trajectory must begin at the time of "
        "this row");
  const Differentiation how{.is_static = true};
  Chunk chunk;
  Block block(0, 0, table.columns.size());
  constexpr std::size_t max_comments = 16 << 20;
  for (std::size_t without_rows = 0; source.next(chunk, how);) {
    const std::exception_ptr fault = source.parse(chunk, block);
    if (fault) std::rethrow_exception(fault);
    without_rows = block.own_begin() == block.own_end() ? without_rows + chunk.own_size : 0;
    if (without_rows > max_comments)
      throw Error(table.file,
                  "has too many comments and blank lines between two rows: expected at most 16 MiB of them");
    take_rows(block, table);
    choice.expect_few_rows(table);
    expect_numbers(table);
  }
  if (source.change() != FileChange::none) throw Error(table.file, changed_file_text);
  for (const std::string& text : source.warnings()) warn(table.file + ": " + text);
  if (const auto said = source.declared_rows(); said && *said != table.rows)
    warn(table.file + ": has " + counted(table.rows, "row") + ", but its header states " +
         std::to_string(*said) + ": is the file complete?");
  return table;
}

}  // namespace

LoadTable read_load_table(const std::string& path, const LoadChoice& choice, const Warn& warn) {
  const auto wanted = [&](const std::vector<CsvColumns::Column>& columns) {
    std::vector<std::string> names;
    for (const CsvColumns::Column& column : columns) names.push_back(column.name);
    return choice.wanted(names);
  };
  const TableSettings table{
      .wanted = wanted, .leaves_out = false, .reads_units = false, .finds_decimal_comma = true};
  CsvSettings settings;
  settings.needs_time = false;
  const auto ignore = [](const std::string&) {};
  const std::string file = path == "-" ? "standard input" : path;
  const auto read = [&] {
    if (is_npy_name(path)) {
      NpySource source(path, table, settings, ignore);
      return read_rows(source, source.columns(), choice, warn);
    }
    CsvSource source(path, table, settings, ignore);
    LoadTable rows = read_rows(source, source.head().columns, choice, warn);
    rows.in_degrees = source.head().in_degrees;
    return rows;
  };
  return read_without_advice(file, [&] { return within_memory(file, read); });
}

}  // namespace invdyn
