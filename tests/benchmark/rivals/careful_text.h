#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace invdyn::bench {

/// A file that is written in large pieces.
class Output {
 public:
  explicit Output(const char* path) : file_(::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), path);
  }
  ~Output() { ::close(file_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void character(char c) {
    make_room(1);
    *end_++ = c;
  }
  void text(std::string_view text) {
    make_room(text.size());
    end_ += text.copy(end_, text.size());
  }
  void number(double value) {
    make_room(max_characters);
    end_ = std::to_chars(end_, buffer_.data() + buffer_.size(), value).ptr;
  }
  void flush() {
    for (const char* begin = buffer_.data(); begin < end_;) {
      const ssize_t written = ::write(file_, begin, static_cast<std::size_t>(end_ - begin));
      if (written < 0) throw std::system_error(errno, std::generic_category(), "write");
      begin += written;
    }
    end_ = buffer_.data();
  }

 private:
  static constexpr std::size_t max_characters = 32;  // for one number

  void make_room(std::size_t size) {
    if (static_cast<std::size_t>(buffer_.data() + buffer_.size() - end_) < size) flush();
  }

  int file_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 20);
  char* end_ = buffer_.data();
};

/// The numbers of a line, one after the other.
class Fields {
 public:
  explicit Fields(std::string_view line) : next_(line.data()), end_(line.data() + line.size()) {}

  double next() {
    double value = 0;
    const auto [stop, fault] = std::from_chars(next_, end_, value);
    if (fault != std::errc() || (stop != end_ && *stop != ','))
      throw std::runtime_error("expected a number: " + std::string(next_, end_));
    next_ = stop == end_ ? end_ : stop + 1;
    return value;
  }

 private:
  const char *next_, *end_;
};

}  // namespace invdyn::bench
