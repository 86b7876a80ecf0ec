#include "toml_in_json.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <vector>

#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"

namespace invdyn {
namespace {

// Longer keys and values are not shown.
constexpr std::size_t max_shown = 60;

// The parts of a key, or of a table's name: generate.cubic. None: it is neither.
std::vector<std::string> key_parts(std::string_view text) {
  std::vector<std::string> parts{""};
  for (const char c : trimmed(text.substr(0, max_shown + 1)))
    if (c == '.')
      parts.emplace_back();
    else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      parts.back() += c;
    else
      return {};
  return text.size() > max_shown ? std::vector<std::string>() : parts;
}

// The value of `key = value  # comment`, if JSON has its like.
std::string value_in_json(std::string_view value) {
  for (const std::size_t end : {value.size(), std::min(value.find('#'), value.size())}) {
    std::string text(trimmed(value.substr(0, end)));
    std::replace(text.begin(), text.end(), '\'', '"');
    if (text.size() <= max_shown && nlohmann::json::accept(text)) return text;
  }
  return "...";
}

}  // namespace

void refuse_toml(const std::string& text, const std::string& file) {
  std::vector<std::string> keys;
  std::istringstream lines(text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    const std::string_view words = trimmed(line);
    if (words.empty() || words.starts_with('#')) continue;
    const bool is_table = words.starts_with('[');
    const std::size_t begin = is_table ? 1 : 0, end = words.find(is_table ? ']' : '=');
    if (end == words.npos) return;
    const std::vector<std::string> parts = key_parts(words.substr(begin, end - begin));
    if (parts.empty()) return;
    if (is_table) keys.clear();
    keys.insert(keys.end(), parts.begin(), parts.end());
    if (is_table) continue;
    std::string setting = value_in_json(words.substr(end + 1));
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) setting = "{\"" + *key + "\": " + setting + "}";
    throw Error(place_in(file, number),
                "is TOML, which --config accepted in older versions: expected JSON, such as " + setting);
  }
}

}  // namespace invdyn
