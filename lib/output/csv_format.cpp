#include "csv_format.h"

#include <utility>

#include "../csv/csv_field.h"
#include "../text/write_row.h"

namespace invdyn {

CsvFormat::CsvFormat(OutputColumns columns) : columns_(std::move(columns)) {
  for (const std::string& name : columns_.names()) header_ += (header_.empty() ? "" : ",") + csv_field(name);
  header_ += '\n';
}

void CsvFormat::put(const Block& block, RowBytes& bytes) const {
  const std::vector<const double*> columns = columns_.in(block);

  char* out = bytes.room((block.own_end() - block.own_begin()) * row_room(columns.size()));
  std::vector<double> numbers(columns.size());
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) numbers[i] = columns[i][row];
    out = write_row(out, numbers);
  }
  bytes.set_end(out);
}

}  // namespace invdyn
