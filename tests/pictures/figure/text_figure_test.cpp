// Figures in characters: where curves, tics and keys are, in ASCII and in braille dots.

#include "pictures/figure/text_figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "ground/base/error.h"
#include "pictures/figure/plain_text.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> rows_of(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  return rows;
}

// A straight line from (0, 0) to (1, 1), in a panel whose axes end there.
Panel diagonal() {
  return {.x = {.label = "time (s)", .minimum = 0, .maximum = 1},
          .y = {.label = "torque (N m)", .minimum = 0, .maximum = 1},
          .curves = {{.name = "a", .x = {0, 1}, .y = {0, 1}}}};
}

Figure figure_of(Panel panel, TextLook look = {}) {
  return {.panels = {std::move(panel)}, .text = look};
}

TEST(TextFigure, DrawsALineFromCornerToCorner) {
  const auto rows = rows_of(text_figure(figure_of(diagonal(), {.width = 60})));
  EXPECT_EQ(rows[0], " torque (N m)");
  EXPECT_THAT(rows[1], testing::MatchesRegex(" 1.0 [+] +[*]+"));
  EXPECT_EQ(length_of(rows[1]), 58u);
  EXPECT_THAT(rows[16], testing::MatchesRegex(" 0.0 [+][*]+"));
  std::size_t before = 60;
  for (std::size_t r = 1; r <= 16; ++r) {  // it rises to the right, with a character in each row
    const std::size_t at = rows[r].find('*');
    EXPECT_LT(at, before);
    before = at;
  }
  EXPECT_THAT(rows[17], testing::MatchesRegex(" +[+][+]-+[+].*[+]"));
  EXPECT_THAT(rows[18], testing::MatchesRegex(" +0.0 .* 1.0"));
  EXPECT_THAT(rows[19], testing::MatchesRegex(" +time .s."));
  EXPECT_EQ(rows[20], " *** a");
  EXPECT_EQ(rows.size(), 21u);
}

// A braille character has 2 by 4 dots.
TEST(TextFigure, DrawsBrailleDots) {
  const std::string text = text_figure(figure_of(diagonal(), {.width = 60, .braille = true}));
  EXPECT_THAT(text, HasSubstr("│"));
  EXPECT_THAT(text, HasSubstr("└┬──"));
  EXPECT_THAT(text, Not(HasSubstr("*")));
  const auto rows = rows_of(text);
  EXPECT_TRUE(rows[16].starts_with(" 0.0 ┤⡠")) << rows[16];  // from the lowest dot on the left
  EXPECT_TRUE(rows[1].ends_with("⠊")) << rows[1];            // to the highest on the right
}

TEST(TextFigure, DrawsOnlyWithinItsAxes) {
  Panel panel = diagonal();
  panel.curves[0].x = {-1, 2};
  panel.curves[0].y = {-100, 101};
  panel.curves.push_back({.name = "far", .x = {-5, 5}, .y = {7, 7}});
  const auto rows = rows_of(text_figure(figure_of(panel, {.width = 60})));
  for (const std::string& row : rows) EXPECT_LE(length_of(row), 60u);
  std::size_t stars = 0;
  for (std::size_t r = 1; r <= 16; ++r) stars += rows[r].find('*') != rows[r].npos;
  EXPECT_EQ(stars, 16u);  // an upright line in the middle
  EXPECT_THAT(rows[8], Not(HasSubstr("#")));
}

TEST(TextFigure, LeavesGapsAndShowsSinglePoints) {
  Panel panel = diagonal();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  panel.curves = {{.name = "a", .x = {0, 0.1, 0.2, 0.8, 1}, .y = {0.5, 0.5, nan, 0.5, nan}}};
  const auto rows = rows_of(text_figure(figure_of(panel, {.width = 60})));
  std::string drawn;
  for (std::size_t r = 1; r <= 16; ++r)
    if (rows[r].find('*') != rows[r].npos) drawn = rows[r].substr(6);
  EXPECT_THAT(drawn, testing::MatchesRegex("[*]+ +[*]"));
}

TEST(TextFigure, ColoursCurvesAndTheirSamples) {
  Panel panel = diagonal();
  panel.curves[0].colour = 1;
  panel.curves.push_back({.name = "b", .x = {0, 1}, .y = {1, 0}, .plain = true});
  TextLook look{.width = 60, .braille = true, .colours = TextLook::Colours::many};
  const std::string text = text_figure(figure_of(panel, look));
  EXPECT_THAT(text, HasSubstr("\x1b[38;5;166m⠤⠤⠤\x1b[39m a   ⠤⠤⠤ b"));
  look.colours = TextLook::Colours::none;
  EXPECT_THAT(text_figure(figure_of(panel, look)), Not(HasSubstr("\x1b")));
}

// Without colours, the dots of curves form dashes.
TEST(TextFigure, TellsCurvesApartWithoutColours) {
  Panel panel = diagonal();
  panel.curves[0].y = {0.2, 0.2};
  panel.curves.push_back({.name = "b", .x = {0, 1}, .y = {0.8, 0.8}});
  const auto rows = rows_of(text_figure(figure_of(panel, {.width = 60, .braille = true})));
  std::vector<std::size_t> blanks;
  for (std::size_t r = 1; r <= 16; ++r)
    if (length_of(rows[r]) > 50)
      blanks.push_back(static_cast<std::size_t>(std::count(rows[r].begin(), rows[r].end(), ' ')));
  ASSERT_EQ(blanks.size(), 2u);
  EXPECT_GT(blanks[0], blanks[1] + 5);
}

TEST(TextFigure, FillsTheHeightOfTheTerminal) {
  for (const std::size_t panels : {1u, 2u, 3u})
    for (const std::size_t height : {24u, 50u, 80u}) {
      Figure figure{.title = "title", .panels = std::vector<Panel>(panels, diagonal())};
      figure.text.height = height;
      const std::size_t rows = rows_of(text_figure(figure)).size();
      EXPECT_LT(rows, std::max<std::size_t>(height, 12 * panels + 3)) << panels << ' ' << height;
      if (panels == 1 && height < 50) {
        EXPECT_EQ(rows, height - 1);
      }
    }
}

TEST(TextFigure, HasTheLabelOfACommonXAxisOnce) {
  Figure figure{.panels = {diagonal(), diagonal()}};
  const auto labels = [&] {
    const auto rows = rows_of(text_figure(figure));
    return std::count_if(rows.begin(), rows.end(),
                         [](const std::string& row) { return row.find("time (s)") != row.npos; });
  };
  EXPECT_EQ(labels(), 1);
  figure.panels[0].x.label = "time (s), relative";
  EXPECT_EQ(labels(), 2);
}

TEST(TextFigure, WritesControlCharactersAsCodes) {
  Panel panel = diagonal();
  panel.title = "a\x1b[2Jb\n";
  panel.curves[0].name = "\x07";
  const std::string text = text_figure(figure_of(panel));
  EXPECT_THAT(text, HasSubstr("a\\x1b[2Jb\\x0a"));
  EXPECT_THAT(text, HasSubstr("*** \\x07"));
}

TEST(TextFigure, RefusesAFigureWithoutPanels) {
  EXPECT_THROW(text_figure({}), Error);
}

}  // namespace
}  // namespace invdyn::test
