#include "csv_rows.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <istream>
#include <utility>

#include "../base/error.h"
#include "../base/wording.h"
#include "../text/number.h"
#include "csv_line.h"

// A program may use fast-cpp-csv-parser with threads, as our benchmarks do. Its classes without threads have
// the same names, so they are in a namespace of their own. All headers that it includes are above.
#define CSV_IO_NO_THREAD
#define io unthreaded_csv
#include <libfccp/csv.h>
#undef io

namespace invdyn {
// LineReader takes a read of less than it asked for as the end, cuts lines at a NUL byte, and needs a newline
// at the end of a long file. It reads far ahead, so a fault waits until its line is asked for.
class CsvRows::Text : public unthreaded_csv::ByteSourceBase {
 public:
  Text(CsvRows& rows, std::size_t max_bytes) : rows_(rows), max_bytes_(max_bytes) {}

  int read(char* into, int size) override {
    char *at = into, *const end = into + size;
    try {
      while (at != end && !ended_) read_piece(at, end);
    } catch (...) {
      rows_.fault_ = std::current_exception();
      rows_.fault_line_ = lines_ + 1;
      ended_ = true;
    }
    if (at != end && last_ != '\n') *at++ = last_ = '\n';
    return static_cast<int>(at - into);
  }

 private:
  void read_piece(char*& at, const char* end) {
    constexpr std::size_t largest_piece = 65536;
    const std::size_t count =
        rows_.file_.read(at, std::min(largest_piece, static_cast<std::size_t>(end - at)));
    const std::string_view piece(at, count), text = piece.substr(0, piece.find('\0'));
    lines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    at += text.size();
    if (!text.empty()) last_ = text.back();
    if (text.size() < count) rows_.fail_at(lines_ + 1, nul_byte_text);
    bytes_ += count;
    if (bytes_ > max_bytes_)
      throw Error(
          rows_.name(),
          "is larger than " + std::to_string(max_bytes_ >> 20) +
              " MiB, the limit for a table that is kept in memory: expected a smaller file (is this the "
              "right file?)");
    ended_ = count == 0;
  }

  CsvRows& rows_;
  std::size_t max_bytes_, bytes_ = 0, lines_ = 0;
  char last_ = '\n';
  bool ended_ = false;
};

CsvRows::CsvRows(const std::string& path, std::size_t max_bytes)
    : file_(path, "a CSV file"),
      lines_(std::make_unique<unthreaded_csv::LineReader>("", std::make_unique<Text>(*this, max_bytes))) {}

CsvRows::~CsvRows() = default;

std::size_t CsvRows::line() const {
  return lines_->get_file_line();
}

void CsvRows::fail_at(std::size_t line, const std::string& what) const {
  std::rethrow_exception(file_.explained(std::make_exception_ptr(Error(place_in(name(), line), what))));
}

void CsvRows::fail(const std::string& what) const {
  fail_at(line(), what);
}

// The next line, without its end; null at the end of the file.
char* CsvRows::next_line() try {
  char* const line = lines_->next_line();
  if (fault_ && (!line || this->line() == fault_line_)) std::rethrow_exception(fault_);
  return line;
} catch (const unthreaded_csv::error::line_length_limit_exceeded&) {
  fail(long_csv_line_text);
}

// The next line that is neither blank nor a comment; null at the end.
char* CsvRows::next_row() {
  while (char* line = next_line()) {
    if (is_csv_comment(line)) continue;
    if (!is_blank_csv_line(line)) return line;
    if (blank_line_ == 0) blank_line_ = this->line();
  }
  file_.expect_unchanged();
  return nullptr;
}

void CsvRows::read_header(std::vector<std::string_view>& fields) {
  char* line = next_row();
  if (!line) throw Error(name(), "has no rows: expected a header row, then rows of numbers");
  const std::optional<Separator> named = named_separator(line);
  if (named) line = next_row();
  if (!line) throw Error(name(), "has no rows: expected a header row, then rows of numbers");
  blank_line_ = 0;
  separator_ = named.value_or(separator_of(line, true));
  if (const std::string fault = split_csv_header(line, separator_, fields); !fault.empty()) fail(fault);
  columns_ = fields.size();
}

bool CsvRows::read_row(std::vector<std::string_view>& fields) {
  char* line = next_row();
  if (!line) return false;
  if (blank_line_ != 0) fail_at(blank_line_, blank_csv_line_text(columns_));
  if (const std::string fault = split_csv_row(line, separator_, columns_, true, fields); !fault.empty())
    fail(fault);
  return true;
}

std::optional<double> CsvRows::number(std::string_view field) const {
  const std::size_t comma = field.find(',');
  if (comma == field.npos) return parse_finite(field);
  const bool may_be_thousands = field.size() - comma == 4 && field.find_first_of("123456789") < comma;
  if (may_be_thousands) return std::nullopt;
  std::string with_point(field);
  with_point[comma] = '.';
  return parse_finite(with_point);
}

}  // namespace invdyn
