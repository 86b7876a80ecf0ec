// The automatic cut-off keeps a motion and drops the noise on it.

#include "trajectory/data/smoothing_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "trajectory/data/smoothing_spline.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

struct Log {
  Column t, q, noisy, ddq;
};

Log log_of(std::size_t rows, double rate, double deviation, double correlation) {
  std::mt19937 random(8);
  std::normal_distribution<double> noise(0, deviation);
  Log log;
  double last = noise(random);
  for (std::size_t k = 0; k < rows; ++k) {
    const double t = static_cast<double>(k) / rate, w = 2 * std::numbers::pi * 0.8;
    log.t.push_back(t);
    log.q.push_back(0.5 * std::sin(w * t));
    log.ddq.push_back(-0.5 * w * w * std::sin(w * t));
    last = correlation * last + std::sqrt(1 - correlation * correlation) * noise(random);
    log.noisy.push_back(log.q.back() + last);
  }
  return log;
}

double error_at(const Log& log, double cutoff) {
  Column q = log.noisy, dq(q.size()), ddq(q.size());
  SmoothingSpline(log.t, cutoff).apply(q, dq, ddq);
  double sum = 0;
  for (std::size_t k = 0; k < q.size(); ++k) sum += (ddq[k] - log.ddq[k]) * (ddq[k] - log.ddq[k]);
  return std::sqrt(sum / static_cast<double>(q.size()));
}

// The error of the acceleration is at most twice that of the best cut-off, which only the true motion tells;
// for noise that is correlated over 5 ms, three times.
TEST(SmoothingChoice, IsNearTheBestCutOff) {
  for (const double rate : {100.0, 1000.0})
    for (const bool is_correlated : {false, true}) {
      const Log log = log_of(static_cast<std::size_t>(6 * rate), rate, 3e-4,
                             is_correlated ? std::exp(-1 / (0.005 * rate)) : 0);
      const double cutoff = automatic_cutoffs(log.t, {log.noisy}).front();
      double best = error_at(log, 0.5);
      for (double other = 0.5; other < 40; other *= 1.2) best = std::min(best, error_at(log, other));
      EXPECT_LT(error_at(log, cutoff), (is_correlated ? 3 : 2) * best) << rate << " Hz, cut-off " << cutoff;
    }
}

TEST(SmoothingChoice, IsTheSameForAColumnAloneAndWithOthers) {
  const Log log = log_of(300, 100, 1e-3, 0);
  Column other = log.noisy;
  for (double& q : other) q = 2 * q + 1;
  const std::vector<double> both = automatic_cutoffs(log.t, {log.noisy, other});
  EXPECT_EQ(both[0], automatic_cutoffs(log.t, {log.noisy}).front());
  EXPECT_EQ(both[0], both[1]) << "the unit of the positions does not matter";
}

TEST(SmoothingChoice, HasThreeDigitsAndTakesLongLogs) {
  const Log log = log_of(40000, 1000, 1e-3, 0);
  const double cutoff = automatic_cutoffs(log.t, {log.noisy}).front();
  EXPECT_NEAR(cutoff * 1000, std::round(cutoff * 1000), 1e-9);
  EXPECT_GT(cutoff, 1);
  EXPECT_LT(cutoff, 6);
}

}  // namespace
}  // namespace invdyn::test
