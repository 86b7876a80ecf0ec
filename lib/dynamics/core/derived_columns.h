#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../trajectory/data/block.h"
#include "../../trajectory/pose/twist_axes.h"
#include "centroidal_motion.h"
#include "driven_tree.h"
#include "inverse_dynamics.h"
#include "joint_reactions.h"
#include "motor_shaft.h"
#include "wrench_torques.h"

namespace invdyn {

/// The quantities that can be added to each row of a trajectory, next to q, dq, ddq and tau.
enum class Derived {
  // The terms of tau, N m or N: they add up to it.
  inertia,   ///< M(q) ddq of the links; with a moving base, also the torque of its acceleration
  coriolis,  ///< C(q, dq) dq; with a moving base, also the torque of its velocity
  gravity,   ///< g(q)
  viscous,   ///< damping of joint and motor
  coulomb,   ///< dry friction of both, with the part that depends on the load, and the friction curve
  offset,    ///< constant torque of the joint
  spring,    ///< stiffness (q - reference)
  rotor,     ///< gear_ratio^2 rotor_inertia ddq; of the speed of the drive, as viscous and coulomb
  external,  ///< -J(q)^T wrench
  // Quantities that follow from them.
  power,         ///< tau dq, W
  motor_torque,  ///< at the motor's shaft, with its own rotor and friction, N m
  motor_speed,   ///< gear_ratio w, rad/s
  measured,      ///< torque that the trajectory's file holds, N m or N
  residual,      ///< measured - tau, N m or N
  reaction,      ///< force (N) and moment (N m) from the parent onto the joint's link: six columns a joint
  // Of a floating base, about the origin of its link.
  base,         ///< pose, twist and rates as used: 19 columns, m and rad
  wrench,       ///< force (N) and moment (N m) that the world exerts on it: six columns, in world axes
  wrench_body,  ///< the same in the base's axes
  // Of the whole robot with its base, in world axes.
  com,       ///< place, velocity and acceleration of the centre of mass, m, per s, per s^2: nine columns
  momentum,  ///< linear and angular momentum, the latter about the centre of mass, and their rates: twelve
  zmp,       ///< zero moment point of what the ground exerts, on it, m: three columns
  // Of contacts with the ground.
  contact,  ///< force (N) and moment (N m) on each link about its origin, in world axes: six columns each
  support   ///< points that bear, a column each; what is left over, as a share of the weight, and why: two
};

/// Of each joint.
inline constexpr std::array all_derived{
    Derived::inertia,      Derived::coriolis,    Derived::gravity,  Derived::viscous,  Derived::coulomb,
    Derived::offset,       Derived::spring,      Derived::rotor,    Derived::external, Derived::power,
    Derived::motor_torque, Derived::motor_speed, Derived::measured, Derived::residual, Derived::reaction};
/// Of a floating base alone.
inline constexpr std::array derived_of_base{Derived::base,    Derived::wrench,   Derived::wrench_body,
                                            Derived::com,     Derived::momentum, Derived::zmp,
                                            Derived::contact, Derived::support};

constexpr bool is_of_base(Derived derived) {
  return derived >= Derived::base && derived <= Derived::wrench_body;
}

/// Of the whole robot with its base.
constexpr bool is_of_whole(Derived derived) {
  return derived >= Derived::com && derived <= Derived::zmp;
}

constexpr bool is_of_contacts(Derived derived) {
  return derived >= Derived::contact;
}

/// Whether a value may be NaN, as there is none.
constexpr bool may_lack(Derived derived) {
  return derived == Derived::zmp;
}

/// Whether it depends on where the base is and how it is turned, though the torques do not.
constexpr bool depends_on_place(Derived derived) {
  return derived == Derived::base || is_of_whole(derived);
}

/// `inertia`, ..., as the columns begin with it.
std::string_view name_of(Derived derived);

/// The columns of such values for every joint that moves by itself, in the order of robot.moving_joints().
/// The torques of a joint include the shares of the joints that mimic it. Immutable: one object serves any
/// number of threads, each with a workspace of its own.
class DerivedColumns {
 public:
  struct Workspace {
    explicit Workspace(const DerivedColumns& columns);
    InverseDynamics::BlockWorkspace with_gravity, without_gravity;
    DrivenTree::Rows rows;
    BodyPoses places;
    JointReactions::Workspace reactions;
    CentroidalMotion::Workspace whole;
  };

