#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../text/separator.h"

namespace io {
class LineReader;
}

namespace invdyn {

/// The lines of a CSV file taken apart: a header row, then rows of as many fields, separated as
/// separator_of() sees it in the header. Lines that begin with `#` are comments. Throws Error with file and
/// line for whatever is not as it should be.
class CsvRows {
 public:
  /// Opens the file, or standard input for `-`.
  explicit CsvRows(const std::string& path);
  ~CsvRows();
  CsvRows(const CsvRows&) = delete;
  CsvRows& operator=(const CsvRows&) = delete;

  /// The names of the columns. Fields point into a buffer that the next call fills anew.
  void read_header(std::vector<std::string_view>& fields);
  /// The fields of the next row; false at the end of the file.
  bool read_row(std::vector<std::string_view>& fields);

  const std::string& name() const { return name_; }  ///< of the file, for messages
  std::size_t line() const { return line_; }         ///< of what was read last, from 1
  /// Throws Error with `lift.csv:12` as its place.
  [[noreturn]] void fail(const std::string& what) const;

  /// Bytes read so far and in the whole file (none for a pipe), for a progress display.
  std::size_t bytes_read() const { return bytes_read_; }
  std::optional<std::size_t> bytes_total() const { return bytes_total_; }

 private:
  class ByteSource;
  char* next_line();

  std::string name_;
  std::optional<std::size_t> bytes_total_;
  std::size_t bytes_read_ = 0;
  std::unique_ptr<io::LineReader> lines_;
  std::size_t line_ = 0;
  std::size_t blank_line_ = 0;  // the first of the blank lines just passed
  std::size_t columns_ = 0;
  Separator separator_ = Separator::comma;
};

}  // namespace invdyn
