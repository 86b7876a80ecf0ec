// Splines through waypoints, compared with another computation and with the profiles for two waypoints, and
// tested for their smoothness.

#include "trajectory/generate/spline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "trajectory/generate/profile.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

// Times and positions of L. Biagiotti, C. Melchiorri (2008), ch. 4, here at rest at the ends. Values by scipy
// 1.10.1, CubicSpline(t, q, bc_type="clamped") and make_interp_spline(t, q, k=5) with first and second
// derivatives of zero at both ends, to 12 digits.
const Column t{0, 5, 7, 8, 10, 15, 18}, q{3, -2, -5, 0, 6, 12, 8};
struct Sample {
  double t, cubic[3], quintic[3];
};
const Sample by_scipy[] = {
    {0, {3, 0, 0.0509881609358}, {3, 0, 0}},
    {2.5,
     {2.45466900146, -0.718132399415, -0.625494080468},
     {3.93856151615, 0.0495286461624, -1.32211290681}},
    {5, {-2, -3.12747040234, -1.30197632187}, {-2, -4.39283231761, 0.0170528461184}},
    {6, {-5.04609688222, -2.23236168105, 3.09219376445}, {-5.62894075049, -2.0799094104, 4.59550167374}},
    {7.3, {-3.79464116315, 4.81679953776, 4.24618555729}, {-3.75744549353, 4.75124112555, 3.43702747727}},
    {8, {0, 5.14298382152, -3.31423046083}, {0, 5.40743077596, -1.38291460325}},
    {9, {3.77868025093, 2.70718834017, -1.55736050186}, {4.20363265955, 2.79491527185, -2.71484977478}},
    {12.5, {10.8647263101, 1.53175911514, -0.596712419226}, {10.2602160722, 2.12798770275, -0.294885318363}},
    {15, {12, -0.955299278336, -1.39293429555}, {12, -1.35019579011, -1.53460505541}},
    {17, {8.82474830852, -1.459344685, 0.888888888889}, {8.42578821538, -1.09786547556, 1.51841340582}},
    {18, {8, 0, 2.02980048111}, {8, 0, 0}}};

void expect_near(const PiecewisePolynomial::State& state, const double (&expected)[3], double at_time) {
  EXPECT_NEAR(state.position, expected[0], 1e-10) << at_time;
  EXPECT_NEAR(state.velocity, expected[1], 1e-10) << at_time;
  EXPECT_NEAR(state.acceleration, expected[2], 1e-10) << at_time;
}

TEST(Splines, AgreeWithAnotherComputation) {
  const PiecewisePolynomial cubic = cubic_spline(t, q), quintic = quintic_spline(t, q);
  for (const Sample& sample : by_scipy) {
    expect_near(cubic.at(sample.t), sample.cubic, sample.t);
    expect_near(quintic.at(sample.t), sample.quintic, sample.t);
  }
}

TEST(Splines, OfTwoWaypointsEqualTheProfiles) {
  const double from = -0.4, to = 1.7, T = 0.6;
  const PiecewisePolynomial cubic = cubic_spline(Column{0, T}, Column{from, to}),
                            quintic = quintic_spline(Column{0, T}, Column{from, to});
  for (std::size_t k = 0; k <= 60; ++k)
    for (const auto& [curve, profile] :
         {std::pair{&cubic, Profile::cubic}, std::pair{&quintic, Profile::quintic}}) {
      const ProfilePoint expected = at(profile, k, 60);
      const auto state = curve->at(T * static_cast<double>(k) / 60);
      EXPECT_NEAR(state.position, from + (to - from) * expected.position, 1e-14);
      EXPECT_NEAR(state.velocity, (to - from) / T * expected.velocity, 1e-13);
      EXPECT_NEAR(state.acceleration, (to - from) / (T * T) * expected.acceleration, 1e-12);
    }
}

// Up and down again in twice a second. The cubic has velocity 0 in the middle, so each half is 3 s^2 - 2 s^3.
// For the quintic, 384 v + 0 a = 0 and 18 a = -120 - ... in the middle give v = 0, a = -120 / 18.
TEST(Splines, OfThreeEvenWaypointsAgreeWithTheComputationByHand) {
  const Column times{0, 1, 2}, positions{0, 1, 0};
  const auto cubic = cubic_spline(times, positions), quintic = quintic_spline(times, positions);
  EXPECT_NEAR(cubic.at(0.5).position, 0.5, 1e-15);
  EXPECT_NEAR(cubic.at(1).velocity, 0, 1e-15);
  EXPECT_NEAR(cubic.at(1).acceleration, -6, 1e-14);
  EXPECT_NEAR(quintic.at(1).velocity, 0, 1e-15);
  EXPECT_NEAR(quintic.at(1).acceleration, -120. / 18, 1e-14);
  // 10 s^3 - 15 s^4 + 6 s^5 and the quintic that has only the acceleration a at its end, a s^3 (1 - s)^2 / 2.
  EXPECT_NEAR(quintic.at(0.5).position, 0.5 - 120. / 18 / 64, 1e-15);
}

Column random_times(std::mt19937_64& random, std::size_t count) {
  std::uniform_real_distribution<double> power(-1.5, 1);
  Column times{0};
  while (times.size() < count) times.push_back(times.back() + std::pow(10, power(random)));
  return times;
}

Column random_positions(std::mt19937_64& random, std::size_t count) {
  std::uniform_real_distribution<double> position(-3, 3);
  Column positions(count);
  for (double& p : positions) p = position(random);
  return positions;
}

