#include "joint_reactions.h"

#include <utility>

#include "gravity_compensation.h"

namespace invdyn {

namespace {

JointReactions::Workspace::Motion motion_in(const MotionRows::Base& base, const Eigen::Matrix3d& R_world_base,
                                            std::size_t k) {
  if (!base.motion) return {};
  const auto vector = [&](std::size_t i) -> Eigen::Vector3d {
    const double* const x = base.motion + i * base.stride + k;
    return R_world_base * Eigen::Vector3d(x[0], x[base.stride], x[2 * base.stride]);
  };
  return {.w = vector(3), .dw = vector(6), .a = vector(0), .force = {}, .moment = {}};
}

}  // namespace

JointReactions::JointReactions(const Robot& robot, const Eigen::Vector3d& gravity,
                               std::vector<TimedWrench> wrenches, const std::vector<std::size_t>& joints)
    : T_world_base_(robot.T_world_base()),
      gravity_(gravity),
      bodies_(moving_bodies(robot)),
      held_(compensated_bodies(robot)),
      wrenches_(robot, std::move(wrenches)) {
  const std::vector<LinkPlacement> seats = link_seats(robot);
  for (const std::size_t joint : joints)
    asked_.push_back({*seats[joint + 1].body, seats[joint + 1].T_body_link.linear()});
}

void JointReactions::fill(std::span<const double> t, const MotionRows& rows, double* out, std::size_t stride,
                          Workspace& workspace) const {
  BodyPoses& places = workspace.places;
  std::vector<Workspace::Motion>& motions = workspace.bodies;
  motions.resize(bodies_.size());
  for (std::size_t k = 0; k < rows.count; ++k) {
    places.find(bodies_, T_world_base_, rows, k);
    const Workspace::Motion base = motion_in(rows.base, places.T_world_base.linear(), k);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      const Eigen::Matrix3d& R = places.R[i];
      Workspace::Motion& it = motions[i];
      Eigen::Vector3d w = Eigen::Vector3d::Zero(), dw = w, a = -gravity_, arm = w;
      const Workspace::Motion* const parent = body.parent        ? &motions[*body.parent]
                                              : rows.base.motion ? &base
                                                                 : nullptr;
      if (parent) {
        w = parent->w;
        dw = parent->dw;
        arm = places.p[i] - (body.parent ? places.p[*body.parent] : places.T_world_base.translation());
        a = parent->a + dw.cross(arm) + w.cross(w.cross(arm));
      }
      const Eigen::Vector3d axis = R.col(2);
      const double dq = rows.dq[body.dof * rows.stride + k], ddq = rows.ddq[body.dof * rows.stride + k];
      if (body.is_revolute) {
        dw += ddq * axis + w.cross(dq * axis);
        w += dq * axis;
      } else {
        a += ddq * axis + 2 * w.cross(dq * axis);
      }
      const MassProperties& bears = body.mass_properties;
      const Eigen::Vector3d c = R * bears.com;
      const Eigen::Matrix3d I = R * bears.inertia * R.transpose();
      it.w = w;
      it.dw = dw;
      it.a = a;
      it.force = bears.mass * (a + dw.cross(c) + w.cross(w.cross(c)));
      it.moment = I * dw + w.cross(I * w) + c.cross(it.force);
    }
    for (std::size_t i = 0; i < held_.size(); ++i) {
      const Eigen::Vector3d weight = held_[i].mass * gravity_;
      motions[i].force += weight;
      motions[i].moment += (places.R[i] * held_[i].com).cross(weight);
    }
    for (std::size_t i = 0; i < wrenches_.count(); ++i) {
      const WrenchTorques::OnBody wrench = wrenches_.on_body(i, t[k], rows, k, places);
      if (!wrench.body) continue;
      motions[*wrench.body].force -= wrench.force;
      motions[*wrench.body].moment -=
          wrench.moment + (wrench.point - places.p[*wrench.body]).cross(wrench.force);
    }
    for (std::size_t i = bodies_.size(); i-- > 0;) {
      if (!bodies_[i].parent) continue;
      Workspace::Motion& parent = motions[*bodies_[i].parent];
      parent.force += motions[i].force;
      parent.moment +=
          motions[i].moment + (places.p[i] - places.p[*bodies_[i].parent]).cross(motions[i].force);
    }
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const auto& [body, R_body_link] = asked_[i];
      const Eigen::Matrix3d R_link_world = (places.R[body] * R_body_link).transpose();
      const Eigen::Vector3d force = R_link_world * motions[body].force,
                            moment = R_link_world * motions[body].moment;
      for (std::size_t c = 0; c < 3; ++c) {
        out[(6 * i + c) * stride + k] = force[static_cast<Eigen::Index>(c)];
        out[(6 * i + 3 + c) * stride + k] = moment[static_cast<Eigen::Index>(c)];
      }
    }
  }
}

}  // namespace invdyn
