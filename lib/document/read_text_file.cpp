#include "read_text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "../base/error.h"

namespace invdyn {
namespace {

std::string read_all(int file, const std::string& name, const std::string& expected) {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw Error(name, std::string(std::strerror(errno)) + ": expected " + expected);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    expect_text_file_size(name, text.size());
  }
}

// Closes the file at the end.
struct OpenFile {
  explicit OpenFile(const std::string& path) : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const int number;
};

}  // namespace

void expect_text_file_size(const std::string& name, std::size_t bytes) {
  if (bytes > max_text_file_bytes)
    throw Error(
        name,
        "is larger than 8 MiB, the limit for a file that is read whole: expected a smaller one (is this "
        "the file that was meant?)");
}

std::string read_text_file(const std::string& path, const std::string& expected) {
  const OpenFile file(path);
  if (file.number < 0) throw Error(path, std::string(std::strerror(errno)) + ": expected " + expected);
  return read_all(file.number, path, expected);
}

std::string read_standard_input(const std::string& expected) {
  return read_all(STDIN_FILENO, "standard input", expected);
}

}  // namespace invdyn
