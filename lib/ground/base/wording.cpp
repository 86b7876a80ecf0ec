#include "wording.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

namespace invdyn {

std::string place_in(const std::string& file, std::size_t line) {
  return file + ":" + std::to_string(line);
}

std::string in_quotes(std::string_view name) {
  constexpr std::size_t longest = 40;
  if (name.size() <= longest) return '"' + std::string(name) + '"';
  std::size_t end = longest;
  while (end > longest - 3 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
    --end;  // inside a character
  return '"' + std::string(name.substr(0, end)) + "...\"";
}

std::string joined(const std::vector<std::string>& names, std::size_t maximum) {
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < maximum; ++i)
    list += (i == 0 ? "" : ", ") + (names[i].empty() ? "\"\"" : names[i]);
  if (names.size() > maximum) list += " ... and " + std::to_string(names.size() - maximum) + " more";
  return list;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string six_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string three_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", value);
  return six_digits(std::strtod(text, nullptr));
}

std::string rounded_time(double seconds) {
  const double size = std::abs(seconds);
  char text[32];
  if (!(size >= 1 && size < 1e15)) {
    std::snprintf(text, sizeof text, "%.4g", seconds);
    return text;
  }
  std::snprintf(text, sizeof text, "%.3f", seconds);
  std::string digits = text;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return digits;
}

namespace {

// Whether the word is the unit of the number before, as in `0.2 N m`.
bool is_unit_of(const std::string& before, const std::string& word) {
  const std::string unit = word.substr(0, word.find_first_of(",;:)"));
  if (before.ends_with(" N")) return unit == "m";
  return std::isdigit(static_cast<unsigned char>(before.back())) &&
         std::set<std::string>{"N", "%", "s", "ms", "rad", "rad/s", "deg", "deg/s", "m", "m/s", "kg"}
             .contains(unit);
}

}  // namespace

std::string wrapped(const std::string& text, const std::string& indent, std::size_t width) {
  std::istringstream given(text);
  std::vector<std::string> words;
  for (std::string word; given >> word;)
    if (!words.empty() && is_unit_of(words.back(), word))
      words.back() += ' ' + word;
    else
      words.push_back(word);
  std::string result, line;
  for (const std::string& word : words) {
    if (!line.empty() && indent.size() + line.size() + 1 + word.size() > width) {
      result += indent + line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + indent + line + '\n';
}

}  // namespace invdyn
