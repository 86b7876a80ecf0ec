// Stretches of a motion, and the spline through their positions.

#include "answers/paths/path_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "answers/paths/path_motions.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

struct Values {
  double q, dq, ddq;
};

Values at(const PathCurve& curve, double s, Eigen::Index joint = 0) {
  Block block(2, 1);
  std::size_t piece = 0;
  curve.evaluate(s, piece, block, 0);
  return {block.q(0, joint), block.dq(0, joint), block.ddq(0, joint)};
}

PathCurve curve_of(const std::vector<double>& s, const std::vector<std::array<double, 2>>& rows) {
  Eigen::ArrayXXd q(static_cast<Eigen::Index>(rows.size()), 2);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < 2; ++j)
      q(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j];
  return {s, q};
}

TEST(PathCurve, OfTwoPointsIsALine) {
  const PathCurve line = curve_of({0, 4}, {{1, 0}, {3, 0}});
  EXPECT_DOUBLE_EQ(at(line, 1).q, 1.5);
  EXPECT_DOUBLE_EQ(at(line, 1).dq, 0.5);
  EXPECT_EQ(at(line, 1).ddq, 0);
  EXPECT_EQ(at(line, 1, 1).dq, 0);
}

// q = s^2 - 2 s + 3
TEST(PathCurve, OfThreePointsIsAParabola) {
  const PathCurve parabola = curve_of({0, 1, 4}, {{3, 0}, {2, 0}, {11, 0}});
  for (const double s : {0.0, 0.5, 1.0, 3.0, 4.0}) {
    EXPECT_NEAR(at(parabola, s).q, s * s - 2 * s + 3, 1e-14) << s;
    EXPECT_NEAR(at(parabola, s).dq, 2 * s - 2, 1e-14) << s;
    EXPECT_NEAR(at(parabola, s).ddq, 2, 1e-14) << s;
  }
}

// A sine has no second derivative at 0 and pi, so its natural spline converges with the fourth power of the
// step [de Boor 1978, chapter V].
TEST(PathCurve, ConvergesToASine) {
  double latest = 0;
  for (const std::size_t count : {9u, 17u, 33u}) {
    std::vector<double> s;
    std::vector<std::array<double, 2>> rows;
    for (std::size_t i = 0; i < count; ++i) {
      s.push_back(M_PI * static_cast<double>(i) / static_cast<double>(count - 1));
      rows.push_back({std::sin(s.back()), s.back()});
    }
    const PathCurve curve = curve_of(s, rows);
    double worst = 0;
    for (double x = 0.01; x < 3.1; x += 0.037)
      worst = std::max(worst, std::abs(at(curve, x).q - std::sin(x)));
    if (latest > 0) {
      EXPECT_NEAR(latest / worst, 16, 3);
    }
    latest = worst;
  }
  EXPECT_LT(latest, 1e-6);
}

TEST(PathCurve, HasContinuousDerivativesAndNaturalEnds) {
  const PathCurve curve = curve_of({0, 0.3, 1.1, 1.5, 3}, {{0, 1}, {2, 0}, {-1, 0.5}, {1, 0.7}, {0, -1}});
  for (const Eigen::Index joint : {0, 1}) {
    EXPECT_EQ(at(curve, 0, joint).ddq, 0);
    EXPECT_NEAR(at(curve, 3, joint).ddq, 0, 1e-12);
    for (const double knot : {0.3, 1.1, 1.5}) {
      constexpr double little = 1e-9;
      EXPECT_NEAR(at(curve, knot - little, joint).dq, at(curve, knot + little, joint).dq, 1e-6);
      EXPECT_NEAR(at(curve, knot - little, joint).ddq, at(curve, knot + little, joint).ddq, 1e-6);
    }
  }
  EXPECT_DOUBLE_EQ(at(curve, 1.1).q, -1);
  EXPECT_DOUBLE_EQ(at(curve, 1.1, 1).q, 0.5);
}

