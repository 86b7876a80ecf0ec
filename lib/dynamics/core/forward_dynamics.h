#pragma once

// The articulated-body algorithm in link frames, for trees of revolute and prismatic joints.
//
// Source: Featherstone, "The Calculation of Robot Dynamics Using Articulated-Body Inertias", Int. J. Robotics
// Research 2 (1983) 13-30; Featherstone, Rigid Body Dynamics Algorithms (2008), table 7.1, whose quantities
// are cited below in brackets.
//
// An articulated body is body i with all that it carries; its joints move freely under their torques. The
// force and moment of its parent on it are linear in its acceleration,
//   moment = J alpha + H a + moment_0,    force = H^T alpha + M a + force_0,
// and their component along the axis of joint i is the joint's torque.
//
// Frames: as in newton_euler.h. Body i's frame has its origin on joint i's axis and z along it. Every
// vector of body i is in frame i, except p, which is in its parent's; moments are about the origin of frame
// i.
//
// Departures: accelerations are as in newton_euler.h: a is the acceleration of the body's origin as a point,
// plus -g (Featherstone: spatial acceleration). So the velocity-product terms zeta and (force_0, moment_0) of
// a single body are the terms of Newton-Euler that have no joint acceleration. A drive's rotor adds its
// reflected inertia to D; friction and springs are subtracted from tau before. An external wrench is
// subtracted from the bias, and so is the force of a gravity compensation. Friction that depends on the load
// makes the torque of drive i, of what it passes on, k_i = 1 + load sign(dq) sign(passed) times as large:
//   tau - friction(dq) = k passed + rotor ddq.
// So (tau - friction) / k and rotor / k take the places of these. SignSearch finds the signs of what is
// passed. A drive that turns with other joints has its friction subtracted from tau before, and its rotor in
// D as if it turned with its own joint alone: with this mass matrix M, and K for what the rotor has beside,
// the acceleration a found becomes that of (M + K) ddq = M a.
//
//   omega, alpha, a      as in newton_euler.h                  R, p     pose of the body in its parent
//   zeta_alpha, zeta_a   acceleration from dq alone [c]        J, H, M  articulated inertia [I_A]
//   force_0, moment_0    [p_A]                                 U, D, u  [U, D, u]
//   trace, first_moment  of the body with all that it carries, rigid: see require_resistance()

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "../../ground/matrix/sign_search.h"
#include "../../robot/kinematics/body_pose.h"
#include "../../robot/model/bodies.h"
#include "body_wrench.h"
#include "drive_torques.h"
#include "dynamics_settings.h"
#include "mass_matrix.h"

namespace invdyn {

/// Joint accelerations of a robot under given torques: the ddq at which InverseDynamics of the same robot and
/// settings gives tau,
///   ddq = (M(q) + gear_ratio^2 rotor_inertia)^-1 (tau - friction(dq) - stiffness (q - reference)
///         - C(q, dq) dq - g(q) + J(q)^T wrench).
/// Friction is for a joint in motion: it does not hold a joint at rest.
/// Immutable: one object serves any number of threads, each with a workspace of its own.
class ForwardDynamics {
 public:
  /// The data of one body in accelerations().
  template <class T>
  struct ArticulatedBody {
    Matrix3<T> R;
    Vector3<T> p;
    Vector3<T> omega, zeta_alpha, zeta_a;
    Vector3<T> gravity;  // in the body's axes; only with gravity compensation
    Matrix3<T> J, H, M;
    Vector3<T> force_0, moment_0;
    Vector3<T> U_moment, U_force;
    T D, u;
    Vector3<T> alpha, a;
    Vector3<T> first_moment;
    T trace;
  };

  /// Temporaries of accelerations(), owned by the caller and used again from sample to sample.
  template <class T>
  struct Workspace {
    explicit Workspace(const ForwardDynamics& dynamics)
        : bodies(dynamics.dof()), effort(dynamics.dof(), T(1)) {}
    std::vector<ArticulatedBody<T>> bodies;
    std::vector<T> effort;  ///< of each drive, for each N m (N) that it passes on: k
    SignSearch<T> efforts = {};
    std::vector<T> tau = {};  ///< without friction of coupled drives
    std::optional<MassMatrix::Workspace<T>> links = {};
    MassMatrix::Matrix<T> M = {};
  };

