#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "../../robot/model/robot.h"
#include "fourier_series.h"

namespace invdyn {

/// The limits of a motion, one number for each moving joint; infinite: no limit. Positions need limits.
struct ExcitationLimits {
  Eigen::VectorXd lower, upper;                    ///< rad or m
  Eigen::VectorXd velocity, acceleration, torque;  ///< > 0, rad or m and s; N m or N
};

/// The robot's limits of position, velocity and torque. A revolute joint without limits of position gets half
/// a turn to both sides; a prismatic one has infinite limits, which must be replaced.
ExcitationLimits excitation_limits(const Robot& robot);

/// Two seconds for the highest harmonic, and from 5 to 15 harmonics.
std::size_t usual_harmonics(double duration);

struct ExcitationRequest {
  double duration = 10;       ///< s
  std::size_t harmonics = 5;  ///< at least 2
  ExcitationLimits limits;
  std::vector<Eigen::Index> parameters;         ///< of the regressor, which the motion is to determine
  std::optional<Eigen::Vector3d> gravity = {};  ///< in place of the robot's
  std::uint64_t seed = 1;
  std::optional<std::size_t> trials = {};  ///< motions that are tried; none: 6000, fewer for many joints
  std::size_t threads = 1;
  /// Called by any of the threads, one at a time, with the number of motions tried so far, and of all.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// A motion, and the condition numbers of the regressor (condition_number.h) at its evenly spread instants.
struct Excitation {
  std::vector<FourierSeries> joints;
  std::size_t parameters = 0;  ///< base parameters that it determines
  double condition = 0;
  double random_condition = 0;                      ///< the median of the random series that began the search
  static constexpr std::size_t random_series = 32;  ///< their number
  double trapezoid_condition = 0;  ///< of all joints from limit to limit and back by trapezoids of speed
};

/// Searches series of all joints that keep the limits and give the regressor a small condition number. The
/// same request gives the same motion, for any number of threads and on every machine. Self-collisions are
/// not looked for. Throws Error if no torque depends on the parameters, if there are so many that the search
/// would take longer than minutes, and if no motion was found that keeps the limits of torque.
Excitation find_excitation(const Robot& robot, const ExcitationRequest& request);

}  // namespace invdyn
