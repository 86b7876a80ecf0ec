#include "html_text.h"

#include "../base/visible_text.h"

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

}  // namespace invdyn
