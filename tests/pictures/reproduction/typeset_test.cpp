// Formulas in HTML as they are printed.

#include "pictures/reproduction/typeset.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

TEST(Typeset, MakesSuperscriptsAndSubscripts) {
  EXPECT_EQ(typeset("n^4 + 12n^3"), "n<sup>4</sup> + 12n<sup>3</sup>");
  EXPECT_EQ(typeset("T_{j-1}^j z_0 omega_i"),
            "T<sub>j\u22121</sub><sup>j</sup> z<sub>0</sub> omega<sub>i</sub>");
  EXPECT_EQ(typeset("<td>n_x</td>"), "<td>n<sub>x</sub></td>");
}

TEST(Typeset, WritesPowersOfTen) {
  EXPECT_EQ(typeset("2e-15 and 4.26e-04, 1.5e+08"),
            "2·10<sup>\u221215</sup> and 4.26·10<sup>\u22124</sup>, 1.5·10<sup>8</sup>");
  EXPECT_EQ(typeset("c'_i"), "c'<sub>i</sub>");
}

TEST(Typeset, KeepsUnitsWithTheirNumbers) {
  EXPECT_EQ(typeset("up to 41.1 N m in 2 s (N m), 5 % of 3 joints"),
            "up to 41.1\u00a0N\u00a0m in 2\u00a0s (N\u00a0m), 5\u00a0% of 3 joints");
}

TEST(Typeset, WritesATrueMinus) {
  EXPECT_EQ(typeset("<td>-n</td><td>-x_x</td><td>-abc</td>"),
            "<td>\u2212n</td><td>\u2212x<sub>x</sub></td><td>-abc</td>");
  EXPECT_EQ(typeset("<td>-0.5</td> (-1, -2) 3n - 4"), "<td>\u22120.5</td> (\u22121, \u22122) 3n \u2212 4");
}

TEST(Typeset, LeavesNamesTagsAndHyphensAlone) {
  for (const char* text : {"q_pre", "joint_states", "fig-07.svg", "<a href=\"a_b -1\">x</a>", "N-E", "12-bit",
                           "a_{open", "^2", "_x", "a^", "", "1e", "12em", "v1e5", "sha_2e4"})
    EXPECT_EQ(typeset(text), text);
}

TEST(TextHtml, EscapesTextAndDoesNotTypesetCode) {
  EXPECT_EQ(text_html("a < b, -2, `x<y -9.8`"), "a &lt; b, \u22122, <code>x&lt;y -9.8</code>");
}

TEST(TextHtml, LinksCitations) {
  EXPECT_EQ(text_html("Lee [1], not [a] or `q[2]`"),
            "Lee <a href=\"#ref-1\">[1]</a>, not [a] or <code>q[2]</code>");
}

}  // namespace
}  // namespace invdyn::test
