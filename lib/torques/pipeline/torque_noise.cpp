#include "torque_noise.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../../trajectory/data/noise_level.h"
#include "../../trajectory/data/repeats.h"

namespace invdyn {
namespace {

// Without the first rows: backward differences that start from rest make a peak of a log that begins in
// motion.
double rms_of(const std::vector<double>& column) {
  constexpr std::size_t start = 2;
  const std::span values = std::span(column).subspan(column.size() > MotionSample::run_rows ? start : 0);
  double sum = 0;
  for (const double value : values) sum += value * value;
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

// The noise levels of the position of a base, m, and of its turns about its axes, rad. White noise on the
// four components of a quaternion is that of half a turn about each axis; their length is known.
std::vector<double> levels_of_base(const MotionSample::Rows& rows) {
  std::vector<double> levels;
  for (const std::vector<double>& column : rows.pose)
    levels.push_back(noise_level(rows.t, column, MotionSample::run_rows));
  double squares = 0;
  for (std::size_t i = 3; i < levels.size(); ++i) squares += levels[i] * levels[i];
  levels.resize(3);
  levels.resize(6, 2 * std::sqrt(squares / 3));
  return levels;
}

// Two rows of each run, in four versions each: as they are, and with noise on q, dq and ddq of one joint.
constexpr Eigen::Index versions = 4;
Block versions_of(const MotionSample& sample, std::size_t joint, double level, const NoiseGains& gains) {
  constexpr std::size_t apart = MotionSample::run_rows / 2;
  const MotionSample::Rows& from = sample.sample();
  const double step = sample.step();
  const std::size_t dof = from.q.size(), count = (from.t.size() + apart - 1) / apart;
  Block block(dof, versions * count);
  block.rows = versions * count;
  const bool is_of_base = joint >= dof;
  const auto column = static_cast<Eigen::Index>(is_of_base ? joint - dof : joint);
  block.hold_base(!from.pose.empty());
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(block.rows); ++row) {
    const std::size_t at = static_cast<std::size_t>(row / versions) * apart;
    block.t[row] = from.t[at];
    for (std::size_t i = 0; i < dof; ++i) {
      block.q(row, static_cast<Eigen::Index>(i)) = from.q[i][at];
      block.dq(row, static_cast<Eigen::Index>(i)) = from.dq[i][at];
      block.ddq(row, static_cast<Eigen::Index>(i)) = from.ddq[i][at];
    }
    for (const auto& [columns, to] :
         {std::pair(&from.pose, &block.base.pose), std::pair(&from.twist, &block.base.twist),
          std::pair(&from.rates, &block.base.rates)})
      for (std::size_t i = 0; i < columns->size(); ++i)
        (*to)(row, static_cast<Eigen::Index>(i)) = (*columns)[i][at];
    Eigen::ArrayXXd &velocities = is_of_base ? block.base.twist : block.dq,
                    &accelerations = is_of_base ? block.base.rates : block.ddq;
    double& dq = velocities(row, column);
    const double noise = level * gains[1], change = std::abs(accelerations(row, column)) * step;
    // Where the joint turns back within a row, dry friction is uncertain in that row alone. Where it rests,
    // no noise shows.
    const bool is_sure = dq == 0 || (!is_of_base && std::abs(dq) <= noise && noise < change);
    if (row % versions == 1 && !is_of_base) block.q(row, column) += level * gains[0];
    if (row % versions == 2 && !is_sure) dq += noise;
    if (row % versions == 3) accelerations(row, column) += level * gains[2];
  }
  return block;
}

// The columns that have noise, without repeated rows.
std::vector<std::vector<double>> noisy(Known known, const MotionSample& measured) {
  const MotionSample::Rows& rows = measured.sample();
  std::vector<std::vector<double>> columns = known == Known::q      ? rows.q
                                             : known == Known::q_dq ? rows.dq
                                                                    : rows.ddq;
  const std::vector<std::size_t> repeated = repeated_rows(rows.t, rows.q, MotionSample::run_rows);
  for (std::vector<double>& column : columns) fill_rows(rows.t, repeated, column);
  return columns;
}

// Errors of even times make errors in the acceleration, like noise of this level on the column.
// Zero: the rows are smoother at the times as they are, so that these are true. noise_level() takes rare
// longer steps for steps of the acceleration.
double clock_noise(Known known, const std::vector<double>& t, const std::vector<double>& column,
                   double mean_step) {
  if (known == Known::q_dq_ddq) return 0;
  const auto acceleration = [&](std::size_t k, bool at_even_times) {
    const double after = at_even_times ? mean_step : t[k] - t[k - 1],
                 before = at_even_times ? mean_step : t[k - 1] - t[k - 2],
                 velocity = (column[k] - column[k - 1]) / after;
    return known == Known::q ? (velocity - (column[k - 1] - column[k - 2]) / before) / ((after + before) / 2)
                             : velocity;
  };
  double as_given = 0, even = 0, errors = 0, rows = 0;  // sums of squares: of changes, of differences
  for (std::size_t k = 3; k < t.size(); ++k) {
    if (k % MotionSample::run_rows < 3) continue;
    const double given_now = acceleration(k, false), even_now = acceleration(k, true);
    as_given += std::pow(given_now - acceleration(k - 1, false), 2);
    even += std::pow(even_now - acceleration(k - 1, true), 2);
    errors += std::pow(given_now - even_now, 2);
    ++rows;
  }
  constexpr double smoother = 0.5;
  if (rows == 0 || !(std::sqrt(even) < smoother * std::sqrt(as_given))) return 0;
  const double error = std::sqrt(errors / rows);
  return known == Known::q ? error * mean_step * mean_step / std::sqrt(6) : error * mean_step / std::sqrt(2);
}

}  // namespace

std::vector<double> noise_levels(Known known, const MotionSample& measured) {
  std::vector<double> levels;
  const std::optional<MotionSample::UnevenClock> clock = measured.uneven_clock();
  for (const std::vector<double>& column : noisy(known, measured))
    levels.push_back(std::max(noise_level(measured.sample().t, column, MotionSample::run_rows),
                              clock ? clock_noise(known, measured.sample().t, column, clock->mean) : 0));
  return levels;
}

double repeated_part(const MotionSample& measured) {
  const MotionSample::Rows& rows = measured.sample();
  return static_cast<double>(repeated_rows(rows.t, rows.q, MotionSample::run_rows).size()) /
         static_cast<double>(rows.t.size());
}

bool is_surely_quiet(Known known, const MotionSample& measured, const MotionSample& rows, double step) {
  constexpr double quiet = 0.002;
  // More than the gain of any scheme.
  const double gain = known == Known::q ? 4 / (step * step) : known == Known::q_dq ? 2 / step : 1;
  const std::vector<std::vector<double>> columns = noisy(known, measured);
  if (measured.uneven_clock()) return false;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double allowed = quiet * rms_of(rows.sample().ddq[j]) / gain;
    if (!(noise_level(measured.sample().t, columns[j], MotionSample::run_rows, allowed) <= allowed))
      return false;
  }
  return true;
}

