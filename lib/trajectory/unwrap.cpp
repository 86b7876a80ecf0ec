#include "unwrap.h"

#include <cmath>
#include <numbers>

#include "chunk.h"

namespace invdyn {

Unwrap::Unwrap(const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (robot.moving_joint(j).turns()) joints_.push_back(j);
  last_.assign(joints_.size(), 0);
  whole_turns_.assign(joints_.size(), {});
}

void Unwrap::apply(Block& block, std::size_t held) {
  constexpr double turn = 2 * std::numbers::pi;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    double* q = block.q.data() + joints_[i] * block.capacity;
    std::vector<double>& recent = whole_turns_[i];
    for (std::size_t row = 0; row < held; ++row) q[row] += recent[recent.size() - held + row] * turn;
    double whole_turns = recent.empty() ? 0 : recent.back();
    for (std::size_t row = held; row < block.rows; ++row) {
      const double jump = seen_any_ || row > 0 ? q[row] - last_[i] : 0;
      if (std::abs(jump) > turn / 2) whole_turns -= std::round(jump / turn);
      last_[i] = q[row];
      q[row] += whole_turns * turn;
      if (block.rows - row <= Chunk::most_held) recent.push_back(whole_turns);
    }
    if (recent.size() > Chunk::most_held)
      recent.erase(recent.begin(), recent.end() - static_cast<std::ptrdiff_t>(Chunk::most_held));
  }
  seen_any_ = seen_any_ || block.rows > 0;
}

}  // namespace invdyn