  /// Precondition: every joint has something to move: a rotor (with settings.rotor) or mass. Throws Error,
  /// with the joint's name, if this fails at every position. This is detected for the last joint of each
  /// branch: its link has no mass, or is a point or line on the axis.
  explicit ForwardDynamics(const Robot& robot, const DynamicsSettings& settings = {});

  /// What is wrong with a joint where rounding hides the sign of what its drive passes on.
  static constexpr const char* undecided_effort =
      "rounding errors hide whether its drive accelerates or brakes the links, and the friction of the load "
      "depends on this; expected masses of similar sizes, or a smaller friction of the load";

  std::size_t dof() const { return bodies_.size(); }

  /// q, dq: rad or m, per s. tau: N m, for prismatic joints N. ddq: rad/s^2 or m/s^2. All spans have the
  /// length dof(), in the order of robot.moving_joints().
  /// Throws Error, with the joint's name, if nothing resists some motion at this q: the mass matrix (with
  /// rotors, if the settings have them) is singular in double precision. Near such q, ddq is as inaccurate as
  /// the mass matrix is ill-conditioned. Also if rounding hides how friction of the load acts.
  template <class T>
  void accelerations(std::type_identity_t<std::span<const T>> q, std::type_identity_t<std::span<const T>> dq,
                     std::type_identity_t<std::span<const T>> tau, Workspace<T>& w,
                     std::type_identity_t<std::span<T>> ddq) const {
    if (!drives_.coupled().empty()) tau = without_coupled_friction(dq, tau, w);
    if (!drives_.gears().empty()) begin_efforts(dq, tau, w);
    do {
      if (const auto undecided = w.efforts.undecided()) fail_undecided(*undecided);
      w.efforts.set_factors(w.effort);
      velocities(q, dq, w);
      if (wrench_) {
        const Wrench<T> on_body = wrench_->at(q);
        w.bodies[wrench_->body()].force_0 -= on_body.force;
        w.bodies[wrench_->body()].moment_0 -= on_body.moment;
      }
      if (!held_.empty()) hold_weights(w);
      articulate(q, dq, tau, w);
      accelerate(w, ddq);
      if (links_) couple(q, w, ddq);
    } while (w.efforts.corrects(ddq));
  }

 private:
  // The efforts of the joints in motion whose friction depends on the load.
  template <class T>
  void begin_efforts(std::span<const T> dq, std::span<const T> tau, Workspace<T>& w) const {
    w.efforts.clear();
    std::fill(w.effort.begin(), w.effort.end(), T(1));
    for (const DriveTorques::Gear& gear : drives_.gears())
      if (const std::size_t i = gear.dof; gear.load != 0 && !(dq[i] == T(0)))
        w.efforts.add(i, dq[i] > T(0) ? gear.load : -gear.load, tau[i] - drives_.friction(i, dq[i]),
                      drives_.inertia(i));
  }

  template <class T>
  std::span<const T> without_coupled_friction(std::span<const T> dq, std::span<const T> tau,
                                              Workspace<T>& w) const {
    w.tau.assign(tau.begin(), tau.end());
    for (const DriveTorques::Coupled& each : drives_.coupled()) {
      const T friction = each.torque(each.speed(dq), T(0));
      for (const auto& [joint, factor] : each.of.joints) w.tau[joint] -= T(factor) * friction;
    }
    return w.tau;
  }

  // Turns ddq, at which the rotors of coupled drives turn with their own joints alone, into that of the
  // robot, by the factors L D L' of its mass matrix.
  template <class T>
  void couple(std::span<const T> q, Workspace<T>& w, std::span<T> ddq) const {
    const auto n = static_cast<Eigen::Index>(dof());
    if (!w.links) w.links.emplace(*links_);
    MassMatrix::Matrix<T>& M = w.M;
    M.resize(n, n);
    links_->compute<T>(q, *w.links, M);
    for (std::size_t j = 0; j < dof(); ++j)
      M(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(j)) += T(drives_.inertia(j)) / w.effort[j];
    Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>> x(ddq.data(), n);
    const Eigen::Matrix<T, Eigen::Dynamic, 1> torque = M * x;
    x = torque;
    drives_.add_coupling(M);
    for (Eigen::Index k = 0; k < n; ++k) {
      const T whole = M(k, k);
      for (Eigen::Index i = 0; i < k; ++i) M(k, k) -= M(k, i) * M(k, i) * M(i, i);
      if (M(k, k) <= T(min_part) * whole) fail(body_of(static_cast<std::size_t>(k)), " at this position");
      for (Eigen::Index j = k + 1; j < n; ++j) {
        for (Eigen::Index i = 0; i < k; ++i) M(j, k) -= M(j, i) * M(k, i) * M(i, i);
        M(j, k) /= M(k, k);
        x[j] -= M(j, k) * x[k];
      }
    }
    for (Eigen::Index k = n; k-- > 0;) {
      x[k] /= M(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) x[k] -= M(j, k) * x[j];
    }
  }