TorqueNoise::TorqueNoise(const Robot& robot, const TrajectoryTorques& dynamics, Known known,
                         const MotionSample& measured, const MotionSample& rows,
                         const std::vector<NoiseGains>& gains, const std::optional<NoiseGains>& of_base)
    : robot_(robot), level_(noise_levels(known, measured)) {
  std::vector<NoiseGains> of_all = gains;
  if (of_base && !rows.sample().pose.empty()) {
    const std::vector<double> levels = levels_of_base(rows.sample());
    level_.insert(level_.end(), levels.begin(), levels.end());
    of_all.resize(level_.size(), *of_base);
  }
  find_squares(dynamics, rows, of_all);
  noise_ = squares_.rowwise().sum().sqrt();
  rms_.resize(noise_.size());
  for (Eigen::Index i = 0; i < noise_.size(); ++i)
    rms_[i] = rms_of(rows.sample().tau[static_cast<std::size_t>(i)]);
  noise_ = noise_.min(rms_);
  torque_ = (rms_.square() - noise_.square()).sqrt();
}

void TorqueNoise::find_squares(const TrajectoryTorques& dynamics, const MotionSample& rows,
                               const std::vector<NoiseGains>& gains) {
  const auto size = static_cast<Eigen::Index>(robot_.dof());
  squares_ = Eigen::ArrayXXd::Zero(size, static_cast<Eigen::Index>(level_.size()));
  TrajectoryTorques::Workspace workspace(dynamics);
  for (std::size_t j = 0; j < level_.size(); ++j) {
    Block block = versions_of(rows, j, level_[j], gains[j]);
    dynamics.fill_torques(block, workspace);
    const Eigen::Index count = static_cast<Eigen::Index>(block.rows) / versions;
    for (Eigen::Index k = 0; k < count; ++k)
      for (Eigen::Index other = 1; other < versions; ++other)
        squares_.col(static_cast<Eigen::Index>(j)) +=
            (block.tau.row(versions * k + other) - block.tau.row(versions * k))
                .head(size)
                .square()
                .transpose() /
            static_cast<double>(count);
  }
}

