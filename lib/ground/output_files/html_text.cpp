#include "html_text.h"

#include "../base/visible_text.h"
#include "base64.h"

namespace invdyn {

std::string html_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : visible_lines(text)) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  return escaped;
}

std::string svg_address(const std::string& svg) {
  return "data:image/svg+xml;base64," + base64(svg);
}

}  // namespace invdyn
