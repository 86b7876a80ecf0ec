#include "unwrap.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "chunk.h"

namespace invdyn {

Unwrap::Unwrap(const Robot& robot) : robot_(robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (robot.moving_joint(j).is_revolute()) joints_.push_back(j);
  last_.assign(joints_.size(), 0);
  whole_turns_.assign(joints_.size(), {});
}

std::string Unwrap::end_before_large_angle(Block& block) const {
  std::string fault;
  for (const std::size_t j : joints_) {
    if (block.rows == 0) break;
    const double* q = block.q.data() + j * block.capacity;
    const auto is_large = [](double angle) { return std::abs(angle) > largest_angle; };
    const auto [minimum, maximum] = kernel_.range(q, block.rows);
    if (!is_large(minimum) && !is_large(maximum)) continue;
    const double* large = std::find_if(q, q + block.rows, is_large);
    fault = "the angle of joint " + in_quotes(robot_.moving_joint(j).name) + " is " + shortest(*large) +
            " rad, too large to count its turns: expected angles from -" + shortest(largest_angle) + " to " +
            shortest(largest_angle) + " rad (is the angle in another unit, or is the row from another file?)";
    block.rows = static_cast<std::size_t>(large - q);
  }
  if (!fault.empty()) block.last = false;
  return fault;
}

std::string Unwrap::apply(Block& block, std::size_t held) {
  constexpr double turn = 2 * std::numbers::pi;
  std::string fault = end_before_large_angle(block);
  held = std::min(held, block.rows);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    double* q = block.q.data() + joints_[i] * block.capacity;
    std::vector<double>& recent = whole_turns_[i];
    assert(held <= recent.size());
    for (std::size_t row = 0; row < held; ++row) q[row] += recent[recent.size() - held + row] * turn;
    double whole_turns = recent.empty() ? 0 : recent.back();
    for (std::size_t row = held; row < block.rows; ++row) {
      const double jump = seen_any_ || row > 0 ? q[row] - last_[i] : 0;
      if (std::abs(jump) > turn / 2) whole_turns -= std::round(jump / turn);
      last_[i] = q[row];
      q[row] += whole_turns * turn;
      if (block.rows - row <= Chunk::max_held) recent.push_back(whole_turns);
    }
    if (recent.size() > Chunk::max_held)
      recent.erase(recent.begin(), recent.end() - static_cast<std::ptrdiff_t>(Chunk::max_held));
  }
  seen_any_ = seen_any_ || block.rows > 0;
  return fault;
}

}  // namespace invdyn
