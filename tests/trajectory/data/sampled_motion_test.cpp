#include "trajectory/data/sampled_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/simulation/cases.h"
#include "trajectory/generate/point_to_point.h"

namespace invdyn::test {
namespace {

struct Point {
  double q, dq, ddq;
};
Point at(const SampledMotion& motion, double t) {
  Point point{};
  motion.at(t, {&point.q, 1}, {&point.dq, 1}, {&point.ddq, 1});
  return point;
}

SampledMotion sampled(double step, int rows, Point (*f)(double)) {
  std::vector<DesiredRow> all;
  for (int k = 0; k < rows; ++k) {
    const Point point = f(k * step);
    all.push_back({k * step, {point.q}, {point.dq}, {point.ddq}});
  }
  return motion_of(all);
}

TEST(SampledMotion, IsExactAtTheRows) {
  const SampledMotion motion =
      motion_of({{1, {0.1}, {7}, {-3}}, {1.5, {0.7}, {0}, {1e9}}, {4, {5}, {6}, {7}}});
  EXPECT_EQ(motion.rows(), 3u);
  EXPECT_EQ(motion.begin(), 1);
  EXPECT_EQ(motion.end(), 4);
  for (const double t : {1.5, 1.5 + 4e-10, 1.5 - 4e-10}) {
    EXPECT_EQ(motion.row_at(t), 1u);
    EXPECT_EQ(at(motion, t).q, 0.7);
    EXPECT_EQ(at(motion, t).dq, 0);
    EXPECT_EQ(at(motion, t).ddq, 1e9);
  }
  EXPECT_EQ(motion.row_at(1.5 - 1e-9), std::nullopt);
  EXPECT_EQ(at(motion, 1).q, 0.1);
  EXPECT_EQ(at(motion, 4).ddq, 7);
}

TEST(SampledMotion, IsConstantBeyondItsEnds) {
  const SampledMotion motion = motion_of({{1, {0.1}, {7}, {-3}}, {2, {0.7}, {2}, {1}}});
  EXPECT_EQ(at(motion, 0.3).q, 0.1);
  EXPECT_EQ(at(motion, 9).q, 0.7);
  EXPECT_EQ(motion.row_at(9), std::nullopt);
}

// Between rows it is a polynomial of fifth degree: such a polynomial is reproduced, for uneven rows too.
TEST(SampledMotion, ReproducesPolynomialsOfFifthDegree) {
  const auto quintic = [](double t) {
    return Point{2 - 3 * t + 0.5 * t * t - t * t * t + 0.3 * std::pow(t, 4) + 0.7 * std::pow(t, 5),
                 -3 + t - 3 * t * t + 1.2 * t * t * t + 3.5 * std::pow(t, 4),
                 1 - 6 * t + 3.6 * t * t + 14 * t * t * t};
  };
  std::vector<DesiredRow> rows;
  for (const double t : {-0.5, -0.2, 0.4, 1.0, 1.7}) {
    const Point point = quintic(t);
    rows.push_back({t, {point.q}, {point.dq}, {point.ddq}});
  }
  const SampledMotion motion = motion_of(rows);
  for (double t = -0.5; t < 1.7; t += 0.037) {
    EXPECT_NEAR(at(motion, t).q, quintic(t).q, 1e-13) << t;
    EXPECT_NEAR(at(motion, t).dq, quintic(t).dq, 1e-12) << t;
    EXPECT_NEAR(at(motion, t).ddq, quintic(t).ddq, 1e-11) << t;
  }
}

// Positions of any other motion have an error of h^6 / 46080 times its sixth derivative.
TEST(SampledMotion, HasAnErrorOfTheSixthPowerOfTheStep) {
  const auto sine = [](double t) { return Point{std::sin(t), std::cos(t), -std::sin(t)}; };
  for (const double h : {0.4, 0.2, 0.1}) {
    const SampledMotion motion = sampled(h, 40, sine);
    double worst = 0;
    for (int k = 0; k < 39; ++k) {
      const double t = (k + 0.5) * h;
      worst = std::max(worst, std::abs(at(motion, t).q - std::sin(t)));
    }
    EXPECT_NEAR(worst / (std::pow(h, 6) / 46080), 1, 0.05) << h;
  }
}

TEST(SampledMotion, UsesTheRowsOfBlocksWithoutTheirHistory) {
  const TimeGrid grid = TimeGrid::with_step(0.1);
  const PointToPoint profile(Profile::quintic, Eigen::VectorXd::Zero(2), Eigen::VectorXd::Ones(2), 1, grid);
  Block block(2, 11);
  profile.fill(0, block);
  block.before = 2;
  block.after = 3;
  SampledMotion motion(2);
  motion.take(block);
  EXPECT_EQ(motion.rows(), 6u);
  EXPECT_EQ(motion.begin(), 0.2);
  EXPECT_EQ(motion.end(), 0.7);
}

}  // namespace
}  // namespace invdyn::test
