#pragma once

#include <string>
#include <vector>

#include "../robot/robot.h"
#include "block.h"

namespace invdyn {

/// Undoes the wrapping of angles: wherever a joint that turns jumps by more than half a turn between two
/// rows, adds the whole turns that make the jump smallest. Rows must come in order, without gaps.
class Unwrap {
 public:
  /// Neighbouring doubles of this size are 1e-4 rad apart. Of much larger ones, turns could not be counted.
  static constexpr double largest_angle = 1e12;  // rad

  explicit Unwrap(const Robot& robot);
  /// Corrects q of all rows. The first `held` of them are the last ones of the block before, again as read.
  /// An angle beyond largest_angle ends the block before its row: returns what is wrong with it, else "".
  std::string apply(Block& block, std::size_t held);

 private:
  std::string end_before_large_angle(Block& block) const;

  const Robot& robot_;
  std::vector<std::size_t> joints_;               // those that turn
  std::vector<double> last_;                      // q as read, of the last row seen
  std::vector<std::vector<double>> whole_turns_;  // of the last rows seen, for each of the joints
  bool seen_any_ = false;
};

}  // namespace invdyn
