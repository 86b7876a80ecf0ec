#pragma once

#include <string>
#include <vector>

#include "../../lanes/kernel/instruction_set.h"
#include "../../robot/model/robot.h"
#include "block.h"

namespace invdyn {

/// Undoes the wrapping of angles. If a revolute joint jumps by more than half a turn between two rows, it
/// adds the whole turns that make the jump smallest. Rows must come in order, without gaps.
class Unwrap {
 public:
  /// Neighbouring doubles of this size are 1e-4 rad apart. Turns of much larger angles could not be counted.
  static constexpr double largest_angle = 1e12;  // rad

  explicit Unwrap(const Robot& robot);
  /// Corrects q of all rows. The first `held` rows are the last rows of the previous block, again as read. An
  /// angle beyond largest_angle ends the block before its row, and the error text is returned; otherwise "".
  std::string apply(Block& block, std::size_t held);

 private:
  std::string end_before_large_angle(Block& block) const;

  const Robot& robot_;
  Kernel kernel_ = kernel_for(chosen_instruction_set());
  std::vector<std::size_t> joints_;               // the revolute joints
  std::vector<double> last_;                      // q as read, of the last row seen
  std::vector<std::vector<double>> whole_turns_;  // of the last rows seen, for each of the joints
  bool seen_any_ = false;
};

}  // namespace invdyn
