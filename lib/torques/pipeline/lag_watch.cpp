#include "lag_watch.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/velocity_lag.h"

namespace invdyn {

void LagWatch::take(const Block& block) {
  if (is_at_gap_) return;
  constexpr std::size_t max_numbers = std::size_t{1} << 17;
  const std::size_t limit = std::min(max_rows, max_numbers / (2 * robot_.dof() + 1));
  const std::size_t begin = block.own_begin();
  std::size_t end = std::min(block.own_end(), begin + limit - std::min(limit, t_.size()));
  for (std::size_t row = begin; row < end && !block.after_gap.empty(); ++row)
    if (block.after_gap[row] && (row > begin || !t_.empty())) {
      is_at_gap_ = true;
      end = row;
    }
  const auto append = [&](const double* from, std::vector<double>& to) {
    to.insert(to.end(), from + begin, from + end);
  };
  append(block.t.data(), t_);
  for (std::size_t j = 0; j < q_.size(); ++j) {
    append(block.q.data() + j * block.capacity, q_[j]);
    append(block.dq.data() + j * block.capacity, dq_[j]);
  }
}

namespace {

// Joints whose lags have one sign.
struct LaggingJoints {
  std::vector<std::string> names;
  std::vector<double> lags;
};

// `the velocity column of joint "a" lags behind the positions by about 140 ms`.
std::string lag_text(LaggingJoints joints) {
  std::vector<double>& lags = joints.lags;
  const auto middle = lags.begin() + static_cast<std::ptrdiff_t>(lags.size() / 2);
  std::nth_element(lags.begin(), middle, lags.end());
  const std::string by = std::to_string(std::lround(1000 * std::abs(*middle))) + " ms";
  const bool one = lags.size() == 1;
  return std::string("the velocity column") + (one ? " of joint " : "s of joints ") + joined(joints.names) +
         (*middle > 0 ? (one ? " lags" : " lag") + std::string(" behind the positions by about ")
                      : (one ? " is" : " are") + std::string(" ahead of the positions by about ")) +
         by;
}

}  // namespace

std::string LagWatch::warning() const {
  LaggingJoints late, early;
  for (std::size_t j = 0; j < q_.size(); ++j)
    if (const std::optional<double> lag = velocity_lag(t_, q_[j], dq_[j])) {
      LaggingJoints& joints = *lag > 0 ? late : early;
      joints.names.push_back(in_quotes(robot_.moving_joint(j).name));
      joints.lags.push_back(*lag);
    }
  if (late.lags.empty() && early.lags.empty()) return "";
  const bool both = !late.lags.empty() && !early.lags.empty();
  return (late.lags.empty() ? "" : lag_text(late)) + (both ? ", and " : "") +
         (early.lags.empty() ? "" : lag_text(early)) +
         ", so the torques mix values of different instants. To use only the positions, give "
         "`differentiate` central, or give both `smooth` auto and `differentiate` backward";
}

}  // namespace invdyn
