#include "csv_rows.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-truncation"  // in LineReader, and where it is inlined
#endif
// One thread reads and computes: an error in the source then surfaces where it happened.
#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "../error.h"
#include "../wording.h"
#include "csv_line.h"

namespace invdyn {
// Feeds LineReader, and catches what it cannot see: failing reads, and NUL bytes, at which a line of it would
// end unseen. It also ends every file with a newline: without one, LineReader looks one byte past the end.
class CsvRows::ByteSource : public io::ByteSourceBase {
 public:
  ByteSource(int file, const std::string& name, std::size_t& bytes)
      : file_(file), name_(name), bytes_(bytes) {}
  ~ByteSource() override {
    if (file_ != STDIN_FILENO) ::close(file_);
  }
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  int read(char* buffer, int size) override {
    int filled = 0;
    while (filled < size && !ended_) {
      const ssize_t count = ::read(file_, buffer + filled, static_cast<std::size_t>(size - filled));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw Error(name_, std::string(std::strerror(errno)) + ": expected a CSV file");
      if (count == 0) {
        ended_ = true;
        if (last_byte_ != '\n') buffer[filled++] = '\n';
        break;
      }
      check(buffer + filled, static_cast<std::size_t>(count));
      filled += static_cast<int>(count);
    }
    return filled;
  }

 private:
  void check(const char* bytes, std::size_t count) {
    if (const void* nul = std::memchr(bytes, '\0', count)) {
      const auto lines = std::count(bytes, static_cast<const char*>(nul), '\n');
      throw Error(place_in(name_, lines_ + static_cast<std::size_t>(lines) + 1), nul_byte_text);
    }
    lines_ += static_cast<std::size_t>(std::count(bytes, bytes + count, '\n'));
    bytes_ += count;
    last_byte_ = bytes[count - 1];
  }

  int file_;
  const std::string& name_;
  bool ended_ = false;
  char last_byte_ = '\n';
  std::size_t lines_ = 0;
  std::size_t& bytes_;  // of CsvRows, as LineReader may destroy its source before the last line
};

CsvRows::CsvRows(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  const int file = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Error(name_, std::string(std::strerror(errno)) + ": expected a CSV file");
  struct stat status {};
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    bytes_total_ = static_cast<std::size_t>(status.st_size);
  lines_ = std::make_unique<io::LineReader>(name_, std::make_unique<ByteSource>(file, name_, bytes_read_));
}

CsvRows::~CsvRows() = default;

void CsvRows::fail(const std::string& what) const {
  throw Error(place_in(name_, line_), what);
}

// The next line that is neither blank nor a comment; null at the end.
char* CsvRows::next_line() {
  try {
    while (char* line = lines_->next_line()) {
      line_ = lines_->get_file_line();
      if (is_csv_comment(line)) continue;
      if (!is_blank_csv_line(line)) return line;
      if (blank_line_ == 0) blank_line_ = line_;
    }
  } catch (const io::error::line_length_limit_exceeded&) {
    throw Error(place_in(name_, line_ + 1), long_csv_line_text);
  }
  return nullptr;
}

void CsvRows::read_header(std::vector<std::string_view>& fields) {
  char* line = next_line();
  if (!line) throw Error(name_, "holds no rows: expected a header row, then rows of numbers");
  blank_line_ = 0;
  separator_ = separator_of(line, true);
  if (const std::string fault = split_csv_header(line, separator_, fields); !fault.empty()) fail(fault);
  columns_ = fields.size();
}

bool CsvRows::read_row(std::vector<std::string_view>& fields) {
  char* line = next_line();
  if (!line) return false;
  if (blank_line_ != 0) {
    line_ = blank_line_;
    fail(blank_csv_line_text(columns_));
  }
  if (const std::string fault = split_csv_row(line, separator_, columns_, true, fields); !fault.empty())
    fail(fault);
  return true;
}

}  // namespace invdyn
