#include "typeset.h"

#include <algorithm>

namespace invdyn {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The index or exponent after `_` or `^` at this place: in braces, or a single letter or digit that ends
// there; or digits. Empty if it is none.
std::string_view script(std::string_view html, std::size_t at) {
  const std::size_t begin = at + 1;
  if (begin >= html.size()) return {};
  if (html[begin] == '{') {
    const std::size_t end = html.find('}', begin);
    return end == std::string_view::npos ? std::string_view() : html.substr(at, end + 1 - at);
  }
  std::size_t end = begin;
  while (end < html.size() && is_digit(html[end])) ++end;
  if (end == begin && is_letter(html[begin])) ++end;
  const bool goes_on = end < html.size() && (is_letter(html[end]) || is_digit(html[end]) || html[end] == '_');
  return end == begin || goes_on ? std::string_view() : html.substr(at, end - at);
}

// Whether a hyphen here is the sign of a number, at the beginning or after a blank, a bracket or a tag; or a
// minus between blanks.
bool is_sign(std::string_view html, std::size_t at) {
  if (at > 0 && html[at - 1] == ' ' && at + 1 < html.size() && html[at + 1] == ' ') return true;
  constexpr std::string_view before = " (>,";
  return at + 1 < html.size() && is_digit(html[at + 1]) &&
         (at == 0 || before.find(html[at - 1]) != std::string_view::npos);
}

}  // namespace

std::string typeset(std::string_view html) {
  std::string result;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      const std::size_t end = std::min(html.find('>', i), html.size() - 1);
      result += html.substr(i, end - i + 1);
      i = end;
      continue;
    }
    const bool after_symbol = i > 0 && (is_letter(html[i - 1]) || is_digit(html[i - 1]) ||
                                        html[i - 1] == ')' || html[i - 1] == '}');
    const bool in_name = i > 1 && html[i - 2] == '_';  // eq_3_6
    if ((html[i] == '_' || html[i] == '^') && after_symbol && !(in_name && html[i] == '_')) {
      if (const std::string_view found = script(html, i); !found.empty()) {
        std::string_view inner = found.substr(1);
        if (inner.front() == '{') inner = inner.substr(1, inner.size() - 2);
        const std::string tag = html[i] == '_' ? "sub" : "sup";
        result += "<" + tag + ">" + std::string(inner) + "</" + tag + ">";
        i += found.size() - 1;
        continue;
      }
    }
    result += html[i] == '-' && is_sign(html, i) ? std::string("\u2212") : std::string(1, html[i]);
  }
  return result;
}

}  // namespace invdyn
