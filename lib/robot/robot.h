#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../base/error.h"

namespace invdyn {

/// Standard gravity (CGPM 1901), in m/s^2, for robots whose description is silent.
inline constexpr double standard_gravity = 9.80665;

/// Continuous is revolute without position limits.
enum class JointType { revolute, continuous, prismatic, fixed };

/// How a rigid body resists motion. Zero mass and zero moments (a frame, a rod, a point) are allowed.
struct MassProperties {
  double mass = 0;                                    ///< kg
  Eigen::Vector3d com = Eigen::Vector3d::Zero();      ///< centre of mass in the link's axes, m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre of mass, link's axes, kg m^2
};

struct Link {
  std::string name;
  MassProperties mass_properties;
};

/// What a joint may do. Absent: unlimited. Units: rad or m, rad/s or m/s, N m or N.
struct Limits {
  std::optional<double> lower, upper, velocity, effort;
};

/// Friction of one side of a gearbox, in that side's units. At rest Coulomb friction is zero.
struct Friction {
  double damping = 0;           ///< viscous, N m s/rad or N s/m, >= 0
  double coulomb_positive = 0;  ///< while dq > 0, N m or N, >= 0
  double coulomb_negative = 0;  ///< while dq < 0, N m or N, <= 0
};

/// What turns a joint. Seen from the joint, the motor's inertia and damping count gear_ratio^2 times and its
/// Coulomb friction |gear_ratio| times; the direction of motion is the joint's on both sides.
struct Drive {
  double rotor_inertia = 0;  ///< of the motor's rotor about its own axis, kg m^2, >= 0
  double gear_ratio = 1;     ///< motor speed over joint speed, not 0; rad/m for a prismatic joint
  Friction motor;            ///< on the motor's side of the gearbox
  Friction joint;            ///< on the joint's side
  double efficiency = 1;     ///< of the gearbox, power out over power in, above 0 and up to 1

  double reflected_inertia() const { return gear_ratio * gear_ratio * rotor_inertia; }
  double damping() const { return gear_ratio * gear_ratio * motor.damping + joint.damping; }
  double coulomb_positive() const {
    return std::abs(gear_ratio) * motor.coulomb_positive + joint.coulomb_positive;
  }
  double coulomb_negative() const {
    return std::abs(gear_ratio) * motor.coulomb_negative + joint.coulomb_negative;
  }
};

/// What makes a joint follow another one: its position is multiplier * (that of the other) + offset.
struct Mimic {
  std::size_t joint = 0;  ///< the one that leads, index into Robot::joints(); it moves and follows none
  double multiplier = 1;  ///< of the units of both joints, as offset
  double offset = 0;      ///< rad or m
};

/// Joint i carries link i + 1. The pose of that link in its parent link is
///   T_parent_joint * motion(q) * T_joint_link,
/// where the motion turns about `axis` or slides along it. T_joint_link is the identity except in standard
/// Denavit-Hartenberg form, which places a link's frame at the far end of the link.
struct Joint {
  std::string name;
  JointType type = JointType::fixed;
  std::size_t parent = 0;  ///< index of the parent link
  Eigen::Isometry3d T_parent_joint = Eigen::Isometry3d::Identity();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< unit vector in the joint's axes
  Eigen::Isometry3d T_joint_link = Eigen::Isometry3d::Identity();
  Limits limits;
  Drive drive;
  std::optional<Mimic> mimic;  ///< none: it moves by itself

  bool moves() const { return type != JointType::fixed; }
  bool is_revolute() const { return type == JointType::revolute || type == JointType::continuous; }
};

/// A joint held at a position.
struct JointLock {
  std::size_t joint = 0;  ///< index into Robot::joints()
  double position = 0;    ///< rad or m
};

/// What a reader of some file format has found, before the Robot's invariants are checked.
struct RobotDescription {
  struct JointAndLink {
    Joint joint;              ///< `parent`, the norm of `axis` and the index in `mimic` are still open
    std::string parent_link;  ///< by name
    Link link;
    std::string mimicked = {};  ///< where there is a `mimic`: the joint that it follows, by name
  };
  static constexpr std::size_t base =
      static_cast<std::size_t>(-1);  ///< in place of a joint: of the base link

