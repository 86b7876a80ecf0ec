#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "../dynamics/dynamics_settings.h"
#include "../robot/robot.h"

namespace invdyn {

struct IntegrationSettings {
  /// The largest error that one step may make in a position x or velocity x, as estimated:
  /// tolerance (1 + |x| + |step dx/dt|), rad or m, per s.
  double tolerance = 1e-12;
  /// From one control instant to the next, counted as steps() does.
  std::size_t max_steps = 20'000;
};

/// A robot that moves under constant torques: forward dynamics by the articulated-body algorithm, integrated
/// by the fifth-order method of Dormand and Prince with error control. No step crosses the end of an
/// interval.
///
/// Coulomb friction is not smoothed. It holds a joint at rest as long as the other torques stay between its
/// two values. A motion is integrated piece by piece between the instants at which a joint stops, turns back
/// or breaks loose. Static and kinetic friction are equal.
class Plant {
 public:
  /// Throws Error as ForwardDynamics does.
  Plant(const Robot& robot, const DynamicsSettings& dynamics, const IntegrationSettings& settings = {});
  ~Plant();
  Plant(Plant&&) noexcept;
  Plant& operator=(Plant&&) noexcept;

  std::size_t dof() const;

  /// Puts the joints there, at time t (s); torques are zero until hold(). q: rad or m, dq: per s.
  void place(double t, std::span<const double> q, std::span<const double> dq);
  /// Torques from now on, N m or N. ddq() is computed from them.
  void hold(std::span<const double> tau);
  /// Moves on to the time t, s, later than the present one. Throws Error that names time and joint where the
  /// motion grows beyond all numbers, takes more than max_steps steps, or meets a position where nothing
  /// resists a joint.
  void advance_to(double t);

  /// The present state and acceleration: rad or m, per s, per s^2, in the order of robot.moving_joints().
  std::span<const double> q() const;
  std::span<const double> dq() const;
  std::span<const double> ddq() const;

  /// How many steps the integration has taken so far, refused ones and those included that look for the
  /// instant at which friction changes.
  std::size_t steps() const;

 private:
  class Motion;
  std::unique_ptr<Motion> motion_;
};

}  // namespace invdyn
