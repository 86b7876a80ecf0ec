#include "lost_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../../ground/base/wording.h"
#include "thresholds.h"

namespace invdyn {
namespace {

constexpr std::size_t max_rows = 50'000, max_steps = 4096, enough_steps = 3, shortest_period = 16;

// Rows lost between two rows, by the steps before, at and after them; 0: none.
double lost_in(double before, double step, double after) {
  const double direction = step > 0 ? 1 : -1;
  const double a = direction * before, b = direction * after, c = direction * step;
  if (!(c > doubtful::longer_step * std::max(a, b) && std::min(a, b) > doubtful::alike * std::max(a, b)))
    return 0;
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
  const auto count =
      static_cast<Eigen::Index>(std::min(block.own_end() - block.own_begin(), max_rows - rows_));
  const Eigen::Index kept = std::min<Eigen::Index>(sums_.size(), 3);
  Eigen::ArrayXd sums = Eigen::ArrayXd::Zero(kept + count);
  sums.head(kept) = sums_.tail(kept);
  for (Eigen::Index j = 0; j < block.q.cols(); ++j) sums.tail(count) += block.q.col(j).segment(begin, count);
  const double* x = sums.data();
  for (Eigen::Index k = 3; k < sums.size(); ++k, ++x) {
    if (std::abs(x[2] - x[1]) <= doubtful::longer_step * std::abs(x[1] - x[0])) continue;
    const double lost = lost_in(x[1] - x[0], x[2] - x[1], x[3] - x[2]);
    if (lost > 0 && steps_.size() < max_steps)
      steps_.push_back({rows_ + static_cast<std::size_t>(k - kept) - 1, lost});
  }
  sums_ = sums;
  rows_ += static_cast<std::size_t>(count);
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
  if (static_cast<double>(lost.size()) < doubtful::regular * static_cast<double>(steps_.size()) ||
      lost.size() < enough_steps)
    return std::nullopt;
  const auto typical = static_cast<std::size_t>(
      std::lround(std::accumulate(lost.begin(), lost.end(), 0.0) / static_cast<double>(lost.size())));
  return counted(typical, "row") + " in every " + std::to_string(period + typical) + " may be lost. In row " +
         std::to_string(steps_.front().row + 1) + " and in " + counted(steps_.size() - 1, "later row") +
         " at regular intervals, the positions change by " + std::to_string(typical + 1) +
         " times the usual step. A time column t shows lost rows. With `dt` or `rate`, lost rows cannot be seen";
}

}  // namespace invdyn