  std::string name;
  std::string source;  ///< where the numbers are from
  std::string base_link = "base";
  MassProperties base_mass_properties;               ///< no torque depends on them
  Eigen::Vector3d gravity{0, 0, -standard_gravity};  ///< acceleration of a free fall in world axes, m/s^2
  Eigen::Isometry3d T_world_base = Eigen::Isometry3d::Identity();
  std::vector<JointAndLink> joints;  ///< in the order of the file

  /// The values of a joint's description that an error can be about.
  enum class Part {
    name,
    parent,
    axis,
    position_limits,
    velocity_limit,
    effort_limit,
    rotor_inertia,
    gear_ratio,
    efficiency,
    motor_damping,
    motor_coulomb,
    joint_damping,
    joint_coulomb,
    mimic,
    link_name,
    mass,
    inertia
  };
  using TextOfPart = std::function<std::string(std::size_t joint, Part part)>;
  TextOfPart place;  ///< where a value stands in the file: `arm.json: /joints/2/link/mass`
  TextOfPart value;  ///< what stands there, in the file's own units
};

/// An immutable tree of links on a fixed base, neutral to the format that it was read from.
/// Link 0 is the base; joint i carries link i + 1; both stand in the order of the file, which need not put
/// parents first. Invariants: names are unique, the links form one tree, axes are unit vectors, masses and
/// principal moments are not negative, limits are ordered, friction opposes motion, a joint that mimics
/// follows one that moves by itself.
class Robot {
 public:
  /// Checks the invariants. Throws Error; warns once where principal moments break the triangle inequality
  /// (no rigid body has them, but published ones do).
  Robot(const RobotDescription& description, const Warn& warn);

  const std::string& name() const { return name_; }
  const std::string& source() const { return source_; }
  const Eigen::Vector3d& gravity() const { return gravity_; }  ///< world axes, m/s^2
  const Eigen::Isometry3d& T_world_base() const { return T_world_base_; }
  const std::vector<Link>& links() const { return links_; }
  const std::vector<Joint>& joints() const { return joints_; }

  /// The joints that move by themselves, as indices into joints(), in the order of the file: the order of q
  /// and tau.
  const std::vector<std::size_t>& moving_joints() const { return moving_joints_; }
  std::size_t dof() const { return moving_joints_.size(); }
  const Joint& moving_joint(std::size_t dof_index) const { return joints_[moving_joints_[dof_index]]; }

  /// Whether there are joints that follow others. Most computations take none: see
  /// with_independent_mimics().
  bool has_mimics() const;

  /// All joints as indices into joints(), each behind the joint that carries its parent link.
  const std::vector<std::size_t>& parents_first() const { return parents_first_; }

  /// The same robot with these joints fixed where they are held: they leave moving_joints(), and with it q
  /// and tau; indices into joints() and links() stay. Each joint must move by itself, and be named once; what
  /// follows it is held with it. What is left may have no joint that moves.
  Robot with_locked_joints(std::span<const JointLock> locks) const;

  /// The same robot with every joint that moves in moving_joints(), following none.
  Robot with_independent_mimics() const;

  /// The same robot, with the positions and speeds of joints that are followed limited to what those that
  /// follow them may do too.
  Robot with_limits_of_followers() const;

  /// The same robot with its base turned so; the base's origin stays.
  Robot with_base_rotation(const Eigen::Matrix3d& R_world_base) const;

  /// The same robot on a base that moves in the world: on six joints in front of the others that slide along
  /// x, y, z of the world and then turn about z (yaw), y (pitch) and x (roll), and bear nothing. Where they
  /// are zero the base is where it was. Indices into joints() and links() move up by six.
  Robot on_moving_base() const;

  /// The same robot with other masses, one for each of links(). They must be those that a body can have, as
  /// the constructor would check.
  Robot with_mass_properties(std::span<const MassProperties> of_links) const;

  /// The same robot with other drives, one for each of joints(). They must be those that a joint can have, as
  /// the constructor would check.
  Robot with_drives(std::span<const Drive> of_joints) const;

 private:
  void connect(const RobotDescription& description);
  void connect_mimics(const RobotDescription& description);
  void collect_moving_joints();
  void sort_parents_first(const RobotDescription& description);

  std::string name_, source_;
  Eigen::Vector3d gravity_;
  Eigen::Isometry3d T_world_base_;
  std::vector<Link> links_;
  std::vector<Joint> joints_;
  std::vector<std::size_t> moving_joints_, parents_first_;
};

}  // namespace invdyn
