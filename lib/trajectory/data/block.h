#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string_view>
#include <vector>

namespace invdyn {

/// The columns of Block::contacts, for `count` contacts with the ground.
struct ContactColumns {
  std::size_t count = 0;

  /// Six: force (N) on the link, and moment (N m) about its origin, in world axes.
  Eigen::Index wrench(std::size_t contact) const { return static_cast<Eigen::Index>(6 * contact); }
  /// How many points bear.
  Eigen::Index bearing(std::size_t contact) const { return static_cast<Eigen::Index>(6 * count + contact); }
  /// What is left over as a share of the weight, and why (a Break).
  Eigen::Index left() const { return static_cast<Eigen::Index>(7 * count); }
  Eigen::Index cause() const { return left() + 1; }
  /// Of the lowest point above the ground, m.
  Eigen::Index height(std::size_t contact) const { return left() + 2 + static_cast<Eigen::Index>(contact); }
  Eigen::Index all() const { return count == 0 ? 0 : height(count); }
};

/// Consecutive rows of a trajectory, the unit in which data flows. Joint-major: the rows of one joint are
/// adjacent in memory, q(row, dof). Angles in rad, lengths in m, times in s, torques in N m, forces in N.
///
/// In addition to its own rows a block holds `before` rows of history and `after` rows of look-ahead. The
/// results of the history were in an earlier block, the results of the look-ahead will be in the next one. So
/// derivatives and torques depend on the block alone.
struct Block {
  Block(std::size_t moving_joints, std::size_t max_rows, std::size_t derived_columns = 0);

  const std::size_t dof;
  std::size_t capacity;  ///< maximum number of rows, as allocated
  std::size_t rows = 0;  ///< rows held: history, own, look-ahead
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t first_row = 0;  ///< number of row 0 of this block in the trajectory, from 0
  bool last = false;          ///< the trajectory ends with this block

  std::vector<std::size_t> line;  ///< of each row in its file, or its place by row_place.h: for messages
  /// Of each row; empty if the trajectory cannot have any. after_gap: rows before it were left out. stamps:
  /// the text of its time stamp in the file; it lasts as long as the chunk.
  std::vector<char> after_gap;
  std::vector<std::string_view> stamps;
  Eigen::ArrayXd t;
  Eigen::ArrayXXd q, dq, ddq, tau;
  Eigen::ArrayXXd measured;  ///< torques that the file holds; without columns if they are not read
  Eigen::ArrayXXd flags;     ///< further columns of the file that the settings ask for
  Eigen::ArrayXXd derived;   ///< additional results for the own rows, column by column

  /// Of a floating base; without columns for a fixed one. All are about the origin of the base link.
  /// pose: x, y, z in the world, then the unit quaternion qw, qx, qy, qz from the base's axes to the world's.
  /// twist: velocity of the origin in world axes, angular velocity in the base's axes. rates: the time
  /// derivatives of these components. wrench, a result: force and moment that the world exerts on the base,
  /// in world axes.
  struct Base {
    Eigen::ArrayXXd pose, twist, rates, wrench;
  };
  Base base;

  /// A result: what the ground does at contacts.
  Eigen::ArrayXXd contacts;
  ContactColumns contact_columns;

  std::size_t own_begin() const { return before; }
  std::size_t own_end() const { return rows - after; }

  /// Allocates room for this many rows if necessary; the content of the block is then lost.
  void reserve(std::size_t max_rows);
  /// Makes room for measured torques, or takes it away.
  void hold_measured(bool held);
  /// Makes room for so many flags, or contacts.
  void hold_flags(std::size_t columns);
  void hold_contacts(std::size_t count);
  /// Makes room for the motion of a floating base, or takes it away.
  void hold_base(bool held);
  bool has_base() const { return base.pose.cols() > 0; }
  /// Drops all rows before `keep_from` and moves the others to the beginning.
  void drop_rows_before(std::size_t keep_from);
};

}  // namespace invdyn
