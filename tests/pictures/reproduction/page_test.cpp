// The pages with claims, figures and tables: HTML that needs no other file.

#include "pictures/reproduction/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

Page page() {
  Page page("Torques & <more>", "first");
  page.paragraph("Run `invdyn a<b` & look: " + page.cite("luh1980") + ", " + page.cite("angeles") + ", " +
                 page.cite("luh1980"));
  page.section("Part of it");
  page.claim({"A holds", Verdict::yes, "1e-3 m", "2 m"});
  page.figure("Fig. 7", "A \"caption\"", "<svg>Man</svg>", true,
              {{"SVG", "fig-07.svg"}, {"CSV", "fig-07.csv"}});
  page.section("Another part");
  page.claim({"B holds", Verdict::in_part, "1 of 2", "both"});
  Table table({{"joint"}, {"torque"}});
  table.add_row({"a|b, n^4", 2.5});
  page.table("Table 1", "Numbers", table, {{"CSV", "table.csv"}});
  return page;
}

std::string html() {
  return page().html("`invdyn reproduce first`");
}

TEST(Page, EscapesTextsAndMarksCode) {
  EXPECT_THAT(html(), HasSubstr("<title>Torques &amp; &lt;more&gt;</title>"));
  EXPECT_THAT(html(), HasSubstr("<p>Run <code>invdyn a&lt;b</code> &amp; look"));
  EXPECT_THAT(html(), HasSubstr("A &quot;caption&quot;"));
  EXPECT_THAT(html(), HasSubstr("Made by <code>invdyn reproduce first</code>."));
}

// "<svg>Man</svg>" in base 64, by coreutils' base64.
TEST(Page, ContainsItsDrawings) {
  EXPECT_THAT(html(), HasSubstr("src=\"data:image/svg+xml;base64,PHN2Zz5NYW48L3N2Zz4=\""));
}

TEST(Page, RaisesExponents) {
  EXPECT_THAT(html(), HasSubstr("<td>a|b, n<sup>4</sup></td>"));
}

TEST(Page, LoadsNothingFromElsewhere) {
  for (const char* outside : {"http:", "https:", "<script", "<link", "@import", "url("})
    EXPECT_THAT(html(), Not(HasSubstr(outside)));
}

TEST(Page, LinksToItsSectionsItsFilesAndTheFirstPage) {
  EXPECT_THAT(html(), HasSubstr("<a href=\"#section-2\">Another part</a>"));
  EXPECT_THAT(html(), HasSubstr("<h2 id=\"section-2\">Another part</h2>"));
  EXPECT_THAT(html(), HasSubstr("<a href=\"fig-07.csv\">CSV</a>"));
  EXPECT_THAT(html(), HasSubstr("<a href=\"../index.html\">"));
}

TEST(Page, BeginsWithItsClaims) {
  EXPECT_THAT(html(), HasSubstr("<tr><td><a href=\"#section-1\">A holds</a></td><td class=\"good\">yes</td>"
                                "<td>1·10<sup>\u22123</sup>\u00a0m</td><td>2\u00a0m</td></tr>"));
  EXPECT_LT(html().find("A holds"), html().find("<p>Run"));
  Page with_gap = page();
  with_gap.not_covered("No curves");
  const std::string text = with_gap.html("invdyn");
  EXPECT_LT(text.find("<p>No curves</p>"), text.find("A holds"));
}

TEST(Page, NumbersReferencesInTheOrderOfCitation) {
  EXPECT_THAT(
      html(),
      HasSubstr(
          "look: <a href=\"#ref-1\">[1]</a>, <a href=\"#ref-2\">[2]</a>, <a href=\"#ref-1\">[1]</a></p>"));
  EXPECT_THAT(html(), HasSubstr("id=\"ref-1\">[1] J. Y. S. Luh"));
  EXPECT_THAT(html(), HasSubstr("id=\"ref-2\">[2] J. Angeles"));
  EXPECT_THAT(html(), Not(HasSubstr("ref-3")));
}

TEST(FirstPage, CountsTheClaimsAndLinksThem) {
  Page other("Other", "second");
  other.section("Only part");
  other.claim({"C holds", Verdict::no, "0", "1"});
  const std::string first = first_page({page(), other}, 5);
  EXPECT_THAT(first, HasSubstr("computed 5 figures and tables"));
  EXPECT_THAT(first, HasSubstr("checked 3 claims of the sources: 1 holds, 1 holds in part, 1 does not."));
  EXPECT_THAT(first,
              HasSubstr("<a href=\"first/index.html#section-2\">B holds</a></td><td class=\"part\">in part"));
  EXPECT_THAT(first,
              HasSubstr("<a href=\"second/index.html#section-1\">C holds</a></td><td class=\"bad\">no"));
  EXPECT_THAT(first, HasSubstr("<a href=\"second/index.html\">Other</a>"));
}

}  // namespace
}  // namespace invdyn::test
