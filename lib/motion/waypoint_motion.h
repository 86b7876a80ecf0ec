#pragma once

#include <optional>
#include <vector>

#include "../trajectory/block.h"
#include "../trajectory/time_grid.h"
#include "piecewise_polynomial.h"
#include "speed_ramps.h"
#include "waypoints.h"

namespace invdyn {

/// How the joints go from waypoint to waypoint. trapezoid, s_curve: they stop at each one, every joint by its
/// own SpeedRamps. cubic, quintic: they pass, on the curves of spline.h.
enum class Passage { trapezoid, s_curve, cubic, quintic };

struct WaypointSettings {
  Passage passage = Passage::trapezoid;
  /// Of each joint. Needed, where the times are open: for trapezoid and s_curve, of velocity and
  /// acceleration, for s_curve of jerk too (it always needs all); for others, of one of these. Given times
  /// must leave room for them.
  std::vector<MotionLimits> limits = {};
  std::optional<double> duration = {};  ///< of the whole, s; none: from the waypoints, or the shortest
  /// Trapezoid: parts of the time for accelerating and braking. None: from the limits of velocity and
  /// acceleration; thirds if acceleration has no limit.
  struct Ramps {
    double accelerating, braking;
  };
  std::optional<Ramps> ramps = {};
};

/// A motion of all joints through waypoints, from rest to rest.
class WaypointMotion {
 public:
  /// Throws UsageError or Error, with the option or file, where times and limits do not fit together or make
  /// no motion.
  WaypointMotion(const Waypoints& waypoints, const WaypointSettings& settings, const TimeGrid& grid);

  /// Number of samples: the intervals and one. Without any motion it is one.
  std::size_t rows() const { return intervals_ + 1; }
  /// Writes t, q, dq, ddq of the rows from `first_row` on, as many as fit or are left.
  void fill(std::size_t first_row, Block& block) const;

  /// When each waypoint is reached, s. Where it stops at waypoints and their times were open, on a row.
  const std::vector<double>& times() const { return times_; }
  double duration() const { return times_.back(); }  ///< s
  /// The shortest that the limits allow, s: at most a step less for each stretch between stops. None: the
  /// times or the duration were given.
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
