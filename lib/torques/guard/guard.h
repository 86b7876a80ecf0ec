#pragma once

#include <string>
#include <vector>

#include "../../lanes/kernel/instruction_set.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/data/sink.h"
#include "joint_extent.h"
#include "motion_track.h"

namespace invdyn {

/// Watches a motion for numbers that cannot be meant: other units, derivatives of something else. It sees all
/// rows in their order, so it says the same for any number of threads and chunks.
class Guard : public Sink {
 public:
  struct Settings {
    Differentiation how;            ///< of the run
    Known known = Known::q;         ///< of the file, as far as it is used
    bool degrees = false;           ///< positions were read as degrees
    bool has_stated_clock = false;  ///< the unit of the times was stated
  };
  /// What is doubtful: one sentence for each kind of mistake. A question is of something that sound motions
  /// can look like.
  struct Doubt {
    std::string text;
    bool is_question = false;
    bool is_of_angles = false;  ///< then positions outside their limits are its evidence
  };

  Guard(const Robot& robot, const Settings& settings);
  void take(const Block& block) override;
  /// The gravest first, and no more than a few.
  std::vector<Doubt> doubts() const;

 private:
  std::vector<JointExtent> extents() const;

  const Robot& robot_;
  Settings settings_;
  Kernel kernel_ = kernel_for(chosen_instruction_set());
  MotionTrack track_;
  std::vector<JointExtent> reached_;  // without speeds
  bool has_rows_ = false;
};

}  // namespace invdyn
