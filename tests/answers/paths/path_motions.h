#pragma once

#include <vector>

#include "answers/sizing/recorded_motion.h"

namespace invdyn::test {

/// Rows of positions at times. No row stops.
inline Block block_of(const std::vector<std::vector<double>>& rows, const std::vector<double>& t) {
  Block block(rows.front().size(), rows.size());
  block.rows = rows.size();
  block.dq.setOnes();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    block.line[i] = i + 2;
    block.t[k] = t[i];
    for (std::size_t j = 0; j < rows[i].size(); ++j) block.q(k, static_cast<Eigen::Index>(j)) = rows[i][j];
  }
  return block;
}

}  // namespace invdyn::test
