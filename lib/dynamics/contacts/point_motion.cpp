#include "point_motion.h"

#include <cmath>

#include "../../robot/model/base_body.h"

namespace invdyn {

void BodyVelocities::find(const std::vector<Body>& bodies, const std::vector<std::size_t>& which,
                          const BodyPoses& places, const MotionRows& rows, std::size_t k) {
  const MotionRows::Base& base = rows.base;
  const auto three = [&](const double* values) {
    return Eigen::Vector3d(values[k], values[base.stride + k], values[2 * base.stride + k]);
  };
  base_v = three(base.velocity);
  base_w = places.T_world_base.linear() * three(base.motion + 3 * base.stride);
  w.resize(bodies.size());
  v.resize(bodies.size());
  for (const std::size_t i : which) {
    const Body& body = bodies[i];
    const Eigen::Vector3d along = rows.dq[body.dof * rows.stride + k] * places.R[i].col(2);
    w[i] = body.parent ? w[*body.parent] : base_w;
    v[i] = at(places.p[i], body.parent, places);
    (body.is_revolute ? w[i] : v[i]) += along;
  }
}

Eigen::Vector3d BodyVelocities::at(const Eigen::Vector3d& point, std::optional<std::size_t> body,
                                   const BodyPoses& places) const {
  if (!body) return base_v + base_w.cross(point - places.T_world_base.translation());
  return v[*body] + w[*body].cross(point - places.p[*body]);
}

MassCentre::MassCentre(const Robot& robot)
    : bodies_(moving_bodies(robot)), base_(base_body(robot)), mass_(total_mass(robot)), radius_(1) {
  const std::vector<double> zeros(bodies_.size(), 0);
  BodyPoses places;
  places.find(bodies_, Eigen::Isometry3d::Identity(), {.q = zeros.data(), .stride = 1, .count = 1}, 0);
  const Eigen::Vector3d centre = at(places);
  double trace = base_.inertia.trace() + 2 * base_.mass * (base_.com - centre).squaredNorm();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const MassProperties& body = bodies_[i].mass_properties;
    const Eigen::Vector3d arm = places.p[i] + places.R[i] * body.com - centre;
    trace += body.inertia.trace() + 2 * body.mass * arm.squaredNorm();
  }
  if (trace > 0) radius_ = std::sqrt(trace / (2 * mass_));
}

Eigen::Vector3d MassCentre::at(const BodyPoses& places) const {
  Eigen::Vector3d sum = base_.mass * (places.T_world_base * base_.com);
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    sum += bodies_[i].mass_properties.mass * (places.p[i] + places.R[i] * bodies_[i].mass_properties.com);
  return sum / mass_;
}

}  // namespace invdyn
