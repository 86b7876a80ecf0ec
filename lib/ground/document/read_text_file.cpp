#include "read_text_file.h"

#include <array>

#include "../base/error.h"
#include "input_file.h"

namespace invdyn {
namespace {

std::string read_all(InputFile& file) {
  std::string text;
  std::array<char, 65536> piece;
  while (const std::size_t count = file.read(piece.data(), piece.size())) {
    text.append(piece.data(), count);
    expect_text_file_size(file.name(), text.size());
  }
  return text;
}

}  // namespace

void expect_text_file_size(const std::string& name, std::size_t bytes) {
  if (bytes > max_text_file_bytes)
    throw Error(
        name,
        "is larger than 8 MiB, the limit for a file that is read whole: expected a smaller file (is this the "
        "right file?)");
}

std::string read_text_file(const std::string& path, const std::string& expected) {
  InputFile file(path == "-" ? "./-" : path, expected);
  return read_all(file);
}

std::string read_standard_input(const std::string& expected) {
  InputFile file("-", expected);
  return read_all(file);
}

}  // namespace invdyn
