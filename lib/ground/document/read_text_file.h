#pragma once

#include <cstddef>
#include <string>

namespace invdyn {

/// Limit for files that are read whole. They hold descriptions and settings; the largest have some 100 KiB.
/// The limit protects the memory from endless input (a device, a pipe) and from wrong files.
inline constexpr std::size_t max_text_file_bytes = 8 << 20;

/// The whole file, unpacked if it is compressed. Throws Error if it cannot be read
/// or its text is larger than max_text_file_bytes. `expected` ends the error's text: `a file that can be
/// read`.
std::string read_text_file(const std::string& path, const std::string& expected = "a file that can be read");

/// The same for standard input.
std::string read_standard_input(const std::string& expected);

/// Throws Error if a file that is read whole has more bytes than max_text_file_bytes.
void expect_text_file_size(const std::string& name, std::size_t bytes);

}  // namespace invdyn
