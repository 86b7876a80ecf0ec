#pragma once

#include <vector>

#include "../robot/robot.h"
#include "block.h"

namespace invdyn {

/// Undoes the wrapping of angles: wherever a joint that turns jumps by more than half a turn between two
/// rows, adds the whole turns that make the jump smallest. Rows must come in order.
class Unwrap {
 public:
  explicit Unwrap(const Robot& robot);
  /// Corrects q of the block's rows from `begin` on.
  void apply(Block& block, std::size_t begin);

 private:
  std::vector<bool> turns_;
  std::vector<double> last_;  // q as read, of the last row seen
  std::vector<double> whole_turns_;
  bool seen_any_ = false;
};

}  // namespace invdyn
