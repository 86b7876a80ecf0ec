#include "free_slides.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../robot/model/bodies.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

// With all prismatic joints at zero, no point of a chain of bodies is farther, m.
double reach_of(const std::vector<Body>& bodies) {
  std::vector<double> reaches(bodies.size());
  double most = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    reaches[i] = (body.parent ? reaches[*body.parent] : 0) + body.p_parent_body.norm();
    most = std::max(most, reaches[i] + body.mass_properties.com.norm());
  }
  return most;
}

// A base that drives is no arm: its prismatic joints come first.
bool is_carried_by_arm(const std::vector<Body>& bodies, std::size_t dof) {
  for (const Body& body : bodies)
    for (auto up = body.dof == dof ? body.parent : std::nullopt; up; up = bodies[*up].parent)
      if (bodies[*up].is_revolute) return true;
  return false;
}

// What says that the numbers are no m; none: nothing does.
std::optional<FreeSlideDoubt> evidence_of_motion(const MotionTrack& track, std::size_t j) {
  using Run = MotionTrack::Run;
  const double acceleration =
      exceeded_in(doubtful::share_of_motion, rates_of(track, &Run::dq, j, doubtful::thrust));
  const double speed = exceeded_in(doubtful::share_of_motion, rates_of(track, &Run::q, j));
  // Noise has no such speeds.
  if (acceleration < doubtful::swing || speed < doubtful::swing * doubtful::thrust / 2) return std::nullopt;
  return FreeSlideDoubt{"accelerates at " + three_digits(acceleration) + " m/s^2, " +
                            three_digits(acceleration / standard_gravity) + " times gravity",
                        false};
}

std::optional<FreeSlideDoubt> evidence_of_place(const Robot& robot, const MotionTrack& track, std::size_t j) {
  const MotionTrack::Reach& positions = track.reach(j);
  const double farthest = std::max(-positions.lowest, positions.highest);
  if (farthest < doubtful::reaches) return std::nullopt;
  const Robot free = robot.with_independent_mimics();
  const std::vector<Body> bodies = moving_bodies(free);
  const double reach = reach_of(bodies);
  const auto& joints = free.moving_joints();
  const auto dof = std::find(joints.begin(), joints.end(), robot.moving_joints()[j]) - joints.begin();
  if (farthest < doubtful::reaches * reach || !is_carried_by_arm(bodies, static_cast<std::size_t>(dof)))
    return std::nullopt;
  return FreeSlideDoubt{"is at " + three_digits(farthest) + " m, but the links of the robot reach only " +
                            three_digits(reach) + " m",
                        true};
}

}  // namespace

std::optional<FreeSlideDoubt> free_slide_doubt(const Robot& robot, const MotionTrack& track, bool is_motion) {
  for (const bool by_motion : {true, false})
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const Joint& joint = robot.moving_joint(j);
      if (joint.is_revolute() || joint.limits.lower || joint.limits.upper || track.reach(j).points == 0)
        continue;
      const auto found = !by_motion  ? evidence_of_place(robot, track, j)
                         : is_motion ? evidence_of_motion(track, j)
                                     : std::nullopt;
      if (found)
        return FreeSlideDoubt{"is joint " + in_quotes(joint.name) + " in mm? It " + found->text +
                                  ". If the values are in mm, rename the column of positions to " +
                                  in_quotes("q_" + joint.name + " (mm)"),
                              found->is_question};
    }
  return std::nullopt;
}

}  // namespace invdyn
