#include "free_angles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../../ground/base/wording.h"
#include "../../robot/model/bodies.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

constexpr double full_turn = 2 * std::numbers::pi, most_degrees = 720;

// How far from its axis a joint carries something heavy, m, of each joint of the robot: the centre of mass of
// its body, or the axis of the next one.
std::vector<double> levers_of(const Robot& robot) {
  const Robot free = robot.with_independent_mimics();
  const std::vector<Body> bodies = moving_bodies(free);
  std::vector<double> masses, levers(robot.joints().size());
  for (const Body& body : bodies) masses.push_back(body.mass_properties.mass);
  const auto reach_to = [&](const Body& body, const Eigen::Vector3d& point) {
    double& lever = levers[free.moving_joints()[body.dof]];
    lever = std::max(lever, point.head<2>().norm());
  };
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const Body& body = bodies[i];
    if (masses[i] == 0) continue;
    if (body.mass_properties.mass > 0) reach_to(body, body.mass_properties.com);
    if (!body.parent) continue;
    masses[*body.parent] += masses[i];
    reach_to(bodies[*body.parent],
             body.is_revolute
                 ? body.p_parent_body
                 : Eigen::Vector3d(body.p_parent_body + body.R_parent_body * body.mass_properties.com));
  }
  return levers;
}

// The usual speed of a joint that stops, or turns back, after more than a turn from zero; 0: it is slow, or
// goes on.
double swing_speed(const MotionTrack& track, std::size_t joint) {
  constexpr double still = 0.05;  // of the usual speed
  const WindowValues positions = means_of(track, &MotionTrack::Run::q, joint),
                     speeds = rates_of(track, &MotionTrack::Run::q, joint);
  const double usual = exceeded_in(doubtful::share_of_motion, speeds);
  double way = 0;
  for (const std::vector<double>& of_run : speeds) way = std::accumulate(of_run.begin(), of_run.end(), way);
  if (usual < doubtful::usual_turn) return 0;
  for (std::size_t run = 0; run < speeds.size(); ++run)
    for (std::size_t k = 0; k < speeds[run].size(); ++k)
      if (std::abs(positions[run][k]) > full_turn && std::copysign(1, way) * speeds[run][k] <= still * usual)
        return usual;
  return 0;
}

// Whether a joint turns in one direction without a stop, as a crank does. From point to point, its way in the
// first or last tenth of the time is less than 3 % of the whole.
bool turns_on(const MotionTrack& track, std::size_t joint) {
  std::vector<double> steps;
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t k = 1; k < run.q[joint].size(); ++k)
      steps.push_back(run.q[joint][k] - run.q[joint][k - 1]);
  const auto way = [&](std::size_t begin, std::size_t end) {
    return std::abs(std::accumulate(steps.begin() + static_cast<std::ptrdiff_t>(begin),
                                    steps.begin() + static_cast<std::ptrdiff_t>(end), 0.0));
  };
  const std::size_t size = steps.size(), tenth = size / 10;
  double both_ways = 0;
  for (const double step : steps) both_ways += std::abs(step);
  const double ends = std::min(way(0, tenth), way(size - tenth, size));
  return way(0, size) > 0.9 * both_ways && ends > 0.035 * both_ways;
}

// No joint is taken there before a motion.
bool begins_far(const MotionTrack& track, std::size_t joint) {
  const MotionTrack::Columns& q = track.runs().front().q;
  return !q[joint].empty() && std::abs(q[joint].front()) > doubtful::three_turns;
}

std::string turns_text(double angle) {
  return three_digits(std::abs(angle)) + " rad, " + three_digits(std::abs(angle) / full_turn) + " turns";
}

}  // namespace

std::optional<FreeAngleDoubt> free_angle_doubt(const Robot& robot, const MotionTrack& track,
                                               const std::vector<AngleExtent>& angles, bool is_motion) {
  if (track.runs().empty()) return std::nullopt;
  const bool go_far = std::any_of(angles.begin(), angles.end(), [](const AngleExtent& angle) {
    return std::abs(angle.farthest()) > full_turn + doubtful::excess;
  });
  if (!go_far || !keep_limits(angles, full_turn / 360)) return std::nullopt;
  const std::vector<double> levers = levers_of(robot);
  const AngleExtent* farthest = nullptr;
  std::string swing;
  double most = doubtful::swing;
  for (const AngleExtent& angle : angles) {
    const double reach = std::abs(angle.farthest());
    const double lever = levers[static_cast<std::size_t>(angle.joint - robot.joints().data())];
    if (angle.joint->limits.lower || angle.joint->limits.upper || lever < doubtful::lever) continue;
    if (reach > most_degrees && is_motion) return std::nullopt;
    if (reach < full_turn + doubtful::excess) continue;
    const double speed = is_motion ? swing_speed(track, angle.index) : 0;
    const bool may_turn_on = angle.joint->type == JointType::continuous || turns_on(track, angle.index);
    if (is_motion && may_turn_on && speed == 0 && !begins_far(track, angle.index)) continue;
    if (const double acceleration = lever * speed * speed; acceleration > most) {
      most = acceleration;
      swing = "Joint " + in_quotes(angle.joint->name) + " turns at " + three_digits(speed) +
              " rad/s, so a point of the arm " + three_digits(lever) + " m from the axis accelerates at " +
              three_digits(acceleration) + " m/s^2, " + three_digits(acceleration / standard_gravity) +
              " times gravity";
    }
    if (reach > doubtful::three_turns && (!farthest || reach > std::abs(farthest->farthest())))
      farthest = &angle;
  }
  if (!swing.empty()) return FreeAngleDoubt{"are the angles in degrees? " + swing, false};
  if (!farthest) return std::nullopt;
  const std::string place = "joint " + in_quotes(farthest->joint->name) + " is at " +
                            turns_text(farthest->farthest()) + " from zero";
  if (std::abs(farthest->farthest()) > most_degrees)
    return FreeAngleDoubt{place + ": is this number an angle, or a count of an encoder?", true, false};
  return FreeAngleDoubt{"are the angles in degrees? J" + place.substr(1), true};
}

}  // namespace invdyn
