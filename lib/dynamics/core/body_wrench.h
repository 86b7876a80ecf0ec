#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "../../lanes/scalar/vectors.h"
#include "../../robot/kinematics/body_pose.h"
#include "../../robot/model/bodies.h"
#include "../../trajectory/loads/external_wrench.h"

namespace invdyn {

/// A force and a moment about some point, in some axes: N, N m.
template <class T>
struct Wrench {
  Vector3<T> force, moment;
};

/// An external wrench as the body meets it on which it acts: about the origin of a frame that is fixed to the
/// body, in that frame's axes. What is constant in the world moves in that frame; then it takes the body's
/// pose, found here apart from any method's own kinematics.
class BodyWrench {
 public:
  /// The frame of Body itself. Throws Error for a link that is fixed to the base.
  BodyWrench(const Robot& robot, const ExternalWrench& wrench)
      : BodyWrench(robot, wrench, Eigen::Isometry3d::Identity()) {}
  /// Another frame on that body: its pose in the axes of Body.
  BodyWrench(const Robot& robot, const ExternalWrench& wrench, const Eigen::Isometry3d& T_body_frame);

  /// Index into moving_bodies(robot).
  std::size_t body() const { return path_.back().index; }

  /// As given, but link-fixed quantities are in the target frame.
  const ExternalWrench& in_frame() const { return wrench_; }

  /// q in the order of robot.moving_joints().
  template <class T>
  Wrench<T> at(std::span<const T> q) const {
    Vector3<T> force = wrench_.force.cast<T>(), moment = wrench_.moment.cast<T>();
    Vector3<T> point = wrench_.point.cast<T>();
    if (needs_pose_) {
      // The pose of the frame in the world: T_world_base, the bodies on the way, T_body_frame.
      Matrix3<T> R = R_world_base_.cast<T>();
      Vector3<T> p = p_world_base_.cast<T>();
      for (const Step& step : path_) {
        Matrix3<T> R_parent_body;
        Vector3<T> p_parent_body;
        set_body_pose(step.body, q[step.body.dof], R_parent_body, p_parent_body);
        p += R * p_parent_body;
        R = Matrix3<T>(R * R_parent_body);
      }
      const Vector3<T> p_body_frame = p_body_frame_.cast<T>();
      p += R * p_body_frame;
      R = Matrix3<T>(R * R_body_frame_.cast<T>());
      if (wrench_.frame == ExternalWrench::Frame::world) {
        force = Vector3<T>(R.transpose() * force);
        moment = Vector3<T>(R.transpose() * moment);
      }
      if (wrench_.point_frame == ExternalWrench::Frame::world) {
        const Vector3<T> arm = point - p;
        point = R.transpose() * arm;
      }
    }
    moment += point.cross(force);
    return {force, moment};
  }

 private:
  struct Step {  // on the way from the base to the body
    std::size_t index;
    Body body;
  };

  ExternalWrench wrench_;  // link-fixed quantities are rotated into the target frame
  bool needs_pose_;
  std::vector<Step> path_;
  Eigen::Matrix3d R_world_base_, R_body_frame_;
  Eigen::Vector3d p_world_base_, p_body_frame_;
};

/// The wrench for a method whose source knows one at the tip alone, in a frame fixed to the last body; none
/// if there is none. Throws NotRepresentable for a wrench on another body. For robots that are one chain.
std::optional<BodyWrench> tip_wrench(const Robot& robot, const std::optional<ExternalWrench>& wrench,
                                     const Eigen::Isometry3d& T_body_frame);

}  // namespace invdyn
