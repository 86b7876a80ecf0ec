#pragma once

#include <cstddef>

namespace invdyn {

/// The temperature rise of a motor in a cycle that repeats for ever, as a share of the rise at its continuous
/// torque: one body that a loss heats and that cools in proportion to its rise,
///   thermal_time drise/dt = loss - rise,   loss = (torque / continuous torque)^2.
/// The loss is a straight line between samples, and the rise follows from it in closed form.
class ThermalCycle {
 public:
  struct Peak {
    double rise = 0;
    std::size_t step = 0;  ///< the step that it is in, from 0
  };

  explicit ThermalCycle(double thermal_time) : thermal_time_(thermal_time) {}
  /// The rise after a step of this duration, s, from the loss at its beginning to the loss at its end.
  double after(double rise, double duration, double loss, double end_loss) const;
  /// The largest rise within this step.
  double largest(double rise, double duration, double loss, double end_loss) const;
  /// The rise at the beginning of a cycle of this duration that ends as it begins, where a cycle that begins
  /// cold ends with the rise `from_cold`.
  double periodic(double duration, double from_cold) const;

 private:
  double thermal_time_;
};

}  // namespace invdyn
