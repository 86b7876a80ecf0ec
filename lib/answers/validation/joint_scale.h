#pragma once

#include <optional>
#include <string>

#include "joint_residuals.h"

namespace invdyn {

/// Measured over computed torque of a joint, and how closely it holds.
struct JointScale {
  double slope, error, correlation;
  bool friction_apart;  ///< it is of the torque of the links, with any friction
  bool links_agree;     ///< the slope of the links' torque, with any friction, is of this size
};

/// None: the torque of this joint does not tell.
std::optional<JointScale> known_scale(const JointResiduals::Joint& joint);

/// `the measured torque is -1.1 +- 0.02 times the computed torque, with a correlation of -0.99`.
std::string slope_text(const JointScale& scale);

}  // namespace invdyn
