// Every figure of `invdyn reproduce`: the drawings are compared with the files of numbers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "chapter_files.h"
#include "support/svg.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

// All sources together, for all their figures.
class Figures : public testing::Test {
 protected:
  static SeenFigure figure(const std::string& file) { return seen(all_sources().read(file + ".svg")); }

  // Paths of all drawings, without the extension.
  static std::vector<std::string> all() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(all_sources().path()))
      if (entry.path().extension() == ".svg")
        files.push_back(
            std::filesystem::relative(entry.path(), all_sources().path()).replace_extension().string());
    return files;
  }
};

TEST_F(Figures, AreComplete) {
  std::set<std::string> files;
  for (const std::string& file : all()) files.insert(file);
  EXPECT_EQ(files, (std::set<std::string>{"choreonoid/error-over-dt",
                                          "choreonoid/sample-loop",
                                          "choreonoid/start-up",
                                          "craig/link-wrenches",
                                          "lee1982/fig-03-joint1",
                                          "lee1982/fig-04-joint2",
                                          "lee1982/fig-05-joint3",
                                          "lee1982/fig-06-joint4",
                                          "lee1982/fig-07-joint5",
                                          "lee1982/fig-08-joint6",
                                          "lee1982/map",
                                          "sasaki1990/fig-06-profile",
                                          "sasaki1990/fig-07-joint1",
                                          "sasaki1990/fig-08-joint2",
                                          "sasaki1990/fig-09-joint3",
                                          "sasaki1990/fig-10-joint4",
                                          "sasaki1990/fig-11-joint5",
                                          "sasaki1990/fig-12-joint6",
                                          "sasaki1990/figs-07-12-eq-3-26",
                                          "sasaki1990/joint-space-path"}));
}

// Labels name a quantity and its unit, or a dimensionless count.
TEST_F(Figures, HaveLabelledAxesAndNoEmptyPanel) {
  for (const std::string& file : all()) {
    SCOPED_TRACE(file);
    for (const SeenPanel& panel : figure(file).panels) {
      SCOPED_TRACE(panel.title);
      EXPECT_THAT(panel.y.label, MatchesRegex(".+ \\(.+\\)"));
      if (panel.x.label != "sample" && panel.x.label != "t / T") {
        EXPECT_THAT(panel.x.label, MatchesRegex(".+ \\(.+\\)"));
      }
      EXPECT_GE(panel.x.tics.size(), 2u);
      EXPECT_GE(panel.y.tics.size(), 2u);
      EXPECT_FALSE(panel.curves.empty());
      for (const SeenCurve& curve : panel.curves) EXPECT_GE(curve.points().size() + curve.symbols.size(), 2u);
    }
  }
}

// As many curves as in the file of numbers; each ends with the last number.
TEST_F(Figures, HaveTheCurvesOfTheirNumbers) {
  for (const std::string& file : all()) {
    SCOPED_TRACE(file);
    const SeenFigure drawing = figure(file);
    const Columns& points = numbers(file);
    // Panels and curves in the order of the file, with the last point of each.
    struct Written {
      std::string panel, curve;
      double x, y;
    };
    std::vector<Written> written;
    for (std::size_t row = 0; row < points.rows(); ++row) {
      const Written here{points.text("panel", row), points.text("curve", row), points.number("x", row),
                         points.number("y", row)};
      const bool continues =
          !written.empty() && written.back().panel == here.panel && written.back().curve == here.curve;
      if (continues)
        written.back() = here;
      else
        written.push_back(here);
    }
    std::size_t curves = 0;
    for (const SeenPanel& panel : drawing.panels)
      for (const SeenCurve& curve : panel.curves) {
        ASSERT_LT(curves, written.size());
        const Written& expected = written[curves++];
        if (panel.curves.size() > 1) {
          EXPECT_EQ(curve.name, expected.curve);
        }
        const Point last = curve.points().back();
        EXPECT_NEAR(last.x, expected.x, 1.5 * panel.x.per_pixel(panel.right));
        EXPECT_NEAR(last.y, expected.y,
                    std::max(2 * panel.y.per_pixel(panel.top), 0.02 * std::abs(expected.y)));
      }
    EXPECT_EQ(curves, written.size());
  }
}

