#pragma once

#include <span>
#include <vector>

#include "../robot/robot.h"
#include "joint_motion.h"

namespace invdyn {

/// Coulomb friction at velocity dq; zero at rest.
template <class T>
T coulomb_friction(const T& dq, double while_positive, double while_negative) {
  return dq > T(0) ? T(while_positive) : dq < T(0) ? T(while_negative) : T(0);
}

/// What the drives ask for beside the links' motion, the same whatever method computes that: the inertia of
/// rotors behind their gears, without gyroscopic effect [Choreonoid text, (20)], and friction.
class DriveTorques {
 public:
  DriveTorques(const Robot& robot, bool with_friction, bool with_rotor) {
    for (std::size_t i = 0; i < robot.dof(); ++i) {
      const Drive& drive = robot.moving_joint(i).drive;
      Terms terms;
      if (with_rotor) terms.inertia = drive.reflected_inertia();
      if (with_friction) {
        terms.damping = drive.damping();
        terms.coulomb_positive = drive.coulomb_positive();
        terms.coulomb_negative = drive.coulomb_negative();
      }
      terms_.push_back(terms);
    }
  }

  std::size_t dof() const { return terms_.size(); }

  /// The rotor's inertia as the joint feels it, kg m^2 or kg; zero without rotors.
  double inertia(std::size_t dof_index) const { return terms_[dof_index].inertia; }

  /// What it takes to overcome friction at velocity dq, N m or N; zero without friction.
  template <class T>
  T friction(std::size_t dof_index, const T& dq) const {
    const Terms& terms = terms_[dof_index];
    return T(terms.damping) * dq + coulomb_friction(dq, terms.coulomb_positive, terms.coulomb_negative);
  }

  template <class T>
  void add(const JointMotion<T>& motion, std::span<T> tau) const {
    for (std::size_t i = 0; i < terms_.size(); ++i)
      tau[i] += T(terms_[i].inertia) * motion.ddq[i] + friction(i, motion.dq[i]);
  }

 private:
  struct Terms {  // at the joint
    double inertia = 0, damping = 0, coulomb_positive = 0, coulomb_negative = 0;
  };
  std::vector<Terms> terms_;
};

}  // namespace invdyn
