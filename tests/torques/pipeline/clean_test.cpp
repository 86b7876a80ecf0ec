// Torques of cleaned logs against the torques of the motion that was logged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "dynamics/core/inverse_dynamics.h"
#include "ground/text/number.h"
#include "robot/files/read.h"
#include "support/temporary_folder.h"
#include "torques/pipeline/simulated_log.h"
#include "torques/pipeline/torques.h"

namespace invdyn::test {
namespace {

using Motion = SimulatedLog::Motion;
using Noise = SimulatedLog::Noise;
using testing::HasSubstr;

Robot shipped(const std::string& name) {
  return read_robot(INVDYN_SOURCE_DIR "/robots/" + name + ".json", [](const std::string&) {});
}

// What a run says.
struct Said : Report {
  void note(const std::string& text) override { notes += text + '\n'; }
  void warning(const std::string& text) override { warnings += text + '\n'; }
  std::string notes, warnings;
};

std::string write_log(const TemporaryFolder& folder, const Robot& robot, const SimulatedLog& log) {
  const std::string path = folder / "log.csv";
  std::string text = "t";
  for (std::size_t j = 0; j < robot.dof(); ++j) text += ',' + robot.moving_joint(j).name;
  for (std::size_t k = 0; k < log.t.size(); ++k) {
    text += '\n' + shortest(log.t[k]);
    for (const std::vector<double>& q : log.logged) text += ',' + shortest(q[k]);
  }
  std::ofstream(path) << text << '\n';
  return path;
}

TorqueRows torques(const Robot& robot, const DynamicsSettings& dynamics, const std::string& path,
                   const Preparation& preparation, Said& said) {
  TrajectorySettings trajectory;
  trajectory.path = path;
  trajectory.preparation = preparation;
  trajectory.unwrap = preparation.clean;
  return compute_torques({robot, trajectory, dynamics, {}}, said);
}

Eigen::ArrayXXd true_torques(const Robot& robot, const DynamicsSettings& settings, const SimulatedLog& log) {
  const InverseDynamics dynamics(robot, settings);
  Block block(robot.dof(), log.t.size());
  block.rows = log.t.size();
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    std::copy(log.q[j].begin(), log.q[j].end(), block.q.data() + j * block.capacity);
    std::copy(log.dq[j].begin(), log.dq[j].end(), block.dq.data() + j * block.capacity);
    std::copy(log.ddq[j].begin(), log.ddq[j].end(), block.ddq.data() + j * block.capacity);
  }
  InverseDynamics::BlockWorkspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  return block.tau;
}

// For each log: the RMS of the error over the RMS of the torque, over all joints and rows.
std::vector<double> errors_when_cleaned(Motion motion, bool friction, int logs, std::uint64_t seed) {
  const TemporaryFolder folder;
  const Robot robots[] = {shipped("puma560"), shipped("ur5e"), shipped("panda")};
  std::mt19937_64 random(seed);
  std::vector<double> errors;
  for (int i = 0; i < logs; ++i) {
    const Robot& robot = robots[i % 3];
    DynamicsSettings settings;
    settings.friction = friction;
    const Noise noise =
        std::vector{Noise::counts_12_bits, Noise::three_digits, Noise::white_1_mrad}[random() % 3];
    const double rate = std::vector{50.0, 100.0, 250.0}[random() % 3];
    const SimulatedLog log = simulated_log(robot.dof(), motion, noise, rate, 4, random);
    Said said;
    const TorqueRows found = torques(robot, settings, write_log(folder, robot, log),
                                     {.resample = {}, .lowpass = {}, .clean = true}, said);
    const Eigen::ArrayXXd expected = true_torques(robot, settings, log);
    errors.push_back(std::sqrt((found.tau - expected).square().sum() / expected.square().sum()));
  }
  return errors;
}

double part_within(const std::vector<double>& errors, double limit) {
  const auto within =
      std::count_if(errors.begin(), errors.end(), [&](double error) { return error <= limit; });
  return static_cast<double>(within) / static_cast<double>(errors.size());
}

TEST(Clean, GivesTheTorquesOfSmoothMotions) {
  EXPECT_GE(part_within(errors_when_cleaned(Motion::sines, false, 20, 1), 0.05), 0.95);
  EXPECT_GE(part_within(errors_when_cleaned(Motion::smooth_moves, false, 20, 2), 0.05), 0.95);
  EXPECT_GE(part_within(errors_when_cleaned(Motion::still, false, 6, 3), 0.05), 0.95);
}

TEST(Clean, GivesTheTorquesOfTrapezoids) {
  EXPECT_GE(part_within(errors_when_cleaned(Motion::trapezoids, false, 20, 4), 0.1), 0.9);
}

TEST(Clean, GivesTheTorquesOfDryFrictionWithRests) {
  EXPECT_GE(part_within(errors_when_cleaned(Motion::trapezoids_with_rests, true, 20, 5), 0.2), 0.85);
}

TEST(Clean, LeavesCleanLogsAsTheyAre) {
  const TemporaryFolder folder;
  const Robot robot = shipped("puma560");
  std::mt19937_64 random(6);
  for (const Motion motion : {Motion::still, Motion::sines, Motion::smooth_moves, Motion::trapezoids,
                              Motion::trapezoids_with_rests})
    for (const double rate : {50.0, 500.0}) {
      const SimulatedLog log = simulated_log(robot.dof(), motion, Noise::none, rate, 3, random);
      const std::string path = write_log(folder, robot, log);
      Said said, plainly;
      const TorqueRows cleaned =
          torques(robot, {}, path, {.resample = {}, .lowpass = {}, .clean = true}, said);
      const TorqueRows as_it_is = torques(robot, {}, path, {}, plainly);
      EXPECT_TRUE((cleaned.tau == as_it_is.tau).all()) << log.name;
      EXPECT_THAT(said.notes, HasSubstr("no smoothing")) << log.name;
      EXPECT_EQ(said.warnings, plainly.warnings);
    }
}

// The note of a run is the same run as plain settings.
TEST(Clean, StatesSettingsThatRepeatIt) {
  const TemporaryFolder folder;
  const Robot robot = shipped("puma560");
  std::mt19937_64 random(7);
  SimulatedLog log = simulated_log(robot.dof(), Motion::sines, Noise::three_digits, 100, 3, random);
  log.logged[2] = log.q[2];  // one joint without noise
  const std::string path = write_log(folder, robot, log);
  Said said;
  const TorqueRows cleaned = torques(robot, {}, path, {.resample = {}, .lowpass = {}, .clean = true}, said);
  const std::string key = "`smooth` ";
  const std::size_t begin = said.notes.find(key);
  ASSERT_NE(begin, std::string::npos) << said.notes;
  std::string list = said.notes.substr(begin + key.size());
  list.resize(list.find(' '));
  EXPECT_THAT(list, Not(HasSubstr("joint3")));
  EXPECT_THAT(said.notes, HasSubstr("`rest` 0.1"));
  Smoothing smoothing;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size()), equals = list.find('=', at);
    smoothing.joints.emplace_back(list.substr(at, equals - at),
                                  *parse_finite(list.substr(equals + 1, end - equals - 1)));
    at = end + 1;
  }
  Said again;
  const TorqueRows repeated =
      torques(robot, {}, path, {.resample = {}, .lowpass = {}, .smooth = smoothing, .rest = 0.1}, again);
  EXPECT_TRUE((cleaned.tau == repeated.tau).all());
}

