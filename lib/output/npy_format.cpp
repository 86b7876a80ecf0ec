#include "npy_format.h"

#include <algorithm>

#include "../trajectory/npy_header.h"

namespace invdyn {

std::string NpyFormat::header(std::size_t rows) const {
  return npy_header(rows, columns().size());
}

void NpyFormat::put(const Block& block, RowBytes& bytes) const {
  const std::vector<const double*> columns = columns_.in(block);

  const std::size_t rows = block.own_end() - block.own_begin(), row_size = columns.size() * sizeof(double);
  char* const out = bytes.room(rows * row_size);
  constexpr std::size_t at_once = 64;  // rows that stay in the nearest cache while each column is put there
  for (std::size_t first = 0; first < rows; first += at_once) {
    const std::size_t count = std::min(at_once, rows - first);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double* from = columns[i] + block.own_begin() + first;
      char* to = out + first * row_size + i * sizeof(double);
      for (std::size_t k = 0; k < count; ++k) put_npy_number(from[k], to + k * row_size);
    }
  }
  bytes.set_end(out + rows * row_size);
}

}  // namespace invdyn
