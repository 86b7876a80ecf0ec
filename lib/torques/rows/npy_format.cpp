#include "npy_format.h"

#include "../../ground/npy/npy_header.h"

namespace invdyn {

std::string NpyFormat::header(std::size_t rows) const {
  return npy_header(rows, columns().size());
}

void NpyFormat::put(const Block& block, RowBytes& bytes) const {
  std::vector<const double*> columns = columns_.in(block);
  for (const double*& column : columns) column += block.own_begin();
  const std::size_t rows = block.own_end() - block.own_begin(), row_size = columns.size() * sizeof(double);
  char* const out = bytes.room(rows * row_size);
  kernel_.put_rows(columns.data(), columns.size(), rows, out);
  reorder_npy_bytes(out, out + rows * row_size);
  bytes.set_end(out + rows * row_size);
}

}  // namespace invdyn
