#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../ground/base/error.h"

namespace invdyn {

/// Standard gravity (CGPM 1901), in m/s^2, for descriptions without gravity.
inline constexpr double standard_gravity = 9.80665;

/// A continuous joint is a revolute joint without position limits.
enum class JointType { revolute, continuous, prismatic, fixed };

/// Mass, centre of mass and inertia of a rigid body. Zero mass and zero moments (a frame, a rod, a point) are
/// allowed.
struct MassProperties {
  double mass = 0;                                    ///< kg
  Eigen::Vector3d com = Eigen::Vector3d::Zero();      ///< centre of mass in the link's axes, m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre of mass, link's axes, kg m^2
};

/// With a gravity compensation, a force outside the drives holds a share of the weight: -share mass gravity
/// at the centre of mass, in any pose, as by a balancer.
struct Link {
  std::string name;
  MassProperties mass_properties;
  double gravity_compensation = 0;  ///< share of the weight, >= 0; above 1 the force lifts the link
};

/// Limits of a joint's motion and effort. Absent: unlimited. Units: rad or m, rad/s or m/s, N m or N.
struct Limits {
  std::optional<double> lower, upper, velocity, effort;
};

/// Friction on one side of a gearbox, in the units of that side. At rest Coulomb friction is zero.
struct Friction {
  double damping = 0;           ///< viscous, N m s/rad or N s/m, >= 0
  double coulomb_positive = 0;  ///< while dq > 0, N m or N, >= 0
  double coulomb_negative = 0;  ///< while dq < 0, N m or N, <= 0
};

/// Friction on the joint's side that is a smooth function of the velocity v: torque v / sqrt(v^2 + speed^2).
/// Above 0 it rounds off the jump of Coulomb friction, or flattens with the speed as grease does. Below 0 it
/// takes a part of Coulomb friction away as the joint gets faster [Stribeck].
struct FrictionCurve {
  double torque = 0;  ///< towards which it goes, N m or N; together with Coulomb friction at least 0
  double speed = 0;   ///< at which it has 0.71 of it, rad/s or m/s, above 0 with a torque

  template <class T>
  T at(const T& v) const {
    using std::sqrt;
    return T(torque) * v / sqrt(v * v + T(speed * speed));
  }
};

/// A spring between a joint's link and its parent. The torque against it is stiffness * (q - reference).
struct Spring {
  double stiffness = 0;  ///< N m/rad or N/m, >= 0
  double reference = 0;  ///< position without torque, rad or m
};

/// Another joint with which a drive turns: each unit of it (rad or m) turns the drive as `factor` units of
/// its own joint do.
struct TurnsWith {
  std::size_t joint = 0;  ///< index into Robot::joints(); it moves and follows no other joint
  double factor = 0;      ///< not 0
};

/// The drive of a joint. At the joint, the motor's inertia and damping count gear_ratio^2 times and its
/// Coulomb friction |gear_ratio| times. The direction of motion is the joint's on both sides.
struct Drive {
  double rotor_inertia = 0;  ///< of the rotor about its own axis, kg m^2, >= 0
  double gear_ratio = 1;     ///< motor speed / joint speed, not 0; rad/m for a prismatic joint
  Friction motor;            ///< on the motor's side of the gearbox
  Friction joint;            ///< on the joint's side
  double offset = 0;         ///< constant torque of the joint, at rest too; it counts as friction, N m or N
  double efficiency = 1;     ///< of the gearbox, power out / power in, above 0 and up to 1
  Spring spring = {};        ///< on the joint's side
  /// Friction of a joint in motion for each N m (N) that its drive passes on to links, wrenches and spring,
  /// in [0, 1): gears rub the more, the harder their teeth press [Hamon, Gautier & Garrec, IROS 2010].
  double load = 0;
  FrictionCurve curve = {};
  /// Of coupled gears, as in wrists. The drive turns at w = dq + sum of factor dq of these joints: it is w
  /// that its rotor, damping, dry friction and curve see, and each joint gets factor times their torque, so
  /// that their power is torque times w. Offset and spring are the joint's own.
  std::vector<TurnsWith> turns_with = {};

  double reflected_inertia() const { return gear_ratio * gear_ratio * rotor_inertia; }
  double damping() const { return gear_ratio * gear_ratio * motor.damping + joint.damping; }
  double coulomb_positive() const {
    return std::abs(gear_ratio) * motor.coulomb_positive + joint.coulomb_positive;
  }
  double coulomb_negative() const {
    return std::abs(gear_ratio) * motor.coulomb_negative + joint.coulomb_negative;
  }
  bool has_friction() const {
    return damping() != 0 || coulomb_positive() != 0 || coulomb_negative() != 0 || offset != 0 || load != 0 ||
           curve.torque != 0;
  }
};

/// Makes a joint follow another one: its position is multiplier * (position of the other joint) + offset.
struct Mimic {
  std::size_t joint = 0;  ///< the followed joint, index into Robot::joints(); it moves and follows none
  double multiplier = 1;  ///< own unit (rad or m) per unit of the followed joint
  double offset = 0;      ///< rad or m
};

/// Joint i carries link i + 1. The pose of that link in its parent link is
///   T_parent_joint * motion(q) * T_joint_link,
/// where the motion is about or along `axis`. T_joint_link is the identity except in standard
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
  std::optional<Mimic> mimic;  ///< none: it follows no other joint

  bool moves() const { return type != JointType::fixed; }
  bool is_revolute() const { return type == JointType::revolute || type == JointType::continuous; }
};

/// A joint held at a position.
struct JointLock {
  std::size_t joint = 0;  ///< index into Robot::joints()
  double position = 0;    ///< rad or m
};

