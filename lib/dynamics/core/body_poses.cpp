#include "body_poses.h"

#include "body_pose.h"

namespace invdyn {

void BodyPoses::find(const std::vector<Body>& bodies, const Eigen::Isometry3d& T_world_base,
                     const MotionRows& rows, std::size_t k) {
  R.resize(bodies.size());
  p.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    Eigen::Matrix3d R_parent_body;
    Eigen::Vector3d p_parent_body;
    set_body_pose(body, rows.q[body.dof * rows.stride + k], R_parent_body, p_parent_body);
    const Eigen::Matrix3d R_parent = body.parent ? R[*body.parent] : T_world_base.linear();
    const Eigen::Vector3d p_parent = body.parent ? p[*body.parent] : T_world_base.translation();
    R[i].noalias() = R_parent * R_parent_body;
    p[i].noalias() = p_parent + R_parent * p_parent_body;
  }
}

}  // namespace invdyn
