#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "../kernel/rows.h"
#include "../loads/external_wrench.h"
#include "../robot/bodies.h"
#include "body_poses.h"

namespace invdyn {

/// What wrenches on links ask of the joints, by virtual work, row by row and whatever method computes the
/// rest: -J(q)^T wrench, J being the geometric Jacobian of the point where it acts [Craig 2005, (5.95), with
/// the joints' torques against it].
class WrenchTorques {
 public:
  /// Wrenches on links that no joint moves count for nothing.
  WrenchTorques(const Robot& robot, std::vector<TimedWrench> wrenches);

  std::size_t count() const { return wrenches_.size(); }
  /// A wrench as it acts on a body, in world axes: N; N m about the point; m.
  struct OnBody {
    std::size_t body;  ///< index into moving_bodies(robot)
    Eigen::Vector3d force, moment, point;
  };
  /// The i-th one at time t.
  OnBody on_body(std::size_t i, double t, const BodyPoses& places) const;

  /// Adds to rows.tau, of which q counts alone. t: the time of each row, s, that the histories tell of.
  void add(std::span<const double> t, const MotionRows& rows, BodyPoses& places) const;

 private:
  struct Seated {
    TimedWrench given;
    std::size_t body;
    Eigen::Isometry3d T_body_link;
  };

  Eigen::Isometry3d T_world_base_;
  std::vector<Body> bodies_;
  std::vector<Seated> wrenches_;
};

}  // namespace invdyn