// The torque of `pendulum` is ddq + 9.80665 sin(q). Differences of noise of deviation s give ddq the
// deviation sqrt(1 + 4 + 1) s / h^2.
struct Swing {
  explicit Swing(std::size_t rows, double rate, double deviation = 0) {
    std::mt19937_64 random(9);
    std::normal_distribution<double> noise(0, deviation);
    for (std::size_t k = 0; k < rows; ++k) {
      const double t = static_cast<double>(k) / rate;
      log.t.push_back(t);
      log.logged[0].push_back(0.5 * std::sin(3 * t) + 0.3 * std::sin(5 * t + 1) +
                              (deviation > 0 ? noise(random) : 0));
      const double q = 0.5 * std::sin(3 * t) + 0.3 * std::sin(5 * t + 1);
      torque.push_back(-4.5 * std::sin(3 * t) - 7.5 * std::sin(5 * t + 1) + 9.80665 * std::sin(q));
    }
  }
  double rms() const {
    return rms_of([](double tau) { return tau; });
  }
  // Without the first rows, which start from rest where nothing is smoothed.
  double rms_error(const Eigen::ArrayXXd& tau) const {
    constexpr Eigen::Index start = 10;
    Eigen::Index k = 0;
    return rms_of([&](double expected) { return k++ < start ? 0 : tau(k - 1, 0) - expected; });
  }
  template <class Of>
  double rms_of(const Of& of) const {
    double sum = 0;
    for (const double tau : torque) {
      const double value = of(tau);
      sum += value * value;
    }
    return std::sqrt(sum / static_cast<double>(torque.size()));
  }

  SimulatedLog log{.name = {}, .rate = 0, .t = {}, .q = {}, .dq = {}, .ddq = {}, .logged = {{}}};
  std::vector<double> torque;
};

// A sample of a long log must not be taken for a slow one.
TEST(Clean, SmoothsLongLogs) {
  const TemporaryFolder folder;
  const Robot robot = shipped("pendulum");
  const Swing swing(40000, 1000, 3e-5);
  Said said;
  const TorqueRows found = torques(robot, {}, write_log(folder, robot, swing.log),
                                   {.resample = {}, .lowpass = {}, .clean = true}, said);
  EXPECT_THAT(said.notes, HasSubstr("`smooth`"));
  EXPECT_LT(swing.rms_error(found.tau), 0.05 * swing.rms());
}

