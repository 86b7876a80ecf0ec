#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace invdyn {

/// A number as tables for people show it.
std::string four_digits(double value);

/// The forms of a table: aligned text for people, CSV and JSON for programs, HTML for pages.
enum class TableFormat { table, csv, json, html };

/// The results of a command, as rows with named columns.
class Table {
 public:
  struct Column {
    std::string name;      ///< unique
    bool is_time = false;  ///< a time in s, which aligned text shows to the microsecond
  };
  /// Nothing, a text, a number or a count.
  using Cell = std::variant<std::monostate, std::string, double, std::int64_t>;

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// A cell for each column.
  void add_row(std::vector<Cell> row);
  std::size_t rows() const { return rows_.size(); }

  /// The same table with texts of more than 16 characters shortened in the middle, so that its aligned text
  /// is not wider than this if possible.
  Table within(std::size_t width) const;
  /// The same table with blanks in place of the underscores of its columns' names.
  Table with_plain_names() const;
  /// The same table with these of its columns before the others.
  Table with_first(const std::vector<std::string>& names) const;

  /// The forms:
  /// - table: a header and rows, two spaces between columns. Numbers are aligned right, with four significant
  ///   digits (counts in full, times to the microsecond); texts are aligned left.
  /// - csv: a header and rows (RFC 4180, but with "\n"). Numbers are the shortest text that reads back as the
  ///   same double. An empty cell is an empty field. Texts that a spreadsheet would run get an apostrophe.
  /// - json: an array with an object per row. The keys are the names of the columns. Empty cells and values
  ///   that are not finite are null.
  /// - html: like table, without the alignment.
  std::string text(TableFormat format) const;

 private:
  std::string aligned_text() const;
  std::string csv_text() const;
  std::string json_text() const;
  std::string html_text() const;
  bool holds_numbers_alone(std::size_t column) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace invdyn
