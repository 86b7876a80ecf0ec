#include "peak_watch.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {

void PeakWatch::take(const Block& block) {
  const auto is_larger = [](const Peak& a, const Peak& b) { return std::abs(a.torque) > std::abs(b.torque); };
  const auto begin = static_cast<Eigen::Index>(block.own_begin()),
             count = static_cast<Eigen::Index>(block.own_end()) - begin;
  if (count <= 0) return;
  for (std::size_t j = 0; j < largest_.size(); ++j) {
    std::vector<Peak>& largest = largest_[j];
    const auto torques = block.tau.col(static_cast<Eigen::Index>(j)).segment(begin, count);
    const bool is_full = largest.size() == doubtful::most_single_rows + 1;
    if (is_full && !(torques.abs().maxCoeff() > std::abs(largest.front().torque))) continue;
    for (Eigen::Index k = 0; k < count; ++k) {
      if (largest.size() > doubtful::most_single_rows) {
        if (!(std::abs(torques[k]) > std::abs(largest.front().torque))) continue;
        std::pop_heap(largest.begin(), largest.end(), is_larger);
        largest.pop_back();
      }
      largest.push_back(peak_of(block, begin + k, static_cast<Eigen::Index>(j)));
      std::push_heap(largest.begin(), largest.end(), is_larger);
    }
  }
  rows_ += static_cast<std::size_t>(count);
}

PeakWatch::Peak PeakWatch::peak_of(const Block& block, Eigen::Index row, Eigen::Index joint) const {
  const auto step_to = [&](const auto& values, Eigen::Index k) { return values[k] - values[k - 1]; };
  const auto q = block.q.col(joint);
  const double step = row < 1 ? 0 : step_to(q, row), before = row < 2 ? step : step_to(q, row - 1);
  const bool is_uneven =
      uses_times_ && row >= 2 && step_to(block.t, row) < doubtful::uneven * step_to(block.t, row - 1);
  return {block.tau(row, joint),   block.t[row], std::abs(step),
          std::abs(step - before), is_uneven,    rows_ + static_cast<std::size_t>(row) - block.own_begin()};
}

std::optional<PeakWatch::Single> PeakWatch::single_rows(std::size_t joint, double resolution) const {
  std::vector<Peak> peaks = largest_[joint];
  std::sort(peaks.begin(), peaks.end(),
            [](const Peak& a, const Peak& b) { return std::abs(a.torque) > std::abs(b.torque); });
  // They end where the next one is the smallest part of the one before.
  std::size_t rows = 0;
  double smallest = 1;
  const std::size_t most = std::max(doubtful::least_single_rows, rows_ / rows_to_one_);
  for (std::size_t i = 1; i < peaks.size() && i <= most; ++i)
    if (const double part = std::abs(peaks[i].torque / peaks[i - 1].torque); part < smallest) {
      smallest = part;
      rows = i;
    }
  if (rows == 0) return std::nullopt;
  const double others = std::abs(peaks[rows].torque);
  if (others > part_ * std::abs(peaks.front().torque)) return std::nullopt;
  Single single{joint, rows, peaks.front().torque, peaks.front().t, others, 0, true};
  peaks.resize(rows);
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.row < b.row; });
  // Rows without another one between them that is not large.
  for (std::size_t i = 0, end = 0; i < rows; i = end) {
    bool has_both_signs = false, has_step = false, jumps = false, is_uneven = false;
    for (end = i; end < rows && (end == i || peaks[end].row <= peaks[end - 1].row + 2); ++end) {
      const Peak& peak = peaks[end];
      has_both_signs |= peak.torque * peaks[i].torque < 0;
      has_step |= peak.step > doubtful::large_step;
      jumps |= resolution > 0 && peak.bend > doubtful::resolutions * resolution;
      is_uneven |= peak.is_uneven;
      single.is_of_times &= peak.bend < peak.step / 2;
      single.bend = std::max(single.bend, peak.bend);
    }
    const bool is_at_end = peaks[end - 1].row + 1 == rows_;
    const bool is_wrong = has_both_signs ? has_step || jumps || is_uneven : is_at_end && has_step;
    if (!is_wrong || end - i > doubtful::least_single_rows || peaks[i].row == 0) return std::nullopt;
    single.is_of_times &= is_uneven;
  }
  return single;
}

std::optional<std::string> PeakWatch::excess() const {
  const Peak* farthest = nullptr;
  const Joint* of = nullptr;
  double most = doubtful::brief_excess;
  for (std::size_t j = 0; j < largest_.size(); ++j) {
    const Joint& joint = robot_.moving_joint(j);
    const double limit = joint.limits.effort.value_or(0);
    for (const Peak& peak : largest_[j]) {
      if (!(limit > 0) || peak.row < doubtful::first_rows || !(std::abs(peak.torque) > most * limit))
        continue;
      most = std::abs(peak.torque) / limit;
      farthest = &peak;
      of = &joint;
    }
  }
  if (!farthest) return std::nullopt;
  const std::string unit(unit_of(Quantity::tau, of->is_revolute()));
  return "joint " + in_quotes(of->name) + " needs " + three_digits(farthest->torque) + " " + unit + " at " +
         six_digits(farthest->t) + " s, " + three_digits(100 * most) + " % of its limit of " +
         three_digits(*of->limits.effort) + " " + unit +
         ", but only in short peaks. Perhaps positions or times are wrong there, or an encoder repeats values. "
         "Delete the wrong values. To fill the empty fields, give `missing` interpolate";
}

std::vector<double> PeakWatch::largest() const {
  std::vector<double> all(largest_.size(), 0);
  for (std::size_t j = 0; j < all.size(); ++j)
    for (const Peak& peak : largest_[j]) all[j] = std::max(all[j], std::abs(peak.torque));
  return all;
}

std::optional<PeakWatch::Single> PeakWatch::single(const std::vector<double>& resolutions) const {
  std::optional<Single> farthest;
  for (std::size_t j = 0; rows_ >= doubtful::enough_rows && j < largest_.size(); ++j)
    if (const auto found = single_rows(j, resolutions.empty() ? 0 : resolutions[j]);
        found && (!farthest || found->bend > farthest->bend))
      farthest = found;
  return farthest;
}

std::optional<std::string> PeakWatch::doubt(const std::vector<double>& resolutions) const {
  const std::optional<Single> worst = single(resolutions);
  if (!worst) return std::nullopt;
  const Joint& joint = robot_.moving_joint(worst->joint);
  const std::string unit = joint.is_revolute() ? " N m" : " N";
  return "in all but " + counted(worst->rows, "row") + ", the torque of joint " + in_quotes(joint.name) +
         " is at most " + three_digits(worst->others) + unit + ", but at " + six_digits(worst->t) +
         " s the torque is " + three_digits(worst->peak) + unit +
         (worst->is_of_times
              ? ": is a time wrong there? The time steps are uneven. If the rows were recorded at "
                "equal steps, give `rate` HZ to replace the times"
              : ": are positions wrong there, or were rows lost? Delete the wrong values. To fill the "
                "empty fields, give `missing` interpolate");
}

}  // namespace invdyn
