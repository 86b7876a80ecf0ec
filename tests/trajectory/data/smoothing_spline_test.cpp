// The spline against the least-squares problem that defines it, solved by other means, and against the
// frequency response and the noise gains that it states.

#include "trajectory/data/smoothing_spline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "ground/matrix/decompositions.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;
constexpr double pi = std::numbers::pi;

Column times(std::size_t rows, double step, double jitter, std::mt19937& random) {
  std::uniform_real_distribution<double> part(-jitter, jitter);
  Column t(rows);
  for (std::size_t k = 0; k < rows; ++k) t[k] = 3 + step * (static_cast<double>(k) + part(random));
  return t;
}

struct Smoothed {
  Column q, dq, ddq;
};

Smoothed smoothed(const Column& t, Column q, double cutoff) {
  Smoothed result{std::move(q), Column(t.size()), Column(t.size())};
  SmoothingSpline(t, cutoff).apply(result.q, result.dq, result.ddq);
  return result;
}

// By Reinsch's way: f minimizes the sum if f = q - lambda Q c, (R + lambda Q^T Q) c = Q^T q. Column i of Q
// has the weights of the third divided difference of rows i to i + 3, times 6; c are the coefficients of f'''
// in quadratic B-splines of unit integral, and R their integrals of products, by Gauss's rule of three points
// in each interval [Green & Silverman 1994, ch. 2, for cubic splines; de Boor 2001, ch. XIV].
Eigen::VectorXd reinsch(const Column& t, const Column& q, double lambda) {
  const auto n = static_cast<Eigen::Index>(t.size()), m = n - 3;
  Eigen::MatrixXd Q = Eigen::MatrixXd::Zero(n, m), R = Eigen::MatrixXd::Zero(m, m);
  const auto at = [&](Eigen::Index i) { return t[static_cast<std::size_t>(i)]; };
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index r = i; r <= i + 3; ++r) {
      double product = 1;
      for (Eigen::Index s = i; s <= i + 3; ++s)
        if (s != r) product *= at(r) - at(s);
      Q(r, i) = 6 / product;
    }
  // f'''(x) = sum_i c_i B_i(x), and sum_k Q_ki f(t_k) = integral f''' B_i 6 / 6: B_i is the Peano kernel of
  // the third divided difference, times 2 / 2: sum_r (t_r - x)_+^2 / 2 / product * 6.
  const auto kernel = [&](Eigen::Index i, double x) {
    double sum = 0;
    for (Eigen::Index r = i; r <= i + 3; ++r)
      if (at(r) > x) sum += Q(r, i) * (at(r) - x) * (at(r) - x) / 2;
    return sum;
  };
  const double node = std::sqrt(0.6), weights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9}, nodes[] = {-node, 0, node};
  for (Eigen::Index k = 0; k + 1 < n; ++k)
    for (int g = 0; g < 3; ++g) {
      const double half = (at(k + 1) - at(k)) / 2, x = at(k) + half * (1 + nodes[g]);
      for (Eigen::Index i = std::max<Eigen::Index>(0, k - 2); i <= std::min(k, m - 1); ++i)
        for (Eigen::Index j = std::max<Eigen::Index>(0, k - 2); j <= std::min(k, m - 1); ++j)
          R(i, j) += weights[g] * half * kernel(i, x) * kernel(j, x);
    }
  const Eigen::Map<const Eigen::VectorXd> y(q.data(), n);
  const Eigen::VectorXd c = symmetric_solution(R + lambda * Q.transpose() * Q, Q.transpose() * y);
  return y - lambda * Q * c;
}

// lambda of a cut-off: lambda h (2 pi cutoff)^6 = sqrt(2) - 1, with the mean step h.
double penalty(const Column& t, double cutoff) {
  const double step = (t.back() - t.front()) / static_cast<double>(t.size() - 1);
  return (std::sqrt(2.0) - 1) / (step * std::pow(2 * pi * cutoff, 6));
}

TEST(SmoothingSpline, MinimizesItsSumForEvenAndUnevenTimes) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 0.1);
  for (const double jitter : {0.0, 0.4})
    for (const double cutoff : {1.0, 4.0, 15.0}) {
      const Column t = times(60, 0.02, jitter, random);
      Column q;
      for (const double each : t) q.push_back(std::sin(4 * each) + noise(random));
      const Eigen::VectorXd expected = reinsch(t, q, penalty(t, cutoff));
      const Smoothed found = smoothed(t, q, cutoff);
      for (std::size_t k = 0; k < t.size(); ++k)
        EXPECT_NEAR(found.q[k], expected[static_cast<Eigen::Index>(k)], 1e-9) << cutoff << " Hz, row " << k;
    }
}