/// The result of a reader of any file format, before the Robot's invariants are checked.
struct RobotDescription {
  struct JointAndLink {
    Joint joint;              ///< `parent`, the norm of `axis` and the index in `mimic` are not set yet
    std::string parent_link;  ///< by name
    Link link;
    std::string mimicked = {};                  ///< with a `mimic`: the name of the followed joint
    std::vector<std::string> turned_with = {};  ///< names of the joints in the drive's `turns_with`
  };
  static constexpr std::size_t base = static_cast<std::size_t>(-1);  ///< instead of a joint: the base link

  std::string name;
  std::string source;  ///< the origin of the numbers
  std::string base_link = "base";
  MassProperties base_mass_properties;               ///< torques depend on them only if the base floats
  bool base_floats = false;                          ///< the base link moves freely in the world
  Eigen::Vector3d gravity{0, 0, -standard_gravity};  ///< free-fall acceleration in world axes, m/s^2
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
    turns_with,
    motor_damping,
    motor_coulomb,
    joint_damping,
    joint_coulomb,
    joint_offset,
    joint_load,
    joint_curve,
    joint_curve_speed,
    spring,
    spring_reference,
    mimic,
    link_name,
    mass,
    inertia,
    gravity_compensation
  };
  using TextOfPart = std::function<std::string(std::size_t joint, Part part)>;
  TextOfPart place;  ///< place of a value in the file: `arm.json: /joints/2/link/mass`
  TextOfPart value;  ///< the value as text, in the file's own units
};

/// An immutable tree of links on a base that is fixed or floats, independent of the file format. Link 0 is
/// the base; joint i carries link i + 1. Both are in the order of the file, which need not put parents first.
/// Invariants: names are unique, the links form one tree, axes are unit vectors, masses and principal moments
/// are not negative, limits are ordered, friction opposes motion, a mimic joint follows a moving joint that
/// is not a mimic joint, and the speeds of drives that turn with other joints determine those of the joints.
class Robot {
 public:
  /// Checks the invariants. Throws Error. Warns once if principal moments break the triangle inequality
  /// (impossible for a rigid body, but published robots do).
  Robot(const RobotDescription& description, const Warn& warn);

  const std::string& name() const { return name_; }
  const std::string& source() const { return source_; }
  const Eigen::Vector3d& gravity() const { return gravity_; }  ///< world axes, m/s^2
  const Eigen::Isometry3d& T_world_base() const { return T_world_base_; }
  /// Whether the base moves freely in the world. Then T_world_base() counts only where there is no motion.
  bool base_floats() const { return base_floats_; }
  const std::vector<Link>& links() const { return links_; }
  const std::vector<Joint>& joints() const { return joints_; }

  /// The moving joints that follow no other joint, as indices into joints(), in the order of the file. This
  /// is the order of q and tau.
  const std::vector<std::size_t>& moving_joints() const { return moving_joints_; }
  std::size_t dof() const { return moving_joints_.size(); }
  const Joint& moving_joint(std::size_t dof_index) const { return joints_[moving_joints_[dof_index]]; }

  /// Whether drives turn with other joints than their own.
  bool has_coupled_drives() const;

  /// Whether there are mimic joints. Most computations do not accept them: see with_independent_mimics().
  bool has_mimics() const;

  /// All joints as indices into joints(), each after the joint that carries its parent link.
  const std::vector<std::size_t>& parents_first() const { return parents_first_; }

  /// The same robot with these joints fixed at the given positions. They leave moving_joints(), and so q and
  /// tau; indices into joints() and links() do not change. Each joint must be in moving_joints() and be given
  /// once; its followers are held with it. The result may have no moving joint.
  Robot with_locked_joints(std::span<const JointLock> locks) const;

  /// The same robot, with no joint following another: every moving joint is in moving_joints().
  Robot with_independent_mimics() const;

  /// The same robot, but the position and velocity limits of each followed joint also respect the limits of
  /// its followers.
  Robot with_limits_of_followers() const;

  /// The same robot with its base rotated; the base's origin does not change.
  Robot with_base_rotation(const Eigen::Matrix3d& R_world_base) const;

  /// The same robot with a base that floats, or is fixed at T_world_base().
  Robot with_floating_base(bool floats) const;

  /// The same robot on a base that moves in the world. Six joints come before the others: prismatic along x,
  /// y, z of the world, then revolute about z (yaw), y (pitch) and x (roll). Their links have no mass. At
  /// zero the base has its old pose. Indices into joints() and links() increase by six.
  Robot on_moving_base() const;

  /// The same robot with other mass properties, one for each of links(). They must be valid: the
  /// constructor's check is not repeated.
  Robot with_mass_properties(std::span<const MassProperties> of_links) const;

  /// The same robot with other gravity compensations, one for each of links(). They must be valid: the
  /// constructor's check is not repeated.
  Robot with_gravity_compensations(std::span<const double> of_links) const;

  /// The same robot with one more link, which is the last one and is fixed to `parent` in its axes.
  Robot with_fixed_link(std::size_t parent, const Link& link) const;

  /// The same robot with other drives, one for each of joints(). They must be valid: the constructor's check
  /// is not repeated.
  Robot with_drives(std::span<const Drive> of_joints) const;

 private:
  void connect(const RobotDescription& description);
  void connect_mimics(const RobotDescription& description);
  void connect_drives(const RobotDescription& description);
  void collect_moving_joints();
  void sort_parents_first(const RobotDescription& description);

  std::string name_, source_;
  Eigen::Vector3d gravity_;
  Eigen::Isometry3d T_world_base_;
  bool base_floats_ = false;
  std::vector<Link> links_;
  std::vector<Joint> joints_;
  std::vector<std::size_t> moving_joints_, parents_first_;
};

}  // namespace invdyn
