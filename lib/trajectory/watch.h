#pragma once

#include <string>
#include <vector>

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
  TrajectoryWatch(const Robot& robot, const Differentiation& how, std::string file, Warn warn);
  /// Sees the block's own rows, after differentiation.
  void see(const Block& block);

 private:
  void see_limits(const Block& block, std::size_t j);
  void see_jumps(const Block& block, std::size_t j);
  void see_start(const Block& block);
  void see_step(const Block& block);
  std::string place(const Block& block, std::size_t row) const;

  const Robot& robot_;
  Differentiation how_;
  std::string file_;
  Warn warn_;
  std::vector<bool> warned_limits_, warned_jumps_;
  bool warned_step_ = false;
  double first_time_ = 0;
};

}  // namespace invdyn
