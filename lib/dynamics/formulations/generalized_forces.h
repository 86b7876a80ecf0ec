#pragma once

// The terms of the equation of motion one by one: the recursive Newton-Euler method with the rest set to zero
// [Walker & Orin 1982, method 1, where the two together are the bias vector].

#include <span>
#include <type_traits>
#include <vector>

#include "../../robot/model/robot.h"
#include "../core/dynamics_settings.h"
#include "newton_euler.h"

namespace invdyn {

/// The generalized forces of the links that do not depend on acceleration, each on its own: g(q) and
/// C(q, dq) dq in
///   tau = M(q) ddq + C(q, dq) dq + g(q) + gear_ratio^2 rotor_inertia ddq + friction(dq).
/// Both are torques that the joints exert: N m, for prismatic joints N. All spans have the length dof(), in
/// the order of robot.moving_joints(). Immutable: one object serves any number of threads, each with a
/// workspace of its own.
class GeneralizedForces {
 public:
  /// Temporaries, owned by the caller and used again from sample to sample.
  template <class T>
  struct Workspace {
    explicit Workspace(const GeneralizedForces& forces)
        : links(forces.without_gravity_), zero(forces.dof()) {}
    NewtonEuler::Workspace<T> links;
    std::vector<T> zero;
  };

  /// Of the settings, `gravity` alone counts.
  explicit GeneralizedForces(const Robot& robot, const DynamicsSettings& settings = {})
      : dof_(robot.dof()),
        without_gravity_(robot, {Eigen::Vector3d::Zero()}),
        with_gravity_(robot, {settings.gravity.value_or(robot.gravity())}) {}

  std::size_t dof() const { return dof_; }

  /// g(q): the torques that hold the links at rest against gravity, without any gravity compensation.
  template <class T>
  void gravity(std::type_identity_t<std::span<const T>> q, Workspace<T>& w,
               std::type_identity_t<std::span<T>> tau) const {
    with_gravity_.torques(JointMotion<T>{q, w.zero, w.zero}, w.links, tau);
  }

  /// C(q, dq) dq: the torques of Coriolis and centrifugal accelerations at constant joint speeds.
  template <class T>
  void coriolis_and_centrifugal(std::type_identity_t<std::span<const T>> q,
                                std::type_identity_t<std::span<const T>> dq, Workspace<T>& w,
                                std::type_identity_t<std::span<T>> tau) const {
    without_gravity_.torques(JointMotion<T>{q, dq, w.zero}, w.links, tau);
  }

 private:
  std::size_t dof_;
  NewtonEuler without_gravity_, with_gravity_;
};

}  // namespace invdyn
