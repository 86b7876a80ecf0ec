#pragma once

#include <span>
#include <vector>

#include "../../lanes/kernel/drive_terms.h"
#include "../../lanes/kernel/rows.h"
#include "../../robot/model/robot.h"
#include "joint_motion.h"

namespace invdyn {

/// The torques of the drives, in addition to the links' torques: reflected inertia of the rotors, without
/// gyroscopic effect [Choreonoid text, (20)], friction and springs. They are the same for all formulations.
///
/// Friction that depends on the load needs the torque that a drive passes on, to links, wrenches and spring:
///   tau = passed + load |passed| sign(dq) + the rest of friction + rotor.
/// So it is added last. Few joints have it, or a friction curve; rows without them are computed as ever.
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
        if (drive.load != 0 || drive.curve.torque != 0) gears_.push_back({i, drive.load, drive.curve});
      }
      if (with_spring) {
        terms.stiffness = drive.spring.stiffness;
        terms.reference = drive.spring.reference;
      }
      terms_.push_back(terms);
    }
  }

  std::size_t dof() const { return terms_.size(); }

  const DriveTerms& terms(std::size_t dof_index) const { return terms_[dof_index]; }

  /// The rotor's inertia as the joint feels it, kg m^2 or kg; zero without rotors.
  double inertia(std::size_t dof_index) const { return terms_[dof_index].inertia; }

  /// The torque or force that overcomes friction at velocity dq, N m or N, but for the part that depends on
  /// the load; zero without friction.
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

  /// Adds all that does not depend on the load or on a curve.
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

  /// Adds the rest to tau, which has all else, wrenches too.
  template <class T>
  void add_gears(const JointMotion<T>& motion, std::span<T> tau) const {
    for (const Gear& gear : gears_) {
      const std::size_t i = gear.dof;
      add_gear(gear, motion.dq[i], motion.ddq[i], tau[i]);
    }
  }
  void add_gears(const MotionRows& rows) const {
    for (const Gear& gear : gears_)
      for (std::size_t k = gear.dof * rows.stride, end = k + rows.count; k < end; ++k)
        add_gear(gear, rows.dq[k], rows.ddq[k], rows.tau[k]);
  }

 private:
  template <class T>
  void add_gear(const Gear& gear, const T& dq, const T& ddq, T& tau) const {
    const DriveTerms& terms = terms_[gear.dof];
    tau += gear.friction(tau - T(terms.inertia) * ddq - friction_torque(terms, dq), dq);
  }

  std::vector<DriveTerms> terms_;
  std::vector<Gear> gears_;
};

}  // namespace invdyn