  /// `axes`: of the twist of `base`. zmp is on the ground of the surroundings. Throws as InverseDynamics
  /// does, and for columns of the whole of a robot without mass.
  DerivedColumns(const Robot& robot, const DynamicsSettings& settings, const Surroundings& surroundings,
                 std::vector<Derived> wanted, TwistAxes axes = TwistAxes::world);

  /// How many columns there are.
  std::size_t count() const;

  /// The column names of one quantity: `gravity_elbow`. A reaction has `reaction_fx_elbow@forearm` to
  /// `reaction_nz_elbow@forearm`: it is in the axes of the link that the joint carries, `forearm`, with the
  /// moment about the joint's origin. A base has `base_x`, `base_fx`, `base_fx_body`; a
  /// contact `wrench_fx_l_foot@world`, `bears_l_foot`, `unexplained`, `breaks`.
  std::vector<std::string> names(Derived derived) const;

  const std::vector<Derived>& wanted() const { return wanted_; }

  /// Whether a value of the column with this number may be NaN.
  bool may_lack(std::size_t column) const;

  /// Fills block.derived of the block's own rows, whose tau is known, with the columns of all wanted
  /// quantities. measured and residual need a block that holds measured torques, zmp one that holds a base.
  /// Where the base presses on the ground with less than a millionth of the weight, zmp is NaN.
  void fill(Block& block, Workspace& workspace) const;

 private:
  using Rates = DrivenTree::Rates;
  std::size_t columns_of(Derived derived) const;
  double* fill(Derived derived, Block& block, double* out, Workspace& workspace) const;
  void links_term(const InverseDynamics& dynamics, InverseDynamics::BlockWorkspace& of_dynamics, Rates rates,
                  const Block& block, double* out, Workspace& workspace) const;
  template <class OfJoint>
  void drives_term(const Block& block, double* out, DrivenTree::Rows& memory, OfJoint of_joint) const;
  void dry_friction(std::span<const double> t, const Block& block, double* out, Workspace& workspace) const;
  template <class OfDrive>
  void add_coupled(const MotionRows& rows, OfDrive of_drive) const;
  struct DriveSample {
    double w, dw, torque;  // torque: of the drive at its own joint
  };
  DriveSample of_drive(std::size_t joint, const Block& block, std::size_t row) const;
  void of_whole(Derived derived, const Block& block, double* out, Workspace& workspace) const;
  Eigen::Vector3d zero_moment_point(const Block& block, Eigen::Index row, const MotionRows& rows,
                                    std::size_t k) const;

  std::vector<Joint> joints_;                              // of the columns
  Eigen::MatrixXd drives_per_joints_, joints_per_drives_;  // of the columns; empty: no drive is coupled
  std::vector<MotorShaft> shafts_;                         // of the columns
  std::vector<std::string> contacts_;                      // names of their links
  std::vector<std::string> carried_;                       // by joint: its link's name
  DrivenTree tree_;
  std::vector<Drive> drives_;                            // of the tree, without effects that are left out
  std::vector<std::pair<CoupledDrive, Drive>> coupled_;  // of the tree; in drives_, offset and spring stay
  InverseDynamics with_gravity_, without_gravity_;       // links alone, with and without gravity
  WrenchTorques wrenches_, balancers_, of_contacts_;     // balancers: on a base that moves
  JointReactions reactions_;
  std::vector<Derived> wanted_;
  TwistAxes axes_;
  std::optional<CentroidalMotion> whole_;  // if wanted
  double least_pressure_ = 0;              // on the ground, N
  Ground ground_;
};

}  // namespace invdyn
