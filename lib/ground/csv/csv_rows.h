#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../document/input_file.h"
#include "../text/separator.h"

namespace invdyn {

/// Splits the lines of a CSV file: a header row, then rows with the same number of fields. separator_of() of
/// the header gives the separator. Lines that begin with `#` are comments. Throws Error with file and line
/// for each fault, and at the end if the file was changed in the meantime.
class CsvRows {
 public:
  /// Opens the file, or standard input for `-`. Reads at most `max_bytes`.
  explicit CsvRows(const std::string& path, std::size_t max_bytes = std::numeric_limits<std::size_t>::max());
  /// The names of the columns. Fields point into a buffer that the next call overwrites.
  void read_header(std::vector<std::string_view>& fields);
  /// The fields of the next row; false at the end of the file.
  bool read_row(std::vector<std::string_view>& fields);

  const std::string& name() const { return file_.name(); }  ///< of the file, for messages
  std::size_t line() const { return line_; }                ///< of the row read last, from 1
  /// Throws Error with `lift.csv:12` as its place.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const;
  char* next_line();
  char* next_row();
  bool read_more();

  InputFile file_;
  std::size_t max_bytes_, bytes_read_ = 0;
  bool ended_ = false;
  std::string buffer_;               // holds the text read but not yet taken
  std::size_t begin_ = 0, end_ = 0;  // range of this text
  std::size_t line_ = 0;
  std::size_t blank_line_ = 0;  // the first of the blank lines passed last
  std::size_t columns_ = 0;
  Separator separator_ = Separator::comma;
};

}  // namespace invdyn
