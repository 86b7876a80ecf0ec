#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "../../robot/model/robot.h"
#include "../core/dynamics_settings.h"

namespace invdyn {

struct IntegrationSettings {
  /// The maximum estimated error of one step in a position or velocity x: tolerance (1 + |x| + |step dx/dt|),
  /// rad or m, per s.
  double tolerance = 1e-12;
  /// Between two control instants, with the count of steps().
  std::size_t max_steps = 20'000;
  double shorter_period = 0;  ///< between control instants, s, that errors suggest; 0: none
};

/// A robot that moves under constant torques: forward dynamics by the articulated-body algorithm, integrated
/// by the fifth-order method of Dormand and Prince with error control. Every step ends inside its interval or
/// at the end of it.
///
/// Coulomb friction is not smoothed. It holds a joint at rest as long as the other torques stay between its
/// two values. A motion is integrated piece by piece between the instants at which a joint stops, turns back
/// or breaks loose. Static and kinetic friction are equal.
class Plant {
 public:
  /// Throws the errors of ForwardDynamics.
  Plant(const Robot& robot, const DynamicsSettings& dynamics, const IntegrationSettings& settings = {});
  ~Plant();
  Plant(Plant&&) noexcept;
  Plant& operator=(Plant&&) noexcept;

  std::size_t dof() const;

  /// Sets the state at time t (s); torques are zero until hold(). q: rad or m, dq: per s.
  void place(double t, std::span<const double> q, std::span<const double> dq);
  /// Sets the torques from now on, N m or N, and computes ddq() from them.
  void hold(std::span<const double> tau);
  /// Advances to time t, s, which must be later than the present time. Throws Error with time and joint if
  /// the motion overflows, needs more than max_steps steps, or reaches a position where nothing resists a
  /// joint.
  void advance_to(double t);

  /// The present state and acceleration: rad or m, per s, per s^2, in the order of robot.moving_joints().
  std::span<const double> q() const;
  std::span<const double> dq() const;
  std::span<const double> ddq() const;

  /// The number of integration steps so far. It includes refused steps, and steps of the search for changes
  /// of friction.
  std::size_t steps() const;

 private:
  class Motion;
  std::unique_ptr<Motion> motion_;
};

}  // namespace invdyn
