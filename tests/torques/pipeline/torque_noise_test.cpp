// The predicted noise of torques against the noise that they have, and how often a warning is wrong.

#include "torques/pipeline/torque_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robot/files/read.h"
#include "torques/pipeline/simulated_log.h"
#include "trajectory/data/noise_gain.h"
#include "trajectory/data/repeats.h"

namespace invdyn::test {
namespace {

using Motion = SimulatedLog::Motion;
using Noise = SimulatedLog::Noise;

Robot shipped(const std::string& name) {
  return read_robot(INVDYN_SOURCE_DIR "/robots/" + name + ".json", [](const std::string&) {});
}

// All rows of a log in one block, with its torques.
Block torques(const TrajectoryTorques& dynamics, const SimulatedLog& log,
              const std::vector<std::vector<double>>& q, const Differentiation& how) {
  Block block(q.size(), log.t.size());
  block.rows = log.t.size();
  block.last = true;
  std::copy(log.t.begin(), log.t.end(), block.t.data());
  for (std::size_t j = 0; j < q.size(); ++j)
    std::copy(q[j].begin(), q[j].end(), block.q.data() + j * block.capacity);
  differentiate(how, block, "log");
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  return block;
}

NoiseGains gains(const Differentiation& how, double step) {
  const Responses found = responses(how, step);
  return {1, found.dq->noise_gain, found.ddq->noise_gain};
}

// RMS for each joint; the first rows, where differences start, are left out.
Eigen::ArrayXd rms(const Eigen::ArrayXXd& values) {
  return values.bottomRows(values.rows() - 20).square().colwise().mean().sqrt().transpose();
}

// The tolerance: the noise of one log differs from its expectation, as some 25 rows stand for all.
TEST(TorqueNoise, IsTheNoiseThatTorquesHave) {
  const Robot robot = shipped("puma560");
  DynamicsSettings settings;
  settings.friction = false;
  const TrajectoryTorques dynamics(robot, settings);
  std::mt19937_64 random(1);
  for (const Scheme scheme : {Scheme::backward, Scheme::central, Scheme::savitzky_golay})
    for (const Noise noise : {Noise::white_0_1_mrad, Noise::white_1_mrad}) {
      const SimulatedLog log = simulated_log(robot.dof(), Motion::sines, noise, 200, 5, random);
      Differentiation how;
      how.scheme = scheme;
      how.fit = {.window = 11, .order = 3};
      const Block noisy = torques(dynamics, log, log.logged, how), clean = torques(dynamics, log, log.q, how);
      MotionSample sample;
      sample.take(noisy);
      const TorqueNoise found(robot, dynamics, Known::q, sample, sample,
                              std::vector<NoiseGains>(robot.dof(), gains(how, 1 / log.rate)));
      const Eigen::ArrayXd actual = rms(noisy.tau - clean.tau), all = rms(noisy.tau);
      EXPECT_TRUE(found.is_above(0.05, 0.1));
      for (Eigen::Index j = 0; j < actual.size(); ++j) {
        EXPECT_NEAR(found.noise()[j], actual[j], 0.2 * actual[j]) << log.name << ", joint " << j;
        EXPECT_NEAR(found.rms()[j], all[j], 0.2 * all[j]) << log.name << ", joint " << j;
      }
    }
}

// What a warning should say: the true noise, by the same limits of the arm's and of each joint's torque.
double true_excess(const Robot& robot, const Eigen::ArrayXd& noise, const Eigen::ArrayXd& torque) {
  double excess = 0;
  for (const bool revolute : {true, false}) {
    double noise_squares = 0, torque_squares = 0, joints = 0, joint_excess = 0;
    const auto of_kind = [&](Eigen::Index j) {
      return robot.moving_joint(static_cast<std::size_t>(j)).is_revolute() == revolute;
    };
    for (Eigen::Index j = 0; j < noise.size(); ++j)
      if (of_kind(j)) {
        noise_squares += noise[j] * noise[j];
        torque_squares += torque[j] * torque[j];
        ++joints;
      }
    if (joints == 0 || noise_squares == 0) continue;
    const double arm = std::sqrt(torque_squares / joints);
    for (Eigen::Index j = 0; j < noise.size(); ++j)
      if (of_kind(j)) joint_excess = std::max(joint_excess, noise[j] / std::max(0.1 * torque[j], 1e-4 * arm));
    excess = std::max({excess, joint_excess, std::sqrt(noise_squares / joints) / (0.05 * arm)});
  }
  return excess;
}

// Logs whose noise is within a factor of 1.4 of the limits are not counted: no sample tells them.
TEST(TorqueNoise, IsSeldomSeenWhereItIsNotAndSeldomMissed) {
  const Robot robots[] = {shipped("puma560"), shipped("ur5e"), shipped("scara")};
  std::mt19937_64 random(2);
  int logs = 0, wrong = 0, missed = 0;
  for (int i = 0; i < 400; ++i) {
    const Robot& robot = robots[i % 3];
    DynamicsSettings settings;
    settings.friction = i % 2 == 0;
    const TrajectoryTorques dynamics(robot, settings);
    const double rate = std::vector{50.0, 100.0, 500.0, 2000.0}[random() % 4];
    const SimulatedLog log = simulated_log(robot.dof(), static_cast<Motion>(random() % 5),
                                           static_cast<Noise>(random() % 7), rate, 3, random);
    Differentiation how;
    how.scheme = i % 4 < 2 ? Scheme::backward : Scheme::central;
    const Block noisy = torques(dynamics, log, log.logged, how), clean = torques(dynamics, log, log.q, how);
    MotionSample sample;
    sample.take(noisy);
    const bool is_seen = !is_surely_quiet(Known::q, sample, sample, 1 / rate) &&
                         TorqueNoise(robot, dynamics, Known::q, sample, sample,
                                     std::vector<NoiseGains>(robot.dof(), gains(how, 1 / rate)))
                             .is_above(0.05, 0.1);
    const double excess = true_excess(robot, rms(noisy.tau - clean.tau), rms(clean.tau));
    if (excess > 1 / 1.4 && excess < 1.4) continue;
    ++logs;
    wrong += is_seen && excess < 1;
    missed += !is_seen && excess > 1;
  }
  EXPECT_GT(logs, 300);
  EXPECT_LE(wrong, 0.02 * logs) << "of " << logs;
  EXPECT_LE(missed, 0.02 * logs) << "of " << logs;
}

// All joints turn back at t = 1 s, in one row, where dry friction of 1 to 25 N m changes its sign: that is no
// noise.
TEST(TorqueNoise, IsNotSeenInOneReversalOfRoundedPositions) {
  const Robot robot = shipped("puma560");
  const TrajectoryTorques dynamics(robot, DynamicsSettings());
  for (const double digits : {1e3, 1e4, 1e5, 1e6}) {
    SimulatedLog log;
    log.q.resize(robot.dof());
    for (int k = 0; k <= 200; ++k) {
      log.t.push_back(0.01 * k);
      for (std::size_t j = 0; j < robot.dof(); ++j)
        log.q[j].push_back(std::round((1 - std::cos(std::numbers::pi * log.t.back())) * digits) / digits);
    }
    Differentiation how;
    const Block block = torques(dynamics, log, log.q, how);
    MotionSample sample;
    sample.take(block);
    const TorqueNoise found(robot, dynamics, Known::q, sample, sample,
                            std::vector<NoiseGains>(robot.dof(), gains(how, 0.01)));
    EXPECT_EQ(found.is_above(0.05, 0.1), digits < 1e4) << digits << ": " << found.noise().transpose();
  }
}

TEST(RepeatedRows, AreNotSeenInSoundLogs) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 60; ++i) {
    const double rate = std::vector{20.0, 50.0, 100.0, 500.0, 2000.0}[random() % 5];
    const SimulatedLog log = simulated_log(1 + random() % 6, static_cast<Motion>(i % 5),
                                           static_cast<Noise>(random() % 7), rate, 3, random);
    EXPECT_TRUE(repeated_rows(log.t, log.logged, log.t.size()).empty()) << log.name;
  }
}

}  // namespace
}  // namespace invdyn::test