  // A rigid body by itself: articulated inertia and bias while nothing yields.
  template <class T>
  static void set_rigid(const MassProperties& body, ArticulatedBody<T>& b) {
    const T mass(body.mass);
    const Vector3<T> c = body.com.template cast<T>();
    const Matrix3<T> I = body.inertia.template cast<T>();
    const Vector3<T> omega_x_c = b.omega.cross(c), angular_momentum = I * b.omega;
    b.first_moment = mass * c;
    b.J = I + mass * (c.squaredNorm() * Matrix3<T>::Identity() - c * c.transpose());
    b.H = cross_matrix(b.first_moment);
    b.M = mass * Matrix3<T>::Identity();
    b.force_0 = mass * b.omega.cross(omega_x_c);
    b.moment_0 = b.omega.cross(angular_momentum) + c.cross(b.force_0);
    b.trace = b.J.trace();
  }

  // Pass 1, from the base to the tips: what position and velocity decide.
  template <class T>
  void velocities(std::span<const T> q, std::span<const T> dq, Workspace<T>& w) const {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      const T speed = dq[body.dof];
      ArticulatedBody<T>& b = w.bodies[i];
      set_body_pose(body, q[body.dof], b.R, b.p);
      if (body.parent) {
        const Vector3<T>& parent_omega = w.bodies[*body.parent].omega;
        const Vector3<T> omega_x_p = parent_omega.cross(b.p);
        b.omega = b.R.transpose() * parent_omega;
        b.zeta_a = b.R.transpose() * parent_omega.cross(omega_x_p);
      } else {
        b.omega.setZero();
        b.zeta_a.setZero();
      }
      // Here b.omega is still the parent's angular velocity, in this body's axes.
      const Vector3<T> omega_x_zdq(b.omega.y() * speed, -b.omega.x() * speed, T(0));
      if (body.is_revolute) {
        b.zeta_alpha = omega_x_zdq;
        b.omega.z() += speed;
      } else {
        b.zeta_alpha.setZero();
        b.zeta_a += T(2) * omega_x_zdq;
      }
      set_rigid(body.mass_properties, b);
    }
  }

