// The Markdown of the errata as HTML.

#include "pictures/reproduction/markdown_html.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

TEST(InlineHtml, MarksCodeEmphasisAndLinks) {
  EXPECT_EQ(inline_html("**Printed** is *notation* in `a*b*c`"),
            "<b>Printed</b> is <em>notation</em> in <code>a*b*c</code>");
  EXPECT_EQ(inline_html("see [errata](#errata-003) and [[1]](#ref-1)"),
            "see <a href=\"#errata-003\">errata</a> and <a href=\"#ref-1\">[1]</a>");
}

TEST(InlineHtml, LeavesStarsOfFormulasAlone) {
  EXPECT_EQ(inline_html("j* perpendicular to di*/dt"), "j* perpendicular to di*/dt");
}

TEST(InlineHtml, EscapesTextAndDoesNotTypesetCode) {
  EXPECT_EQ(inline_html("a < b, `x<y -9.8`"), "a &lt; b, <code>x&lt;y -9.8</code>");
}

TEST(HtmlOfMarkdown, HasParagraphsListsAndTables) {
  EXPECT_EQ(html_of_markdown("One\ntwo.\n\n- first\n  goes on\n- second\n\n| a | b |\n|---|---|\n"
                             "| `A_0^{i-1}` | `sliding_moment_n` |\n"),
            "<p>One two.</p>\n"
            "<ul>\n<li>first goes on</li>\n<li>second</li>\n</ul>\n"
            "<div class=\"scroll\"><table>\n<thead><tr><th>a</th><th>b</th></tr>\n</thead>\n<tbody>\n"
            "<tr><td><code>A<sub>0</sub><sup>i\u22121</sup></code></td><td><code>sliding_moment_n</code></"
            "td></tr>\n"
            "</tbody>\n</table></div>\n");
}

}  // namespace
}  // namespace invdyn::test
