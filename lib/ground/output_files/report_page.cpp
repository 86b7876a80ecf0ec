#include "report_page.h"

#include <filesystem>
#include <fstream>

#include "../base/error.h"
#include "html_text.h"
#include "page_colours.h"

namespace invdyn {
namespace {

// Images are drawn for paper: in the dark their light is turned, and black lets the page through. A narrow
// screen gets smaller cells, and names that break anywhere, so that the first numbers of a table are on it. A
// shade at the edge of a table shows that it continues there.
constexpr const char* usual_style = R"(
@media (prefers-color-scheme: dark) { img, svg { filter: invert(1) hue-rotate(180deg); mix-blend-mode: screen; } }
* { box-sizing: border-box; }
body { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; color: var(--text); background: var(--surface);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main { min-width: 0; overflow-wrap: break-word; } a { color: var(--accent); }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
.contents { display: none; }
@media (min-width: 72rem) {
  body { max-width: 76rem; display: grid; grid-template-columns: 13rem minmax(0, 60rem); column-gap: 2rem; }
  .contents { display: block; position: sticky; top: 1.5rem; align-self: start; font-size: .9rem; }
  .contents a { display: block; padding: .25rem 0; text-decoration: none; } main { grid-column: 2; } }
.scroll { overflow-x: auto; background:
    local 0 / 2rem 100% no-repeat linear-gradient(90deg, var(--surface), transparent),
    local 100% / 2rem 100% no-repeat linear-gradient(270deg, var(--surface), transparent),
    0 / .6rem 100% no-repeat linear-gradient(90deg, var(--line), transparent),
    100% / .6rem 100% no-repeat linear-gradient(270deg, var(--line), transparent); }
pre { white-space: pre-wrap; font: inherit; }
table { border-collapse: collapse; font-size: .85rem; line-height: 1.4; }
thead { border-top: 1.5px solid var(--text); border-bottom: 1px solid var(--text); }
tbody { border-bottom: 1.5px solid var(--text); }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
p.good, p.bad { font-size: 1.1rem; font-weight: 600; } .good { color: var(--good); } .bad { color: var(--strict); }
.bad + ul { color: var(--strict); } summary { cursor: pointer; color: var(--accent); }
img { display: block; width: 100%; height: auto; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 0 1rem; }
.unit { white-space: nowrap; } .value { overflow-wrap: anywhere; }
@media (max-width: 40rem) { table { font-size: .8rem; } th, td { padding-right: .5rem; }
  th { vertical-align: bottom; } th.number { white-space: normal; }
  td:first-child { overflow-wrap: anywhere; min-width: 7em; } }
@media print { .contents { display: none; } body { display: block; } h2, h3 { break-after: avoid; }
  svg, tr { break-inside: avoid; } .scroll { overflow: visible; } }
)";

// No script and nothing from elsewhere may run or load, whatever a name holds.
std::string page_begin(std::string_view kind) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta name=\"generator\" content=\"invdyn " +
         std::string(kind) +
         "\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
         "style-src 'unsafe-inline'\">\n";
}

void refuse_other_page(const std::filesystem::path& path, const std::string& ours) {
  std::error_code none;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, none))) return;
  std::ifstream file(path, std::ios::binary);
  std::string begin(ours.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (!file || begin != ours)
    throw Error(path.string(),
                "was not written by this command, so it is not replaced: expected another folder");
}

}  // namespace

ReportPage::ReportPage(std::string_view kind, const std::string& title, std::string_view style)
    : begin_(page_begin(kind)), html_(begin_) {
  html_ += "<meta name=\"viewport\" content=\"width=device-width\">\n<style>" + std::string(page_colours) +
           usual_style + std::string(style) + "</style>\n";
  element("title", title);
  html_ += "</head><body>\n";
  begin_of_body_ = html_.size();
  element("h1", title);
}

void ReportPage::heading(const std::string& text) {
  const std::string id = "part-" + std::to_string(++headings_);
  list_in_contents(id, html_escaped(text));
  html_ += "<h2 id=\"" + id + "\">" + html_escaped(text) + "</h2>\n";
}

void ReportPage::list_in_contents(const std::string& id, const std::string& html) {
  contents_ += "<a href=\"#" + id + "\">" + html + "</a>\n";
}

void ReportPage::element(const std::string& name, const std::string& text) {
  html_ += '<' + name + '>' + html_escaped(text) + "</" + name + ">\n";
}

void ReportPage::paragraph(const std::string& text, std::string_view look) {
  html_ += (look.empty() ? "<p>" : "<p class=\"" + std::string(look) + "\">") + html_escaped(text) + "</p>\n";
}

void ReportPage::list(const std::vector<std::string>& items) {
  html_ += "<ul>\n";
  for (const std::string& item : items) element("li", item);
  html_ += "</ul>\n";
}

void ReportPage::table(const Table& table) {
  html_ += "<div class=\"scroll\">" + table.with_plain_names().text(TableFormat::html) + "</div>\n";
}

void ReportPage::folded_table(const std::string& summary, const Table& table) {
  html_ += "<details>";
  element("summary", summary);
  this->table(table);
  html_ += "</details>\n";
}

void ReportPage::images(const std::vector<std::string>& svgs, const std::string& text) {
  html_ += "<div class=\"figures\">\n";
  for (const std::string& svg : svgs)
    html_ += "<img alt=\"" + html_escaped(text) + "\" src=\"" + svg_address(svg) + "\">\n";
  html_ += "</div>\n";
}

void ReportPage::made_by(std::string robot_source, const std::string& program) {
  while (robot_source.ends_with('.') || robot_source.ends_with(' ')) robot_source.pop_back();
  paragraph((robot_source.empty() ? "" : "Robot: " + robot_source + ". ") + "Made by " + program + '.');
}

std::string ReportPage::html() const {
  std::string page = html_ + "</main></body></html>\n";
  return page.insert(
      begin_of_body_,
      (contents_.empty() ? "" : "<nav class=\"contents\">\n" + contents_ + "</nav>\n") + "<main>\n");
}

std::string ReportPage::place_in(const std::string& folder) const {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw Error(folder, "cannot create this folder: " + fault.message());
  const std::filesystem::path path = std::filesystem::path(folder) / "index.html";
  refuse_other_page(path, begin_);
  return path.string();
}

}  // namespace invdyn
