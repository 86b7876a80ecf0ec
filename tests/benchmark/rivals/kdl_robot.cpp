#include "benchmark/rivals/kdl_robot.h"

#include "ground/base/error.h"
#include "robot/model/bodies.h"

namespace invdyn::bench {
namespace {

KDL::Vector vector(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

KDL::Frame frame(const Eigen::Matrix3d& R, const Eigen::Vector3d& p) {
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
          vector(p)};
}

KDL::RigidBodyInertia inertia(const MassProperties& body) {
  const Eigen::Matrix3d& I = body.inertia;
  return KDL::RigidBodyInertia(body.mass, vector(body.com),
                               KDL::RotationalInertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)));
}

// KDL takes the joint's axis and the pose of the link at q = 0, both in the parent's axes. With link frames
// at the next joint, which allow joints of type RotZ, its solver took 9 % longer.
KDL::Segment segment(const Robot& robot, const Body& body, const std::string& name) {
  const double no_offset = 0, scale = 1;
  return KDL::Segment(name,
                      KDL::Joint(robot.moving_joint(body.dof).name, vector(body.p_parent_body),
                                 vector(body.R_parent_body.col(2)),
                                 body.is_revolute ? KDL::Joint::RotAxis : KDL::Joint::TransAxis, scale,
                                 no_offset, robot.moving_joint(body.dof).drive.reflected_inertia()),
                      frame(body.R_parent_body, body.p_parent_body), inertia(body.mass_properties));
}

KDL::Vector gravity_in_base(const Robot& robot) {
  return vector(robot.T_world_base().linear().transpose() * robot.gravity());
}

}  // namespace

KdlChain kdl_chain(const Robot& robot) {
  KdlChain result;
  result.gravity = gravity_in_base(robot);
  const std::vector<Body> bodies = moving_bodies(robot);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    if (body.dof != i || (i > 0 && body.parent != i - 1))
      throw NotRepresentable(robot.name(), "is no chain whose joints stand from base to tip: expected one");
    const Joint& joint = robot.moving_joint(i);
    result.structure.addSegment(segment(robot, body, robot.links()[robot.moving_joints()[i] + 1].name));
    result.friction.push_back(
        {joint.drive.damping(), joint.drive.coulomb_positive(), joint.drive.coulomb_negative()});
    result.joints.push_back(joint.name);
  }
  return result;
}

KdlTree kdl_tree(const Robot& robot) {
  const std::string base = "base";
  KdlTree result{KDL::Tree(base), gravity_in_base(robot), {}};
  const auto name = [](std::size_t body) { return "body" + std::to_string(body); };
  const std::vector<Body> bodies = moving_bodies(robot);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    result.structure.addSegment(segment(robot, body, name(i)), body.parent ? name(*body.parent) : base);
    result.dof_of.push_back(body.dof);
  }
  return result;
}

}  // namespace invdyn::bench
