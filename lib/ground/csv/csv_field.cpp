#include "csv_field.h"

#include "../text/number.h"

namespace invdyn {

std::string csv_field(const std::string& text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string::npos && trimmed(text) == text;
  if (plain) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + '"';
}

}  // namespace invdyn
