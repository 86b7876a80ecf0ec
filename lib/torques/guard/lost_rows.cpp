#include "lost_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

// A step so many times as long as both beside it, which are alike: one is at least this part of the other.
constexpr double long_step = 2.5, alike = 0.5;
constexpr std::size_t max_steps = 4096, enough_steps = 3, shortest_period = 16;
constexpr double regular = 0.8;  // of the long steps

// Rows lost between two rows, by the steps before, at and after them; 0: none.
double lost_in(double before, double step, double after) {
  const double direction = step > 0 ? 1 : -1;
  const double a = direction * before, b = direction * after, c = direction * step;
  if (!(c > long_step * std::max(a, b) && std::min(a, b) > alike * std::max(a, b))) return 0;
  return c / ((a + b) / 2) - 1;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void LostRows::take(const Block& block) {
  const auto begin = static_cast<Eigen::Index>(block.own_begin());
  const auto count = static_cast<Eigen::Index>(block.own_end()) - begin;
  const Eigen::ArrayXd sums = block.q.middleRows(begin, count).rowwise().sum();
  for (Eigen::Index k = 0; k < count; ++k, ++rows_) {
    std::copy(last_.begin() + 1, last_.end(), last_.begin());
    last_.back() = sums[k];
    if (rows_ + 1 < last_.size()) continue;
    const double step = last_[mean_steps + 1] - last_[mean_steps];
    const double before = (last_[mean_steps] - last_.front()) / mean_steps;
    const double after = (last_.back() - last_[mean_steps + 1]) / mean_steps;
    const double lost = lost_in(before, step, after);
    if (lost > 0 && steps_.size() < max_steps) steps_.push_back({rows_ - mean_steps, lost});
  }
}

std::optional<std::string> LostRows::doubt() const {
  if (steps_.size() < enough_steps) return std::nullopt;
  std::vector<double> gaps;
  for (std::size_t i = 1; i < steps_.size(); ++i)
    gaps.push_back(static_cast<double>(steps_[i].row - steps_[i - 1].row));
  const auto period = static_cast<std::size_t>(median(gaps));
  if (period < shortest_period) return std::nullopt;
  std::vector<double> lost{steps_.front().lost};
  for (std::size_t i = 1; i < steps_.size(); ++i)
    if ((steps_[i].row - steps_[i - 1].row + 1) % period <= 2) lost.push_back(steps_[i].lost);
  if (static_cast<double>(lost.size()) < regular * static_cast<double>(steps_.size()) ||
      lost.size() < enough_steps)
    return std::nullopt;
  const auto typical = static_cast<std::size_t>(
      std::lround(std::accumulate(lost.begin(), lost.end(), 0.0) / static_cast<double>(lost.size())));
  return counted(typical, "row") + " may be lost in every " + std::to_string(period + typical) +
         ": the positions of row " + std::to_string(steps_.front().row + 1) + " and of " +
         counted(steps_.size() - 1, "later row") + " at even distances are " + std::to_string(typical + 1) +
         " steps from the row before. `dt` and `rate` hide that; a time column, t, shows it";
}

}  // namespace invdyn
