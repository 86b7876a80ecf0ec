#include "csv_line.h"

#include <cstring>

#include "../number.h"
#include "../wording.h"

namespace invdyn {
namespace {

// Takes one quoted field; `at` stands on its opening quote and ends behind its closing one.
bool take_quoted(char*& at, std::vector<std::string_view>& fields) {
  char* write = ++at;
  const char* begin = write;
  for (;; ++at) {
    if (*at == '\0') return false;
    if (*at == '"') {
      if (at[1] != '"') break;
      ++at;
    }
    *write++ = *at;
  }
  fields.emplace_back(begin, static_cast<std::size_t>(write - begin));
  ++at;
  return true;
}

}  // namespace

bool split_csv_line(char* line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (char* at = line;; ++at) {
    at += std::strspn(at, " \t");
    if (*at == '"') {
      if (!take_quoted(at, fields)) return false;
      at += std::strspn(at, " \t");
      if (*at != ',' && *at != '\0') return false;
    } else {
      const std::size_t length = std::strcspn(at, ",");
      fields.push_back(trimmed({at, length}));
      at += length;
    }
    if (*at == '\0') return true;
  }
}

std::string split_csv_header(char* line, std::vector<std::string_view>& fields) {
  const std::string text = line;
  if (!split_csv_line(line, fields))
    return "a quoted name does not end, or text follows its closing quote: expected a comma behind it";
  if (fields.size() == 1 && text.find_first_of(";\t") != std::string::npos)
    return "no comma in the header: expected columns separated by commas";
  return {};
}

std::string split_csv_row(char* line, std::size_t columns, std::vector<std::string_view>& fields) {
  if (!split_csv_line(line, fields))
    return "a quoted field does not end, or text follows its closing quote: expected a comma behind it";
  if (fields.size() != columns)
    return "has " + counted(fields.size(), "field") + ": expected " + std::to_string(columns) +
           ", as in the header";
  return {};
}

bool is_blank_csv_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

bool is_csv_comment(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '#';
}

std::string_view without_csv_line_end(const char* begin, const char* newline) {
  if (newline != begin && newline[-1] == '\r') --newline;
  return {begin, static_cast<std::size_t>(newline - begin)};
}

std::size_t count_csv_rows(const char* begin, const char* end) {
  std::size_t count = 0;
  while (begin != end) {
    const void* found = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin));
    const auto* newline = static_cast<const char*>(found);
    count += is_csv_row(without_csv_line_end(begin, newline));
    begin = newline + 1;
  }
  return count;
}

std::string blank_csv_line_text(std::size_t columns) {
  return "is empty, with more rows behind it: expected " + counted(columns, "field");
}

}  // namespace invdyn
