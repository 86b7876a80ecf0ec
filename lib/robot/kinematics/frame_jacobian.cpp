#include "frame_jacobian.h"

#include <algorithm>
#include <cassert>

#include "../model/link_poses.h"

namespace invdyn {
namespace {

using Eigen::Vector3d;

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

}  // namespace

FrameJacobian::FrameJacobian(const Robot& robot, std::size_t link, const Eigen::Isometry3d& T_link_frame)
    : dof_(robot.dof()) {
  if (robot.has_mimics())
    throw NotRepresentable(
        robot.name(),
        "has joints that mimic others: expected independent joints (`independent-mimic` makes them independent)");
  std::vector<std::size_t> way;
  for (std::size_t at = link; at != 0; at = robot.joints()[at - 1].parent) way.push_back(at - 1);
  std::reverse(way.begin(), way.end());

  const std::vector<std::size_t>& moving = robot.moving_joints();
  Eigen::Isometry3d T = robot.T_world_base();
  for (const std::size_t i : way) {
    const Joint& joint = robot.joints()[i];
    T = T * joint.T_parent_joint;
    if (joint.moves()) {
      steps_.push_back({T, joint});
      carriers_.push_back(
          static_cast<std::size_t>(std::find(moving.begin(), moving.end(), i) - moving.begin()));
      T.setIdentity();
    }
    T = T * joint.T_joint_link;
  }
  T_after_ = T * T_link_frame;
}

void FrameJacobian::place(std::span<const double> q, Placement& placement) const {
  assert(q.size() == dof_);
  placement.J.setZero(6, index(dof_));
  placement.axes.resize(3, index(steps_.size()));
  placement.origins.resize(3, index(steps_.size()));
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Joint& joint = steps_[i].joint;
    T = T * steps_[i].T_before;
    placement.axes.col(index(i)) = T.linear() * joint.axis;
    placement.origins.col(index(i)) = T.translation();
    T = T * joint_motion(joint, q[carriers_[i]]);
  }
  placement.T_world_frame = T * T_after_;

  const Vector3d p = placement.T_world_frame.translation();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Vector3d axis = placement.axes.col(index(i));
    const Vector3d arm = p - placement.origins.col(index(i));
    auto column = placement.J.col(index(carriers_[i]));
    if (steps_[i].joint.is_revolute())
      column << axis.cross(arm), axis;
    else
      column.head<3>() = axis;
  }
}

void FrameJacobian::differentiate(const Placement& placement, std::span<const double> dq,
                                  Jacobian& dJ) const {
  assert(dq.size() == dof_);
  dJ.setZero(6, index(dof_));
  const Vector3d p = placement.T_world_frame.translation();
  Eigen::Matrix<double, 6, 1> twist = Eigen::Matrix<double, 6, 1>::Zero();
  for (const std::size_t i : carriers_) twist += placement.J.col(index(i)) * dq[i];

  // The velocity of the body before each joint: linear, of its point at the origin `at`, and angular.
  Vector3d at = Vector3d::Zero(), v = Vector3d::Zero(), w = Vector3d::Zero();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Vector3d axis = placement.axes.col(index(i)), origin = placement.origins.col(index(i));
    v += w.cross(origin - at);
    at = origin;
    const Vector3d axis_rate = w.cross(axis);
    auto column = dJ.col(index(carriers_[i]));
    const double speed = dq[carriers_[i]];
    if (steps_[i].joint.is_revolute()) {
      column << axis_rate.cross(p - origin) + axis.cross(twist.head<3>() - v), axis_rate;
      w += axis * speed;
    } else {
      column.head<3>() = axis_rate;
      v += axis * speed;
    }
  }
}

double FrameJacobian::reach() const {
  double sum = 0;
  for (std::size_t i = 1; i < steps_.size(); ++i) sum += steps_[i].T_before.translation().norm();
  return sum + T_after_.translation().norm();
}

}  // namespace invdyn
