#include "page.h"

#include <algorithm>
#include <array>

#include "../../ground/output_files/html_text.h"
#include "markdown_html.h"
#include "references.h"
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
.findings td:first-child { width: 36%; }
.findings td:nth-child(2) { white-space: nowrap; font-weight: bold; }
.findings tbody th { padding-top: .7rem; font-family: Helvetica, Arial, sans-serif; }
.yes { color: #1b6e2d; } .part { color: #8a5a00; } .no { color: #a3161b; }
li { margin: .3rem 0; }
table { border-collapse: collapse; font-size: .8rem; line-height: 1.35; }
thead { border-top: 1.5px solid #1a1a1a; border-bottom: 1px solid #1a1a1a; }
tbody { border-bottom: 1.5px solid #1a1a1a; }
th, td { padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top; }
sup, sub { line-height: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
code { font-size: .88em; white-space: nowrap; }
@media (max-width: 40rem) { p code, li code, figcaption code { white-space: normal; overflow-wrap: anywhere; }
  .findings, .findings tbody { display: block; }
  .findings thead { display: none; }
  .findings tr { display: grid; grid-template-columns: 1fr auto; }
  .findings td:first-child { width: auto; }
  .findings th, .findings td:nth-child(3), .findings td:nth-child(4) { grid-column: 1 / 3; }
  .findings td:nth-child(3), .findings td:nth-child(4) { padding: 0 0 0 1rem; }
  .findings td:nth-child(3)::before { content: "here: "; }
  .findings td:nth-child(4)::before { content: "in the source: "; }
  .findings td:nth-child(4) { padding-bottom: .5rem; } }
@media print { h2 { break-before: page; } h2, h3 { break-after: avoid; } figure { break-inside: avoid; }
  figure img { max-height: 17cm; width: auto; } .scroll { overflow: visible; } }
)";

std::string html_of(const std::vector<Page::File>& files, const std::string& origin) {
  std::string html;
  for (const Page::File& file : files)
    html += (html.empty() ? "" : " · ") + std::string("<a href=\"") + html_escaped(file.path) + "\">" +
            html_escaped(file.name) + "</a>";
  return "<span class=\"files\">" + html + " · made by " + inline_html(origin) + "</span>";
}

// The first sentence as plain text.
std::string first_sentence(const std::string& caption) {
  std::string sentence = caption.substr(0, caption.find(". "));
  std::erase(sentence, '`');
  return sentence;
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

constexpr const char* question = "Does the claim hold?";
constexpr std::array finding_columns{"claim", "holds", "here", "in the source"};

std::string claim_html(const Claim& claim, const std::string& anchor) {
  const std::string text = inline_html(claim.text), verdict = text_of(claim.verdict);
  return "<tr><td>" + (anchor.empty() ? text : "<a href=\"#" + anchor + "\">" + text + "</a>") +
         "</td><td class=\"" + (claim.verdict == Verdict::in_part ? "part" : verdict) + "\">" + verdict +
         "</td><td>" + inline_html(claim.here) + "</td><td>" + inline_html(claim.source) + "</td></tr>\n";
}

std::string findings_table(const std::string& rows) {
  std::string head;
  for (const char* column : finding_columns) head += "<th>" + std::string(column) + "</th>";
  return "<div class=\"scroll\"><table class=\"findings\">\n<thead><tr>" + head + "</tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table></div>\n";
}

}  // namespace

void Page::heading(int level, std::string title, std::string anchor) {
  if (anchor.empty()) anchor = "section-" + std::to_string(headings_.size() + 1);
  headings_.push_back(anchor);
  blocks_.emplace_back(Heading{level, std::move(title), std::move(anchor), section_});
}

void Page::section(std::string title, std::string origin, std::string anchor) {
  origin_ = std::move(origin);
  section_ = sections_.size();
  sections_.push_back(title);
  heading(2, std::move(title), std::move(anchor));
}

void Page::subsection(std::string title, std::string anchor) {
  heading(3, std::move(title), std::move(anchor));
}

std::string Page::cite(const std::string& key) {
  auto place = std::find(cited_.begin(), cited_.end(), key);
  if (place == cited_.end()) place = cited_.insert(place, key);
  const std::string number = std::to_string(place - cited_.begin() + 1);
  return "[[" + number + "]](#ref-" + number + ")";
}

void Page::references() {
  section("References", "", "references");
  for (std::size_t i = 0; i < cited_.size(); ++i) blocks_.emplace_back(Citation{i + 1, reference(cited_[i])});
}

std::string Page::findings_html() const {
  std::string rows;
  for (std::size_t section = 0; section < sections_.size(); ++section) {
    std::string own;
    for (const PlacedClaim& placed : findings_)
      if (placed.section == section) own += claim_html(placed.claim, placed.anchor);
    if (!own.empty())
      rows += "<tr><th colspan=\"4\">" + inline_html(sections_[section]) + "</th></tr>\n" + own;
  }
  return findings_table(rows);
}

std::string Page::findings_html(std::size_t section) const {
  std::string rows;
  for (const PlacedClaim& placed : findings_)
    if (placed.section == section) rows += claim_html(placed.claim, "");
  return rows.empty() ? "" : findings_table(rows);
}

std::string Page::findings_markdown(std::size_t section) const {
  Table table({{finding_columns[0]}, {finding_columns[1]}, {finding_columns[2]}, {finding_columns[3]}});
  bool has_rows = false;
  for (const auto& [claim, of, anchor] : findings_) {
    if (of != section) continue;
    has_rows = true;
    table.add_row({claim.text, text_of(claim.verdict), claim.here, claim.source});
  }
  return has_rows ? "\n" + table.text(TableFormat::markdown) : "";
}

std::string Page::html() const {
  std::string contents, body;
  int level = 2;
  bool is_first = true;
  if (!findings_.empty()) {
    contents += "<li><a href=\"#findings\">" + std::string(question) + "</a>\n";
    is_first = false;
  }
  for (const Block& block : blocks_)
    std::visit(
        Overloaded{
            [&](const Heading& heading) {
              const std::string tag = "h" + std::to_string(heading.level), text = inline_html(heading.text);
              if (heading.level != level) contents += heading.level > level ? "<ol>\n" : "</ol></li>\n";
              if (heading.level == 2 && level == 2 && !is_first) contents += "</li>\n";
              is_first = false;
              level = heading.level;
              contents +=
                  "<li><a href=\"#" + heading.anchor + "\">" + text + "</a>" + (level > 2 ? "</li>\n" : "\n");
              body += "<" + tag + " id=\"" + heading.anchor + "\">" + text + "</" + tag + ">\n";
              if (heading.level == 2) body += findings_html(heading.section);
            },
            [&](const MarkdownText& text) { body += html_of_markdown(text.text); },
            [&](const Citation& citation) {
              body += "<p class=\"reference\" id=\"ref-" + std::to_string(citation.number) + "\">[" +
                      std::to_string(citation.number) + "] " + html_escaped(citation.text) + "</p>\n";
            },
            [&](const Paragraph& paragraph) { body += "<p>" + inline_html(paragraph.text) + "</p>\n"; },
            [&](const Illustration& figure) {
              const bool is_single = figure.narrow_svg.empty();
              body += "<figure>\n<picture>" +
                      (is_single ? ""
                                 : "<source media=\"(max-width: 40rem)\" srcset=\"" +
                                       svg_address(figure.narrow_svg) + "\">") +
                      "<img" + (is_single ? " class=\"single\"" : "") + " alt=\"" +
                      html_escaped(figure.number + ". " + first_sentence(figure.caption)) + "\" src=\"" +
                      svg_address(figure.svg) + "\"></picture>\n<figcaption><b>" +
                      html_escaped(figure.number) + ".</b> " + inline_html(figure.caption) + " " +
                      html_of(figure.files, figure.origin) + "</figcaption>\n</figure>\n";
            },
            [&](const TableBlock& table) {
              body += "<figure>\n<figcaption><b>" + html_escaped(table.number) + ".</b> " +
                      inline_html(table.caption) + " " + html_of(table.files, table.origin) +
                      "</figcaption>\n<div class=\"scroll\">" + typeset(table.table.text(TableFormat::html)) +
                      "</div>\n</figure>\n";
            },
        },
        block);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" "
         "content=\"invdyn\">\n<meta name=\"viewport\" content=\"width=device-width, "
         "initial-scale=1\">\n<title>" +
         html_escaped(title_) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
         html_escaped(title_) + "</h1>\n" +
         (findings_.empty() ? ""
                            : "<h2 id=\"findings\">" + std::string(question) + "</h2>\n" + findings_html()) +
         "<nav><ol>\n" + contents +
         (level > 2  ? "</ol></li>\n"
          : is_first ? ""
                     : "</li>\n") +
         "</ol></nav>\n" + body + "</body>\n</html>\n";
}

std::string Page::markdown() const {
  std::string text = "# " + title_ + "\n";
  if (!findings_.empty()) text += "\n## " + std::string(question) + "\n";
  for (std::size_t section = 0; section < sections_.size(); ++section)
    if (const std::string own = findings_markdown(section); !own.empty())
      text += "\n**" + sections_[section] + "**\n" + own;
  for (const Block& block : blocks_)
    std::visit(Overloaded{
                   [&](const Heading& heading) {
                     // Anchors with a name can be the target of a link.
                     const bool is_named = !heading.anchor.starts_with("section-");
                     text += "\n" + std::string(static_cast<std::size_t>(heading.level), '#') + " " +
                             (is_named ? "<a id=\"" + heading.anchor + "\"></a>" : "") + heading.text + "\n";
                     if (heading.level == 2) text += findings_markdown(heading.section);
                   },
                   [&](const MarkdownText& block_text) { text += "\n" + block_text.text; },
                   [&](const Citation& citation) {
                     const std::string number = std::to_string(citation.number);
                     text += "\n<a id=\"ref-" + number + "\"></a>[" + number + "] " + citation.text + "\n";
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
