#pragma once

#include <span>
#include <vector>

#include "../../lanes/kernel/drive_terms.h"
#include "../../robot/model/robot.h"
#include "joint_motion.h"

namespace invdyn {

/// The torques of the drives, in addition to the links' torques: reflected inertia of the rotors, without
/// gyroscopic effect [Choreonoid text, (20)], friction and springs. They are the same for all formulations.
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

  /// The torque or force that overcomes friction at velocity dq, N m or N; zero without friction.
  template <class T>
  T friction(std::size_t dof_index, const T& dq) const {
    return friction_torque(terms_[dof_index], dq);
  }

  /// The torque or force against the spring at position q, N m or N; zero without springs.
  template <class T>
  T spring(std::size_t dof_index, const T& q) const {
    return spring_torque(terms_[dof_index], q);
  }

  template <class T>
  void add(const JointMotion<T>& motion, std::span<T> tau) const {
    for (std::size_t i = 0; i < terms_.size(); ++i)
      tau[i] += drive_torque(terms_[i], motion.q[i], motion.dq[i], motion.ddq[i]);
  }

 private:
  std::vector<DriveTerms> terms_;
};

}  // namespace invdyn