TEST(Clean, FillsRowsThatRepeatTheRowBefore) {
  const TemporaryFolder folder;
  const Robot robot = shipped("pendulum");
  for (const double deviation : {0.0, 3e-5}) {
    Swing swing(5000, 1000, deviation);
    std::vector<double>& q = swing.log.logged[0];
    std::size_t repeated = 0;
    for (std::size_t k = 20; k + 20 < q.size(); k += 16, ++repeated) q[k] = q[k - 1];
    const std::string path = write_log(folder, robot, swing.log);
    Said said, plainly;
    const TorqueRows found = torques(robot, {}, path, {.resample = {}, .lowpass = {}, .clean = true}, said);
    EXPECT_LT(swing.rms_error(found.tau), 0.05 * swing.rms()) << deviation;
    if (deviation > 0) continue;  // at the turning points, noise hides them
    EXPECT_THAT(said.warnings, HasSubstr("of 5000 have the same positions as the row before"));
    torques(robot, {}, path, {}, plainly);
    EXPECT_THAT(plainly.warnings, HasSubstr("% of the rows repeat the row before"));
    EXPECT_THAT(plainly.warnings, HasSubstr("`clean` interpolates"));
  }
}

// A robot of 125 Hz in a log of 1 kHz.
TEST(Clean, TakesPositionsThatAreHeld) {
  const TemporaryFolder folder;
  const Robot robot = shipped("pendulum");
  Swing swing(4000, 1000);
  std::vector<double>& q = swing.log.logged[0];
  for (std::size_t k = 0; k < q.size(); ++k) q[k] = q[k - k % 8];
  Said said;
  const TorqueRows found = torques(robot, {}, write_log(folder, robot, swing.log),
                                   {.resample = {}, .lowpass = {}, .clean = true}, said);
  EXPECT_LT(swing.rms_error(found.tau), 0.05 * swing.rms());
}

// Splines take uneven times, so rows may be left out: here 20 at a time.
TEST(Clean, TakesLogsWithGaps) {
  const TemporaryFolder folder;
  const Robot robot = shipped("pendulum");
  Swing swing(2000, 200, 2e-4);
  const auto is_gap = [](std::size_t k) { return k % 300 >= 200 && k % 300 < 220; };
  for (std::size_t k = 0; k < 2000; ++k)
    if (is_gap(k)) swing.log.logged[0][k] = NAN;
  TrajectorySettings trajectory;
  trajectory.path = write_log(folder, robot, swing.log);
  trajectory.csv.missing.policy = MissingValues::Policy::skip;
  trajectory.preparation.clean = true;
  Said said;
  const TorqueRows found = compute_torques({robot, trajectory, {}, {}}, said);
  std::vector<double> kept;
  for (std::size_t k = 0; k < 2000; ++k)
    if (!is_gap(k)) kept.push_back(swing.torque[k]);
  swing.torque = kept;
  ASSERT_EQ(found.tau.rows(), static_cast<Eigen::Index>(kept.size()));
  EXPECT_LT(swing.rms_error(found.tau), 0.05 * swing.rms());
}

TEST(Noise, OfALogIsWarnedOfByItsSizeAndTheTorqueInAll) {
  const TemporaryFolder folder;
  const Robot robot = shipped("pendulum");
  for (const std::size_t rows : {500UL, 20000UL})
    for (const double deviation : {2e-5, 2e-4}) {
      const Swing swing(rows, 200, deviation);
      Said said;
      torques(robot, {}, write_log(folder, robot, swing.log), {}, said);
      const std::string key = "noise on q causes about ", middle = " of the ";
      const std::size_t begin = said.warnings.find(key), then = said.warnings.find(middle, begin);
      ASSERT_NE(begin, std::string::npos) << said.warnings;
      const double noise = std::sqrt(6.0) * deviation * 200 * 200;
      EXPECT_NEAR(std::stod(said.warnings.substr(begin + key.size())), noise, 0.15 * noise);
      const double all = std::hypot(noise, swing.rms());
      EXPECT_NEAR(std::stod(said.warnings.substr(then + middle.size())), all, 0.15 * all);
    }
}

TEST(Noise, OfALogIsWarnedOfWithWhatHelps) {
  const TemporaryFolder folder;
  const Robot robot = shipped("pendulum");
  std::mt19937_64 random(8);
  const SimulatedLog log = simulated_log(1, Motion::still, Noise::white_0_1_mrad, 100, 3, random);
  Said said;
  torques(robot, {}, write_log(folder, robot, log), {}, said);
  EXPECT_THAT(said.warnings, HasSubstr("noise on q causes about"));
  EXPECT_THAT(said.warnings, HasSubstr("; `clean` finds and smooths it"));
  EXPECT_THAT(said.warnings, Not(HasSubstr("already moves"))) << "noise is no motion";
}

}  // namespace
}  // namespace invdyn::test
