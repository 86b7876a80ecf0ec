#include "csv_line.h"

#include <algorithm>
#include <cstring>

#include "../base/lower_case.h"
#include "../base/wording.h"
#include "../text/number.h"

namespace invdyn {
namespace {

// Takes one quoted field; `at` moves from its opening quote to the character after its closing one.
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

constexpr const char* too_many_fields_text = "has more than 200000 fields: expected fewer columns";

// An upper bound: separators in quotes count too.
bool has_too_many_fields(std::string_view line, Separator separator) {
  if (line.size() < max_csv_columns) return false;
  const auto is_separator = [by_blanks = separator == Separator::blanks, separator](char c) {
    return c == static_cast<char>(separator) || (by_blanks && c == '\t');
  };
  return std::count_if(line.begin(), line.end(), is_separator) >=
         static_cast<std::ptrdiff_t>(max_csv_columns);
}

}  // namespace

Separator separator_of(std::string_view line, bool has_names) {
  bool is_quoted = false, has_comma = false, has_semicolon = false, has_tab = false, has_blank = false;
  for (const char c : trimmed(line)) {
    is_quoted ^= c == '"';
    if (is_quoted) continue;
    has_comma |= c == ',';
    has_semicolon |= c == ';';
    has_tab |= c == '\t';
    has_blank |= c == ' ';
  }
  if (has_semicolon && !(has_comma && has_names)) return Separator::semicolon;
  if (has_comma) return Separator::comma;
  if (has_tab && (has_names || !has_blank)) return Separator::tab;
  return has_blank ? Separator::blanks : Separator::comma;
}

std::optional<Separator> named_separator(std::string_view line) {
  if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  if (line.size() != 5 || lower_case(line.substr(0, 4)) != "sep=") return std::nullopt;
  for (const Separator separator :
       {Separator::comma, Separator::semicolon, Separator::tab, Separator::blanks})
    if (line.back() == static_cast<char>(separator)) return separator;
  return std::nullopt;
}

std::string name_of(Separator separator) {
  switch (separator) {
    case Separator::comma:
      return "comma";
    case Separator::semicolon:
      return "semicolon";
    case Separator::tab:
      return "tab";
    case Separator::blanks:
      break;
  }
  return "blank";
}

bool split_csv_line(char* line, Separator separator, std::vector<std::string_view>& fields) {
  fields.clear();
  const char* const blanks = separator == Separator::tab ? " " : " \t";
  const bool by_blanks = separator == Separator::blanks;
  const char separators[] = {static_cast<char>(separator), by_blanks ? '\t' : '\0', '\0'};
  for (char* at = line;; ++at) {
    at += std::strspn(at, blanks);
    if (by_blanks && *at == '\0') return true;
    if (*at == '"') {
      if (!take_quoted(at, fields)) return false;
      if (!by_blanks) at += std::strspn(at, blanks);
      if (*at != '\0' && std::strchr(separators, *at) == nullptr) return false;
    } else {
      const std::size_t length = std::strcspn(at, separators);
      fields.push_back(trimmed({at, length}));
      at += length;
    }
    if (*at == '\0') return true;
  }
}

std::string split_csv_header(char* line, Separator separator, std::vector<std::string_view>& fields) {
  if (has_too_many_fields(line, separator)) return too_many_fields_text;
  const Separator seen = separator_of(line, true);
  const std::string name = name_of(separator);
  if (!split_csv_line(line, separator, fields))
    return "a quoted name does not end, or text follows its closing quote: expected a " + name +
           " after the closing quote";
  constexpr std::size_t max_name = 4096;
  for (const std::string_view& field : fields)
    if (field.size() > max_name)
      return "a name of " + counted(field.size(), "byte") + ": expected at most " + std::to_string(max_name);
  if (fields.size() == 1 && seen != separator && seen != Separator::blanks)
    return "the header has " + name_of(seen) + "s and no " + name + "s: expected " + name +
           "s between the columns, as `separator` says";
  if (fields.size() == 1 && fields.front().find('|') != std::string_view::npos)
    return "has | between its columns: expected commas, semicolons, tabs or blanks; "
           "tr '|' ',' < LOG > log.csv replaces each | by a comma";
  return {};
}

std::string split_csv_row(char* line, Separator separator, std::size_t columns, bool has_header,
                          std::vector<std::string_view>& fields) {
  if (has_too_many_fields(line, separator)) return too_many_fields_text;
  if (!split_csv_line(line, separator, fields))
    return "a quoted field does not end, or text follows its closing quote: expected a " +
           name_of(separator) + " after the closing quote";
  if (fields.size() != columns)
    return "has " + counted(fields.size(), "field") + ": expected " + std::to_string(columns) +
           (has_header ? ", as in the header" : ", as in the first row");
  return {};
}

bool is_blank_csv_line(std::string_view line) {
  return line.find_first_not_of(" \t,;") == std::string_view::npos;
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
  return "is empty, but more rows follow: expected " + counted(columns, "field") + ", or delete this line";
}

std::string decimal_comma_text(std::string_view field) {
  const std::size_t comma = field.find(',');
  if (comma == std::string_view::npos) return {};
  std::string with_point(field);
  with_point[comma] = '.';
  return parse_finite(with_point) ? " with a decimal point, not a comma" : "";
}

}  // namespace invdyn
