#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

// The header of a `.npy` file, as numpy.save() writes it (NumPy Enhancement Proposal 1; numpy.lib.format). A
// trajectory is an array of rows x columns doubles, little-endian, row by row, with nothing after it. The
// names of its columns are in a second file: npy_columns.h.

/// Whether a path names a `.npy` file.
inline bool is_npy_name(std::string_view path) {
  return path.ends_with(".npy");
}

/// The first bytes of a `.npy` file.
constexpr std::string_view npy_magic("\x93NUMPY", 6);

/// The content of a header. The array begins `data_offset` bytes into the file and takes rows * columns * 8
/// bytes.
struct NpyArray {
  std::size_t rows;
  std::size_t columns;
  std::size_t data_offset;
};

/// This many bytes of a file, or all of a shorter one, are enough to find the length of its header.
constexpr std::size_t npy_preamble_size = 12;

/// The length of the whole header, where the data begin; at most slightly over 64 KiB. Throws Error if the
/// file is no `.npy` file, or of a version other than 1.0, 2.0, 3.0. `file`: its name for messages.
std::size_t npy_data_offset(std::string_view preamble, const std::string& file);

/// Reads a header: the first npy_data_offset() bytes of the file, or all of a shorter one. `file_size`, if
/// known (not for a pipe), is checked against the shape. Throws Error if the header is incomplete or invalid,
/// if the array does not have two sizes of at least one, if it is not of doubles as above, or if it does not
/// fill the file.
NpyArray read_npy_header(std::string_view header, std::optional<std::size_t> file_size,
                         const std::string& file);

constexpr std::size_t npy_header_size = 128;

/// The header of version 1.0 for such an array, always of npy_header_size bytes. So a writer that does not
/// know the number of rows can begin with a header for none, and replace it at the end. This needs a file;
/// for a pipe, the number of rows must be known before the first row.
std::string npy_header(std::size_t rows, std::size_t columns);

/// Reverses the bytes of each number between `begin` and `end` if the processor's order differs from the
/// file's.
inline void reorder_npy_bytes(char* begin, char* end) {
  if constexpr (std::endian::native == std::endian::big)
    for (char* number = begin; number != end; number += sizeof(double))
      std::reverse(number, number + sizeof(double));
}

}  // namespace invdyn
