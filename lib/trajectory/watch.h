#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "../base/row_place.h"
#include "../robot/robot.h"
#include "block.h"
#include "differentiate.h"

namespace invdyn {

/// Looks at a trajectory on its way to the dynamics and warns of what is likely a mistake. Once for each
/// joint: a position outside its limits; a jump of nearly a full turn, as a wrapped angle makes it, where
/// differences of q would take it for motion. Once: a motion that is under way in its first rows although
/// backward differences take it to start from rest; a time column that does not go by the step given in its
/// place.
class TrajectoryWatch {
 public:
  TrajectoryWatch(const Robot& robot, const Differentiation& how, std::string file, Warn warn,
                  PlaceBy by = PlaceBy::line);
  /// Positions were looked at before, by another one: from now on nothing is said of limits and jumps.
  void has_seen_positions();
  /// Whether there may be something to warn of in the block's own rows, after differentiation, but for their
  /// times. For any thread, while another one sees.
  bool suspects(const Block& block) const;
  /// Sees the block's own rows, after differentiation, in the order of the trajectory. Only their times,
  /// where a step stands in for them, if the block is not suspected.
  void see(const Block& block, bool suspected = true);

 private:
  bool compares_jumps(std::size_t j) const;
  bool is_at_start(const Block& block) const;
  void see_limits(const Block& block, std::size_t j);
  void see_jumps(const Block& block, std::size_t j);
  void see_start(const Block& block);
  void see_step(const Block& block);
  std::string place(const Block& block, std::size_t row) const;

  const Robot& robot_;
  Differentiation how_;
  std::string file_;
  Warn warn_;
  PlaceBy by_;
  // Of each joint. Who asks for suspects() may know of the last warnings late, and then suspects for nothing.
  std::vector<std::atomic<bool>> warned_limits_, warned_jumps_;
  bool warned_step_ = false;
  double first_time_ = 0;
};

}  // namespace invdyn
