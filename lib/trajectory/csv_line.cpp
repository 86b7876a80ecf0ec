#include "csv_line.h"

#include <cstring>

#include "../number.h"

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

}  // namespace invdyn
