#include <array>

#include "robot.h"

namespace invdyn {
namespace {

struct BaseJoint {
  const char* name;
  JointType type;
  Eigen::Vector3d axis;
};

const std::array<BaseJoint, 6>& base_joints() {
  static const std::array<BaseJoint, 6> joints{{
      {"x", JointType::prismatic, Eigen::Vector3d::UnitX()},
      {"y", JointType::prismatic, Eigen::Vector3d::UnitY()},
      {"z", JointType::prismatic, Eigen::Vector3d::UnitZ()},
      {"yaw", JointType::continuous, Eigen::Vector3d::UnitZ()},
      {"pitch", JointType::continuous, Eigen::Vector3d::UnitY()},
      {"roll", JointType::continuous, Eigen::Vector3d::UnitX()},
  }};
  return joints;
}

}  // namespace

Robot Robot::with_base_rotation(const Eigen::Matrix3d& R_world_base) const {
  Robot turned = *this;
  turned.T_world_base_.linear() = R_world_base;
  return turned;
}

Robot Robot::with_floating_base(bool floats) const {
  Robot changed = *this;
  changed.base_floats_ = floats;
  return changed;
}

Robot Robot::on_moving_base() const {
  const std::size_t count = base_joints().size();
  Robot moving = *this;
  moving.base_floats_ = false;
  moving.T_world_base_.setIdentity();
  // Links 0 to 5 have no mass, link 6 is the old base.
  moving.joints_.clear();
  moving.links_.assign(count, Link{});
  moving.links_[0].name = "world";
  for (std::size_t i = 0; i < count; ++i) {
    Joint joint;
    joint.name = std::string("base ") + base_joints()[i].name;
    joint.type = base_joints()[i].type;
    joint.axis = base_joints()[i].axis;
    joint.parent = i;
    if (i > 0) moving.links_[i].name = "on " + moving.joints_.back().name;
    moving.joints_.push_back(joint);
  }
  // The base rotates about its own origin; then its old orientation in the world follows.
  moving.joints_[0].T_parent_joint = Eigen::Translation3d(T_world_base_.translation());
  moving.joints_[count - 1].T_joint_link.linear() = T_world_base_.linear();
  moving.links_.insert(moving.links_.end(), links_.begin(), links_.end());
  for (Joint joint : joints_) {
    joint.parent += count;
    if (joint.mimic) joint.mimic->joint += count;
    for (TurnsWith& other : joint.drive.turns_with) other.joint += count;
    moving.joints_.push_back(joint);
  }
  moving.parents_first_.clear();
  for (std::size_t i = 0; i < count; ++i) moving.parents_first_.push_back(i);
  for (const std::size_t i : parents_first_) moving.parents_first_.push_back(i + count);
  moving.collect_moving_joints();
  return moving;
}

}  // namespace invdyn
