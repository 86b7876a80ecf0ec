#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

// The header of a `.npy` file, as numpy.save() writes it (NumPy Enhancement Proposal 1; numpy.lib.format). A
// trajectory is an array of rows x columns doubles, little-endian, row by row, and nothing behind it. The
// names of its columns stand in a file beside it: npy_columns.h.

/// Whether a path names a `.npy` file.
inline bool is_npy_name(std::string_view path) {
  return path.ends_with(".npy");
}

/// How a `.npy` file begins.
constexpr std::string_view npy_magic("\x93NUMPY", 6);

/// What a header says: the array begins `data_offset` bytes into the file and takes rows * columns * 8 bytes.
struct NpyArray {
  std::size_t rows;
  std::size_t columns;
  std::size_t data_offset;
};

/// So many bytes of a file, or all that it has, tell how long its header is.
constexpr std::size_t npy_preamble_size = 12;

/// The length of the whole header, which is where the data begin; 64 KiB and a little at most. Throws Error
/// where the file is no `.npy` file, or of a version other than 1.0, 2.0, 3.0. `file`: its name for messages.
std::size_t npy_data_offset(std::string_view preamble, const std::string& file);

/// Reads a header: the first npy_data_offset() bytes of the file, or all that it has. `file_size`, where it
/// is known (not of a pipe), is checked against the shape. Throws Error where the header is cut short or is
/// none, the array is not of two dimensions of at least one each, not of doubles as above, or does not fill
/// the file.
NpyArray read_npy_header(std::string_view header, std::optional<std::size_t> file_size,
                         const std::string& file);

constexpr std::size_t npy_header_size = 128;

/// The header of version 1.0 for such an array, always of npy_header_size bytes. So a writer that does not
/// know how many rows will come can begin with a header for none, and put the right one in its place at the
/// end. That needs a file: into a pipe, the number of rows has to be known before the first.
std::string npy_header(std::size_t rows, std::size_t columns);

/// Turns round the bytes of each number between `begin` and `end`, where the processor's order is not the
/// file's.
inline void reorder_npy_bytes(char* begin, char* end) {
  if constexpr (std::endian::native == std::endian::big)
    for (char* number = begin; number != end; number += sizeof(double))
      std::reverse(number, number + sizeof(double));
}

}  // namespace invdyn
