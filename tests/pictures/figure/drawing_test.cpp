// Figures as drawn: values read from the drawing are compared with the input.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <sstream>

#include "ground/base/error.h"
#include "pictures/figure/gnuplot.h"
#include "pictures/figure/plain_text.h"
#include "support/svg.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double damped(double amplitude, double rate, double t) {
  return amplitude * std::exp(-0.4 * t) * std::sin(rate * t);
}

// Damped waves of `count` joints over 2 s.
Panel waves(std::size_t count, double amplitude = 50) {
  Panel panel{.title = "waves", .x = {.label = "time (s)"}, .y = {.label = "torque (N m)"}};
  for (std::size_t c = 0; c < count; ++c) {
    Curve curve{.name = "joint" + std::to_string(c + 1)};
    for (int i = 0; i <= 400; ++i) {
      curve.x.push_back(0.005 * i);
      curve.y.push_back(damped(amplitude, static_cast<double>(c + 2), curve.x.back()));
    }
    panel.curves.push_back(curve);
  }
  return panel;
}

SeenFigure look_at(const Figure& figure) {
  return seen(drawn(figure, FigureFormat::svg));
}

// Compares curves at given times with an accuracy of one pixel in both directions.
void expect_waves(const SeenPanel& panel, std::size_t count, double amplitude) {
  for (std::size_t c = 0; c < count; ++c) {
    const SeenCurve& curve = panel.curve("joint" + std::to_string(c + 1));
    for (const double t : {0.0, 0.35, 0.5, 1.0, 1.21, 1.75, 2.0}) {
      const auto value = curve.at(std::clamp(t, curve.points().front().x, curve.points().back().x));
      ASSERT_TRUE(value) << t;
      const double slope = amplitude * static_cast<double>(c + 2) * panel.x.per_pixel(0);
      EXPECT_NEAR(*value, damped(amplitude, static_cast<double>(c + 2), t), panel.y.per_pixel(0) + slope)
          << curve.name << " at " << t;
    }
  }
}

TEST(Drawing, HasLabelsWithUnitsTitlesAndNamedCurves) {
  Figure figure{.title = "Three waves", .panels = {waves(3)}};
  const SeenFigure page = look_at(figure);
  EXPECT_EQ(page.title, "Three waves");
  ASSERT_EQ(page.panels.size(), 1u);
  EXPECT_EQ(page.panels[0].title, "waves");
  EXPECT_EQ(page.panels[0].x.label, "time (s)");
  EXPECT_EQ(page.panels[0].y.label, "torque (N m)");
  EXPECT_EQ(page.panels[0].curves.size(), 3u);
  EXPECT_THAT(page.key, ElementsAre("joint1", "joint2", "joint3"));
}

TEST(Drawing, ShowsTheValuesAtTheirTimes) {
  for (const double amplitude : {1e-7, 4.26e-4, 1.0, 50.0, 3e6})
    expect_waves(look_at({.panels = {waves(3, amplitude)}}).panels.at(0), 3, amplitude);
}

TEST(Drawing, ShowsTheValuesInEveryPanelOfAPage) {
  Figure figure{.columns = 3};
  for (int p = 0; p < 7; ++p) figure.panels.push_back(waves(2, std::pow(10, p - 3)));
  const SeenFigure page = look_at(figure);
  ASSERT_EQ(page.panels.size(), 7u);
  for (int p = 0; p < 7; ++p) expect_waves(page.panels[static_cast<std::size_t>(p)], 2, std::pow(10, p - 3));
}

TEST(Drawing, DistinguishesEightCurvesInColourAndBlackAndWhite) {
  const SeenFigure page = look_at({.panels = {waves(8)}});
  std::set<std::string> dashes, looks;
  for (const SeenCurve& curve : page.panels.at(0).curves) {
    dashes.insert(curve.dashes);
    looks.insert(curve.colour + curve.dashes);
  }
  EXPECT_EQ(dashes.size(), 8u);
  EXPECT_EQ(looks.size(), 8u);
  EXPECT_EQ(look_at({.panels = {waves(30)}}).panels.at(0).curves.size(), 30u);
}

