#include "waypoint_motion.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "../../lanes/scalar/cube_root.h"
#include "spline.h"

namespace invdyn {
namespace {

using Times = std::vector<double>;
using Ramps = WaypointSettings::Ramps;

// For rounded times and limits.
constexpr double rounding = 1e-9;

bool stops(const WaypointSettings& settings) {
  return settings.passage == Passage::trapezoid || settings.passage == Passage::s_curve;
}

// The ramps of a trapezoid as parts of the time. None: they are as steep as the limits allow.
std::optional<Ramps> fixed_ramps(const WaypointSettings& settings) {
  if (settings.passage != Passage::trapezoid) return std::nullopt;
  const bool steep =
      std::all_of(settings.limits.begin(), settings.limits.end(),
                  [](const MotionLimits& limits) { return std::isfinite(limits.acceleration); });
  if (settings.ramps || !steep) return settings.ramps.value_or(Ramps{1. / 3, 1. / 3});
  return std::nullopt;
}

// Throws if a joint lacks limits that its times or ramps need.
void expect_limits(const Waypoints& waypoints, const WaypointSettings& settings) {
  const bool times_open = waypoints.t.empty() && !settings.duration;
  const bool own_ramps = stops(settings) && !fixed_ramps(settings);
  for (std::size_t j = 0; j < waypoints.joints.size(); ++j) {
    const auto [velocity, acceleration, jerk] = settings.limits[j];
    const std::string lacking = "is missing: joint " + in_quotes(waypoints.joints[j]) + " has no limit of ";
    if (own_ramps) {
      if (!std::isfinite(velocity)) throw UsageError("`velocity`", lacking + "velocity");
      if (!std::isfinite(acceleration)) throw UsageError("`acceleration`", lacking + "acceleration");
      if (settings.passage == Passage::s_curve && !std::isfinite(jerk))
        throw UsageError("`jerk`", lacking + "jerk");
    } else if (times_open && !std::isfinite(std::min({velocity, acceleration, jerk}))) {
      throw UsageError("`duration`",
                       "is missing, and joint " + in_quotes(waypoints.joints[j]) +
                           " has no limits: expected a duration, or `velocity` or `acceleration`");
    }
  }
}

SpeedRamps shortest_ramps(double way, const MotionLimits& limits, const std::optional<Ramps>& fixed) {
  return fixed ? shortest_ramps(way, limits, fixed->accelerating, fixed->braking)
               : shortest_ramps(way, limits);
}

PiecewisePolynomial spline(Passage passage, const Times& times, const Eigen::VectorXd& q) {
  const std::span<const double> positions(q.data(), static_cast<std::size_t>(q.size()));
  return passage == Passage::cubic ? cubic_spline(times, positions) : quintic_spline(times, positions);
}

// The factor by which the time must grow to keep the limits: 1 if the motion just reaches one.
double slowing(const PiecewisePolynomial& motion, const MotionLimits& limits) {
  double factor = 0;
  if (std::isfinite(limits.velocity)) factor = std::max(factor, motion.peak(1) / limits.velocity);
  if (std::isfinite(limits.acceleration))
    factor = std::max(factor, std::sqrt(motion.peak(2) / limits.acceleration));
  if (std::isfinite(limits.jerk)) factor = std::max(factor, cube_root(motion.peak(3) / limits.jerk));
  return factor;
}

double slowing(const Times& times, const Waypoints& waypoints, const WaypointSettings& settings) {
  double factor = 0;
  for (Eigen::Index j = 0; j < waypoints.q.cols(); ++j)
    factor = std::max(factor, slowing(spline(settings.passage, times, waypoints.q.col(j)),
                                      settings.limits[static_cast<std::size_t>(j)]));
  return factor;
}

// The minimum time from each waypoint to the next for joints at rest at both; the maximum over all joints. If
// joints pass waypoints without rest, these times only give the proportions.
Times min_stretches(const Waypoints& waypoints, const WaypointSettings& settings) {
  const std::optional<Ramps> fixed = fixed_ramps(settings);
  Times minimum(static_cast<std::size_t>(waypoints.q.rows() - 1), 0);
  for (Eigen::Index j = 0; j < waypoints.q.cols(); ++j) {
    const MotionLimits& limits = settings.limits[static_cast<std::size_t>(j)];
    for (Eigen::Index k = 0; k + 1 < waypoints.q.rows(); ++k) {
      const double way = std::abs(waypoints.q(k + 1, j) - waypoints.q(k, j));
      double& time = minimum[static_cast<std::size_t>(k)];
      time = std::max(time, stops(settings)
                                ? shortest_ramps(way, limits, fixed).duration
                                : std::max({way / limits.velocity, std::sqrt(way / limits.acceleration),
                                            cube_root(way / limits.jerk)}));
    }
  }
  return minimum;
}

Times cumulated(const Times& stretches) {
  Times times{0};
  for (const double stretch : stretches) times.push_back(times.back() + stretch);
  return times;
}

// The shortest times between waypoints that the limits allow; zero without limits.
Times shortest_stretches(const Waypoints& waypoints, const WaypointSettings& settings) {
  Times stretches = min_stretches(waypoints, settings);
  if (stops(settings) || cumulated(stretches).back() == 0) return stretches;
  const auto standing = std::find(stretches.begin(), stretches.end(), 0);
  if (standing != stretches.end()) {
    const auto k = standing - stretches.begin();
    throw Error(waypoints.origin, "waypoints " + std::to_string(k + 1) + " and " + std::to_string(k + 2) +
                                      " are the same, but the joints pass waypoints without a stop: expected "
                                      "different waypoints, or a column t");
  }
  const double factor = slowing(cumulated(stretches), waypoints, settings);
  for (double& stretch : stretches) stretch *= factor;
  return stretches;
}

// Throws if the limits need longer times than the given ones.
void expect_room(const Waypoints& waypoints, const WaypointSettings& settings) {
  if (!stops(settings)) {
    const double factor = slowing(waypoints.t, waypoints, settings);
    if (factor > 1 + rounding)
      throw Error(waypoints.origin,
                  "the times are too short for the limits: expected times that are longer by a factor of " +
                      six_digits(factor) + ", or higher limits");
    return;
  }
  const Times minimum = min_stretches(waypoints, settings);
  for (std::size_t k = 0; k < minimum.size(); ++k) {
    const double given = waypoints.t[k + 1] - waypoints.t[k];
    if (minimum[k] > given * (1 + rounding))
      throw Error(waypoints.origin, "from waypoint " + std::to_string(k + 1) + " to " +
                                        std::to_string(k + 2) + " the limits need " + six_digits(minimum[k]) +
                                        " s, but t gives " + six_digits(given) +
                                        " s: expected a longer time or higher limits");
  }
}

// A velocity, to two digits, that gives the duration if nothing else limits the motion. Empty: the joints
// hardly move.
std::string velocity_example(double duration, const Waypoints& waypoints, WaypointSettings settings) {
  constexpr double least = 1e-9, unlimited = std::numeric_limits<double>::infinity();
  for (MotionLimits& limits : settings.limits) limits = {1, unlimited, unlimited};
  const double velocity = cumulated(shortest_stretches(waypoints, settings)).back() / duration;
  if (!(velocity > least) || !std::isfinite(velocity)) return "";
  const auto rounded = [](double value) {
    const double digit = std::pow(10, std::floor(std::log10(value)) - 1);
    return six_digits(digit * std::ceil(value / digit - 1e-9));
  };
  return ", such as `velocity` " + rounded(velocity) + ", or " + rounded(velocity * 180 / std::numbers::pi) +
         " with `degrees`";
}

}  // namespace

WaypointMotion::WaypointMotion(const Waypoints& waypoints, const WaypointSettings& settings,
                               const TimeGrid& grid)
    : grid_(grid) {
  assert(waypoints.q.rows() >= 2 && static_cast<std::size_t>(waypoints.q.cols()) == settings.limits.size());
  expect_limits(waypoints, settings);
  set_times(waypoints, settings);
  set_joints(waypoints, settings);
  for (std::size_t j = 0; j < joints_.size(); ++j)
    if (!std::isfinite(joints_[j].peak(1)) || !std::isfinite(joints_[j].peak(2)))
      throw UsageError(waypoints.origin,
                       "the accelerations of joint " + in_quotes(waypoints.joints[j]) +
                           " are too large to compute: expected a longer time or a shorter distance");
}

void WaypointMotion::set_times(const Waypoints& waypoints, const WaypointSettings& settings) {
  if (!waypoints.t.empty()) {
    expect_room(waypoints, settings);
    times_ = waypoints.t;
    intervals_ = grid_.intervals(times_.back(), waypoints.origin);
    times_.back() = grid_.time(intervals_);
    return;
  }
  const Times stretches = shortest_stretches(waypoints, settings);
  times_ = cumulated(stretches);
  const double shortest = times_.back();
  if (settings.duration) {
    intervals_ = grid_.intervals(*settings.duration);
    const double duration = grid_.time(intervals_);
    if (shortest > duration * (1 + rounding))
      throw UsageError("`duration`", "is " + invdyn::shortest(*settings.duration) +
                                         " s, but the limits need " + six_digits(shortest) +
                                         " s: expected a longer duration or higher limits");
    if (shortest == 0 && times_.size() > 2)
      throw UsageError(
          "`duration`",
          "is only the time of the whole motion of " + waypoints.origin +
              "; the times of the intermediate waypoints are unknown: expected `velocity` too" +
              velocity_example(duration, waypoints, settings) +
              " (the times are then proportional to the distances). Or give the times in a column t, without "
              "`duration`");
    for (double& t : times_) t = shortest > 0 ? t * (duration / shortest) : 0;
    times_.back() = duration;
    return;
  }
  shortest_ = shortest;
  if (stops(settings)) {
    for (std::size_t k = 0; k < stretches.size(); ++k)
      times_[k + 1] = grid_.time(intervals_ += grid_.intervals_for(stretches[k]));
    return;
  }
  intervals_ = grid_.intervals_for(shortest);
  for (double& t : times_) t = shortest > 0 ? t * (grid_.time(intervals_) / shortest) : 0;
  times_.back() = grid_.time(intervals_);
}

void WaypointMotion::set_joints(const Waypoints& waypoints, const WaypointSettings& settings) {
  const std::optional<Ramps> fixed = fixed_ramps(settings);
  for (Eigen::Index j = 0; j < waypoints.q.cols(); ++j) {
    const Eigen::VectorXd q = waypoints.q.col(j);
    if (!stops(settings) && duration() > 0) {
      joints_.push_back(spline(settings.passage, times_, q));
      continue;
    }
    PiecewisePolynomial motion(q[0]);
    for (std::size_t k = 0; k + 1 < times_.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      const double time = times_[k + 1] - times_[k];
      const SpeedRamps ramps =
          fixed ? SpeedRamps{time, fixed->accelerating * time, fixed->braking * time, 0}
                : shortest_ramps(std::abs(q[row + 1] - q[row]), settings.limits[static_cast<std::size_t>(j)])
                      .lasting(time);
      append_ramps(motion, times_[k + 1], q[row], q[row + 1], ramps);
    }
    joints_.push_back(std::move(motion));
  }
}

void WaypointMotion::fill(std::size_t first_row, Block& block) const {
  block.first_row = first_row;
  block.rows = std::min(block.capacity, rows() - first_row);
  block.last = first_row + block.rows == rows();
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(block.rows); ++row) {
    const double t = block.t[row] = grid_.time(first_row + static_cast<std::size_t>(row));
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const PiecewisePolynomial::State state = joints_[j].at(t);
      const auto column = static_cast<Eigen::Index>(j);
      // Adding zero changes a negative zero into a positive one.
      block.q(row, column) = state.position + 0.0;
      block.dq(row, column) = state.velocity + 0.0;
      block.ddq(row, column) = state.acceleration + 0.0;
    }
  }
}

}  // namespace invdyn
