// Properties of a curve of a million points that thinning keeps.

#include "pictures/figure/thinning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace invdyn::test {
namespace {

Curve wave(std::size_t points) {
  Curve curve{.name = "wave"};
  for (std::size_t i = 0; i < points; ++i) {
    curve.x.push_back(static_cast<double>(i) * 1e-3);
    curve.y.push_back(std::sin(0.01 * curve.x.back()));
  }
  return curve;
}

TEST(Thinning, KeepsShortCurves) {
  const Curve curve = wave(4000);
  EXPECT_EQ(thinned(curve, 1000).y, curve.y);
}

TEST(Thinning, KeepsASinglePeakInItsPlace) {
  Curve curve = wave(1000000);
  curve.y[654321] = 7;
  curve.y[123456] = -7;
  const Curve thin = thinned(curve, 1000);
  EXPECT_LE(thin.x.size(), 4500u);
  EXPECT_EQ(thin.name, "wave");
  for (const auto& [row, value] : {std::pair{654321u, 7.0}, {123456u, -7.0}}) {
    const auto found = std::find(thin.y.begin(), thin.y.end(), value);
    ASSERT_NE(found, thin.y.end());
    EXPECT_EQ(thin.x[static_cast<std::size_t>(found - thin.y.begin())], curve.x[row]);
  }
}

TEST(Thinning, KeepsBothEndsAndTheOrder) {
  const Curve curve = wave(100000);
  const Curve thin = thinned(curve, 100);
  EXPECT_EQ(thin.x.front(), curve.x.front());
  EXPECT_EQ(thin.x.back(), curve.x.back());
  EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
}

// If the width of a column is no usable double: infinite or lost in rounding.
TEST(Thinning, KeepsThePeakOverAWidthThatCannotBeDivided) {
  for (const double end : {1.7e308, 5e-324}) {
    Curve curve = wave(10000);
    for (std::size_t i = 0; i < curve.x.size(); ++i) curve.x[i] = i < 5000 ? -end : end;
    curve.y[6543] = 7;
    const Curve thin = thinned(curve, 1000);
    EXPECT_LT(thin.x.size(), 6100u);
    EXPECT_EQ(*std::max_element(thin.y.begin(), thin.y.end()), 7);
  }
}

// A curve with an abscissa that goes back and forth, as in a phase plot.
TEST(Thinning, KeepsTheExtentOfALoop) {
  Curve curve;
  for (int i = 0; i < 200000; ++i) {
    curve.x.push_back(std::cos(1e-3 * i));
    curve.y.push_back(std::sin(1e-3 * i));
  }
  curve.x[77777] = 3;
  const Curve thin = thinned(curve, 500);
  EXPECT_LE(thin.x.size(), 3000u);
  EXPECT_EQ(*std::max_element(thin.x.begin(), thin.x.end()), 3);
  EXPECT_EQ(*std::max_element(thin.y.begin(), thin.y.end()),
            *std::max_element(curve.y.begin(), curve.y.end()));
}

}  // namespace
}  // namespace invdyn::test
