#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../dynamics/trajectory_torques.h"
#include "../trajectory/sink.h"

namespace invdyn {

/// Compares all formulations on the same samples: their differences from the default, and their cost.
/// Joints that mimic others follow them, as in TrajectoryTorques. A sink for the blocks of a trajectory; it
/// computes their torques itself.
class Comparison : public Sink {
 public:
  struct Method {
    const Formulation* formulation;
    std::string refusal;                           ///< why it does not take the robot; empty if it does
    std::vector<double> difference;                ///< per joint, the largest magnitude, N m or N
    long long multiplications = 0, additions = 0;  ///< per sample, of links and wrench
    std::vector<double> nanoseconds;               ///< per sample: a time for each block, some of the first
    std::vector<TrajectoryTorques> dynamics;       ///< one, or none where refused
  };

  /// `settings.method` is ignored. Throws as the default formulation does if it does not support the robot.
  Comparison(const Robot& robot, DynamicsSettings settings);

  /// Throws Error if torques of the default are not finite.
  void take(const Block& block) override;

  /// In the order of formulations(): the default is the first.
  const std::vector<Method>& methods() const { return methods_; }
  std::size_t samples() const { return samples_; }

  /// The method's largest difference from the default at that joint over the default's largest torque there,
  /// or over a thousandth of the largest of all joints where that is more: a joint that bears next to
  /// nothing has only the rounding of the others.
  double relative_difference(const Method& method, std::size_t joint) const;
  /// The median, ns per sample.
  static double median_time(const Method& method);

 private:
  std::string robot_name_;
  std::vector<Method> methods_;
  std::vector<double> largest_;  // per joint, of the default
  std::size_t samples_ = 0;
};

/// Seeded random states: positions within the joints' limits (unlimited ones: half a turn either way, or half
/// a metre), velocities up to 2 and accelerations up to 10 per joint, in rad or m, per s, s^2. The same on
/// every machine.
class RandomStates {
 public:
  RandomStates(const Robot& robot, std::uint64_t seed);
  /// Fills the block with as many rows.
  void fill(Block& block, std::size_t rows);

 private:
  double uniform(double low, double high);

  std::vector<std::pair<double, double>> ranges_;  // of positions
  std::uint64_t state_;
};

}  // namespace invdyn
