#include "typeset.h"

#include <algorithm>
#include <array>

#include "../../ground/output_files/html_text.h"
#include "../../ground/text/decimal_scan.h"

namespace invdyn {
namespace {

constexpr const char* minus = "\u2212";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
using decimal::is_digit;

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

// Whether a blank here is between a number and its unit, or within `N m`.
bool is_before_unit(std::string_view html, std::size_t at) {
  if (html[at] != ' ' || at == 0) return false;
  std::size_t end = at + 1;
  while (end < html.size() && (is_letter(html[end]) || html[end] == '%')) ++end;
  const std::string_view word = html.substr(at + 1, end - at - 1);
  constexpr std::array<std::string_view, 10> units{"N",  "mm", "m", "mrad", "rad",
                                                   "kg", "ms", "s", "%",    "degrees"};
  const bool is_unit = std::find(units.begin(), units.end(), word) != units.end();
  return is_unit && (is_digit(html[at - 1]) || (word == "m" && html[at - 1] == 'N'));
}

// Whether a hyphen here is the sign of a number, at the beginning or after a blank, a bracket or a tag; or a
// minus between blanks.
bool is_sign(std::string_view html, std::size_t at) {
  if (at > 0 && html[at - 1] == ' ' && at + 1 < html.size() && html[at + 1] == ' ') return true;
  // A symbol at the beginning of a cell: -n, -x_x.
  if (at > 0 && html[at - 1] == '>' && at + 1 < html.size() && is_letter(html[at + 1]) &&
      (at + 2 >= html.size() || !is_letter(html[at + 2])))
    return true;
  constexpr std::string_view before = " (>,";
  return at + 1 < html.size() && is_digit(html[at + 1]) &&
         (at == 0 || before.find(html[at - 1]) != std::string_view::npos);
}

// The length of the power of ten at this place: `e-15` after a digit. 0 if there is none.
std::size_t power_length(std::string_view html, std::size_t at) {
  if (html[at] != 'e' || at == 0 || !is_digit(html[at - 1])) return 0;
  std::size_t start = at;  // of the number
  while (start > 0 && (is_digit(html[start - 1]) || html[start - 1] == '.')) --start;
  if (start > 0 && (is_letter(html[start - 1]) || html[start - 1] == '_')) return 0;
  std::size_t end = at + 1;
  if (end < html.size() && (html[end] == '-' || html[end] == '+')) ++end;
  const std::size_t first = end;
  while (end < html.size() && is_digit(html[end])) ++end;
  const bool goes_on = end < html.size() && is_letter(html[end]);
  return end == first || goes_on ? 0 : end - at;
}

// The exponent without plus sign and leading zeros, with a true minus.
std::string exponent(std::string_view text) {
  const std::string sign = text.front() == '-' ? minus : "";
  if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
  while (text.size() > 1 && text.front() == '0') text.remove_prefix(1);
  return sign + std::string(text);
}

// `[1]` as a link to the reference with this number.
std::string with_citations(std::string html) {
  for (std::size_t at = 0; (at = html.find('[', at)) != std::string::npos; ++at) {
    if (at + 2 >= html.size() || !is_digit(html[at + 1]) || html[at + 2] != ']') continue;
    const std::string citation = html.substr(at, 3), number = html.substr(at + 1, 1);
    const std::string link = "<a href=\"#ref-" + number + "\">" + citation + "</a>";
    html.replace(at, citation.size(), link);
    at += link.size() - 1;
  }
  return html;
}

std::string with_minus(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '-' ? minus : std::string(1, c);
  return result;
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
    if (is_before_unit(html, i)) {
      result += "\u00a0";
      continue;
    }
    if (const std::size_t length = power_length(html, i); length > 0) {
      result += "·10<sup>" + exponent(html.substr(i + 1, length - 1)) + "</sup>";
      i += length - 1;
      continue;
    }
    const bool after_symbol = i > 0 && (is_letter(html[i - 1]) || is_digit(html[i - 1]) ||
                                        html[i - 1] == '}' || html[i - 1] == '\'');
    if ((html[i] == '_' || html[i] == '^') && after_symbol) {
      if (const std::string_view found = script(html, i); !found.empty()) {
        std::string_view inner = found.substr(1);
        if (inner.front() == '{') inner = inner.substr(1, inner.size() - 2);
        const std::string tag = html[i] == '_' ? "sub" : "sup";
        result += "<" + tag + ">" + with_minus(inner) + "</" + tag + ">";
        i += found.size() - 1;
        continue;
      }
    }
    result += html[i] == '-' && is_sign(html, i) ? minus : std::string(1, html[i]);
  }
  return result;
}

std::string text_html(const std::string& text) {
  std::string html;
  bool in_code = false;
  const std::string escaped = html_escaped(text);
  for (std::size_t at = 0; at <= escaped.size();) {
    const std::size_t end = std::min(escaped.find('`', at), escaped.size());
    const std::string part = escaped.substr(at, end - at);
    html += in_code ? "<code>" + part + "</code>" : typeset(with_citations(part));
    in_code = !in_code;
    at = end + 1;
  }
  return html;
}

}  // namespace invdyn