  // The force -mass gravity of the gravity compensations of each body, at the centre of these masses.
  template <class T>
  void hold_weights(Workspace<T>& w) const {
    const Vector3<T> base_gravity = (-base_acceleration_).template cast<T>();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      ArticulatedBody<T>& b = w.bodies[i];
      const std::optional<std::size_t>& parent = bodies_[i].parent;
      b.gravity = b.R.transpose() * (parent ? w.bodies[*parent].gravity : base_gravity);
      const Vector3<T> weight = T(held_[i].mass) * b.gravity;
      b.force_0 += weight;
      b.moment_0 += held_[i].com.template cast<T>().cross(weight);
    }
  }

  // Pass 2, from the tips to the base: articulated inertias and biases.
  template <class T>
  void articulate(std::span<const T> q, std::span<const T> dq, std::span<const T> tau,
                  Workspace<T>& w) const {
    for (std::size_t i = bodies_.size(); i-- > 0;) {
      const Body& body = bodies_[i];
      ArticulatedBody<T>& b = w.bodies[i];
      const T effort = w.effort[body.dof];
      const T reflected_inertia = T(drives_.inertia(body.dof)) / effort;
      const T drive = (tau[body.dof] - drives_.friction(body.dof, dq[body.dof])) / effort -
                      drives_.spring(body.dof, q[body.dof]);
      if (body.is_revolute) {
        b.U_moment = b.J.col(2);
        b.U_force = b.H.row(2).transpose();
        b.D = b.J(2, 2) + reflected_inertia;
        b.u = drive - b.moment_0.z();
        require_resistance(i, b.D, b.trace);
      } else {
        b.U_moment = b.H.col(2);
        b.U_force = b.M.col(2);
        b.D = b.M(2, 2) + reflected_inertia;
        b.u = drive - b.force_0.z();
        require_resistance(i, b.D, T(carried_mass_[i]));
      }
      if (!body.parent) continue;

      // The joint yields [I_a = I_A - U D^-1 U^T, p_a = p_A + I_a c + U D^-1 u]. ...
      const Vector3<T> U_moment_D = b.U_moment / b.D, U_force_D = b.U_force / b.D;
      b.J -= U_moment_D * b.U_moment.transpose();
      b.H -= U_moment_D * b.U_force.transpose();
      b.M -= U_force_D * b.U_force.transpose();
      b.moment_0 += b.J * b.zeta_alpha + b.H * b.zeta_a + U_moment_D * b.u;
      b.force_0 += b.H.transpose() * b.zeta_alpha + b.M * b.zeta_a + U_force_D * b.u;

      // ... and the parent carries what remains, seen from its own origin [X* I_a X, X* p_a]: with the
      // origin's acceleration a + alpha x p, and moments that grow by p x force.
      ArticulatedBody<T>& parent = w.bodies[*body.parent];
      const Matrix3<T> p_x = cross_matrix(b.p);
      const Matrix3<T> J = b.R * b.J * b.R.transpose();
      const Matrix3<T> H = b.R * b.H * b.R.transpose();
      const Matrix3<T> M = b.R * b.M * b.R.transpose();
      const Matrix3<T> H_moved = H + p_x * M;
      parent.J += J - H * p_x + p_x * H_moved.transpose();
      parent.H += H_moved;
      parent.M += M;
      const Vector3<T> force_0 = b.R * b.force_0;
      parent.force_0 += force_0;
      parent.moment_0 += b.R * b.moment_0 + b.p.cross(force_0);

      const T mass(carried_mass_[i]);
      const Vector3<T> first_moment = b.R * b.first_moment;
      parent.first_moment += first_moment + mass * b.p;
      parent.trace += b.trace + T(4) * b.p.dot(first_moment) + T(2) * mass * b.p.squaredNorm();
    }
  }

  // Pass 3, from the base to the tips: each joint yields to what moves its body and is left.
  template <class T>
  void accelerate(Workspace<T>& w, std::span<T> ddq) const {
    const Vector3<T> base_a = base_acceleration_.template cast<T>();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      ArticulatedBody<T>& b = w.bodies[i];
      b.alpha = b.zeta_alpha;
      b.a = b.zeta_a;
      if (body.parent) {
        const ArticulatedBody<T>& parent = w.bodies[*body.parent];
        const Vector3<T> a_here = parent.a + parent.alpha.cross(b.p);
        b.alpha += b.R.transpose() * parent.alpha;
        b.a += b.R.transpose() * a_here;
      } else {
        b.a += b.R.transpose() * base_a;
      }
      const T acceleration = (b.u - b.U_moment.dot(b.alpha) - b.U_force.dot(b.a)) / b.D;
      (body.is_revolute ? b.alpha : b.a).z() += acceleration;
      ddq[body.dof] = acceleration;
    }
  }

  template <class T>
  static Matrix3<T> cross_matrix(const Vector3<T>& v) {
    Matrix3<T> v_x;
    v_x << T(0), -v.z(), v.y(), v.z(), T(0), -v.x(), -v.y(), v.x(), T(0);
    return v_x;
  }

  // D, what resists joint i, is a difference from `rigid`, what resists it when all that it carries is rigid:
  // the mass that slides, or a bound of the inertia that turns, the trace of the inertia about the origin.
  // Where D is so small a part of it that rounding leaves no digits, nothing resists. In random chains that
  // cannot resist, rounding left up to 1e-13; the robot's constants are doubles, so whatever T is. NaN
  // passes.
  template <class T>
  void require_resistance(std::size_t i, const T& D, const T& rigid,
                          const char* where = " at this position") const {
    if (D <= T(min_part) * rigid) fail(i, where);
  }

  static constexpr double min_part = 1e-13;

  std::size_t body_of(std::size_t dof) const;
  [[noreturn]] void fail(std::size_t body, const char* where) const;
  [[noreturn]] void fail_undecided(std::size_t dof) const;

  std::vector<Body> bodies_;
  std::vector<MassProperties> held_;      // of each body, by gravity compensation; empty: nothing
  std::vector<std::string> joint_names_;  // body by body
  std::vector<double> carried_mass_;      // of each body with all that it carries, kg
  DriveTorques drives_;
  Eigen::Vector3d base_acceleration_;  // in the base's axes
  std::optional<BodyWrench> wrench_;
  std::optional<MassMatrix> links_;  // only with coupled drives
};

}  // namespace invdyn