TEST(SmoothingSpline, CountsItsParametersAsTheTraceOfItsMatrix) {
  std::mt19937 random(2);
  for (const double cutoff : {1.0, 6.0}) {
    const Column t = times(50, 0.02, 0.3, random);
    double trace = 0;
    for (std::size_t k = 0; k < t.size(); ++k) {
      Column impulse(t.size());
      impulse[k] = 1;
      trace += reinsch(t, impulse, penalty(t, cutoff))[static_cast<Eigen::Index>(k)];
    }
    EXPECT_NEAR(SmoothingSpline(t, cutoff).parameters(), trace, 1e-8);
  }
}

// A parabola costs nothing, at any cut-off and rate, and far from it in time.
TEST(SmoothingSpline, KeepsParabolasAndTheirDerivatives) {
  std::mt19937 random(3);
  for (const double rate : {50.0, 8000.0})
    for (const double cutoff : {0.01, 1.0, 20.0}) {
      const Column t = times(5000, 1 / rate, 0.2, random);
      Column q;
      for (const double each : t) q.push_back(2 - 3 * each + 0.5 * each * each);
      const Smoothed found = smoothed(t, q, cutoff);
      for (std::size_t k = 0; k < t.size(); ++k) {
        ASSERT_NEAR(found.q[k], q[k], 1e-9 * (1 + std::abs(q[k])));
        ASSERT_NEAR(found.dq[k], -3 + t[k], 1e-6 * (1 + t[k])) << rate << " " << cutoff;
        ASSERT_NEAR(found.ddq[k], 1, 1e-3) << rate << " " << cutoff;
      }
    }
}

// Even times reuse a step as soon as it no longer changes; uneven ones never do. A shift of one row in 5,000
// by 2 thousandths of a step makes them uneven, and changes the motion by next to nothing.
TEST(SmoothingSpline, HardlyDiffersBetweenEvenAndNearlyEvenTimes) {
  std::mt19937 random(4);
  std::normal_distribution<double> noise(0, 1e-3);
  Column t = times(5000, 0.001, 0, random), q;
  for (const double each : t) q.push_back(std::sin(3 * each) + noise(random));
  const Smoothed even = smoothed(t, q, 5);
  t[2500] += 2e-6;
  const Smoothed uneven = smoothed(t, q, 5);
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (k == 2500) continue;  // the spline at another time
    EXPECT_NEAR(even.q[k], uneven.q[k], 1e-7);
    EXPECT_NEAR(even.ddq[k], uneven.ddq[k], 1e-4);
  }
}

TEST(SmoothingSpline, LeavesItsAmplitudeAtACutOffWithoutDelay) {
  const double step = 0.001, cutoff = 8;
  for (const double frequency : {2.0, 8.0, 16.0}) {
    Column t(8000), q(8000);
    for (std::size_t k = 0; k < t.size(); ++k) {
      t[k] = step * static_cast<double>(k);
      q[k] = std::sin(2 * pi * frequency * t[k]);
    }
    const Smoothed found = smoothed(t, q, cutoff);
    const double kept = 1 / (1 + (std::sqrt(2.0) - 1) * std::pow(frequency / cutoff, 6)),
                 omega = 2 * pi * frequency;
    for (std::size_t k = 3000; k < 5000; ++k) {
      ASSERT_NEAR(found.q[k], kept * q[k], 1e-4);
      ASSERT_NEAR(found.dq[k], kept * omega * std::cos(omega * t[k]), 1e-4 * omega);
      ASSERT_NEAR(found.ddq[k], -kept * omega * omega * q[k], 1e-4 * omega * omega);
    }
  }
}

// The RMS of the response to one impulse is that of white noise.
TEST(SmoothingSpline, StatesItsNoiseGains) {
  const double step = 0.002;
  for (const double cutoff : {2.0, 10.0}) {
    Column t(6001), q(6001);
    for (std::size_t k = 0; k < t.size(); ++k) t[k] = step * static_cast<double>(k);
    q[3000] = 1;
    const Smoothed found = smoothed(t, q, cutoff);
    const auto [of_q, of_dq, of_ddq] = SmoothingSpline::noise_gains(cutoff, step);
    const auto length = [](const Column& column) {
      double sum = 0;
      for (const double value : column) sum += value * value;
      return std::sqrt(sum);
    };
    EXPECT_NEAR(length(found.q), of_q, 1e-3 * of_q);
    EXPECT_NEAR(length(found.dq), of_dq, 1e-3 * of_dq);
    EXPECT_NEAR(length(found.ddq), of_ddq, 5e-3 * of_ddq);
  }
}

}  // namespace
}  // namespace invdyn::test
