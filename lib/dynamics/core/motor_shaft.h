#pragma once

#include <cmath>

#include "../../lanes/kernel/drive_terms.h"
#include "../../robot/model/robot.h"
#include "dynamics_settings.h"
#include "quadratic.h"

namespace invdyn {

/// What a drive passes on to links, wrenches and spring, N m or N, where that and the friction that grows
/// with it are `with_friction`.
inline double passed_torque(double load, double dq, double with_friction) {
  return with_friction / (1 + coulomb_friction(dq, load, -load) * (with_friction < 0 ? -1 : 1));
}

/// The load of a joint's motion on its motor, through the gearbox.
///
/// Of the joint's torque, the motor's own share turns its rotor and overcomes its own friction, and does not
/// go through the gearbox; the rest, the load, does. With the gear ratio G and the gearbox's efficiency e,
/// the motor gives, at the speed G dq,
///   tau_motor = (own + load / e) / G   while it drives the load, load * dq >= 0, standstill among them,
///   tau_motor = (own + load * e) / G   while the load drives it.
class MotorShaft {
 public:
  MotorShaft(const Drive& drive, const DynamicsSettings& settings)
      : ratio_(drive.gear_ratio), efficiency_(drive.efficiency) {
    if (settings.rotor) own_.inertia = drive.reflected_inertia();
    if (!settings.friction) return;
    own_.damping = ratio_ * ratio_ * drive.motor.damping;
    own_.while_positive = std::abs(ratio_) * drive.motor.coulomb_positive;
    own_.while_negative = std::abs(ratio_) * drive.motor.coulomb_negative;
  }

  /// Motor speed over joint speed.
  double ratio() const { return ratio_; }
  double efficiency() const { return efficiency_; }

  /// The motor's own share of the joint's torque when the motion goes s times as fast, s > 0; N m or N.
  Quadratic own(double dq, double ddq) const {
    return {own_.inertia * ddq, own_.damping * dq,
            coulomb_friction(dq, own_.while_positive, own_.while_negative)};
  }

  /// The factor of a load through the gearbox: 1/efficiency if the motor drives, efficiency if the load does.
  double load_factor(double load, double dq) const { return load * dq >= 0 ? 1 / efficiency_ : efficiency_; }

  /// N m at the motor's shaft, of the joint's torque tau (N m or N), velocity and acceleration.
  double torque(double dq, double ddq, double tau) const {
    const double own_share = own(dq, ddq).at(1), load = tau - own_share;
    return (own_share + load_factor(load, dq) * load) / ratio_;
  }

  /// The inverse: the joint's torque of N m at the motor's shaft. The factor is positive, so the load has the
  /// same sign before and after the gearbox.
  double joint_torque(double dq, double ddq, double at_shaft) const {
    const double own_share = own(dq, ddq).at(1), load = ratio_ * at_shaft - own_share;
    return own_share + load / load_factor(load, dq);
  }

 private:
  double ratio_, efficiency_;
  DriveTerms own_;  // at the joint
};

}  // namespace invdyn
