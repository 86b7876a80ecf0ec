#include "report_page.h"

#include <filesystem>
#include <fstream>

#include "../base/error.h"
#include "html_text.h"

namespace invdyn {
namespace {

constexpr const char* usual_style = R"(
:root { color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Helvetica, Arial, sans-serif;
  color: #1a1a1a; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; line-height: 1.4; }
thead { border-top: 1.5px solid #1a1a1a; border-bottom: 1px solid #1a1a1a; }
tbody { border-bottom: 1.5px solid #1a1a1a; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.good { color: #05603a; } .bad { color: #b42318; }
img { display: block; width: 100%; height: auto; }
@media print { h2, h3 { break-after: avoid; } svg, tr { break-inside: avoid; } .scroll { overflow: visible; } }
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
    throw Error(path.string(), "is no page of this command, so it is not replaced: expected another folder");
}

}  // namespace

ReportPage::ReportPage(std::string_view kind, const std::string& title, std::string_view style)
    : begin_(page_begin(kind)), html_(begin_) {
  html_ += "<meta name=\"viewport\" content=\"width=device-width\">\n<style>" + std::string(usual_style) +
           std::string(style) + "</style>\n";
  element("title", title);
  html_ += "</head><body>\n";
  element("h1", title);
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
  html_ += "<div class=\"scroll\">" + table.text(TableFormat::html) + "</div>\n";
}

void ReportPage::image(const std::string& svg) {
  html_ += "<img alt=\"\" src=\"" + svg_address(svg) + "\">\n";
}

std::string ReportPage::place_in(const std::string& folder) const {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw Error(folder, "cannot be made a folder: " + fault.message());
  const std::filesystem::path path = std::filesystem::path(folder) / "index.html";
  refuse_other_page(path, begin_);
  return path.string();
}

}  // namespace invdyn
