#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "identification.h"

namespace invdyn {

/// The payload of loaded logs next to unloaded ones, with half the widths of 95 % intervals.
struct PayloadEstimate {
  std::string link;     ///< that carries it
  MassProperties body;  ///< of those that can exist the one that explains the logs best, in the link's axes
  double mass_half_width = 0;
  Eigen::Vector3d com_half_width;  ///< NaN: not determined

  bool is_determined() const { return body.mass > mass_half_width; }
};
/// None: no payload was fitted, or the robot's motions do not determine its mass.
std::optional<PayloadEstimate> payload_estimate(const Robot& robot, const Identification& result,
                                                const FitChoice& choice);
/// A mass that is surely below 0 where it may be: the logs are in the other order.
std::optional<std::string> negative_payload(const Robot& robot, const Regressor& regressor,
                                            const LogEquations& equations, const FitChoice& choice);

}  // namespace invdyn
