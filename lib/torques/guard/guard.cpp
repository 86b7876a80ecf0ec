#include "guard.h"

#include <algorithm>

#include "derivative_doubts.h"
#include "limit_doubts.h"
#include "term_doubts.h"
#include "thresholds.h"
#include "unit_doubts.h"

namespace invdyn {
namespace {

double median_step(const MotionTrack& track) {
  std::vector<double> steps;
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t k = 1; k < run.t.size(); ++k) steps.push_back(run.t[k] - run.t[k - 1]);
  if (steps.empty()) return 0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

}  // namespace

Guard::Guard(const Robot& robot, const Settings& settings)
    : robot_(robot),
      settings_(settings),
      track_(robot, settings.known, settings.how.step),
      held_velocities_(robot, Quantity::dq),
      held_torques_(robot, Quantity::tau) {}

void Guard::take(const Block& block) {
  track_.take(block);
  held_torques_.take(block);
  if (settings_.how.is_static) return;
  held_velocities_.take(block);
  if (settings_.how.step && !settings_.is_prepared) lost_rows_.take(block);
}

std::vector<JointExtent> Guard::extents() const {
  std::vector<JointExtent> joints(robot_.dof());
  const double short_time = 0.02, long_time = std::max(0.99, 1.99 * median_step(track_));  // s
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].lowest = track_.reach(j).lowest;
    joints[j].highest = track_.reach(j).highest;
    if (settings_.how.is_static) continue;
    joints[j].speeds = speeds_of(track_, j, short_time);
    joints[j].slow_speed = span_speed_of(track_, j, long_time);
  }
  return joints;
}

std::vector<Guard::Doubt> Guard::doubts(const DynamicsSettings& settings) const {
  std::vector<Doubt> found;
  const auto add = [&](const std::optional<std::string>& text, bool is_question = false,
                       bool is_of_angles = false) {
    if (text && found.size() < doubtful::most_sentences) found.push_back({*text, is_question, is_of_angles});
  };
  const std::vector<JointExtent> joints = extents();
  const double step = median_step(track_);
  if (!settings_.degrees && !settings_.has_stated_angles) add(degrees_doubt(robot_, joints), false, true);
  if (settings_.known == Known::q && !settings_.how.is_static && !settings_.has_stated_clock)
    add(clock_doubt(robot_, joints, step, settings_.how.step.has_value()));
  const DerivativeDoubts derivatives =
      settings_.how.is_static
          ? DerivativeDoubts{}
          : derivative_doubts(robot_, track_, {step, settings_.how.step.has_value(), settings_.degrees});
  add(derivatives.velocities);
  add(derivatives.accelerations);
  if (settings_.how.step) add(lost_rows_.doubt());
  // Else they are consequences.
  if (found.empty()) {
    const bool are_torques_spoilt = settings_.known == Known::q && track_.has_jumps();
    if (!are_torques_spoilt && !settings_.how.is_static) add(term_doubt(robot_, settings, track_));
    if (!are_torques_spoilt) add(limit_doubt(robot_, Quantity::tau, held_torques_, track_));
    add(limit_doubt(robot_, Quantity::dq, held_velocities_, track_));
  }
  if (settings_.degrees && !settings_.has_stated_angles) add(radians_doubt(robot_, joints), true);
  return found;
}

}  // namespace invdyn
