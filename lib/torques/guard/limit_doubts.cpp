#include "limit_doubts.h"

#include <algorithm>
#include <vector>

#include "../../ground/base/wording.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

struct Excess {
  std::size_t joint;
  double peak, limit;

  std::string per_cent() const { return three_digits(100 * peak / limit) + " %"; }
};

}  // namespace

std::optional<std::string> limit_doubt(const Robot& robot, Quantity quantity, const HeldExcess& held,
                                       const MotionTrack& track) {
  const JointColumns column =
      quantity == Quantity::dq ? &MotionTrack::Run::q : &MotionTrack::Run::integral_of_tau;
  std::vector<Excess> found;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const double limit = limit_of(robot.moving_joint(j), quantity);
    if (!(limit > 0)) continue;
    double peak = held.peak(j);
    for (const double window : {0.02, 0.1, 0.5}) {  // s: over longer ones, less is noise
      const double steady = steady_peak(rates_of(track, column, j, window));
      if (steady > doubtful::beyond_limit * limit) peak = std::max(peak, steady);
    }
    if (peak > 0) found.push_back({j, peak, limit});
  }
  if (found.empty()) return std::nullopt;
  std::stable_sort(found.begin(), found.end(),
                   [](const Excess& a, const Excess& b) { return a.peak / a.limit > b.peak / b.limit; });
  const auto name = [&](const Excess& excess) { return in_quotes(robot.moving_joint(excess.joint).name); };
  const Excess& worst = found.front();
  const std::string unit(unit_of(quantity, robot.moving_joint(worst.joint).is_revolute()));
  std::vector<std::string> others;
  for (std::size_t i = 1; i < found.size(); ++i) others.push_back(name(found[i]) + " " + found[i].per_cent());
  return "joint " + name(worst) + (quantity == Quantity::dq ? " moves at up to " : " needs up to ") +
         three_digits(worst.peak) + " " + unit + ", " + worst.per_cent() + " of its limit of " +
         three_digits(worst.limit) + " " + unit + (others.empty() ? "" : "; " + joined(others)) +
         (quantity == Quantity::dq ? ": is the time right?" : ": are motion, payload and masses right?");
}

}  // namespace invdyn
