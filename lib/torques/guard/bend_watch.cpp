#include "bend_watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"

namespace invdyn {

void BendWatch::take(const Block& block) {
  using Eigen::Index;
  constexpr std::size_t start = 8;  // rows in which a motion may begin abruptly
  const auto begin = static_cast<Index>(block.own_begin()),
             count = static_cast<Index>(block.own_end()) - begin, held = last_q_.rows(), rows = held + count;
  if (count <= 0) return;
  bends_.reserve(static_cast<std::size_t>(rows));
  bends_.rows = static_cast<std::size_t>(rows);
  bends_.before = static_cast<std::size_t>(held);
  if (held > 0) {
    bends_.t.head(held) = last_t_;
    bends_.q.topRows(held) = last_q_;
    bends_.dq.topRows(held) = last_dq_;
  }
  bends_.t.segment(held, count) = block.t.segment(begin, count);
  bends_.q.middleRows(held, count) = block.q.middleRows(begin, count);
  bends_.dq.middleRows(held, count) = block.dq.middleRows(begin, count);
  bend();
  Index first = 0;  // of the rows without a gap
  for (Index k = held; k < rows; ++k) {
    const auto row = static_cast<std::size_t>(begin + k - held);
    if ((!block.after_gap.empty() && block.after_gap[row]) || is_after_long_step(k)) first = k;
    if (k < first + 2 || block.first_row + row < start) bends_.tau.row(k).setZero();
  }
  peaks_.take(bends_);
  const Index kept = std::min<Index>(2, rows - first);
  last_t_ = bends_.t.segment(rows - kept, kept);
  last_q_ = bends_.q.middleRows(rows - kept, kept);
  last_dq_ = bends_.dq.middleRows(rows - kept, kept);
}

// In place of torques: the change of each joint's step from row to row, less that of its integrated velocity.
void BendWatch::bend() {
  constexpr double turn = 2 * std::numbers::pi, negligible = doubtful::part_of_bend * doubtful::large_step;
  const Eigen::Index rows = static_cast<Eigen::Index>(bends_.rows), steps = rows - 1;
  bends_.tau.topRows(std::min<Eigen::Index>(2, rows)).setZero();
  if (steps < 2) return;
  const auto steps_of = [&](const auto& column) { return column.segment(1, steps) - column.head(steps); };
  const Eigen::ArrayXd half_times = steps_of(bends_.t) / 2;
  Eigen::ArrayXd step(steps);
  for (Eigen::Index j = 0; j < bends_.q.cols(); ++j) {
    const auto dq = bends_.dq.col(j);
    step = steps_of(bends_.q.col(j));
    if (has_velocities_) step -= (dq.segment(1, steps) + dq.head(steps)) * half_times;
    auto bends = bends_.tau.col(j).segment(2, steps - 1);
    bends = step.tail(steps - 1) - step.head(steps - 1);
    const bool turns = robot_.moving_joint(static_cast<std::size_t>(j)).is_revolute();
    if (turns && bends.abs().maxCoeff() > turn / 2)  // angles may jump by full turns
      bends = bends.unaryExpr([](double bend) { return std::remainder(bend, turn); });
    if (has_velocities_) bends = (bends.abs() > negligible).select(bends, 0);
  }
}

// Velocities say nothing of what happens in a time without rows.
bool BendWatch::is_after_long_step(Eigen::Index row) const {
  const Eigen::ArrayXd& t = bends_.t;
  return has_velocities_ && row >= 2 &&
         t[row] - t[row - 1] > doubtful::longer_step * (t[row - 1] - t[row - 2]);
}

std::optional<std::string> BendWatch::doubt() const {
  const std::optional<PeakWatch::Single> single = peaks_.single();
  // Where the acceleration has a step, few rows differ by less.
  if (!single || (has_velocities_ && std::abs(single->peak) < doubtful::large_step)) return std::nullopt;
  return "joint " + in_quotes(robot_.moving_joint(single->joint).name) + " jumps at " +
         six_digits(single->t) + " s, in " + counted(single->rows, "row") +
         (has_velocities_ ? ", but the velocity in the file does not jump" : "") +
         ": are positions wrong there, or were rows lost? " +
         (has_velocities_ ? "" : "Smoothing spreads the error to the rows beside it. ") +
         "Delete the wrong values. To fill the empty fields, give `missing` interpolate";
}

}  // namespace invdyn
