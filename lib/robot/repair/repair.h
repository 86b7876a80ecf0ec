#pragma once

#include <string>
#include <vector>

#include "../files/check.h"
#include "edited_text.h"

namespace invdyn {

/// One way to mend a finding.
struct Mend {
  std::string name;  ///< `forearm.inertia`, or `forearm.inertia:a` where there are several
  std::vector<StatedChange> changes;
  std::string what;  ///< `mass: g to kg`
  std::string why;   ///< its evidence in numbers
};

/// A finding of `robot check` with its mends. It is clear if one mend explains it far better than all others.
struct Proposal {
  std::string name;     ///< `forearm.inertia`
  std::string kind;     ///< of the finding
  std::string subject;  ///< `link forearm`, `joint elbow`; empty: the whole robot
  std::string finding;  ///< in words
  bool clear = false;
  std::vector<Mend> mends;
};

struct Repairs {
  std::vector<Proposal> proposals;
  std::vector<Finding> without_mend;  ///< errors and warnings
};

/// The text of a robot that is to be repaired.
struct RepairText {
  RobotFormat format;  ///< JSON or URDF
  std::string text;
  std::string file;  ///< its name in messages
  /// Rotors are armatures of MJCF: on the joint's side, and often large to make a simulation stable.
  bool has_armatures = false;
};

/// The mends for errors and warnings about a robot that its file does not accept, and for all impossible
/// moments.
Repairs repairs(const Robot& robot, const std::vector<Finding>& findings, const RepairText& text);

/// The text with these changes, which says what was changed from what. Throws Error.
EditedText repaired_text(const RepairText& text, const std::vector<StatedChange>& changes);

}  // namespace invdyn
