#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/kinematics/body_poses.h"
#include "../../robot/model/bodies.h"

namespace invdyn {

/// The velocities of the bodies of a robot whose base floats, in one row of a motion; world axes.
struct BodyVelocities {
  std::vector<Eigen::Vector3d> w, v;  ///< angular velocity; velocity of the body's origin
  Eigen::Vector3d base_w, base_v;

  /// Of some of the bodies, and of those that carry them: `which` are their numbers, parents first. places:
  /// of the same row.
  void find(const std::vector<Body>& bodies, const std::vector<std::size_t>& which, const BodyPoses& places,
            const MotionRows& rows, std::size_t k);

  /// Of a point that moves with a body; none: the base.
  Eigen::Vector3d at(const Eigen::Vector3d& point, std::optional<std::size_t> body,
                     const BodyPoses& places) const;
};

/// The centre of mass of a robot with its base, in world axes.
class MassCentre {
 public:
  explicit MassCentre(const Robot& robot);

  double mass() const { return mass_; }
  Eigen::Vector3d at(const BodyPoses& places) const;
  /// The radius of gyration at q = 0, sqrt(tr I / 2M), m; 1 for a robot without moments of inertia.
  double radius_of_gyration() const { return radius_; }

 private:
  std::vector<Body> bodies_;
  MassProperties base_;
  double mass_, radius_;
};

}  // namespace invdyn
