#include "markdown_html.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "../../ground/output_files/html_text.h"
#include "typeset.h"

namespace invdyn {
namespace {

// Replaces pairs of a mark by tags. A mark before a blank opens nothing.
std::string with_tags(std::string text, const std::string& mark, const std::string& tag) {
  for (std::size_t open = 0; (open = text.find(mark, open)) != std::string::npos;) {
    const std::size_t begin = open + mark.size(), close = text.find(mark, begin);
    if (close == std::string::npos) break;
    if (text[begin] == ' ') {
      open = begin;
      continue;
    }
    text.replace(close, mark.size(), "</" + tag + ">");
    text.replace(open, mark.size(), "<" + tag + ">");
  }
  return text;
}

// Replaces `[text](#anchor)` by a link.
std::string with_links(std::string text) {
  constexpr std::string_view middle = "](#";
  for (std::size_t at = 0; (at = text.find(middle, at)) != std::string::npos;) {
    const std::size_t end = text.find(')', at);
    if (end == std::string::npos) break;
    // The bracket that belongs to this one; the text may have brackets of its own, as [[1]](#ref-1).
    std::size_t begin = at, depth = 1;
    while (begin > 0 && depth > 0) {
      --begin;
      if (text[begin] == ']') ++depth;
      if (text[begin] == '[') --depth;
    }
    const std::string link = "<a href=\"#" + text.substr(at + middle.size(), end - at - middle.size()) +
                             "\">" + text.substr(begin + 1, at - begin - 1) + "</a>";
    text.replace(begin, end + 1 - begin, link);
    at = begin + link.size();
  }
  return text;
}

// The name of a test, such as eq_2_6_factor; symbols such as dq_j are shorter.
bool is_name(std::string_view code) {
  return code.size() > 5 && std::all_of(code.begin(), code.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

// Code in a table is a formula or a name.
std::string cell_html(const std::string& cell) {
  std::string html = inline_html(cell);
  for (std::size_t at = 0; (at = html.find("<code>", at)) != std::string::npos;) {
    const std::size_t end = html.find("</code>", at);
    const std::string code = html.substr(at, end - at),
                      formula = is_name(code.substr(6)) ? code : typeset(code);
    html.replace(at, end - at, formula);
    at += formula.size();
  }
  return html;
}

std::string row_html(const std::string& line, const std::string& tag) {
  std::string html = "<tr>";
  for (const std::string& cell : cells_of(line))
    html.append("<").append(tag).append(">").append(cell_html(cell)).append("</").append(tag).append(">");
  return html + "</tr>\n";
}

// The second line of a table is its rule.
std::string table_html(const std::vector<std::string>& lines) {
  std::string html =
      "<div class=\"scroll\"><table>\n<thead>" + row_html(lines.front(), "th") + "</thead>\n<tbody>\n";
  for (std::size_t i = 2; i < lines.size(); ++i) html += row_html(lines[i], "td");
  return html + "</tbody>\n</table></div>\n";
}

// Items begin with `- `; other lines continue an item.
std::string list_html(const std::vector<std::string>& lines) {
  std::vector<std::string> items;
  for (const std::string& line : lines)
    if (line.starts_with("- "))
      items.push_back(line.substr(2));
    else
      items.back() += " " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
  std::string html = "<ul>\n";
  for (const std::string& item : items) html += "<li>" + inline_html(item) + "</li>\n";
  return html + "</ul>\n";
}

std::string paragraph_html(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + line;
  return "<p>" + inline_html(text) + "</p>\n";
}

}  // namespace

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

std::string inline_html(const std::string& markdown) {
  std::string html;
  bool in_code = false;
  const std::string escaped = html_escaped(markdown);
  for (std::size_t at = 0; at <= escaped.size();) {
    const std::size_t end = std::min(escaped.find('`', at), escaped.size());
    const std::string part = escaped.substr(at, end - at);
    html += in_code ? "<code>" + part + "</code>"
                    : typeset(with_tags(with_tags(with_links(part), "**", "b"), "*", "em"));
    in_code = !in_code;
    at = end + 1;
  }
  return html;
}

std::string html_of_markdown(const std::string& markdown) {
  std::string html;
  std::vector<std::string> block;
  const auto end_block = [&] {
    if (block.empty()) return;
    if (block.front().starts_with("|"))
      html += table_html(block);
    else if (block.front().starts_with("- "))
      html += list_html(block);
    else
      html += paragraph_html(block);
    block.clear();
  };
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);)
    if (line.empty())
      end_block();
    else
      block.push_back(line);
  end_block();
  return html;
}

}  // namespace invdyn