// The RMS over all joints of the kind of this one.
double TorqueNoise::arm(const Eigen::ArrayXd& values, std::size_t like) const {
  double sum = 0, count = 0;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (robot_.moving_joint(static_cast<std::size_t>(i)).is_revolute() !=
        robot_.moving_joint(like).is_revolute())
      continue;
    sum += values[i] * values[i];
    ++count;
  }
  return std::sqrt(sum / count);
}

double TorqueNoise::excess(std::size_t joint, const Eigen::ArrayXd& noise, double of_arm,
                           double of_joint) const {
  constexpr double negligible = 1e-4;  // of the arm's torque, in any joint
  const double arm_torque = arm(torque_, joint);
  const double joint_limit =
      std::max(of_joint * torque_[static_cast<Eigen::Index>(joint)], negligible * arm_torque);
  const auto ratio = [](double part, double whole) { return part == 0 ? 0 : part / whole; };
  return std::max(ratio(arm(noise, joint), of_arm * arm_torque),
                  ratio(noise[static_cast<Eigen::Index>(joint)], joint_limit));
}

bool TorqueNoise::is_above(double of_arm, double of_joint) const {
  return worst_joint(of_arm, of_joint).has_value();
}

std::optional<std::size_t> TorqueNoise::worst_joint(double of_arm, double of_joint) const {
  std::optional<std::size_t> worst;
  double maximum = 1;
  for (std::size_t j = 0; j < robot_.dof(); ++j)
    if (const double found = excess(j, noise_, of_arm, of_joint); found > maximum) {
      maximum = found;
      worst = j;
    }
  return worst;
}

TorqueNoise::Source TorqueNoise::main_source(std::size_t joint) const {
  Eigen::Index source = 0;
  squares_.row(static_cast<Eigen::Index>(joint))
      .head(static_cast<Eigen::Index>(robot_.dof()))
      .maxCoeff(&source);
  return {static_cast<std::size_t>(source), level_[static_cast<std::size_t>(source)]};
}

bool TorqueNoise::comes_from(std::size_t source, double of_arm, double of_joint) const {
  const Eigen::ArrayXd noise = squares_.col(static_cast<Eigen::Index>(source)).sqrt();
  for (std::size_t i = 0; i < robot_.dof(); ++i)
    if (excess(i, noise, of_arm, of_joint) > 1) return true;
  return false;
}

}  // namespace invdyn
