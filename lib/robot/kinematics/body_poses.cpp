#include "body_poses.h"

#include <algorithm>

#include "../../lanes/scalar/portable_batch.h"
#include "body_pose.h"

namespace invdyn {

namespace {

Eigen::Isometry3d pose_in(const MotionRows::Base& base, std::size_t k) {
  const auto value = [&](std::size_t i) { return base.pose[i * base.stride + k]; };
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = Eigen::Quaterniond(value(3), value(4), value(5), value(6)).toRotationMatrix();
  T.translation() << value(0), value(1), value(2);
  return T;
}

// Joints in the lanes of a batch: half of the time.
void set_sin_cos(const std::vector<Body>& bodies, const MotionRows& rows, std::size_t k,
                 std::vector<SinCos<double>>& angles) {
  constexpr std::size_t count = PortableLanes::count;
  angles.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); i += count) {
    PortableBatch q(0);
    const std::size_t lanes = std::min(count, bodies.size() - i);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (bodies[i + lane].is_revolute) q.set(lane, rows.q[bodies[i + lane].dof * rows.stride + k]);
    const SinCos<PortableBatch> result = sin_cos(q);
    for (std::size_t lane = 0; lane < lanes; ++lane) angles[i + lane] = {result.sin[lane], result.cos[lane]};
  }
}

}  // namespace

void BodyPoses::find(const std::vector<Body>& bodies, const Eigen::Isometry3d& of_base,
                     const MotionRows& rows, std::size_t k) {
  T_world_base = rows.base.pose ? pose_in(rows.base, k) : of_base;
  set_sin_cos(bodies, rows, k, angles);
  R.resize(bodies.size());
  p.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    Eigen::Matrix3d R_parent_body;
    Eigen::Vector3d p_parent_body;
    set_body_pose(body, rows.q[body.dof * rows.stride + k], angles[i], R_parent_body, p_parent_body);
    const Eigen::Matrix3d R_parent = body.parent ? R[*body.parent] : T_world_base.linear();
    const Eigen::Vector3d p_parent = body.parent ? p[*body.parent] : T_world_base.translation();
    R[i].noalias() = R_parent * R_parent_body;
    p[i].noalias() = p_parent + R_parent * p_parent_body;
  }
}

}  // namespace invdyn
