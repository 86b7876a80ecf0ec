#include "csv_format.h"

#include <algorithm>
#include <span>
#include <utility>

#include "../../ground/csv/csv_field.h"
#include "../../ground/text/write_row.h"

namespace invdyn {

CsvFormat::CsvFormat(OutputColumns columns) : columns_(std::move(columns)) {
  for (const std::string& name : columns_.names()) header_ += (header_.empty() ? "" : ",") + csv_field(name);
  header_ += '\n';
}

void CsvFormat::put(const Block& block, RowBytes& bytes) const {
  const std::vector<const double*> columns = columns_.in(block);
  if (columns_.before_stamp()) return put_with_stamps(block, columns, *columns_.before_stamp(), bytes);

  // So many rows at once that their numbers, row by row, stay in the nearest cache.
  constexpr std::size_t numbers_at_once = 1024;
  const std::size_t rows_at_once = std::max<std::size_t>(numbers_at_once / columns.size(), 1);
  char* out = bytes.room((block.own_end() - block.own_begin()) * row_room(columns.size()));
  std::vector<double> numbers(rows_at_once * columns.size());
  std::vector<const double*> from(columns.size());
  std::size_t single = 0;
  for (std::size_t row = block.own_begin(); row < block.own_end(); row += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, block.own_end() - row);
    for (std::size_t i = 0; i < columns.size(); ++i) from[i] = columns[i] + row;
    kernel_.put_rows(from.data(), from.size(), rows, reinterpret_cast<char*>(numbers.data()));
    out = text_.write_rows(out, numbers.data(), from.size(), rows, single);
  }
  bytes.set_end(out);
}

void CsvFormat::put_with_stamps(const Block& block, const std::vector<const double*>& columns,
                                std::size_t before_stamp, RowBytes& bytes) const {
  std::string text;
  std::vector<char> row_text(row_room(columns.size()));
  std::vector<double> numbers(columns.size());
  const auto append = [&](std::size_t begin, std::size_t end) {
    const char* stop = write_row(row_text.data(), std::span(numbers).subspan(begin, end - begin));
    text.append(row_text.data(), static_cast<std::size_t>(stop - 1 - row_text.data()));  // no newline
  };
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) numbers[i] = columns[i][row];
    append(0, before_stamp);
    text += ',' + csv_field(std::string(block.stamps[row]));
    if (before_stamp < columns.size()) text += ',';
    if (before_stamp < columns.size()) append(before_stamp, columns.size());
    text += '\n';
  }
  char* out = bytes.room(text.size());
  bytes.set_end(std::copy(text.begin(), text.end(), out));
}

}  // namespace invdyn
