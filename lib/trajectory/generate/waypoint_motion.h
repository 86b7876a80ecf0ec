#pragma once

#include <optional>
#include <vector>

#include "../data/block.h"
#include "../data/time_grid.h"
#include "piecewise_polynomial.h"
#include "speed_ramps.h"
#include "waypoints.h"

namespace invdyn {

/// The passage at waypoints. trapezoid, s_curve: all joints stop at each waypoint, each with its own
/// SpeedRamps. cubic, quintic: the joints do not stop; they follow the curves of spline.h.
enum class Passage { trapezoid, s_curve, cubic, quintic };

struct WaypointSettings {
  Passage passage = Passage::trapezoid;
  /// The limits of each joint. If times are open, they are required: trapezoid needs velocity and
  /// acceleration, s_curve needs velocity, acceleration and jerk, the others need one of these. s_curve
  /// always needs all three. Given times must be long enough for the limits.
  std::vector<MotionLimits> limits = {};
  std::optional<double> duration = {};  ///< of the whole motion, s; none: from the waypoints, or the shortest
  /// For trapezoid: the parts of the time for acceleration and braking. None: from the limits of velocity and
  /// acceleration; thirds if acceleration has no limit.
  struct Ramps {
    double accelerating, braking;
  };
  std::optional<Ramps> ramps = {};
};

/// A motion of all joints through waypoints, from rest to rest.
class WaypointMotion {
 public:
  /// Throws UsageError or Error, with the option or file, if times and limits are inconsistent or give no
  /// motion.
  WaypointMotion(const Waypoints& waypoints, const WaypointSettings& settings, const TimeGrid& grid);

  /// Number of samples: the intervals plus one. One if nothing moves.
  std::size_t rows() const { return intervals_ + 1; }
  /// Writes t, q, dq, ddq of the rows from `first_row` on, until the block is full or the motion ends.
  void fill(std::size_t first_row, Block& block) const;

  /// The time of each waypoint, s. If the motion stops at waypoints, and neither times nor a duration are
  /// given, these are times of rows.
  const std::vector<double>& times() const { return times_; }
  double duration() const { return times_.back(); }  ///< s
  /// The shortest duration that the limits allow, s; the motion is longer by at most a step for each stretch
  /// between stops. None: the times or the duration were given.
  std::optional<double> shortest() const { return shortest_; }
  const PiecewisePolynomial& joint(std::size_t j) const { return joints_[j]; }

 private:
  void set_times(const Waypoints& waypoints, const WaypointSettings& settings);
  void set_joints(const Waypoints& waypoints, const WaypointSettings& settings);

  TimeGrid grid_;
  std::size_t intervals_ = 0;
  std::vector<double> times_;
  std::optional<double> shortest_;
  std::vector<PiecewisePolynomial> joints_;
};

}  // namespace invdyn
