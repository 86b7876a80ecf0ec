#include "unwrap.h"

#include <cmath>
#include <numbers>

namespace invdyn {

Unwrap::Unwrap(const Robot& robot) : last_(robot.dof(), 0), whole_turns_(robot.dof(), 0) {
  for (std::size_t j = 0; j < robot.dof(); ++j) turns_.push_back(robot.moving_joint(j).turns());
}

void Unwrap::apply(Block& block, std::size_t begin) {
  constexpr double turn = 2 * std::numbers::pi;
  for (std::size_t row = begin; row < block.rows; ++row) {
    for (std::size_t j = 0; j < block.dof; ++j) {
      if (!turns_[j]) continue;
      double& q = block.q(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
      const double jump = seen_any_ ? q - last_[j] : 0;
      if (std::abs(jump) > turn / 2) whole_turns_[j] -= std::round(jump / turn);
      last_[j] = q;
      q += whole_turns_[j] * turn;
    }
    seen_any_ = true;
  }
}

}  // namespace invdyn