TEST(Drawing, KeepsARequestedLook) {
  Panel first = waves(3), second = waves(3);
  second.curves.erase(second.curves.begin());
  second.curves[0].look = 1;
  second.curves[1].look = 2;
  const SeenFigure page = look_at({.panels = {first, second}});
  EXPECT_EQ(page.panels.at(1).curve("joint3").colour, page.panels.at(0).curve("joint3").colour);
  EXPECT_EQ(page.panels.at(1).curve("joint3").dashes, page.panels.at(0).curve("joint3").dashes);
}

TEST(Drawing, HasOneKeyForPanelsWithTheSameCurves) {
  EXPECT_THAT(look_at({.panels = {waves(2), waves(2)}}).key, ElementsAre("joint1", "joint2"));
  Panel other = waves(2);
  other.curves[0].name = "hand";
  EXPECT_THAT(look_at({.panels = {waves(2), other}}).key, ElementsAre("joint1", "joint2", "hand", "joint2"));
  // A title with the name makes a key unnecessary.
  Panel alone = waves(1);
  alone.title = "joint1";
  EXPECT_THAT(look_at({.panels = {waves(2), alone}, .columns = 2}).key, ElementsAre("joint1", "joint2"));
}

// Otherwise the key would give it the name of another curve.
TEST(Drawing, GivesAPlainCurveAUniqueLook) {
  Panel plain = waves(1);
  plain.curves[0].name = "";
  plain.curves[0].plain = true;
  const SeenFigure page = look_at({.panels = {waves(20), plain}});
  EXPECT_EQ(page.panels.at(1).curves.at(0).name, "");
  for (const SeenCurve& curve : page.panels.at(0).curves) {
    const SeenCurve& other = page.panels.at(1).curves.at(0);
    EXPECT_TRUE(curve.colour != other.colour || curve.dashes != other.dashes) << curve.name;
  }
}

TEST(Drawing, DrawsTheLargestAcceptedValues) {
  const Figure figure{.panels = {{.curves = {{.name = "c", .x = {0, 1}, .y = {-1e300, 1e300}}}}}};
  const std::string text = drawn(figure, FigureFormat::text);
  EXPECT_THAT(text, HasSubstr("x 1e300"));
  EXPECT_GT(std::count(text.begin(), text.end(), '*'), 50);
}

TEST(Drawing, KeepsTheKeyClearOfTheAxes) {
  Panel other = waves(8);
  for (Curve& curve : other.curves) curve.name += " of an arm with a long name";
  for (const std::size_t columns : {1u, 2u, 3u}) {
    const SeenFigure page = look_at({.panels = {waves(3), other, waves(5)}, .columns = columns});
    for (const SeenPanel& panel : page.panels)
      for (const Point& place : page.key_places) {
        const bool inside = place.x > panel.left - 1 && place.x < panel.right + 1 &&
                            place.y > panel.top - 1 && place.y < panel.bottom + 1;
        EXPECT_FALSE(inside) << place.x << " " << place.y;
        EXPECT_LT(place.y, page.height);
        EXPECT_LT(place.x, page.width);
      }
  }
}

TEST(Drawing, PlacesPanelsWithoutOverlap) {
  Figure figure{.columns = 2};
  for (std::size_t p = 0; p < 5; ++p) figure.panels.push_back(waves(p + 1, std::pow(1000, p)));
  const SeenFigure page = look_at(figure);
  for (std::size_t a = 0; a < 5; ++a) {
    const SeenPanel& one = page.panels[a];
    EXPECT_GT(one.left, 0);
    EXPECT_LT(one.right, page.width);
    EXPECT_LT(one.bottom, page.height);
    EXPECT_GT(one.right - one.left, 150);
    for (std::size_t b = 0; b < a; ++b) {
      const SeenPanel& two = page.panels[b];
      EXPECT_TRUE(two.right < one.left || two.bottom < one.top || one.right < two.left) << a << " " << b;
    }
  }
}

TEST(Drawing, BreaksALineAtAMissingValue) {
  Panel panel = waves(1);
  panel.curves[0].y[200] = nan;
  panel.curves[0].y[300] = std::numeric_limits<double>::infinity();
  const SeenFigure page = look_at({.panels = {panel}});
  const SeenCurve& curve = page.panels.at(0).curves.at(0);
  EXPECT_EQ(curve.pieces.size(), 3u);
  EXPECT_FALSE(curve.at(1.0));
  EXPECT_TRUE(curve.at(1.25));
}

