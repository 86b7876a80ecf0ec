#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/model/bodies.h"
#include "wrench_torques.h"

namespace invdyn {

/// The wrenches that joints transmit: force and moment that the parent exerts on the joint's link, with all
/// that it carries, about the joint's origin in the axes of that link. Newton's and Euler's laws for each
/// body in world axes, from the base outwards and back [Luh, Walker & Paul 1980]. The component along the
/// joint's axis is the links' torque, without friction and rotors; the others are what bearings bear.
class JointReactions {
 public:
  /// `joints`: those that are asked for, as indices into robot.joints(); they move.
  JointReactions(const Robot& robot, const Eigen::Vector3d& gravity, std::vector<TimedWrench> wrenches,
                 const std::vector<std::size_t>& joints);

  /// The memory of one thread.
  struct Workspace {
    struct Motion {
      Eigen::Vector3d w, dw,
          a;  // angular velocity and acceleration; acceleration of the origin, less gravity
      Eigen::Vector3d force, moment;  // through the joint; moment about the origin
    };
    BodyPoses places;
    std::vector<Motion> bodies;
  };

  /// Writes the values of row k of joint i's component c to out[(6 i + c) * stride + k], force first. t: the
  /// time of each row, s.
  void fill(std::span<const double> t, const MotionRows& rows, double* out, std::size_t stride,
            Workspace& workspace) const;

 private:
  struct Asked {
    std::size_t body;
    Eigen::Matrix3d R_body_link;
  };

  Eigen::Isometry3d T_world_base_;
  Eigen::Vector3d gravity_;
  std::vector<invdyn::Body> bodies_;
  std::vector<MassProperties> held_;  // of each body, by gravity compensation; empty: nothing
  WrenchTorques wrenches_;
  std::vector<Asked> asked_;
};

}  // namespace invdyn
