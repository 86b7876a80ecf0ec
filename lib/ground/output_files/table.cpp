#include "table.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "../base/visible_text.h"
#include "../base/wording.h"
#include "../csv/csv_field.h"
#include "../text/number.h"
#include "html_text.h"

namespace invdyn {
namespace {

bool is_number(const Table::Cell& cell) {
  return std::holds_alternative<double>(cell) || std::holds_alternative<std::int64_t>(cell);
}

enum class Digits { four, all, of_time };

std::string text_of(const Table::Cell& cell, Digits digits) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return std::to_string(*count);
  const auto* number = std::get_if<double>(&cell);
  if (!number) return "";
  switch (digits) {
    case Digits::all:
      return shortest(*number);
    case Digits::of_time:
      return rounded_time(*number);
    case Digits::four:
      break;
  }
  return four_digits(*number);
}

// As people read it.
std::string text_of(const Table::Cell& cell, const Table::Column& column) {
  return text_of(cell, column.is_time ? Digits::of_time : Digits::four);
}

// The width on the screen: one for each code point. Further bytes of a code point in UTF-8 are 10xxxxxx.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Protects text that a spreadsheet would run as a formula (OWASP, CSV injection), so that it is shown as
// text. Numbers are no formulas, even with a sign.
std::string harmless(const Table::Cell& cell) {
  const std::string text = text_of(cell, Digits::all);
  const bool is_formula = !is_number(cell) && text.find_first_of("=+-@\t\r\n") == 0;
  return is_formula ? "'" + text : text;
}

// The beginning and the end of a text, as wide as this.
std::string without_middle(const std::string& text, std::size_t width) {
  std::vector<std::size_t> begins;  // of code points
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) begins.push_back(i);
  const std::size_t kept = width - 3, behind = kept / 2;
  return text.substr(0, begins[kept - behind]) + "..." + text.substr(begins[begins.size() - behind]);
}

struct AlignedCell {
  std::string text;
  bool stands_right;
};

// The lines of a table. Each column is as wide as its widest cell; lines have no blanks at the end.
std::string aligned(const std::vector<std::vector<AlignedCell>>& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i].text));
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - width_of(line[i].text), ' ');
      text += (i > 0 ? "  " : "") + (line[i].stands_right ? blanks + line[i].text : line[i].text + blanks);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string four_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3e", value);
  return six_digits(std::strtod(text, nullptr));
}

void Table::add_row(std::vector<Cell> row) {
  assert(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

Table Table::within(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(width_of(visible(columns_[i].name)));
    for (const auto& row : rows_)
      widths[i] = std::max(widths[i], width_of(visible(text_of(row[i], columns_[i]))));
  }
  std::size_t all = std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
  Table table = *this;
  while (all > width) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= 16) break;
    --*widest;
    --all;
  }
  for (auto& row : table.rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      if (auto* text = std::get_if<std::string>(&row[i]); text && width_of(visible(*text)) > widths[i])
        *text = without_middle(visible(*text), widths[i]);
  return table;
}

Table Table::with_plain_names() const {
  Table table = *this;
  for (Column& column : table.columns_) std::replace(column.name.begin(), column.name.end(), '_', ' ');
  return table;
}

Table Table::with_first(const std::vector<std::string>& names) const {
  std::vector<std::size_t> order(columns_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto place = [&](std::size_t i) { return std::find(names.begin(), names.end(), columns_[i].name); };
    return place(a) < place(b);
  });
  const auto ordered = [&order](const auto& of) {
    auto moved = of;
    for (std::size_t i = 0; i < order.size(); ++i) moved[i] = of[order[i]];
    return moved;
  };
  Table table(ordered(columns_));
  for (const auto& row : rows_) table.rows_.push_back(ordered(row));
  return table;
}

std::string Table::text(TableFormat format) const {
  switch (format) {
    case TableFormat::table:
      return aligned_text();
    case TableFormat::csv:
      return csv_text();
    case TableFormat::json:
      return json_text();
    case TableFormat::html:
      return html_text();
  }
  return "";
}

bool Table::holds_numbers_alone(std::size_t column) const {
  const bool has_numbers =
      std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) { return is_number(row[column]); });
  const bool has_texts = std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) {
    return std::holds_alternative<std::string>(row[column]);
  });
  return has_numbers && !has_texts;
}

std::string Table::aligned_text() const {
  std::vector<std::vector<AlignedCell>> lines(1);
  for (std::size_t i = 0; i < columns_.size(); ++i)
    lines.front().push_back({visible(columns_[i].name), holds_numbers_alone(i)});
  for (const auto& row : rows_) {
    lines.emplace_back();
    for (std::size_t i = 0; i < columns_.size(); ++i)
      lines.back().push_back({visible(text_of(row[i], columns_[i])), is_number(row[i])});
  }
  return aligned(lines);
}

std::string Table::csv_text() const {
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    text += (i > 0 ? "," : "") + csv_field(harmless(columns_[i].name));
  text += '\n';
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + csv_field(harmless(row[i]));
    text += '\n';
  }
  return text;
}

namespace {

// Units stay on a line, and long values of settings break anywhere.
std::string td_of(bool is_number, const std::string& column) {
  return is_number                               ? "<td class=\"number\">"
         : column == "unit" || column == "value" ? "<td class=\"" + column + "\">"
                                                 : "<td>";
}

}  // namespace

std::string Table::html_text() const {
  std::string text = "<table>\n<thead><tr>";
  for (std::size_t i = 0; i < columns_.size(); ++i)
    text += (holds_numbers_alone(i) ? "<th class=\"number\">" : "<th>") + html_escaped(columns_[i].name) +
            "</th>";
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows_) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      text +=
          td_of(is_number(row[i]), columns_[i].name) + html_escaped(text_of(row[i], columns_[i])) + "</td>";
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>\n";
}

std::string Table::json_text() const {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : rows_) {
    auto object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i) {
      auto& value = object[columns_[i].name];  // null
      if (const auto* text = std::get_if<std::string>(&row[i])) value = *text;
      if (const auto* number = std::get_if<double>(&row[i])) value = *number;
      if (const auto* count = std::get_if<std::int64_t>(&row[i])) value = *count;
    }
    rows.push_back(std::move(object));
  }
  // Names may come from files in any encoding. Invalid UTF-8 is replaced, because JSON allows only UTF-8.
  return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace invdyn
