#pragma once

#include <cstddef>
#include <string>

namespace invdyn {

/// Files that are read whole hold descriptions and settings, and the largest of them are some 100 KiB. This
/// bound keeps what has no end (a device, a pipe) and what is no description from filling the memory.
inline constexpr std::size_t max_text_file_bytes = 8 << 20;

/// The whole file. Throws Error if it cannot be read or is larger than max_text_file_bytes. `expected` ends
/// the error's text: `a file that can be read`.
std::string read_text_file(const std::string& path, const std::string& expected = "a file that can be read");

/// The same for standard input.
std::string read_standard_input(const std::string& expected);

/// Throws Error if a file that is read whole has more bytes than max_text_file_bytes.
void expect_text_file_size(const std::string& name, std::size_t bytes);

}  // namespace invdyn
