#pragma once

#include "../scalar/batch.h"

namespace invdyn {

/// The contribution of a drive to its joint's torque, as reflected to the joint.
struct DriveTerms {
  double inertia = 0;  ///< of the rotor, kg m^2 or kg
  double damping = 0;  ///< N m s/rad or N s/m
  /// Coulomb friction and offset of the joint: while dq > 0, while dq < 0, at rest. N m or N
  double while_positive = 0, while_negative = 0, at_rest = 0;
  double stiffness = 0, reference = 0;  ///< of the spring, N m/rad or N/m, and rad or m
};

/// The torque that depends on the sign of dq alone.
template <class T>
T coulomb_friction(const T& dq, double while_positive, double while_negative, double at_rest = 0) {
  return dq > T(0) ? T(while_positive) : dq < T(0) ? T(while_negative) : T(at_rest);
}
template <class Lanes>
Batch<Lanes> coulomb_friction(const Batch<Lanes>& dq, double while_positive, double while_negative,
                              double at_rest = 0) {
  using T = Batch<Lanes>;
  const T zero(0);
  return select(dq > zero, T(while_positive), select(dq < zero, T(while_negative), T(at_rest)));
}

/// The torque against friction at velocity dq, N m or N.
template <class T>
T friction_torque(const DriveTerms& terms, const T& dq) {
  return T(terms.damping) * dq +
         coulomb_friction(dq, terms.while_positive, terms.while_negative, terms.at_rest);
}

/// The torque against the spring at position q, N m or N.
template <class T>
T spring_torque(const DriveTerms& terms, const T& q) {
  return T(terms.stiffness) * (q - T(terms.reference));
}

/// The torque for friction, for the rotor's acceleration and against the spring. Few joints have one.
template <class T>
T drive_torque(const DriveTerms& terms, const T& q, const T& dq, const T& ddq) {
  const T torque = T(terms.inertia) * ddq + friction_torque(terms, dq);
  return terms.stiffness == 0 ? torque : torque + spring_torque(terms, q);
}

}  // namespace invdyn
