#pragma once

#include <span>
#include <vector>

#include "../kernel/drive_terms.h"
#include "../robot/robot.h"
#include "joint_motion.h"

namespace invdyn {

/// The torques of the drives, in addition to the links' torques: reflected inertia of the rotors, without
/// gyroscopic effect [Choreonoid text, (20)], and friction. They are the same for all formulations.
class DriveTorques {
 public:
  DriveTorques(const Robot& robot, bool with_friction, bool with_rotor) {
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

  template <class T>
  void add(const JointMotion<T>& motion, std::span<T> tau) const {
    for (std::size_t i = 0; i < terms_.size(); ++i)
      tau[i] += drive_torque(terms_[i], motion.dq[i], motion.ddq[i]);
  }

 private:
  std::vector<DriveTerms> terms_;
};

}  // namespace invdyn