TEST(Drawing, DrawsALevelOverTheWholeWidth) {
  Panel panel = waves(1, 3e-4);
  panel.levels = {{4.26e-4, "encoder"}};
  const SeenPanel seen_panel = look_at({.panels = {panel}}).panels.at(0);
  ASSERT_EQ(seen_panel.levels.size(), 1u);
  const SeenCurve& level = seen_panel.levels[0];
  EXPECT_EQ(level.name, "encoder");
  EXPECT_NEAR(level.points().front().y, 4.26e-4, seen_panel.y.per_pixel(0));
  EXPECT_NEAR(level.points().back().y, 4.26e-4, seen_panel.y.per_pixel(0));
  EXPECT_NEAR(level.points().front().x, 0, 1e-9);
  EXPECT_NEAR(level.points().back().x, 2, 1e-9);
  EXPECT_EQ(seen_panel.curves.size(), 1u);
}

TEST(Drawing, HasLogarithmicAxes) {
  Panel panel{.x = {.label = "step (s)", .logarithmic = true}, .y = {.label = "error", .logarithmic = true}};
  Curve curve{.name = "fourth order", .mark = Mark::line_and_points};
  for (double h = 1; h > 1e-3; h /= 2) {
    curve.x.push_back(h);
    curve.y.push_back(3e-3 * std::pow(h, 4));
  }
  curve.x.push_back(0.5);
  curve.y.push_back(0);  // cannot be shown
  panel.curves = {curve};
  const SeenPanel seen_panel = look_at({.panels = {panel}}).panels.at(0);
  EXPECT_TRUE(seen_panel.x.logarithmic);
  EXPECT_TRUE(seen_panel.y.logarithmic);
  ASSERT_EQ(seen_panel.curves.size(), 1u);
  EXPECT_EQ(seen_panel.curves[0].name, "fourth order");
  EXPECT_EQ(seen_panel.curves[0].symbols.size(), curve.x.size() - 1);
  for (std::size_t i = 0; i + 1 < curve.x.size(); ++i) {
    EXPECT_NEAR(seen_panel.curves[0].symbols[i].x / curve.x[i], 1, 0.03);
    EXPECT_NEAR(seen_panel.curves[0].symbols[i].y / curve.y[i], 1, 0.1);
  }
}

TEST(Drawing, DrawsFiguresWithFewPoints) {
  const Axis x{.label = "time (s)"}, y{.label = "force (N)"};
  const std::vector<Panel> odd{
      {.title = "constant", .x = x, .y = y, .curves = {{.name = "c", .x = {0, 1}, .y = {9.81, 9.81}}}},
      {.title = "zero", .x = x, .y = y, .curves = {{.name = "c", .x = {0, 1}, .y = {0, 0}}}},
      {.title = "a point",
       .x = x,
       .y = y,
       .curves = {{.name = "c", .x = {2}, .y = {3}, .mark = Mark::points}}},
      {.title = "no number", .x = x, .y = y, .curves = {{.name = "c", .x = {0, 1}, .y = {nan, nan}}}},
      {.title = "no curve", .x = x, .y = y}};
  const SeenFigure page = look_at({.panels = odd});
  ASSERT_EQ(page.panels.size(), 5u);
  for (std::size_t p = 0; p < 5; ++p) {
    EXPECT_EQ(page.panels[p].title, odd[p].title);
    EXPECT_EQ(page.panels[p].y.label, "force (N)");
  }
  EXPECT_NEAR(page.panels[0].curves.at(0).at(0.5).value(), 9.81, page.panels[0].y.per_pixel(0));
  EXPECT_NEAR(page.panels[2].curves.at(0).symbols.at(0).y, 3, page.panels[2].y.per_pixel(0));
  for (const FigureFormat format : {FigureFormat::png, FigureFormat::pdf, FigureFormat::text})
    EXPECT_FALSE(drawn({.panels = odd}, format).empty());
}

