// Torques that come later than their motion.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "answers/identification/delayed_torques.h"
#include "answers/identification/identification.h"
#include "answers/identification/simulated_log.h"

namespace invdyn::test {
namespace {

struct Kept : Sink {
  void take(const Block& block) override {
    for (std::size_t k = block.own_begin(); k < block.own_end(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      rows.push_back(block.first_row + k);
      for (Eigen::Index j = 0; j < block.q.cols(); ++j) values.push_back(block.measured(row, j));
    }
  }
  std::vector<std::size_t> rows;
  std::vector<double> values;
};

// Torques that grow by 1 each second and by -2, read 0.025 s later and 0.01 s earlier, in blocks of any size.
TEST(DelayedTorques, TakesTorquesOfAnotherTime) {
  for (const Eigen::Index size : {1, 3, 7, 100}) {
    Kept kept;
    DelayedTorques delayed({0.025, -0.01}, {&kept});
    constexpr Eigen::Index rows = 100;
    for (Eigen::Index begin = 0; begin < rows; begin += size) {
      const Eigen::Index count = std::min(size, rows - begin);
      Block block(2, static_cast<std::size_t>(count));
      block.hold_measured(true);
      block.rows = static_cast<std::size_t>(count);
      block.first_row = static_cast<std::size_t>(begin);
      for (Eigen::Index k = 0; k < count; ++k) {
        block.t[k] = 0.01 * static_cast<double>(begin + k);
        block.measured.row(k) << block.t[k], -2 * block.t[k];
      }
      delayed.take(block);
    }
    ASSERT_EQ(kept.rows.size(), 96u) << size;  // without row 0 and the last three
    for (std::size_t i = 0; i < kept.rows.size(); ++i) {
      const double t = 0.01 * static_cast<double>(kept.rows[i]);
      ASSERT_EQ(kept.rows[i], i + 1);
      ASSERT_NEAR(kept.values[2 * i], t + 0.025, 1e-12);
      ASSERT_NEAR(kept.values[2 * i + 1], -2 * (t - 0.01), 1e-12);
    }
  }
}

// Rows of 1 ms. The torque of one joint is 2 ms late, with noise. INVDYN_STUDY=25 takes a hundred logs.
TEST(Delay, IsInItsInterval) {
  const char* factor = std::getenv("INVDYN_STUDY");
  const int logs = 4 * (factor ? std::atoi(factor) : 1);
  constexpr FitChoice choice{.friction = true, .offset = true, .delay = true};
  const Robot known = random_robot(
      3, {.joints = 2, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0, .drives = false});
  const Regressor regressor(known);
  int late = 0, held = 0, in_time = 0;
  for (int i = 0; i < logs; ++i) {
    Random random(static_cast<unsigned long>(i + 1));
    SimulatedLog log(random, known, 8000, 0.001);
    for (Eigen::Index k = log.block.measured.rows() - 1; k >= 2; --k)
      log.block.measured(k, 0) = log.block.measured(k - 2, 0);
    log.add_noise(random, 0.005 * std::sqrt(log.block.measured.col(0).square().mean()), 0.9);
    Evidence evidence(regressor, fit_columns(known, regressor, choice).columns, {});
    collect(evidence, log, known, false, 100, 0.02);
    const Identification result =
        identify(known, regressor, evidence.equations(), nullptr, choice, {}, "log.csv");
    for (std::size_t k = 0; k < result.best().model.values.size(); ++k) {
      const FitColumn& value = result.best().model.values[k];
      if (value.part != FitPart::delay) continue;
      const auto at = static_cast<Eigen::Index>(k);
      const double half = result.uncertainty.half_width[at];
      if (value.joint() == 1) in_time += std::abs(result.written[at]) > half ? 1 : 0;
      if (value.joint() == 1) continue;
      ++late;
      held += std::abs(result.written[at] - 0.002) <= half ? 1 : 0;
      EXPECT_LT(half, 0.0025);
    }
    for (std::size_t j = 0; j < known.dof(); ++j)  // it is no part of the robot
      EXPECT_TRUE(result.best().possible.robot.moving_joint(j).drive.curve.torque == 0);
  }
  EXPECT_GE(late, 0.9 * logs - 1);
  EXPECT_GE(held, 0.9 * late - 1);
  EXPECT_LE(in_time, 0.1 * logs + 1);
  if (factor) std::printf("%d of %d delays held; %d of joints in time\n", held, logs, in_time);
}

}  // namespace
}  // namespace invdyn::test