// Torques of the motion's own file at given times, on the drawing to a pixel. Except at T/3 and 2T/3 the
// curves are smooth.
TEST_F(Figures, OfSasakiShowTheTorquesAtNamedTimes) {
  for (std::size_t joint = 1; joint <= 6; ++joint) {
    const std::string number = std::to_string(joint + 6);
    const SeenFigure drawing = figure("sasaki1990/fig-" + std::string(joint < 4 ? "0" : "") + number +
                                      "-joint" + std::to_string(joint));
    ASSERT_EQ(drawing.panels.size(), 2u);
    EXPECT_THAT(drawing.key, ElementsAre("T = 1 s", "T = 2 s", "T = 3 s"));
    EXPECT_EQ(drawing.panels[0].title, "joint-space motion");
    EXPECT_EQ(drawing.panels[1].title, "straight line of the hand");
    for (const std::size_t panel : {0u, 1u})
      for (const std::size_t duration : {1u, 2u, 3u}) {
        const Columns& motion =
            numbers(std::string("sasaki1990/") + (panel == 0 ? "joint-space-" : "straight-line-") +
                    std::to_string(duration) + "s");
        const SeenPanel& seen_panel = drawing.panels[panel];
        EXPECT_EQ(seen_panel.y.label, "torque of joint " + std::to_string(joint) + " (N m)");
        EXPECT_EQ(seen_panel.x.label, "time (s)");
        const SeenCurve& curve = seen_panel.curve("T = " + std::to_string(duration) + " s");
        for (const double part : {0.1, 0.25, 0.5, 0.75, 0.9}) {
          const auto row = static_cast<std::size_t>(std::lround(part * 1000)) * duration;
          const auto value = curve.at(part * static_cast<double>(duration));
          ASSERT_TRUE(value);
          EXPECT_NEAR(*value, motion.number("tau_joint" + std::to_string(joint), row),
                      2.5 * seen_panel.y.per_pixel(seen_panel.top))
              << "joint " << joint << ", " << duration << " s, at " << part << " of it";
        }
      }
  }
}

TEST_F(Figures, OfLeeShowTheErrorsWithOneBit) {
  const Columns& errors = numbers("lee1982/position-errors");
  for (std::size_t joint = 1; joint <= 6; ++joint) {
    const std::string number = std::to_string(joint + 2);
    const SeenFigure drawing = figure("lee1982/fig-0" + number + "-joint" + std::to_string(joint));
    ASSERT_EQ(drawing.panels.size(), 1u);
    const SeenPanel& panel = drawing.panels.front();
    EXPECT_THAT(panel.y.label, HasSubstr("position error of joint " + std::to_string(joint) + " (mrad)"));
    EXPECT_THAT(drawing.key, ElementsAre("with rotor inertia", "without rotor inertia", "±0.426 mrad"));
    ASSERT_EQ(panel.levels.size(), 2u);
    EXPECT_NEAR(std::abs(panel.levels[0].points().front().y), 0.426, panel.y.per_pixel(panel.top));
    EXPECT_NEAR(std::abs(panel.levels[1].points().front().y), 0.426, panel.y.per_pixel(panel.top));
    EXPECT_EQ(panel.levels[0].dashes, panel.levels[1].dashes);
    for (const std::size_t row : {50u, 100u, 150u, 200u, 250u})
      for (const bool rotors : {true, false}) {
        const auto value = panel.curve(rotors ? "with rotor inertia" : "without rotor inertia")
                               .at(static_cast<double>(row) / 100);
        ASSERT_TRUE(value);
        EXPECT_NEAR(
            *value,
            1000 * errors.number(
                       (rotors ? "rotor_error_joint" : "no_rotor_error_joint") + std::to_string(joint), row),
            2 * panel.y.per_pixel(panel.top));
      }
  }
}

TEST_F(Figures, MapHasAPanelForEveryConditionAndACurveForEveryProfile) {
  const SeenFigure drawing = figure("lee1982/map");
  ASSERT_EQ(drawing.panels.size(), 6u);
  for (const SeenPanel& panel : drawing.panels) {
    EXPECT_EQ(panel.curves.size(), 3u);
    ASSERT_EQ(panel.levels.size(), 1u);
    EXPECT_NEAR(panel.levels.front().points().front().y / 0.426, 1, 0.03);
    EXPECT_TRUE(panel.x.logarithmic);
    EXPECT_TRUE(panel.y.logarithmic);
    for (const SeenCurve& curve : panel.curves) EXPECT_EQ(curve.symbols.size(), 13u);
  }
}

}  // namespace
}  // namespace invdyn::test