// Of each stretch: its first and last row, or the duration of a rest, negative.
std::vector<std::vector<double>> cuts(const std::vector<std::vector<double>>& rows,
                                      const std::vector<double>& t,
                                      const std::vector<double>& speeds = {1, 1},
                                      const std::vector<std::size_t>& stops = {}) {
  Block block = block_of(rows, t);
  for (const std::size_t stop : stops) block.dq.row(static_cast<Eigen::Index>(stop)) = 0;
  RecordedMotion motion;
  motion.take(block);
  std::vector<std::vector<double>> found;
  for (const PathStretch& stretch : stretches_of(motion, speeds)) {
    if (stretch.curve)
      found.push_back({static_cast<double>(stretch.rows.front()), static_cast<double>(stretch.rows.back())});
    else
      found.push_back({-stretch.rest});
  }
  return found;
}

TEST(Stretches, EndWhereNoJointMoves) {
  EXPECT_THAT(cuts({{0, 0}, {1, 1}, {1, 1}, {1, 1}, {2, 2}}, {0, 1, 2, 4, 5}),
              ElementsAre(ElementsAre(0, 1), ElementsAre(-3), ElementsAre(3, 4)));
  EXPECT_THAT(cuts({{0, 0}, {0, 0}, {1, 1}, {1, 1}}, {0, 1, 2, 3}),
              ElementsAre(ElementsAre(-1), ElementsAre(1, 2), ElementsAre(-1)));
}

TEST(Stretches, EndWhereAllVelocitiesAreZero) {
  const std::vector<std::vector<double>> rows{{0, 0}, {1, 1}, {2, 2}, {3, 3}};
  EXPECT_THAT(cuts(rows, {0, 1, 2, 3}, {1, 1}, {0, 3}), ElementsAre(ElementsAre(0, 3)));
  EXPECT_THAT(cuts(rows, {0, 1, 2, 3}, {1, 1}, {0, 2, 3}), ElementsAre(ElementsAre(0, 2), ElementsAre(2, 3)));
}

// tan 9 degrees = 0.158, tan 11 degrees = 0.194. A joint with a high limit of speed counts less.
TEST(Stretches, EndAtCorners) {
  EXPECT_THAT(cuts({{0, 0}, {1, 0}, {2, 0.158}}, {0, 1, 2}), ElementsAre(ElementsAre(0, 2)));
  EXPECT_THAT(cuts({{0, 0}, {1, 0}, {2, 0.194}}, {0, 1, 2}),
              ElementsAre(ElementsAre(0, 1), ElementsAre(1, 2)));
  EXPECT_THAT(cuts({{0, 0}, {1, 0}, {2, 0.194}}, {0, 1, 2}, {1, 2}), ElementsAre(ElementsAre(0, 2)));
  EXPECT_THAT(cuts({{0, 0}, {1, 0}, {0.5, 0}}, {0, 1, 2}), ElementsAre(ElementsAre(0, 1), ElementsAre(1, 2)));
}

TEST(Stretches, LeaveRowsOutThatHardlyDiffer) {
  Block block = block_of({{0, 0}, {1, 0}, {1 + 1e-12, 1e-12}, {2, 0}, {2 + 1e-12, 0}}, {0, 1, 2, 3, 4});
  RecordedMotion motion;
  motion.take(block);
  const std::vector<PathStretch> stretches = stretches_of(motion, {1, 1});
  ASSERT_EQ(stretches.size(), 1u);
  EXPECT_THAT(stretches[0].rows, ElementsAre(0, 1, 4));
}

TEST(Stretches, HaveALengthInUnitsOfTheSpeeds) {
  RecordedMotion motion;
  motion.take(block_of({{0, 0}, {3, 8}}, {0, 1}));
  EXPECT_DOUBLE_EQ(stretches_of(motion, {1, 2})[0].curve->length(), 5);
}

}  // namespace
}  // namespace invdyn::test
