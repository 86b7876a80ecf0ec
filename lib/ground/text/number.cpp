#include "number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

#include "read_decimal.h"
#include "write_shortest.h"

namespace invdyn {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> parse_finite(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const char* end = text.data() + text.size();
  if (!text.empty() && read_decimal(text.data(), end, value) == end) return value;
  // std::from_chars accepts no leading plus sign; spreadsheets and loggers write one.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (stop != end || fault == std::errc::invalid_argument) return std::nullopt;
  if (fault == std::errc::result_out_of_range) {
    // Too large, or too small: the nearest double to 1e-400 is zero (or a subnormal). strtod() could decide,
    // but it depends on setlocale(); a stream can be made independent. It fails for too large numbers.
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    if (!(stream >> value)) return std::nullopt;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

void append_shortest(std::string& out, double value) {
  std::array<char, shortest_room> buffer;
  char* const begin = buffer.data();
  const char* end = std::isfinite(value) ? write_shortest(begin, value)
                                         : std::to_chars(begin, begin + buffer.size(), value).ptr;
  out.append(static_cast<const char*>(begin), end);
}

std::string shortest(double value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

}  // namespace invdyn
