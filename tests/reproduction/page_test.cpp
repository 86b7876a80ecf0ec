// The page with figures and tables: HTML that needs no other file, and Markdown.

#include "reproduction/page.h"

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
