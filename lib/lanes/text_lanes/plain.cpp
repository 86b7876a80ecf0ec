// Rows of numbers as text without a special instruction set, one number at a time, for every processor.
#include "../../ground/text/read_plain_row.h"
#include "../../ground/text/write_row.h"
#include "text_lanes.h"

namespace invdyn {
namespace {

constexpr std::ptrdiff_t largest_text = std::ptrdiff_t{1} << 30;  // offsets have 32 bits

}  // namespace

char* plain_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                       std::size_t& single) {
  for (std::size_t row = 0; row < rows; ++row) out = write_row(out, {numbers + row * columns, columns});
  single += rows * columns;
  return out;
}

const char* plain_read_rows(const char* const begin, const char* end, std::size_t columns,
                            Separator separator, PlainRows& rows) {
  const char* at = begin;
  end = end - begin > largest_text ? begin + largest_text : end;
  for (double* to = rows.numbers; (rows.count + 1) * columns <= rows.room; to += columns) {
    if (!read_plain_row(at, end, {to, columns}, separator)) break;
    rows.ends[rows.count++] = static_cast<std::uint32_t>(at - begin);
    rows.single += columns;
  }
  return at;
}

}  // namespace invdyn
