#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/kinematics/body_poses.h"
#include "../../robot/model/bodies.h"
#include "../../trajectory/loads/contact.h"
#include "../../trajectory/loads/external_wrench.h"

namespace invdyn {

/// The joint torques of wrenches on links, by virtual work: -J(q)^T wrench for each row. J is the geometric
/// Jacobian of the point of action [Craig 2005, (5.95), with the opposite sign]. They are added to the
/// torques of any formulation.
class WrenchTorques {
 public:
  /// Wrenches on links that no joint moves have no effect, unless the base floats.
  WrenchTorques(const Robot& robot, std::vector<TimedWrench> wrenches);

  std::size_t count() const { return wrenches_.size(); }
  /// A wrench as it acts on a body, in world axes: N; N m about the point; m.
  struct OnBody {
    std::optional<std::size_t> body;  ///< index into moving_bodies(robot); none: the base
    Eigen::Vector3d force, moment, point;
  };
  /// The i-th one at time t, in row k.
  OnBody on_body(std::size_t i, double t, const MotionRows& rows, std::size_t k,
                 const BodyPoses& places) const;

  /// Adds the torques to rows.tau, and what a base that moves has to bear to its wrench; of the motion only
  /// q, the base's pose and forces at contacts are used. t: the time of each row in the histories, s.
  void add(std::span<const double> t, const MotionRows& rows, BodyPoses& places) const;
  /// The same for row k alone, in two steps.
  void find(const MotionRows& rows, std::size_t k, BodyPoses& places) const;
  void add(double t, const MotionRows& rows, std::size_t k, const BodyPoses& places) const;

 private:
  struct Seated {
    TimedWrench given;
    std::optional<std::size_t> body;
    Eigen::Isometry3d T_body_link;
  };

  Eigen::Isometry3d T_world_base_;
  std::vector<Body> bodies_;
  std::vector<Seated> wrenches_;
};

/// The wrenches of contacts, which the rows have.
std::vector<TimedWrench> contact_wrenches(const std::vector<Contact>& contacts);

}  // namespace invdyn
