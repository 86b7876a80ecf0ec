#include "channel_faults.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../../trajectory/data/noise_level.h"
#include "../../trajectory/data/rests.h"
#include "blocked_sums.h"
#include "thresholds.h"

namespace invdyn {
namespace {

double top_speed(const RowRuns& rows, std::size_t joint) {
  double top = 0;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) top = std::max(top, std::abs(run.dq(row, joint)));
  return top;
}

Block block_of(const RowRuns::Run& run, std::size_t dof) {
  Block block(dof, run.rows());
  block.rows = run.rows();
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const auto at = static_cast<Eigen::Index>(row);
    block.t[at] = run.t(row);
    for (std::size_t j = 0; j < dof; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      block.q(at, column) = run.q(row, j);
      block.dq(at, column) = run.dq(row, j);
      block.ddq(at, column) = run.ddq(row, j);
    }
  }
  return block;
}

}  // namespace

double dead_part(const RowRuns& rows, std::size_t joint) {
  const double slow = slow_part * top_speed(rows, joint);
  double moving = 0, zeros = 0, squares = 0;
  std::vector<double> measured;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      measured.push_back(run.measured(row, joint));
      if (!(std::abs(run.dq(row, joint)) > slow)) continue;
      ++moving;
      zeros += measured.back() == 0;
      squares += run.tau(row, joint) * run.tau(row, joint);
    }
  if (!(squares > 0) || zeros < threshold::dead_part * moving) return 0;
  const bool is_coarse = quantization_step(measured) > std::sqrt(squares / moving);
  return is_coarse ? 0 : zeros / moving;
}

std::vector<std::optional<GravityShare>> gravity_shares(const RowRuns& rows,
                                                        const TrajectoryTorques& weightless) {
  enum : std::size_t { one, sign, velocity, motion, gravity, measured, all };
  std::vector<BlockedSums> sums(rows.dof(), BlockedSums(all));
  TrajectoryTorques::Workspace workspace(weightless);
  for (const RowRuns::Run& run : rows.runs()) {
    Block block = block_of(run, rows.dof());
    weightless.fill_torques(block, workspace);
    for (std::size_t row = 0; row < run.rows(); ++row)
      for (std::size_t j = 0; j < rows.dof(); ++j) {
        const double dq = run.dq(row, j),
                     tau = block.tau(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
        const std::array<double, all> values{1,
                                             static_cast<double>((dq > 0) - (dq < 0)),
                                             dq,
                                             tau,
                                             run.tau(row, j) - tau,
                                             run.measured(row, j)};
        sums[j].add(values.data());
      }
  }
  std::vector<std::optional<GravityShare>> shares;
  for (const BlockedSums& joint : sums) {
    shares.emplace_back();
    if (joint.rows() == 0) continue;
    const double size = joint.variance(gravity), spread = joint.variance(measured);
    if (!(size > threshold::gravity_part * std::max(joint.variance(motion), spread)) || !(spread > 0))
      continue;
    const LinearFit fit = joint.fit(measured, {one, sign, velocity, motion, gravity});
    const double of_motion = std::abs(fit.t_ratio(3)) > threshold::t_ratio ? fit.coefficients[3] : 0;
    shares.back() = GravityShare{std::sqrt(size), fit.coefficients[4], fit.errors[4], of_motion,
                                 1 - fit.residual_squares / (spread * static_cast<double>(joint.rows()))};
  }
  return shares;
}

std::optional<CoarseClock> coarse_clock(const RowRuns& rows) {
  std::optional<CoarseClock> clock;
  for (const RowRuns::Run& run : rows.runs()) {
    const std::size_t count = run.rows();
    if (count < threshold::rows) continue;
    std::vector<double> steps{0};
    double sum_kt = 0, sum_kk = 0;
    for (std::size_t k = 0; k < count; ++k) {
      if (k > 0) steps.push_back(run.t(k) - run.t(k - 1));
      const double centred = static_cast<double>(k) - static_cast<double>(count - 1) / 2;
      sum_kt += centred * (run.t(k) - run.t(0)), sum_kk += centred * centred;
    }
    const double step = quantization_step(steps), mean = sum_kt / sum_kk;
    // Rounded even times stay within one step of the clock beside a line.
    double low = 0, high = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const double off = run.t(k) - run.t(0) - mean * static_cast<double>(k);
      low = std::min(low, off), high = std::max(high, off);
    }
    constexpr double rounding = 1.1;
    const double coarse = threshold::clock_step * mean;
    if (!(step > coarse && high - low > coarse && high - low < rounding * step)) return std::nullopt;
    if (!clock) clock = CoarseClock{step, mean};
  }
  return clock;
}

}  // namespace invdyn
