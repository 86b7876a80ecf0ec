#include "bend_watch.h"

#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"

namespace invdyn {

void BendWatch::take(const Block& block) {
  using Eigen::Index;
  constexpr double turn = 2 * std::numbers::pi;
  constexpr std::size_t start = 8;  // rows in which a motion may begin abruptly
  const auto begin = static_cast<Index>(block.own_begin()),
             count = static_cast<Index>(block.own_end()) - begin, held = last_.rows();
  if (count <= 0) return;
  Block bends(block.dof, static_cast<std::size_t>(held + count));
  bends.rows = bends.capacity;
  bends.before = static_cast<std::size_t>(held);
  bends.t.tail(count) = block.t.segment(begin, count);
  if (held > 0) bends.q.topRows(held) = last_;
  bends.q.bottomRows(count) = block.q.middleRows(begin, count);
  bends.tau.setZero();
  Index first = 0;  // of the rows without a gap
  for (Index k = held; k < held + count; ++k) {
    const auto row = static_cast<std::size_t>(begin + k - held);
    if (!block.after_gap.empty() && block.after_gap[row]) first = k;
    const bool is_known = k >= first + 2 && block.first_row + row >= start;
    for (Index j = 0; is_known && j < bends.q.cols(); ++j) {
      const double bend = bends.q(k, j) - 2 * bends.q(k - 1, j) + bends.q(k - 2, j);
      const bool turns = robot_.moving_joint(static_cast<std::size_t>(j)).is_revolute();
      bends.tau(k, j) = turns ? std::remainder(bend, turn) : bend;  // angles may jump by full turns
    }
  }
  peaks_.take(bends);
  last_ = bends.q.bottomRows(std::min<Index>(2, held + count - first)).eval();
}

std::optional<std::string> BendWatch::doubt() const {
  const std::optional<PeakWatch::Single> single = peaks_.single();
  if (!single) return std::nullopt;
  return "joint " + in_quotes(robot_.moving_joint(single->joint).name) + " jumps at " +
         six_digits(single->t) + " s, within " + counted(single->rows, "row") +
         ": are positions wrong there, or rows lost? Smoothing spreads the fault; make the wrong fields "
         "empty, then `missing` interpolate fills them";
}

}  // namespace invdyn
