#include "csv_format.h"

#include <algorithm>
#include <array>
#include <cmath>
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
  if (columns_.before_stamp() || columns_.may_lack()) return put_fields(block, columns, bytes);

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

// Field by field, as some are no numbers.
void CsvFormat::put_fields(const Block& block, const std::vector<const double*>& columns,
                           RowBytes& bytes) const {
  const std::size_t fields = columns_.names().size(), stamp = columns_.before_stamp().value_or(fields);
  std::string text;
  std::array<char, shortest_room> number;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    for (std::size_t i = 0; i < fields; ++i) {
      if (i > 0) text += ',';
      if (i == stamp)
        text += csv_field(std::string(block.stamps[row]));
      else if (const double value = columns[i > stamp ? i - 1 : i][row]; !std::isnan(value))
        text.append(number.data(), write_shortest(number.data(), value));
    }
    text += '\n';
  }
  char* out = bytes.room(text.size());
  bytes.set_end(std::copy(text.begin(), text.end(), out));
}

}  // namespace invdyn
