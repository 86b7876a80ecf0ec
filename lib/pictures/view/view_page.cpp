#include "view_page.h"

#include <map>
#include <string_view>

#include "../../ground/output_files/html_text.h"
#include "../../ground/output_files/page_colours.h"
#include "page_parts.h"

namespace invdyn {
namespace {

std::string joined(const PageParts::Text& pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

// No text of the data can end its element or begin another one: `<` is written as an escape of JSON. What is
// no UTF-8 becomes U+FFFD.
std::string script_of(const nlohmann::ordered_json& data) {
  const std::string json = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string text = "<script type=\"application/json\" id=\"data\">";
  text.reserve(json.size() + 100);
  for (std::size_t begin = 0; begin < json.size();) {
    const std::size_t end = std::min(json.find('<', begin), json.size());
    text.append(json, begin, end - begin);
    if (end < json.size()) text += "\\u003c";
    begin = end + 1;
  }
  return text + "</script>";
}

}  // namespace

std::string view_page(const PageContent& content) {
  const PageParts& parts = page_parts();
  const std::map<std::string_view, std::string> fillings{
      {"TITLE", html_escaped(content.title)},
      {"LICENCE", joined(parts.licence)},
      {"STYLE", "<style>\n" + std::string(page_colours) + joined(parts.style) + "</style>"},
      {"DATA", script_of(page_data(content))},
      {"SCRIPTS", "<script>\n" + joined(parts.scripts) + "</script>"}};
  const std::string skeleton = joined(parts.skeleton);
  std::string page;
  std::size_t begin = 0;
  for (std::size_t at; (at = skeleton.find('@', begin)) != std::string::npos;) {
    const std::size_t end = skeleton.find('@', at + 1);
    page.append(skeleton, begin, at - begin);
    page += fillings.at(std::string_view(skeleton).substr(at + 1, end - at - 1));
    begin = end + 1;
  }
  return page.append(skeleton, begin);
}

}  // namespace invdyn
