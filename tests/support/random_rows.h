#pragma once

#include "random_robot.h"
#include "trajectory/data/block.h"

namespace invdyn::test {

/// A block of random states, 0.25 s apart from t = 0.
inline Block random_rows(Random& random, const Robot& robot, std::size_t rows) {
  Block block(robot.dof(), rows);
  block.rows = rows;
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(rows); ++k) {
    block.t[k] = 0.25 * static_cast<double>(k);
    const State state = random_state(random, robot);
    for (Eigen::Index j = 0; j < state.q.size(); ++j) {
      block.q(k, j) = static_cast<double>(state.q[j]);
      block.dq(k, j) = static_cast<double>(state.dq[j]);
      block.ddq(k, j) = static_cast<double>(state.ddq[j]);
    }
  }
  return block;
}

}  // namespace invdyn::test
