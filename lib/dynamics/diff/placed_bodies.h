#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "../../robot/model/robot.h"
#include "joint_pairs.h"

namespace invdyn {

/// What a moving joint carries before the next moving joints, at q = 0 and in world axes: all that torques
/// depend on, however links and frames are written.
struct PlacedBody {
  std::size_t joint = 0;              ///< index into Robot::joints()
  std::optional<std::size_t> parent;  ///< index of a body earlier in the list; none: the base
  Eigen::Isometry3d frame;            ///< its origin on the joint's axis, its z along it
  Eigen::Isometry3d link;             ///< the frame of the joint's link, as the file has it
  MassProperties mass_properties;     ///< of all its links together
  MassProperties held;                ///< the part of it that gravity compensation holds
  std::size_t links = 1;              ///< their number

  Eigen::Vector3d axis() const { return frame.linear().col(2); }
  Eigen::Vector3d point() const { return frame.translation(); }
};

/// The bodies of the joints in `kept`; the robot's other moving joints are held at 0, and what they carry
/// belongs to the body before. Parents first. Joints that follow others count as joints of their own.
std::vector<PlacedBody> placed_bodies(const Robot& robot, const std::vector<std::size_t>& kept);

/// The base with all links fixed to it, in the same way. Its frame is the base link's; it has no joint.
PlacedBody placed_base(const Robot& robot, const std::vector<std::size_t>& kept);

/// The joints of the first, or of the second robot.
std::vector<std::size_t> joints_of_a(const JointPairs& joints);
std::vector<std::size_t> joints_of_b(const JointPairs& joints);

/// The largest distance of a joint or a centre of mass from the first joint, m; above 0.
double size_of(const std::vector<PlacedBody>& bodies);
/// The mass of the heaviest one, kg.
double largest_mass_of(const std::vector<PlacedBody>& bodies);

}  // namespace invdyn
