#pragma once

#include <memory>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/block.h"
#include "../../trajectory/loads/surroundings.h"

namespace invdyn {

/// Recursions need a position for each joint of the robot; a trajectory has columns for some joints only.
/// Joints that mimic others follow them, and the base may move as prescribed. Torques of the tree return to
/// the columns by virtual work: a joint that mimics another with multiplier m adds m times its torque to it.
/// The torque that moves the base is discarded.
class DrivenTree {
 public:
  DrivenTree(const Robot& robot, std::shared_ptr<const BaseMotion> base);

  const Robot& tree() const { return tree_; }
  /// Whether the columns are the tree's, one by one.
  bool is_plain() const { return is_plain_; }
  /// The index in the tree of a link of the robot.
  std::size_t link(std::size_t of_robot) const { return of_robot + links_in_front_; }

  /// Which rates of the motion are taken as they are; the others as zero, the base's with the joints'.
  struct Rates {
    bool velocity = true, acceleration = true;
  };

  /// Memory for rows of the tree, which is kept.
  struct Rows {
    std::vector<double> q, dq, ddq, tau;
  };

  /// The motion of the tree in so many rows of the block from `begin` on, with room for the torques.
  MotionRows expanded(const Block& block, std::size_t begin, std::size_t count, Rates rates,
                      Rows& memory) const;
  /// The torques at the columns: joint j's of row k at tau[j * stride + k].
  void collect(const MotionRows& rows, double* tau, std::size_t stride) const;

 private:
  // Where the motion of a joint of the tree comes from.
  struct Follower {
    bool of_base = false;
    std::size_t column = 0;  // of the trajectory or of the base's motion
    double multiplier = 1, offset = 0;
  };

  Robot tree_;
  std::shared_ptr<const BaseMotion> base_;
  std::size_t links_in_front_ = 0;
  std::vector<Follower> followers_;  // by joint of the tree, in the order of its moving_joints()
  std::size_t columns_;
  bool is_plain_;
};

}  // namespace invdyn
