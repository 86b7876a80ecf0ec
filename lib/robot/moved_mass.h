#pragma once

#include <cstddef>
#include <vector>

#include "robot.h"

namespace invdyn {

/// For each of links(): whether a joint between it and the base moves.
std::vector<bool> links_that_move(const Robot& robot);

/// Whether no link that moves has mass or moments, so that all torques but those of drives are 0.
bool moves_no_mass(const Robot& robot);

/// Warns where it moves none, as published robots do whose masses were left out.
void warn_of_no_mass(const Robot& robot, const Warn& warn);

/// A link with a smaller share than this in all that joints move (MovedMass::share) changes no torque
/// noticeably.
inline constexpr double negligible_share = 1e-3;

/// What each joint carries, as it resists that joint, in a posture without symmetry.
class MovedMass {
 public:
  explicit MovedMass(const Robot& robot);

  /// Of all links that the joint carries, along its axis: kg m^2, or kg if it slides. Of a fixed joint: 0.
  double inertia(std::size_t joint) const { return inertia_[joint]; }

  /// The largest share that a body in place of the link's would have in the inertia or the mass that some
  /// joint moves. Of a joint that moves less than a thousandth of what another one does, the share is in that
  /// thousandth. Of a link that no joint moves: 0.
  double share(std::size_t link, const MassProperties& body) const;

 private:
  double along_axis(std::size_t joint, const MassProperties& body) const;

  const Robot& robot_;
  std::vector<Eigen::Isometry3d> T_world_link_;
  std::vector<double> inertia_, mass_;  // by joint
  double largest_inertia_ = 0, largest_mass_ = 0;
};

}  // namespace invdyn
