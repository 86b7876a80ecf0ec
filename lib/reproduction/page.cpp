#include "page.h"

#include <algorithm>
#include <cstdint>

#include "../output/html_text.h"
#include "typeset.h"

namespace invdyn {
namespace {

// Serif text in one column in the middle, as wide as a figure. A wider table scrolls. It loads no other
// files.
constexpr const char* style = R"(
:root { color-scheme: light; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, "Times New Roman", serif;
  color: #1a1a1a; background: #fff; }
h1, h2, h3 { font-family: Helvetica, Arial, sans-serif; line-height: 1.25; }
h1 { font-size: 1.7rem; }
h2 { font-size: 1.35rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid #bbb; }
h3 { font-size: 1.05rem; margin-top: 2rem; }
nav { font-family: Helvetica, Arial, sans-serif; font-size: .9rem; }
nav ol ol { list-style: none; padding-left: 1rem; font-size: .9em; }
figure { margin: 1.8rem 0; }
figure img { display: block; width: 100%; height: auto; }
figure img.single { max-width: 30rem; margin: 0 auto; }
figcaption { font-size: .9rem; margin: .4rem 0; }
.files { display: block; font-family: Helvetica, Arial, sans-serif; font-size: .8rem; color: #555; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .8rem; line-height: 1.35; }
thead { border-top: 1.5px solid #1a1a1a; border-bottom: 1px solid #1a1a1a; }
tbody { border-bottom: 1.5px solid #1a1a1a; }
th, td { padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top; }
sup, sub { line-height: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
code { font-size: .88em; white-space: nowrap; }
@media print { h2 { break-before: page; } h2, h3 { break-after: avoid; } figure { break-inside: avoid; }
  figure img { max-height: 17cm; width: auto; } .scroll { overflow: visible; } }
)";

std::string base64(const std::string& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

// Escapes the text. Text between backquotes becomes code; the rest is typeset.
std::string html_of(const std::string& text) {
  std::string html;
  bool in_code = false;
  const std::string escaped = html_escaped(text);
  for (std::size_t at = 0; at <= escaped.size();) {
    const std::size_t end = std::min(escaped.find('`', at), escaped.size());
    const std::string part = escaped.substr(at, end - at);
    html += in_code ? "<code>" + part + "</code>" : typeset(part);
    in_code = !in_code;
    at = end + 1;
  }
  return html;
}

std::string html_of(const std::vector<Page::File>& files, const std::string& origin) {
  std::string html;
  for (const Page::File& file : files)
    html += (html.empty() ? "" : " · ") + std::string("<a href=\"") + html_escaped(file.path) + "\">" +
            html_escaped(file.name) + "</a>";
  return "<span class=\"files\">" + html + " · made by " + html_of(origin) + "</span>";
}

std::string image(const std::string& svg) {
  return "data:image/svg+xml;base64," + base64(svg);
}

std::string markdown_of(const std::vector<Page::File>& files, const std::string& origin) {
  std::string text;
  for (const Page::File& file : files)
    text += (text.empty() ? "[" : " · [") + file.name + "](" + file.path + ")";
  return text + " · made by " + origin;
}

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace

std::string Page::html() const {
  std::string contents, body;
  std::size_t sections = 0;
  int level = 2;
  for (const Block& block : blocks_)
    std::visit(
        Overloaded{
            [&](const Heading& heading) {
              const std::string tag = "h" + std::to_string(heading.level), text = html_of(heading.text);
              const std::string id = "section-" + std::to_string(++sections);
              if (heading.level != level) contents += heading.level > level ? "<ol>\n" : "</ol></li>\n";
              if (heading.level == 2 && level == 2 && sections > 1) contents += "</li>\n";
              level = heading.level;
              contents += "<li><a href=\"#" + id + "\">" + text + "</a>" + (level > 2 ? "</li>\n" : "\n");
              body += "<" + tag + " id=\"" + id + "\">" + text + "</" + tag + ">\n";
            },
            [&](const Paragraph& paragraph) { body += "<p>" + html_of(paragraph.text) + "</p>\n"; },
            [&](const Illustration& figure) {
              const bool is_single = figure.narrow_svg.empty();
              body += "<figure>\n<picture>" +
                      (is_single ? ""
                                 : "<source media=\"(max-width: 40rem)\" srcset=\"" +
                                       image(figure.narrow_svg) + "\">") +
                      "<img" + (is_single ? " class=\"single\"" : "") + " alt=\"" +
                      html_escaped(figure.number + ". " + figure.caption) + "\" src=\"" + image(figure.svg) +
                      "\"></picture>\n<figcaption><b>" + html_escaped(figure.number) + ".</b> " +
                      html_of(figure.caption) + " " + html_of(figure.files, figure.origin) +
                      "</figcaption>\n</figure>\n";
            },
            [&](const TableBlock& table) {
              body += "<figure>\n<figcaption><b>" + html_escaped(table.number) + ".</b> " +
                      html_of(table.caption) + " " + html_of(table.files, table.origin) +
                      "</figcaption>\n<div class=\"scroll\">" + typeset(table.table.text(TableFormat::html)) +
                      "</div>\n</figure>\n";
            },
        },
        block);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" "
         "content=\"invdyn\">\n<meta name=\"viewport\" content=\"width=device-width, "
         "initial-scale=1\">\n<title>" +
         html_escaped(title_) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
         html_escaped(title_) + "</h1>\n<nav><ol>\n" + contents +
         (level > 2      ? "</ol></li>\n"
          : sections > 0 ? "</li>\n"
                         : "") +
         "</ol></nav>\n" + body + "</body>\n</html>\n";
}

std::string Page::markdown() const {
  std::string text = "# " + title_ + "\n";
  for (const Block& block : blocks_)
    std::visit(Overloaded{
                   [&](const Heading& heading) {
                     text += "\n" + std::string(static_cast<std::size_t>(heading.level), '#') + " " +
                             heading.text + "\n";
                   },
                   [&](const Paragraph& paragraph) { text += "\n" + paragraph.text + "\n"; },
                   [&](const Illustration& figure) {
                     text += "\n![" + figure.number + "](" + figure.files.front().path + ")\n\n**" +
                             figure.number + ".** " + figure.caption + " " +
                             markdown_of(figure.files, figure.origin) + "\n";
                   },
                   [&](const TableBlock& table) {
                     text += "\n**" + table.number + ".** " + table.caption + " " +
                             markdown_of(table.files, table.origin) + "\n\n" +
                             table.table.text(TableFormat::markdown);
                   },
               },
               block);
  return text;
}

}  // namespace invdyn
