#pragma once

#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../document/input_file.h"
#include "../text/separator.h"

namespace unthreaded_csv {  // fast-cpp-csv-parser
class LineReader;
}

namespace invdyn {

/// Splits the lines of a CSV file: a header row, then rows with the same number of fields. separator_of() of
/// the header gives the separator. Lines that begin with `#` are comments. Throws Error with file and line
/// for each fault, and at the end if the file was changed in the meantime.
class CsvRows {
 public:
  /// Opens the file, or standard input for `-`. Reads at most `max_bytes`, up to 32 MiB of them at once.
  explicit CsvRows(const std::string& path, std::size_t max_bytes = std::numeric_limits<std::size_t>::max());
  ~CsvRows();
  /// The names of the columns. Fields point into a buffer that the next call overwrites.
  void read_header(std::vector<std::string_view>& fields);
  /// The fields of the next row; false at the end of the file.
  bool read_row(std::vector<std::string_view>& fields);

  /// A finite number. A comma in it, in quotes if commas separate the fields, may be the decimal one, if it
  /// cannot be one of thousands: `0,4` and `12,5`, not `1,250`.
  std::optional<double> number(std::string_view field) const;

  const std::string& name() const { return file_.name(); }  ///< of the file, for messages
  Separator separator() const { return separator_; }        ///< once the header is read
  std::size_t line() const;                                 ///< of the row read last, from 1
  /// Throws Error with `lift.csv:12` as its place.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  class Text;
  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const;
  char* next_line();
  char* next_row();

  InputFile file_;
  std::exception_ptr fault_;  // found by reading ahead
  std::size_t fault_line_ = 0;
  std::unique_ptr<unthreaded_csv::LineReader> lines_;
  std::size_t blank_line_ = 0;  // the first of the blank lines passed last
  std::size_t columns_ = 0;
  Separator separator_ = Separator::comma;
};

}  // namespace invdyn
