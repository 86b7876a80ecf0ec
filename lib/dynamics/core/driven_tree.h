#pragma once

#include <memory>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/block.h"
#include "../../trajectory/loads/base_state.h"
#include "../../trajectory/loads/surroundings.h"

namespace invdyn {

/// Recursions need a position for each joint of the robot; a trajectory has columns for some joints only.
/// Joints that mimic others follow them, and the base may move, as the trajectory or a file says. Torques of
/// the tree return to the columns by virtual work: a joint that mimics another with multiplier m adds m times
/// its torque to it. The wrench on the base goes to a block that holds the motion of one.
class DrivenTree {
 public:
  /// gravity: of a base that moves, whose acceleration includes it; world axes.
  DrivenTree(const Robot& robot, std::shared_ptr<const BaseMotion> base, const Eigen::Vector3d& gravity);

  /// Its joints are the robot's, each moving by itself; its base floats if it moves.
  const Robot& tree() const { return tree_; }
  bool base_moves() const { return tree_.base_floats(); }
  /// Whether the columns are the tree's joints, one by one.
  bool is_plain() const { return is_plain_; }

  /// Which parts of the motion are taken as they are; the others as zero, the base's with the joints'.
  /// Gravity is that of a base that moves.
  struct Rates {
    bool velocity = true, acceleration = true, gravity = true;
  };

  /// Memory for rows of the tree, which is kept.
  struct Rows {
    std::vector<double> q, dq, ddq, tau, base;
  };

  /// The motion of the tree in so many rows of the block from `begin` on, with room for the torques.
  MotionRows expanded(const Block& block, std::size_t begin, std::size_t count, Rates rates,
                      Rows& memory) const;
  /// Of it, the motion of a base that moves, and forces at contacts. Without any in the block or a file, it
  /// stays at its place.
  void set_base(const Block& block, std::size_t begin, Rates rates, Rows& memory, MotionRows& rows) const;

  /// How the base moves in a row.
  BaseState base_state_in(const Block& block, Eigen::Index row) const;

  /// The torques at the columns: joint j's of row k at tau[j * stride + k].
  void collect(const MotionRows& rows, double* tau, std::size_t stride) const;
  /// The wrench on the base in the block, if it holds one.
  void collect_wrench(const MotionRows& rows, std::size_t begin, Block& block) const;

 private:
  // Where the motion of a joint of the tree comes from.
  struct Follower {
    std::size_t column = 0;  // of the trajectory
    double multiplier = 1, offset = 0;
  };

  Robot tree_;
  std::shared_ptr<const BaseMotion> base_;
  Eigen::Vector3d gravity_;
  std::vector<Follower> followers_;  // by joint of the tree, in the order of its moving_joints()
  std::size_t columns_;
  bool is_plain_;
};

}  // namespace invdyn
