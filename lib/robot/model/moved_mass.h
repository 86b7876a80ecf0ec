#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "robot.h"

namespace invdyn {

/// For each of links(): whether there is a moving joint between it and the base, or the base floats.
std::vector<bool> links_that_move(const Robot& robot);

/// Whether no moving link has mass or moments. Then all torques except those of drives are 0.
bool moves_no_mass(const Robot& robot);

/// The text of messages about such a robot.
inline constexpr std::string_view no_mass_text =
    "no moving link has mass: torques are 0, except for friction, rotors and external loads; expected masses "
    "and moments of the links";

/// Warns if no moving link has mass, as in published robots without masses.
void warn_of_no_mass(const Robot& robot, const Warn& warn);

/// A link with a smaller share of the moved mass (MovedMass::share) changes no torque noticeably.
inline constexpr double negligible_share = 1e-3;

/// The inertia that each joint moves, in a posture without symmetry.
class MovedMass {
 public:
  explicit MovedMass(const Robot& robot);

  /// Inertia of all links that the joint carries: kg m^2 about its axis, or kg for a prismatic joint. 0 for a
  /// fixed joint.
  double inertia(std::size_t joint) const { return inertia_[joint]; }

  /// The largest share that a body in place of the link's would have in the inertia or mass that any joint
  /// moves, of the 200 nearest ones that carry the link. If a joint moves less than a thousandth of the
  /// largest value of any joint, the share refers to that thousandth. A floating base counts as a joint that
  /// moves the whole robot. 0 for a link that does not move.
  double share(std::size_t link, const MassProperties& body) const;

 private:
  double along_axis(std::size_t joint, const MassProperties& body) const;

  const Robot& robot_;
  std::vector<Eigen::Isometry3d> T_world_link_;
  std::vector<double> inertia_, mass_;  // by joint
  MassProperties whole_;                // in the world
  double largest_inertia_ = 0, largest_mass_ = 0;
};

}  // namespace invdyn
