#include "page.h"

#include <algorithm>

#include "../../ground/output_files/html_text.h"
#include "../../ground/output_files/report_page.h"
#include "references.h"
#include "typeset.h"

namespace invdyn {
namespace {

constexpr const char* kind = "reproduction";

// Tables may be as wide as the page, text and figures are narrower. On a narrow screen, a figure with panels
// side by side scrolls, so that its letters can be read.
constexpr const char* style = R"(
p, li, figcaption, figure img { max-width: 46rem; }
figure { margin: 1.8rem 0; } figure img.single { max-width: 30rem; }
figcaption { font-size: .9rem; margin: .4rem 0; } .files { white-space: nowrap; }
.claims td:first-child { width: 38%; }
.claims td:nth-child(2) { white-space: nowrap; font-weight: bold; } .claims tbody th { padding-top: .7rem; }
.part { color: var(--soft); } sup, sub { line-height: 0; } code { white-space: nowrap; }
@media (max-width: 46rem) { code { white-space: normal; } figure img.wide { min-width: 36rem; } }
@media print { figure { break-inside: avoid; } figure img { max-height: 17cm; width: auto; } }
)";

std::string link(const std::string& address, const std::string& html) {
  return "<a href=\"" + html_escaped(address) + "\">" + html + "</a>";
}

std::string paragraph_html(const std::string& text) {
  return "<p>" + text_html(text) + "</p>\n";
}

std::string caption_html(const std::string& number, const std::string& caption,
                         const std::vector<Page::File>& files) {
  std::string links;
  for (const Page::File& file : files)
    links += (links.empty() ? "" : " · ") + link(file.name, html_escaped(file.label));
  return "<figcaption><b>" + html_escaped(number) + ".</b> " + text_html(caption) +
         " <span class=\"files\">" + links + "</span></figcaption>\n";
}

std::string claims_table(const std::string& rows) {
  return "<div class=\"scroll\"><table "
         "class=\"claims\">\n<thead><tr><th>claim</th><th>holds</th><th>here</th><th>in the "
         "source</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table></div>\n";
}

std::string look(Verdict verdict) {
  return verdict == Verdict::yes ? "good" : verdict == Verdict::in_part ? "part" : "bad";
}

}  // namespace

void Page::section(const std::string& title) {
  sections_.push_back(title);
  body_ += "<h2 id=\"" + anchor() + "\">" + text_html(title) + "</h2>\n";
}

std::string Page::cite(const std::string& key) {
  auto place = std::find(cited_.begin(), cited_.end(), key);
  if (place == cited_.end()) place = cited_.insert(place, key);
  return "[" + std::to_string(place - cited_.begin() + 1) + "]";
}

void Page::paragraph(const std::string& text) {
  body_ += paragraph_html(text);
}

void Page::list(const std::vector<std::string>& items) {
  body_ += "<ul>\n";
  for (const std::string& item : items) body_ += "<li>" + text_html(item) + "</li>\n";
  body_ += "</ul>\n";
}

void Page::figure(const std::string& number, const std::string& caption, const std::string& svg, bool is_wide,
                  const std::vector<File>& files) {
  body_ += "<figure>\n<div class=\"scroll\"><img class=\"" + std::string(is_wide ? "wide" : "single") +
           "\" alt=\"" + html_escaped(number + ". " + caption) + "\" src=\"" + svg_address(svg) +
           "\"></div>\n" + caption_html(number, caption, files) + "</figure>\n";
}

void Page::table(const std::string& number, const std::string& caption, const Table& table,
                 const std::vector<File>& files) {
  body_ += "<figure>\n" + caption_html(number, caption, files) + "<div class=\"scroll\">" +
           typeset(table.text(TableFormat::html)) + "</div>\n</figure>\n";
}

std::string Page::claim_rows(const std::string& address) const {
  std::string rows;
  for (const auto& [claim, anchor] : claims_)
    rows += "<tr><td>" + link(address + "#" + anchor, text_html(claim.text)) + "</td><td class=\"" +
            look(claim.verdict) + "\">" + text_of(claim.verdict) + "</td><td>" + text_html(claim.here) +
            "</td><td>" + text_html(claim.source) + "</td></tr>\n";
  return rows;
}

std::string Page::html(const std::string& maker) const {
  ReportPage page(kind, title_, style);
  page.markup("<p>A page of " + link("../index.html", first_page_title) + ". Made by " + text_html(maker) +
              ".</p>\n<h2>Does the claim hold?</h2>\n" +
              (not_covered_.empty() ? "" : paragraph_html(not_covered_)) + claims_table(claim_rows("")) +
              body_ + "<h2>References</h2>\n");
  for (std::size_t i = 0; i < sections_.size(); ++i)
    page.list_in_contents("section-" + std::to_string(i + 1), text_html(sections_[i]));
  for (std::size_t i = 0; i < cited_.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    page.markup("<p id=\"ref-" + number + "\">[" + number + "] " + html_escaped(reference(cited_[i])) +
                "</p>\n");
  }
  return page.html();
}

std::size_t Page::claims(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      claims_.begin(), claims_.end(), [&](const auto& placed) { return placed.claim.verdict == verdict; }));
}

static std::string holding(std::size_t claims) {
  return std::to_string(claims) + (claims == 1 ? " holds" : " hold");
}

std::string first_page(const std::vector<Page>& pages, std::size_t parts) {
  std::size_t yes = 0, in_part = 0, no = 0;
  std::string rows;
  for (const Page& page : pages) {
    rows += "<tr><th colspan=\"4\">" + link(page.address(), text_html(page.title())) + "</th></tr>\n" +
            page.claim_rows(page.address());
    yes += page.claims(Verdict::yes);
    in_part += page.claims(Verdict::in_part);
    no += page.claims(Verdict::no);
  }
  ReportPage page(kind, first_page_title, style);
  page.markup(
      paragraph_html("invdyn computed " + std::to_string(parts) +
                     " figures and tables again, with the equations and data of the sources, and checked " +
                     std::to_string(yes + in_part + no) + " claims of the sources: " + holding(yes) + ", " +
                     holding(in_part) + " in part, " + std::to_string(no) + (no == 1 ? " does" : " do") +
                     " not. Each verdict is computed from the numbers of this run. CSV files beside "
                     "the figures and tables have these numbers. The tests of invdyn compare the torques of "
                     "these pages with the principle of virtual work: they agree to 1e-9 N m.") +
      "<h2>Does the claim hold?</h2>\n" + claims_table(rows) + "<h2>About these pages</h2>\n" +
      paragraph_html("A claim with several cases holds in part if it holds in some of them. A claim about "
                     "costs holds if both counts are equal. It holds in part if the counts differ by at most "
                     "10 %. Equivalent equations give equal torques if the torques differ by less than 1e-9 "
                     "N m.") +
      paragraph_html("Figures and tables of a source keep their numbers; other figures and tables have a "
                     "name. Captions are ours. Units are SI, and angles are in degrees where the text "
                     "says so. The pages show up to four digits, the CSV files have all digits. If a "
                     "source leaves something open, a table of assumptions states our choice, and how "
                     "another choice changes the result.") +
      paragraph_html(
          "Misprints of the equations are corrected. `ERRATA.md` in the folder `share/doc/invdyn` of the "
          "installation lists the misprints. It also states how large an error each misprint would cause."));
  return page.html();
}

}  // namespace invdyn
