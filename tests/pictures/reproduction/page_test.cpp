// The page with figures and tables: HTML that needs no other file, and Markdown.

#include "pictures/reproduction/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

Page page() {
  Page page("Torques & <more>");
  page.section("First", "`invdyn reproduce first`");
  page.subsection("Part of it");
  page.paragraph("Run `invdyn a<b` & look.");
  page.figure("Fig. 7", "A \"caption\"", "<svg>Man</svg>", "<svg>narrow</svg>",
              {{"SVG", "part/fig-07.svg"}, {"CSV", "part/fig-07.csv"}});
  Table table({{"joint"}, {"torque"}});
  table.add_row({"a|b, n^4", 2.5});
  page.table("Table 1", "Numbers", table, {{"CSV", "part/table.csv"}});
  return page;
}

TEST(HtmlPage, EscapesTextsAndMarksCode) {
  const std::string html = page().html();
  EXPECT_THAT(html, HasSubstr("<title>Torques &amp; &lt;more&gt;</title>"));
  EXPECT_THAT(html, HasSubstr("<p>Run <code>invdyn a&lt;b</code> &amp; look.</p>"));
  EXPECT_THAT(html, HasSubstr("alt=\"Fig. 7. A &quot;caption&quot;\""));
}

// "<svg>Man</svg>" in base 64, by coreutils' base64.
TEST(HtmlPage, ContainsItsDrawings) {
  EXPECT_THAT(page().html(), HasSubstr("src=\"data:image/svg+xml;base64,PHN2Zz5NYW48L3N2Zz4=\""));
}

// "<svg>narrow</svg>" in base 64, by coreutils' base64.
TEST(HtmlPage, ShowsPanelsBelowEachOtherOnNarrowScreens) {
  EXPECT_THAT(page().html(), HasSubstr("<source media=\"(max-width: 40rem)\" "
                                       "srcset=\"data:image/svg+xml;base64,PHN2Zz5uYXJyb3c8L3N2Zz4=\">"));
}

TEST(HtmlPage, RaisesExponents) {
  EXPECT_THAT(page().html(), HasSubstr("<td>a|b, n<sup>4</sup></td>"));
}

TEST(HtmlPage, LoadsNothingFromElsewhere) {
  const std::string html = page().html();
  for (const char* outside : {"http:", "https:", "<script", "<link", "@import", "url("})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

TEST(HtmlPage, LinksToItsSectionsAndFiles) {
  const std::string html = page().html();
  EXPECT_THAT(html, HasSubstr("<a href=\"#section-1\">First</a>"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"section-1\">First</h2>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"part/fig-07.csv\">CSV</a>"));
  EXPECT_THAT(html,
              HasSubstr("<ol>\n<li><a href=\"#section-2\">Part of it</a></li>\n</ol></li>\n</ol></nav>"));
  EXPECT_THAT(html, HasSubstr("<h3 id=\"section-2\">Part of it</h3>"));
  EXPECT_THAT(html, HasSubstr("made by <code>invdyn reproduce first</code>"));
}

// A page of two sections with findings, which cites two sources, one of them twice.
Page page_with_findings() {
  Page page("Title");
  page.section("First", "`first`");
  page.paragraph("Cited: " + page.cite("luh1980") + ", " + page.cite("angeles") + ", " +
                 page.cite("luh1980"));
  page.subsection("Part");
  page.claim({"A holds", Verdict::yes, "1e-3 m", "2 m"});
  page.section("Second", "`second`");
  page.claim({"B holds", Verdict::in_part, "1 of 2", "both"});
  page.references();
  return page;
}

TEST(HtmlPage, BeginsWithTheFindingsAndLinksThem) {
  const std::string html = page_with_findings().html();
  const std::size_t findings = html.find("<h2 id=\"findings\">Does the claim hold?</h2>"),
                    contents = html.find("<nav>"), first = html.find(">First</h2>");
  EXPECT_LT(findings, contents);
  EXPECT_LT(contents, first);
  EXPECT_THAT(html, HasSubstr("<tr><td><a href=\"#section-2\">A holds</a></td><td class=\"yes\">yes</td>"
                              "<td>1·10<sup>\u22123</sup>\u00a0m</td><td>2\u00a0m</td></tr>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#section-3\">B holds</a></td><td class=\"part\">in part</td>"));
  EXPECT_THAT(html.substr(first), HasSubstr("<tr><td>A holds</td>"));
  EXPECT_LT(html.find("<tr><td>A holds</td>"), html.find("<p>Cited"));
}

TEST(HtmlPage, NumbersReferencesInTheOrderOfCitation) {
  const std::string html = page_with_findings().html();
  EXPECT_THAT(html, HasSubstr("<p>Cited: <a href=\"#ref-1\">[1]</a>, <a href=\"#ref-2\">[2]</a>, "
                              "<a href=\"#ref-1\">[1]</a></p>"));
  EXPECT_THAT(html, HasSubstr("id=\"ref-1\">[1] J. Y. S. Luh"));
  EXPECT_THAT(html, HasSubstr("id=\"ref-2\">[2] J. Angeles"));
  EXPECT_THAT(html, Not(HasSubstr("ref-3")));
}

TEST(MarkdownPage, BeginsWithTheFindings) {
  EXPECT_THAT(page_with_findings().markdown(),
              HasSubstr("# Title\n\n## Does the claim hold?\n\n**First**\n\n"
                        "| claim | holds | here | in the source |\n|---|---|---|---|\n"
                        "| A holds | yes | 1e-3 m | 2 m |\n"));
}

TEST(MarkdownPage, ShowsDrawingsFromTheirFilesAndTables) {
  EXPECT_EQ(page().markdown(),
            "# Torques & <more>\n"
            "\n## First\n"
            "\n### Part of it\n"
            "\nRun `invdyn a<b` & look.\n"
            "\n![Fig. 7](part/fig-07.svg)\n"
            "\n**Fig. 7.** A \"caption\" [SVG](part/fig-07.svg) · [CSV](part/fig-07.csv) · made by `invdyn "
            "reproduce first`\n"
            "\n**Table 1.** Numbers [CSV](part/table.csv) · made by `invdyn reproduce first`\n"
            "\n| joint | torque |\n"
            "|---|---:|\n"
            "| a\\|b, n^4 | 2.5 |\n");
}

}  // namespace
}  // namespace invdyn::test
