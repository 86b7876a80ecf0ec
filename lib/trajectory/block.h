#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace invdyn {

/// Consecutive rows of a trajectory, the unit in which data flows. Joint-major: the rows of one joint stand
/// side by side, q(row, dof). Angles in rad, lengths in m, times in s, torques in N m, forces in N.
///
/// Beside its own rows a block holds `before` rows of history, whose results went out with an earlier block,
/// and `after` rows of look-ahead, whose results come with the next one. So derivatives and torques are
/// functions of the block alone.
struct Block {
  Block(std::size_t moving_joints, std::size_t max_rows, std::size_t derived_columns = 0);

  const std::size_t dof;
  std::size_t capacity;  ///< rows that there is room for
  std::size_t rows = 0;  ///< rows held: history, own, look-ahead
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t first_row = 0;  ///< number of row 0 of this block in the trajectory, from 0
  bool last = false;          ///< the trajectory ends with this block

  std::vector<std::size_t> line;  ///< of each row in its file, or as row_place.h has it: for messages
  Eigen::ArrayXd t;
  Eigen::ArrayXXd q, dq, ddq, tau;
  Eigen::ArrayXXd derived;  ///< what else is computed of the own rows, column by column

  std::size_t own_begin() const { return before; }
  std::size_t own_end() const { return rows - after; }

  /// Makes room for so many rows, if there is not; what the block held is then lost.
  void reserve(std::size_t max_rows);
  /// Drops all rows in front of `keep_from` and moves the others to the front.
  void drop_rows_before(std::size_t keep_from);
};

}  // namespace invdyn
