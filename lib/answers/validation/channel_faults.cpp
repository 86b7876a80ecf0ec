#include "channel_faults.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "../../trajectory/data/noise_level.h"
#include "../../trajectory/data/rests.h"
#include "blocked_sums.h"
#include "thresholds.h"

namespace invdyn {
namespace {

struct Spread {
  double count = 0, sum = 0, squares = 0;
  void add(double value) { ++count, sum += value, squares += value * value; }
  double variance() const { return count > 0 ? squares / count - sum * sum / (count * count) : 0; }
};

double quantile(std::vector<double> values, double part) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// Consecutive rows of a run in which a position stays the same, if they are many.
struct Hold {
  const RowRuns::Run& run;
  std::size_t begin, end;
};

std::vector<Hold> holds(const RowRuns& rows, std::size_t joint) {
  std::vector<Hold> found;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0, next; row < run.rows(); row = next) {
      for (next = row + 1; next < run.rows() && run.q(next, joint) == run.q(row, joint);) ++next;
      if (static_cast<double>(next - row) >= threshold::hold_rows) found.push_back({run, row, next});
    }
  return found;
}

// How much the path to this row differs from the one that follows: by changes of speed.
double bend(const RowRuns::Run& run, std::size_t row, std::size_t joint) {
  constexpr std::size_t reach = 3;
  if (row < reach || row + reach >= run.rows()) return 0;
  return std::abs(run.q(row - reach, joint) - 2 * run.q(row, joint) + run.q(row + reach, joint));
}

}  // namespace

double frozen_position(const RowRuns& rows, std::size_t joint) {
  const std::vector<Hold> all = holds(rows, joint);
  if (all.empty()) return 0;
  constexpr std::size_t near = 8;
  double usual = 0, count = 0, frozen = 0;
  Spread moving;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      ++count;
      if (std::any_of(all.begin(), all.end(), [&](const Hold& hold) {
            return &hold.run == &run && row + near >= hold.begin && row < hold.end + near;
          }))
        continue;
      usual = std::max(usual, bend(run, row, joint));
      moving.add(run.measured(row, joint));
    }
  bool is_sudden = false;
  for (const Hold* before = nullptr; const Hold& hold : all) {
    const bool goes_on = before && hold.begin == 0 && before->end == before->run.rows() &&
                         before->run.q(before->end - 1, joint) == hold.run.q(0, joint);
    const double most = std::max(bend(hold.run, hold.begin, joint), bend(hold.run, hold.end - 1, joint));
    is_sudden = (goes_on && is_sudden) || most > threshold::sudden_stop * usual;
    Spread held;
    for (std::size_t row = hold.begin; row < hold.end; ++row) held.add(hold.run.measured(row, joint));
    if (is_sudden && held.variance() > threshold::held_part * moving.variance()) frozen += held.count / count;
    before = &hold;
  }
  return usual > 0 ? frozen : 0;
}

Standstill standstill(const RowRuns& rows, std::size_t joint) {
  const double slow = slow_part * rows.top_speed(joint);
  std::vector<double> measured;
  Spread all, at_zero;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      measured.push_back(run.measured(row, joint));
      if (!(std::abs(run.dq(row, joint)) > slow)) continue;
      all.add(run.tau(row, joint));
      if (measured.back() == 0) at_zero.add(run.tau(row, joint));
    }
  if (!(all.variance() > 0)) return {};
  const auto [least, most] = std::minmax_element(measured.begin(), measured.end());
  if (*most - *least < threshold::few_steps * quantization_step(measured)) return {};
  Standstill parts;
  if (at_zero.variance() > threshold::standstill_part * all.variance())
    parts.at_zero = at_zero.count / all.count;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0, next; row < run.rows(); row = next) {
      const double value = run.measured(row, joint);
      // Of means, as noise of accelerations makes a computed torque vary in any rows.
      double moving = 0, sum = 0, low = HUGE_VAL, high = -HUGE_VAL;
      for (next = row; next < run.rows() && run.measured(next, joint) == value; ++next) {
        if (!(std::abs(run.dq(next, joint)) > slow)) continue;
        ++moving, sum += run.tau(next, joint);
        if (std::fmod(moving, threshold::frozen_rows) != 0) continue;
        const double mean = std::exchange(sum, 0) / threshold::frozen_rows;
        low = std::min(low, mean), high = std::max(high, mean);
      }
      const bool is_clipped = *least < *most && (value == *least || value == *most);
      if (!is_clipped && high - low > std::sqrt(all.variance())) parts.frozen += moving / all.count;
    }
  return parts;
}

std::optional<Spikes> spikes(const RowRuns& rows, std::size_t joint) {
  const double slow = slow_part * rows.top_speed(joint);
  std::vector<double> values, distances, of_moving;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 2; row + 2 < run.rows(); ++row) {
      std::array<double, 5> near;
      for (std::size_t k = 0; k < near.size(); ++k) near[k] = run.measured(row + k - 2, joint);
      const double value = near[2];
      std::nth_element(near.begin(), near.begin() + 2, near.end());
      values.push_back(value);
      distances.push_back(std::abs(value - near[2]));
      if (std::abs(run.dq(row, joint)) > slow) of_moving.push_back(distances.back());
    }
  if (of_moving.size() < threshold::rows) return std::nullopt;
  const double usual = quantile(distances, threshold::usual_part),
               range = quantile(values, 0.75) - quantile(values, 0.25),
               far = std::max(threshold::spike_over_usual * usual, threshold::spike_over_range * range);
  const auto count = static_cast<double>(
      std::count_if(of_moving.begin(), of_moving.end(), [&](double distance) { return distance > far; }));
  const double part = count / static_cast<double>(of_moving.size());
  if (!(range > 0) || count < threshold::spikes || part < threshold::spike_part) return std::nullopt;
  return Spikes{part, *std::max_element(of_moving.begin(), of_moving.end())};
}

std::vector<std::optional<GravityShare>> gravity_shares(const RowRuns& rows,
                                                        const TrajectoryTorques& weightless,
                                                        const std::vector<double>& slow_speeds) {
  enum : std::size_t { one, sign, velocity, motion, gravity, measured, all };
  std::vector<BlockedSums> sums(rows.dof(), BlockedSums(all));
  TrajectoryTorques::Workspace workspace(weightless);
  for (const RowRuns::Run& run : rows.runs()) {
    Block block = run.block();
    weightless.fill_torques(block, workspace);
    for (std::size_t row = 0; row < run.rows(); ++row)
      for (std::size_t j = 0; j < rows.dof(); ++j) {
        const double dq = run.dq(row, j),
                     tau = block.tau(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
        if (std::abs(dq) <= slow_speeds[j]) continue;
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
    if (run.rows() < threshold::rows) continue;
    std::vector<double> times;
    for (std::size_t k = 0; k < run.rows(); ++k) times.push_back(run.t(k));
    const std::optional<CoarseClock> found = coarse_clock(times);
    if (!found) return std::nullopt;
    if (!clock) clock = CoarseClock{found->step, 1 / found->rate(run.rows())};
  }
  return clock;
}

}  // namespace invdyn
