// A joint that moves, rests and moves again, measured by an encoder with coarse counts.

#include "trajectory/data/rests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "trajectory/data/smoothing_spline.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;
constexpr double step = 0.005, counts = 1e-3;

// From 0 to 1 in a second, a rest of a second, and back; accelerations of 4 rad/s^2.
double position(double t) {
  const auto ramp = [](double s) { return s < 0.5 ? 2 * s * s : 1 - 2 * (1 - s) * (1 - s); };
  return t < 1 ? ramp(t) : t < 2 ? 1 : 1 - ramp(std::min(t - 2, 1.0));
}

struct Log {
  Column t, measured, smooth, dq;
};

Log log_of(double (*q)(double), double noise = 0) {
  std::mt19937 random(7);
  std::normal_distribution<double> deviation(0, 1);
  Log log;
  for (std::size_t k = 0; k < 600; ++k) {
    log.t.push_back(step * static_cast<double>(k));
    log.measured.push_back(counts * std::round((q(log.t.back()) + noise * deviation(random)) / counts));
  }
  log.smooth = log.measured;
  log.dq.resize(log.t.size());
  Column ddq(log.t.size());
  SmoothingSpline(log.t, 5).apply(log.smooth, log.dq, ddq);
  return log;
}

std::size_t rests(const Log& log, double begin, double end) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < log.t.size(); ++k)
    count += log.t[k] > begin && log.t[k] < end && log.dq[k] == 0;
  return count;
}

void hold(Log& log, double duration) {
  hold_rests(log.t, find_rests(log.t, log.measured, duration), log.smooth, log.dq);
}

TEST(Rests, HaveNoVelocity) {
  for (const double noise : {0.0, 0.3e-3}) {
    Log log = log_of(position, noise);
    hold(log, 0.1);
    EXPECT_GT(rests(log, 1.1, 1.9), 155u) << "of 160";
    EXPECT_EQ(rests(log, 0.1, 0.9), 0u);
    EXPECT_EQ(rests(log, 2.1, 2.9), 0u);
  }
}

// Where counts no longer tell rest from motion, the velocity goes to zero in the direction of the motion.
TEST(Rests, BeginAndEndInTheDirectionOfTheMotion) {
  Log log = log_of(position);
  hold(log, 0.1);
  for (std::size_t k = 0; k < log.t.size(); ++k) {
    if (log.t[k] > 0.05 && log.t[k] < 0.95) {
      EXPECT_GT(log.dq[k], 0) << log.t[k];
    }
    if (log.t[k] > 2.05 && log.t[k] < 2.95) {
      EXPECT_LT(log.dq[k], 0) << log.t[k];
    }
  }
}

TEST(Rests, AreNotFoundInASlowMotion) {
  Log log = log_of([](double t) { return 0.004 * t; });  // 4 counts a second
  hold(log, 0.1);
  EXPECT_LT(rests(log, 0.5, 2.5), 400u / 2) << "the rows between two counts look like a rest";
  Log faster = log_of([](double t) { return 0.05 * t; });
  hold(faster, 0.1);
  EXPECT_EQ(rests(faster, 0.1, 2.9), 0u);
}

TEST(Rests, LastAtLeastTheDurationThatIsAskedFor) {
  Log log = log_of(position);
  const Column before = log.dq;
  hold(log, 1.5);
  EXPECT_EQ(log.dq, before);
}

}  // namespace
}  // namespace invdyn::test