TEST(Drawing, MarksSamplesWithSymbols) {
  Panel panel = waves(3);
  for (Curve& curve : panel.curves) {
    curve.mark = Mark::points;
    curve.x.resize(11);
    curve.y.resize(11);
  }
  const SeenPanel seen_panel = look_at({.panels = {panel}}).panels.at(0);
  ASSERT_EQ(seen_panel.curves.size(), 3u);
  for (const SeenCurve& curve : seen_panel.curves) {
    EXPECT_EQ(curve.symbols.size(), 11u);
    EXPECT_TRUE(curve.pieces.empty());
  }
  EXPECT_EQ(seen_panel.curves[2].name, "joint3");
}

// Gnuplot numbers panels by letters; there are more panels than letters.
TEST(Drawing, DrawsFortyPanels) {
  Figure figure{.columns = 4};
  for (int p = 0; p < 40; ++p) figure.panels.push_back(waves(1));
  EXPECT_EQ(look_at(figure).panels.size(), 40u);
}

std::size_t big_endian(const std::string& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

TEST(Drawing, IsAPngOfThreeHundredDotsAnInch) {
  const Figure figure{.panels = {waves(3)}};
  const std::string png = drawn(figure, FigureFormat::png);
  EXPECT_THAT(png, StartsWith("\x89PNG\r\n\x1a\n"));
  EXPECT_GT(png.size(), 20000u);
  const SeenFigure page = look_at(figure);  // 96 px per inch
  EXPECT_NEAR(static_cast<double>(big_endian(png, 16)), page.width * 300 / 96, 2);
  EXPECT_NEAR(static_cast<double>(big_endian(png, 20)), page.height * 300 / 96, 2);
}

TEST(Drawing, IsAPdf) {
  const std::string pdf = drawn({.panels = {waves(3)}}, FigureFormat::pdf);
  EXPECT_THAT(pdf, StartsWith("%PDF-1."));
  EXPECT_THAT(pdf, HasSubstr("%%EOF"));
  EXPECT_GT(pdf.size(), 5000u);
  EXPECT_THAT(pdf, testing::Not(HasSubstr("CreationDate")));  // the same figure is the same bytes
}

TEST(Drawing, InCharactersIsCompleteAndKeepsItsWidth) {
  Figure figure{.title = "Three waves", .panels = {waves(3), waves(2)}};
  for (const std::size_t width : {60u, 100u, 132u}) {
    figure.text.width = width;
    const std::string text = drawn(figure, FigureFormat::text);
    for (const char* part : {"Three waves", "torque (N m)", "time (s)", "*** joint1", "### joint2",
                             "$$$ joint3", "40 +", " 0 +"})
      EXPECT_THAT(text, HasSubstr(part));
    EXPECT_EQ(text.find('\f'), std::string::npos);
    EXPECT_GT(std::count(text.begin(), text.end(), '#'), 20);
    std::istringstream lines(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, length_of(line));
    EXPECT_LE(longest, width);
    EXPECT_GT(longest, width - 10);
  }
}

TEST(Drawing, RefusesContradictoryFigures) {
  const auto complaint = [](const Figure& figure) {
    try {
      gnuplot_script(figure, FigureFormat::svg);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(complaint({}), "figure: has no panel: expected at least one");
  EXPECT_EQ(complaint({.panels = {{.curves = {{.name = "a", .x = {1, 2}, .y = {1}}}}}}),
            "figure: the curve \"a\" has 2 values of x, but 1 of y: expected as many values of x as of y");
  for (const Panel& panel : {Panel{.x = {.label = "f"}, .curves = {{.x = {1, 1.7e308}, .y = {1, 2}}}},
                             Panel{.y = {.label = "f"}, .curves = {{.x = {1}, .y = {1.7e308}}}},
                             Panel{.y = {.label = "f"}, .levels = {{1.7e308, "level"}}}})
    EXPECT_EQ(complaint({.panels = {panel}}),
              "figure: the axis \"f\" cannot show 1.7e+308, because this value is too large: expected "
              "magnitudes up to 1e+300");
  EXPECT_EQ(complaint({.panels = {{.y = {.label = "f", .minimum = 3, .maximum = 1}}}}),
            "figure: the axis \"f\" goes from 3 to 1: expected the smaller end first");
  EXPECT_EQ(complaint({.panels = {{.y = {.label = "f", .logarithmic = true, .minimum = 0}}}}),
            "figure: the axis \"f\" is logarithmic and has an end at or below zero: expected both ends above "
            "zero");
}

}  // namespace
}  // namespace invdyn::test
