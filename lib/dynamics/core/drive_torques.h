#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../lanes/kernel/drive_terms.h"
#include "../../lanes/kernel/rows.h"
#include "../../robot/model/drive_coupling.h"
#include "../../robot/model/robot.h"
#include "joint_motion.h"

namespace invdyn {

/// The torques of the drives, in addition to the links' torques: reflected inertia of the rotors, without
/// gyroscopic effect [Choreonoid text, (20)], friction and springs. They are the same for all formulations.
///
/// Friction that depends on the load needs the torque that a drive passes on, to links, wrenches and spring:
///   tau = passed + load |passed| sign(dq) + the rest of friction + rotor.
/// So it is added last. Few joints have it, or a friction curve, or a drive that turns with other joints;
/// rows without them are computed as ever.
class DriveTorques {
 public:
  DriveTorques(const Robot& robot, bool with_friction, bool with_rotor, bool with_spring) {
    for (std::size_t i = 0; i < robot.dof(); ++i) {
      const Drive& drive = robot.moving_joint(i).drive;
      DriveTerms terms;
      if (with_rotor) terms.inertia = drive.reflected_inertia();
      if (with_friction) {
        terms.damping = drive.damping();
        terms.while_positive = drive.coulomb_positive() + drive.offset;
        terms.while_negative = drive.coulomb_negative() + drive.offset;
        terms.at_rest = drive.offset;
        if (drive.turns_with.empty() && (drive.load != 0 || drive.curve.torque != 0))
          gears_.push_back({i, drive.load, drive.curve});
      }
      if (with_spring) {
        terms.stiffness = drive.spring.stiffness;
        terms.reference = drive.spring.reference;
      }
      terms_.push_back(terms);
    }
    for (CoupledDrive& each : coupled_drives(robot)) {
      const Drive& drive = robot.moving_joint(each.drive).drive;
      DriveTerms& terms = terms_[each.drive];
      Coupled coupled{std::move(each), {.inertia = terms.inertia, .damping = terms.damping}, {}};
      if (with_friction) {
        coupled.terms.while_positive = drive.coulomb_positive();
        coupled.terms.while_negative = drive.coulomb_negative();
        coupled.curve = drive.curve;
      }
      terms.inertia = terms.damping = 0;
      terms.while_positive = terms.while_negative = terms.at_rest;
      coupled_.push_back(std::move(coupled));
    }
  }

  std::size_t dof() const { return terms_.size(); }

  const DriveTerms& terms(std::size_t dof_index) const { return terms_[dof_index]; }

  /// The rotor's inertia as its own joint feels it, kg m^2 or kg; zero without rotors.
  double inertia(std::size_t dof_index) const {
    double inertia = terms_[dof_index].inertia;
    for (const Coupled& each : coupled_)
      if (each.of.drive == dof_index) inertia += each.terms.inertia;
    return inertia;
  }

  /// The torque or force that overcomes friction at velocity dq, N m or N, but for the parts that depend on
  /// the load, or on other joints too; zero without friction.
  template <class T>
  T friction(std::size_t dof_index, const T& dq) const {
    T torque = friction_torque(terms_[dof_index], dq);
    for (const Gear& gear : gears_)
      if (gear.dof == dof_index && gear.curve.torque != 0) torque += gear.curve.at(dq);
    return torque;
  }

  /// The torque or force against the spring at position q, N m or N; zero without springs.
  template <class T>
  T spring(std::size_t dof_index, const T& q) const {
    return spring_torque(terms_[dof_index], q);
  }

  /// Adds all that does not depend on the load, on a curve or on other joints.
  template <class T>
  void add(const JointMotion<T>& motion, std::span<T> tau) const {
    for (std::size_t i = 0; i < terms_.size(); ++i)
      tau[i] += drive_torque(terms_[i], motion.q[i], motion.dq[i], motion.ddq[i]);
  }