// Reference size for rounding: splines overshoot far between unevenly spaced waypoints.
double size(const PiecewisePolynomial& curve) {
  return curve.range().highest - curve.range().lowest;
}

TEST(Splines, PassTheirWaypointsAndAreAtRestAtTheEnds) {
  std::mt19937_64 random(1);
  for (std::size_t count = 2; count < 40; ++count) {
    const Column times = random_times(random, count), positions = random_positions(random, count);
    for (const auto& curve : {cubic_spline(times, positions), quintic_spline(times, positions)}) {
      for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(curve.at(times[k]).position, positions[k]);
      EXPECT_EQ(curve.end(), times.back());
      EXPECT_EQ(curve.at(0).velocity, 0);
      EXPECT_EQ(curve.at(times.back()).velocity, 0);
    }
    EXPECT_EQ(quintic_spline(times, positions).at(0).acceleration, 0);
    EXPECT_EQ(quintic_spline(times, positions).at(times.back()).acceleration, 0);
  }
}

// Higher derivatives by one-sided differences of the acceleration, exact for polynomials: for a cubic the
// third; for a quintic, which has a cubic acceleration, the third and the fourth.
double third_on_one_side(const PiecewisePolynomial& curve, double time, double h) {
  const auto a = [&](int k) { return curve.at(time + k * h).acceleration; };
  return (-11 * a(0) + 18 * a(1) - 9 * a(2) + 2 * a(3)) / (6 * h);
}
double fourth_on_one_side(const PiecewisePolynomial& curve, double time, double h) {
  const auto a = [&](int k) { return curve.at(time + k * h).acceleration; };
  return (2 * a(0) - 5 * a(1) + 4 * a(2) - a(3)) / (h * h);
}

TEST(Splines, AreSmoothAtTheirWaypoints) {
  std::mt19937_64 random(2);
  for (std::size_t count = 3; count < 30; ++count) {
    const Column times = random_times(random, count), positions = random_positions(random, count);
    const auto cubic = cubic_spline(times, positions), quintic = quintic_spline(times, positions);
    for (std::size_t k = 1; k + 1 < count; ++k) {
      const double time = times[k], before = std::nextafter(time, 0);
      for (const auto* curve : {&cubic, &quintic}) {
        EXPECT_NEAR(curve->at(before).position, curve->at(time).position, 1e-13 * size(*curve));
        EXPECT_NEAR(curve->at(before).velocity, curve->at(time).velocity, 1e-10 * curve->peak(1));
        EXPECT_NEAR(curve->at(before).acceleration, curve->at(time).acceleration, 1e-10 * curve->peak(2));
      }
      const double h = std::min(time - times[k - 1], times[k + 1] - time) / 4;
      EXPECT_NEAR(third_on_one_side(quintic, before, -h), third_on_one_side(quintic, time, h),
                  1e-9 * quintic.peak(2) / h);
      EXPECT_NEAR(fourth_on_one_side(quintic, before, -h), fourth_on_one_side(quintic, time, h),
                  1e-9 * quintic.peak(2) / (h * h));
    }
  }
}

// Derivatives from the states only: by Gauss's rule of three points between waypoints, exact up to degree
// five.
TEST(Splines, AgreeWithTheDerivativesOfThePosition) {
  std::mt19937_64 random(3);
  const Column times = random_times(random, 20), positions = random_positions(random, 20);
  for (const auto& curve : {cubic_spline(times, positions), quintic_spline(times, positions)})
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      const double middle = (times[k] + times[k + 1]) / 2, half = (times[k + 1] - times[k]) / 2;
      const auto a = curve.at(middle - half * std::sqrt(0.6)), b = curve.at(middle),
                 c = curve.at(middle + half * std::sqrt(0.6));
      EXPECT_NEAR((5 * a.velocity + 8 * b.velocity + 5 * c.velocity) * half / 9,
                  positions[k + 1] - positions[k], 1e-13 * size(curve));
      EXPECT_NEAR((5 * a.acceleration + 8 * b.acceleration + 5 * c.acceleration) * half / 9,
                  curve.at(times[k + 1]).velocity - curve.at(times[k]).velocity, 1e-11 * curve.peak(1));
    }
}

// The extremes equal or exceed those of a hundred thousand samples.
TEST(Splines, ReportTheirExtremesBetweenWaypoints) {
  std::mt19937_64 random(4);
  const Column times = random_times(random, 12), positions = random_positions(random, 12);
  for (const auto& curve : {cubic_spline(times, positions), quintic_spline(times, positions)}) {
    double lowest = positions[0], highest = positions[0], velocity = 0, acceleration = 0;
    constexpr int samples = 100000;
    for (int k = 0; k <= samples; ++k) {
      const auto state = curve.at(curve.end() * k / samples);
      lowest = std::min(lowest, state.position);
      highest = std::max(highest, state.position);
      velocity = std::max(velocity, std::abs(state.velocity));
      acceleration = std::max(acceleration, std::abs(state.acceleration));
    }
    const auto range = curve.range();
    const auto expect_just_above = [](double exact, double sampled, double size) {
      EXPECT_GE(exact, sampled - 1e-12 * size);
      EXPECT_LE(exact, sampled + 1e-3 * size);
    };
    expect_just_above(range.highest, highest, highest - lowest);
    expect_just_above(-range.lowest, -lowest, highest - lowest);
    expect_just_above(curve.peak(1), velocity, velocity);
    expect_just_above(curve.peak(2), acceleration, acceleration);
  }
}

}  // namespace
}  // namespace invdyn::test
