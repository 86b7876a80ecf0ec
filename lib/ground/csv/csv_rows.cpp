#include "csv_rows.h"

#include <algorithm>
#include <cstring>

#include "../base/error.h"
#include "../base/wording.h"
#include "csv_line.h"

namespace invdyn {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::size_t first_buffer = 65536, longest_line = 16 << 20;

}  // namespace

CsvRows::CsvRows(const std::string& path, std::size_t max_bytes)
    : file_(path, "a CSV file"), max_bytes_(max_bytes) {}

void CsvRows::fail_at(std::size_t line, const std::string& what) const {
  std::rethrow_exception(file_.explained(std::make_exception_ptr(Error(place_in(name(), line), what))));
}

void CsvRows::fail(const std::string& what) const {
  fail_at(line_, what);
}

// Reads more text after the rest in the buffer, which grows with the longest line. Returns false at the end.
bool CsvRows::read_more() {
  if (ended_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ > longest_line) fail_at(line_ + 1, long_csv_line_text);
  if (end_ + 2 > buffer_.size()) buffer_.resize(std::max(first_buffer, 2 * buffer_.size()));
  const std::size_t count =
      file_.read(buffer_.data() + end_, buffer_.size() - end_ - 1);  // room for a newline
  bytes_read_ += count;
  if (bytes_read_ > max_bytes_)
    throw Error(name(),
                "is larger than " + std::to_string(max_bytes_ >> 20) +
                    " MiB, the limit for a table that is kept in memory: expected a smaller one (is this the "
                    "file that was meant?)");
  end_ += count;
  ended_ = count == 0;
  if (ended_ && end_ > 0) buffer_[end_++] = '\n';  // if the last line has none
  return end_ > 0;
}

// The next line, without its end; null at the end of the file.
char* CsvRows::next_line() {
  std::size_t searched = 0;
  while (true) {
    if (line_ == 0 && begin_ == 0 && std::string_view(buffer_.data(), end_).starts_with(byte_order_mark))
      begin_ = byte_order_mark.size();
    char* const line = buffer_.data() + begin_;
    const std::size_t left = end_ - begin_;
    if (void* const found = left > searched ? std::memchr(line + searched, '\n', left - searched) : nullptr) {
      auto* newline = static_cast<char*>(found);
      begin_ += static_cast<std::size_t>(newline - line) + 1;
      ++line_;
      if (std::memchr(line, '\0', static_cast<std::size_t>(newline - line))) fail(nul_byte_text);
      const std::string_view text = without_csv_line_end(line, newline);
      line[text.size()] = '\0';
      return line;
    }
    if (left > searched && std::memchr(line + searched, '\0', left - searched))
      fail_at(line_ + 1, nul_byte_text);
    searched = left;
    if (!read_more()) return nullptr;
  }
}

// The next line that is neither blank nor a comment; null at the end.
char* CsvRows::next_row() {
  while (char* line = next_line()) {
    if (is_csv_comment(line)) continue;
    if (!is_blank_csv_line(line)) return line;
    if (blank_line_ == 0) blank_line_ = line_;
  }
  file_.expect_unchanged();
  return nullptr;
}

void CsvRows::read_header(std::vector<std::string_view>& fields) {
  char* line = next_row();
  if (!line) throw Error(name(), "holds no rows: expected a header row, then rows of numbers");
  blank_line_ = 0;
  separator_ = separator_of(line, true);
  if (const std::string fault = split_csv_header(line, separator_, fields); !fault.empty()) fail(fault);
  columns_ = fields.size();
}

bool CsvRows::read_row(std::vector<std::string_view>& fields) {
  char* line = next_row();
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