  /// A joint whose friction depends on its load or on a curve.
  struct Gear {
    std::size_t dof;
    double load;
    FrictionCurve curve;

    /// The torque against this friction; passed: what the drive passes on.
    template <class T>
    T friction(const T& passed, const T& dq) const {
      T torque = coulomb_friction(dq, load, -load) * (passed < T(0) ? -passed : passed);
      if (curve.torque != 0) torque += curve.at(dq);
      return torque;
    }
  };
  const std::vector<Gear>& gears() const { return gears_; }

  /// A drive that turns with several joints, at w = sum of factor dq, with what depends on w.
  struct Coupled {
    CoupledDrive of;
    DriveTerms terms;
    FrictionCurve curve;

    template <class T>
    T speed(std::span<const T> rates) const {
      T w(0);
      for (const auto& [joint, factor] : of.joints) w += T(factor) * rates[joint];
      return w;
    }
    template <class T>
    T torque(const T& w, const T& dw) const {
      const T torque = drive_torque(terms, T(0), w, dw);
      return curve.torque == 0 ? torque : torque + curve.at(w);
    }
  };
  const std::vector<Coupled>& coupled() const { return coupled_; }

  /// Adds what the rotors of such drives have in the mass matrix beside inertia(), which is on its diagonal.
  template <class Matrix>
  void add_coupling(Matrix&& M) const {
    using T = std::decay_t<decltype(M(0, 0))>;
    for (const Coupled& each : coupled_)
      for (const auto& [a, factor_a] : each.of.joints)
        for (const auto& [b, factor_b] : each.of.joints)
          if (a != b || a != each.of.drive)
            M(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) +=
                T(each.terms.inertia * factor_a * factor_b);
  }

  /// Whether torques at s times the speed are square s^2 + linear s + constant.
  bool are_quadratic() const {
    return gears_.empty() && std::all_of(coupled_.begin(), coupled_.end(),
                                         [](const Coupled& each) { return each.curve.torque == 0; });
  }

  /// Adds the rest to tau, which has all else, wrenches too.
  template <class T>
  void add_gears(const JointMotion<T>& motion, std::span<T> tau) const {
    for (const Gear& gear : gears_) {
      const std::size_t i = gear.dof;
      add_gear(gear, motion.dq[i], motion.ddq[i], tau[i]);
    }
    for (const Coupled& each : coupled_) {
      const T torque = each.torque(each.speed(motion.dq), each.speed(motion.ddq));
      for (const auto& [joint, factor] : each.of.joints) tau[joint] += T(factor) * torque;
    }
  }
  void add_gears(const MotionRows& rows) const {
    for (const Gear& gear : gears_)
      for (std::size_t k = gear.dof * rows.stride, end = k + rows.count; k < end; ++k)
        add_gear(gear, rows.dq[k], rows.ddq[k], rows.tau[k]);
    add_coupled(rows);
  }
  /// Of the rest, that of drives that turn with several joints.
  void add_coupled(const MotionRows& rows) const {
    for (const Coupled& each : coupled_)
      for (std::size_t k = 0; k < rows.count; ++k) {
        double w = 0, dw = 0;
        for (const auto& [joint, factor] : each.of.joints) {
          w += factor * rows.dq[joint * rows.stride + k];
          dw += factor * rows.ddq[joint * rows.stride + k];
        }
        const double torque = each.torque(w, dw);
        for (const auto& [joint, factor] : each.of.joints)
          rows.tau[joint * rows.stride + k] += factor * torque;
      }
  }

 private:
  template <class T>
  void add_gear(const Gear& gear, const T& dq, const T& ddq, T& tau) const {
    const DriveTerms& terms = terms_[gear.dof];
    tau += gear.friction(tau - T(terms.inertia) * ddq - friction_torque(terms, dq), dq);
  }

  std::vector<DriveTerms> terms_;
  std::vector<Gear> gears_;
  std::vector<Coupled> coupled_;
};

}  // namespace invdyn
