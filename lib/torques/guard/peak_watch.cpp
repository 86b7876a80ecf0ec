#include "peak_watch.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"

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
      const Eigen::Index row = begin + k, column = static_cast<Eigen::Index>(j);
      const double step = row == 0 ? 0 : block.q(row, column) - block.q(row - 1, column);
      largest.push_back({torques[k], block.t[row], step, rows_ + static_cast<std::size_t>(k)});
      std::push_heap(largest.begin(), largest.end(), is_larger);
    }
  }
  rows_ += static_cast<std::size_t>(count);
}

std::optional<PeakWatch::Single> PeakWatch::single_rows(std::size_t joint) const {
  std::vector<Peak> peaks = largest_[joint];
  std::sort(peaks.begin(), peaks.end(),
            [](const Peak& a, const Peak& b) { return std::abs(a.torque) > std::abs(b.torque); });
  // They end where the next one is the smallest part of the one before.
  std::size_t rows = 0;
  double smallest = 1;
  const std::size_t most = std::max(doubtful::least_single_rows, rows_ / 50);
  for (std::size_t i = 1; i < peaks.size() && i <= most; ++i)
    if (const double part = std::abs(peaks[i].torque / peaks[i - 1].torque); part < smallest) {
      smallest = part;
      rows = i;
    }
  if (rows == 0) return std::nullopt;
  const double others = std::abs(peaks[rows].torque);
  if (others > part_ * std::abs(peaks.front().torque)) return std::nullopt;
  Single single{joint, rows, peaks.front().torque, peaks.front().t, others, 0};
  peaks.resize(rows);
  for (const Peak& peak : peaks) single.step = std::max(single.step, std::abs(peak.step));
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.row < b.row; });
  // Rows without another one between them that is not large.
  for (std::size_t i = 0, end = 0; i < rows; i = end) {
    bool has_both_signs = false, has_step = std::abs(peaks[i].step) > doubtful::large_step;
    for (end = i + 1; end < rows && peaks[end].row <= peaks[end - 1].row + 2; ++end) {
      has_both_signs |= peaks[end].torque * peaks[i].torque < 0;
      has_step |= std::abs(peaks[end].step) > doubtful::large_step;
    }
    const bool is_at_end = peaks[end - 1].row + 1 == rows_;
    if ((!has_both_signs && !is_at_end) || !has_step || end - i > doubtful::least_single_rows ||
        peaks[i].row == 0)
      return std::nullopt;
  }
  return single;
}

std::vector<double> PeakWatch::largest() const {
  std::vector<double> all(largest_.size(), 0);
  for (std::size_t j = 0; j < all.size(); ++j)
    for (const Peak& peak : largest_[j]) all[j] = std::max(all[j], std::abs(peak.torque));
  return all;
}

std::optional<PeakWatch::Single> PeakWatch::single() const {
  std::optional<Single> farthest;
  for (std::size_t j = 0; rows_ >= doubtful::enough_rows && j < largest_.size(); ++j)
    if (const auto found = single_rows(j); found && (!farthest || found->step > farthest->step))
      farthest = found;
  return farthest;
}

std::optional<std::string> PeakWatch::doubt() const {
  const std::optional<Single> worst = single();
  if (!worst) return std::nullopt;
  const Joint& joint = robot_.moving_joint(worst->joint);
  const std::string unit = joint.is_revolute() ? " N m" : " N";
  return "the torque of joint " + in_quotes(joint.name) + " is " + three_digits(worst->peak) + unit + " at " +
         six_digits(worst->t) + " s, and in all but " + counted(worst->rows, "row") + " at most " +
         three_digits(worst->others) + unit +
         ": are positions wrong there, or rows lost? Make the wrong fields empty, then `missing` "
         "interpolate fills them";
}

}  // namespace invdyn
