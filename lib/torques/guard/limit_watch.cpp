#include "limit_watch.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

struct Excess {
  const Joint* joint;
  double peak, limit, largest;

  std::string per_cent() const { return three_digits(100 * peak / limit) + " %"; }
};

}  // namespace

double limit_of(const Joint& joint, Quantity quantity) {
  return (quantity == Quantity::dq ? joint.limits.velocity : joint.limits.effort).value_or(0);
}

LimitWatch::LimitWatch(const Robot& robot) : robot_(robot), stride_(doubtful::held_rows) {
  for (const Quantity quantity : {Quantity::dq, Quantity::tau})
    for (std::size_t j = 0; j < robot.dof(); ++j)
      if (const double limit = limit_of(robot.moving_joint(j), quantity); limit > 0)
        watched_.push_back({j, quantity, doubtful::beyond_limit * limit});
}

void LimitWatch::take(const Block& block) {
  if (block.own_begin() == block.own_end() || watched_.empty()) return;
  spread_rows(block);
  for (Watched& one : watched_) {
    const double* column = values(block, one.quantity).data() + one.joint * block.capacity;
    double largest = 0;
    for (const std::size_t row : spread_) largest = std::max(largest, std::abs(column[row]));
    if (largest > one.limit)
      for (std::size_t row = block.own_begin(); row < block.own_end(); ++row)
        one.see(column[row], block.t[static_cast<Eigen::Index>(row)]);
    else
      one.rows = 0;
  }
}

// Chooses rows so that any rows that are beyond a limit for long enough include one of them.
void LimitWatch::spread_rows(const Block& block) {
  constexpr std::size_t most = 64;  // where times are in ms or us, all rows are
  const double* t = block.t.data();
  const std::size_t last = block.own_end() - 1;
  spread_.assign(1, last);
  for (std::size_t row = block.own_begin(); row < last; row += stride_) {
    spread_.push_back(row);
    const auto is_short = [&](std::size_t rows) {
      return t[std::min(row + rows, last)] - t[row] < doubtful::held_time;
    };
    while (stride_ > doubtful::held_rows && !is_short(stride_)) --stride_;
    while (stride_ < most && row + stride_ < last && is_short(stride_ + 1)) ++stride_;
  }
}

void LimitWatch::Watched::see(double value, double t) {
  const double size = std::abs(value);
  if (!(size > limit)) {
    rows = 0;
    return;
  }
  if (rows == 0 || is_positive != (value > 0)) {
    rows = far_rows = 0;
    since = t;
    largest = 0;
    is_positive = value > 0;
  }
  ++rows;
  far_rows = size > doubtful::far_beyond_limit * limit ? far_rows + 1 : 0;
  largest = std::max(largest, size);
  if (rows >= doubtful::held_rows && (t - since >= doubtful::held_time || far_rows >= doubtful::held_rows))
    peak = std::max(peak, largest);
}

std::optional<std::string> LimitWatch::doubt(Quantity quantity, bool is_given, const MotionTrack& track,
                                             const std::vector<double>& largest) const {
  const bool is_speed = quantity == Quantity::dq;
  const MotionTrack::Column column = is_speed ? &MotionTrack::Run::q : &MotionTrack::Run::integral_of_tau;
  std::vector<Excess> found;
  for (const Watched& one : watched_) {
    if (one.quantity != quantity) continue;
    double peak = one.peak;
    // Means over longer windows have less noise.
    if (largest_of(rates_of(track, column, one.joint)) > one.limit)
      for (const double window : {0.02, 0.1, 0.5})  // s
        peak = std::max(peak, steady_peak(rates_of(track, column, one.joint, window), one.limit));
    const Joint& joint = robot_.moving_joint(one.joint);
    if (peak > 0)
      found.push_back({&joint, peak, limit_of(joint, quantity), largest.empty() ? 0 : largest[one.joint]});
  }
  if (found.empty()) return std::nullopt;
  std::stable_sort(found.begin(), found.end(),
                   [](const Excess& a, const Excess& b) { return a.peak / a.limit > b.peak / b.limit; });
  constexpr double some_faster = 2;
  const Excess& worst = found.front();
  const std::string unit(unit_of(quantity, worst.joint->is_revolute()));
  std::vector<std::string> others;
  for (std::size_t i = 1; i < found.size(); ++i)
    others.push_back(in_quotes(found[i].joint->name) + " " + found[i].per_cent());
  return "joint " + in_quotes(worst.joint->name) + (is_speed ? " moves at up to " : " needs up to ") +
         three_digits(worst.peak) + " " + unit +
         (worst.largest > 1.5 * worst.peak
              ? " (in short peaks up to " + three_digits(worst.largest) + " " + unit + ")"
              : "") +
         ", " + worst.per_cent() + " of its limit of " + three_digits(worst.limit) + " " + unit +
         (others.empty() ? "" : "; " + joined(others)) +
         (!is_speed                                ? ": are motion, payload, masses and limit right?"
          : worst.peak < some_faster * worst.limit ? ": is the motion too fast for this joint?"
          : is_given                               ? ": are the time and dq right?"
                                                   : ": is the time right?");
}

}  // namespace invdyn
