#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../../trajectory/data/sink.h"
#include "../core/trajectory_torques.h"

namespace invdyn {

/// Compares all formulations on the same samples: their differences from the default, and their cost. Mimic
/// joints follow their leaders, as in TrajectoryTorques. It is a sink for the blocks of a trajectory, and
/// computes their torques itself.
class Comparison : public Sink {
 public:
  struct Method {
    const Formulation* formulation;
    std::string refusal;                           ///< why it does not support the robot; empty if it does
    std::vector<double> difference;                ///< per joint, the largest magnitude, N m or N
    long long multiplications = 0, additions = 0;  ///< per sample, of links and wrench
    std::vector<double> nanoseconds;          ///< per sample: one time for each block, several for the first
    std::vector<TrajectoryTorques> dynamics;  ///< one, or none after a refusal
  };

  /// Ignores `settings.method`. Throws the default formulation's error if that does not support the robot.
  Comparison(const Robot& robot, DynamicsSettings settings);

  /// Throws Error if torques of the default are not finite.
  void take(const Block& block) override;

  /// In the order of formulations(), which begins with the default.
  const std::vector<Method>& methods() const { return methods_; }
  std::size_t samples() const { return samples_; }

  /// The method's largest difference from the default at this joint, divided by the default's largest torque
  /// there. If that torque is less than a thousandth of the largest torque of all joints, the divisor is this
  /// thousandth: a joint with almost no torque has only the rounding errors of the others.
  double relative_difference(const Method& method, std::size_t joint) const;
  /// The median, ns per sample.
  static double median_time(const Method& method);

 private:
  std::string robot_name_;
  std::vector<Method> methods_;
  std::vector<double> largest_;  // per joint, of the default
  std::size_t samples_ = 0;
};

/// Random states from a seed, the same on every machine. Positions are within the joints' limits; without
/// limits, within half a turn or half a metre of zero. Velocities are up to 2 and accelerations up to 10 per
/// joint, in rad or m, per s, s^2.
class RandomStates {
 public:
  RandomStates(const Robot& robot, std::uint64_t seed);
  /// Fills the block with this number of rows.
  void fill(Block& block, std::size_t rows);

 private:
  double uniform(double low, double high);

  std::vector<std::pair<double, double>> ranges_;  // of positions
  std::uint64_t state_;
};

}  // namespace invdyn
