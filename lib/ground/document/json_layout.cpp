#include "json_layout.h"

#include "../text/number.h"

namespace invdyn {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t widest = 118;

// Texts may come from files that are not fully UTF-8, and JSON must be.
std::string text_of(const ordered_json& text) {
  return text.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string in_one_line(const ordered_json& value) {
  if (value.is_number_float()) return shortest(value.get<double>());
  if (!value.is_structured()) return text_of(value);
  const bool is_list = value.is_array();
  std::string line;
  for (const auto& [key, element] : value.items()) {
    if (!line.empty()) line += ", ";
    if (!is_list) line += text_of(key) + ": ";
    line += in_one_line(element);
  }
  return is_list ? "[" + line + "]" : line.empty() ? "{}" : "{ " + line + " }";
}

// `used`: the columns before it in its line. Each key of the outermost object has a line of its own.
std::string laid_out(const ordered_json& value, const std::string& indent, std::size_t used, bool outermost) {
  const std::string line = in_one_line(value);
  if (!value.is_structured() || (!outermost && indent.size() + used + line.size() <= widest)) return line;
  const std::string inner = indent + "  ";
  const bool is_list = value.is_array();
  std::string text;   // all lines except the last
  std::string last;   // the last line inside
  bool alone = true;  // nothing may follow in the last line
  for (const auto& [key, element] : value.items()) {
    const std::string name = is_list ? "" : text_of(key) + ": ";
    const std::string item = name + laid_out(element, inner, name.size(), false);
    const bool is_block = item.find('\n') != std::string::npos;
    const bool begins_line = outermost || is_list || element.is_object() || is_block;
    if (last.empty()) {
      last = item;
    } else if (!alone && !begins_line && inner.size() + last.size() + item.size() + 2 <= widest) {
      last += ", " + item;
    } else {
      text += inner + last + ",\n";
      last = item;
    }
    alone = outermost || is_list || is_block;
  }
  return std::string(is_list ? "[" : "{") + '\n' + text + inner + last + '\n' + indent +
         (is_list ? ']' : '}');
}

}  // namespace

std::string laid_out(const ordered_json& document) {
  return laid_out(document, "", 0, true) + '\n';
}

}  // namespace invdyn
