#include "centroidal_motion.h"

#include "../../ground/base/error.h"
#include "../../robot/kinematics/body_pose.h"
#include "../../robot/model/base_body.h"

namespace invdyn {
namespace {

CentroidalMotion::Workspace::Part part_of(const MassProperties& body,
                                          const CentroidalMotion::Workspace::Motion& frame) {
  const Eigen::Vector3d arm = frame.R * body.com;
  const Eigen::Matrix3d I = frame.R * body.inertia * frame.R.transpose();
  const Eigen::Vector3d spin = I * frame.w;
  return {.mass = body.mass,
          .com = frame.p + arm,
          .v = frame.v + frame.w.cross(arm),
          .a = frame.a + frame.dw.cross(arm) + frame.w.cross(frame.w.cross(arm)),
          .spin = spin,
          .spin_rate = I * frame.dw + frame.w.cross(spin),
          .inertia = I};
}

// The frame of a body on its joint, from its parent's.
CentroidalMotion::Workspace::Motion carried(const Body& body,
                                            const CentroidalMotion::Workspace::Motion& parent,
                                            const MotionRows& rows, std::size_t k) {
  const std::size_t at = body.dof * rows.stride + k;
  const double dq = rows.dq[at], ddq = rows.ddq[at];
  Eigen::Matrix3d R_parent_body;
  Eigen::Vector3d p_parent_body;
  set_body_pose(body, rows.q[at], R_parent_body, p_parent_body);
  const Eigen::Vector3d arm = parent.R * p_parent_body;
  CentroidalMotion::Workspace::Motion frame{
      .R = parent.R * R_parent_body,
      .p = parent.p + arm,
      .v = parent.v + parent.w.cross(arm),
      .a = parent.a + parent.dw.cross(arm) + parent.w.cross(parent.w.cross(arm)),
      .w = parent.w,
      .dw = parent.dw};
  const Eigen::Vector3d axis = frame.R.col(2);
  if (body.is_revolute) {
    frame.dw += ddq * axis + parent.w.cross(dq * axis);
    frame.w += dq * axis;
  } else {
    frame.v += dq * axis;
    frame.a += ddq * axis + 2 * parent.w.cross(dq * axis);
  }
  return frame;
}

}  // namespace

CentroidalMotion::CentroidalMotion(const Robot& robot)
    : bodies_(moving_bodies(robot)), base_(base_body(robot)), mass_(base_.mass) {
  for (const Body& body : bodies_) mass_ += body.mass_properties.mass;
  if (!(mass_ > 0))
    throw Error(robot.name(), "no link has mass, so there is no centre of mass: expected a link with mass");
}

CentroidalState CentroidalMotion::at(const BaseState& base, const MotionRows& rows, std::size_t k,
                                     Workspace& w) const {
  w.frames.resize(bodies_.size());
  w.parts.resize(1 + bodies_.size());
  const Workspace::Motion of_base{.R = base.R.toRotationMatrix(),
                                  .p = base.p,
                                  .v = base.v,
                                  .a = base.dv,
                                  .w = base.R * base.w,
                                  .dw = base.R * base.dw};
  w.parts[0] = part_of(base_, of_base);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    w.frames[i] = carried(body, body.parent ? w.frames[*body.parent] : of_base, rows, k);
    w.parts[1 + i] = part_of(body.mass_properties, w.frames[i]);
  }

  CentroidalState sum;
  sum.mass = mass_;
  for (const Workspace::Part& part : w.parts) {
    const double share = part.mass / mass_;
    sum.com += share * part.com;
    sum.velocity += share * part.v;
    sum.acceleration += share * part.a;
  }
  for (const Workspace::Part& part : w.parts) {
    const Eigen::Vector3d arm = part.com - sum.com;
    sum.angular_momentum += part.spin + part.mass * arm.cross(part.v - sum.velocity);
    sum.rate += part.spin_rate + part.mass * arm.cross(part.a - sum.acceleration);
    sum.inertia +=
        part.inertia + part.mass * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
  }
  return sum;
}

}  // namespace invdyn
