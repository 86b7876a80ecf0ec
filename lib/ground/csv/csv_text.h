#pragma once

#include <cstddef>
#include <cstring>
#include <string>

#include "csv_line.h"

namespace invdyn {

inline constexpr std::size_t longest_line = std::size_t{16} << 20;  ///< bytes, with its newline
inline constexpr std::size_t usual_size = std::size_t{64} << 10;    ///< bytes of text that are read at once

inline const char* find_newline(const char* begin, const char* end) {
  return static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

/// The begin of the line that ends before `newline`.
inline const char* begin_of_line(const char* begin, const char* newline) {
  const void* before = ::memrchr(begin, '\n', static_cast<std::size_t>(newline - begin));
  return before ? static_cast<const char*>(before) + 1 : begin;
}

/// Ends the error text for the last line of a file, if it has no end.
inline constexpr const char* torn_line_text =
    " (the file ends within this line: `missing` skip leaves the line out)";

/// The fault of a text without a newline.
inline std::string long_line_text(const char* text, std::size_t size) {
  return std::memchr(text, '\0', size) ? nul_byte_text : long_csv_line_text;
}

}  // namespace invdyn
