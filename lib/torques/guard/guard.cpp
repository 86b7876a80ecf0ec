#include "guard.h"

#include <cmath>

#include "../../ground/base/wording.h"
#include "derivative_doubts.h"
#include "free_angles.h"
#include "free_slides.h"
#include "term_doubts.h"
#include "thresholds.h"
#include "unit_doubts.h"

namespace invdyn {
namespace {

// The time from row to row; none: by the times of the rows. Poses count one by one. A given step is of the
// differences, and a file with dq and ddq needs none.
std::optional<double> step_of(const Guard::Settings& settings) {
  if (settings.how.is_static) return 1.0;
  return settings.known == Known::q_dq_ddq ? std::nullopt : settings.how.step;
}

// Of each joint's positions from point to point, rad or m; 0: it rests. Those of an encoder are one count.
std::vector<double> smallest_steps(const Robot& robot, const MotionTrack& track) {
  std::vector<double> steps(robot.dof(), 0);
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t j = 0; j < steps.size(); ++j)
      for (std::size_t k = 1; k < run.q[j].size(); ++k)
        if (const double step = std::abs(run.q[j][k] - run.q[j][k - 1]);
            step > 0 && (steps[j] == 0 || step < steps[j]))
          steps[j] = step;
  return steps;
}

}  // namespace

Guard::Guard(const Robot& robot, const Settings& settings)
    : robot_(robot),
      settings_(settings),
      track_(robot, settings.known, step_of(settings)),
      limits_(robot),
      peaks_(robot, !settings.how.step && !settings.how.is_static),
      as_read_(robot, settings) {}

void Guard::take(const Block& block) {
  if (block.own_begin() < block.own_end()) {
    if (!first_) first_ = block.t[static_cast<Eigen::Index>(block.own_begin())];
    last_ = block.t[static_cast<Eigen::Index>(block.own_end() - 1)];
  }
  track_.take(block);
  limits_.take(block);
  peaks_.take(block);
  if (!settings_.is_prepared) as_read_.take(block);
}

Guard::AsRead::AsRead(const Robot& robot, const Settings& settings) {
  if (settings.how.is_static) return;
  if (settings.how.step) lost_rows.emplace();
  const bool has_velocities = settings.known != Known::q;
  if (has_velocities || settings.is_prepared) bends.emplace(robot, has_velocities);
  if (!has_velocities && !settings.how.step && !settings.is_resampled) holes.emplace();
}

void Guard::AsRead::take(const Block& block) {
  if (lost_rows) lost_rows->take(block);
  if (holes) holes->take(block);
  if (bends) bends->take(block);
}

std::vector<Guard::Doubt> Guard::doubts(const DynamicsSettings& settings) const {
  std::vector<Doubt> found;
  const auto add = [&](const std::optional<std::string>& text, bool is_question = false,
                       bool is_of_positions = false) {
    if (text && found.size() < doubtful::most_sentences)
      found.push_back({*text, is_question, is_of_positions});
  };
  const bool is_motion = !settings_.how.is_static, has_rate = settings_.how.step.has_value();
  const std::vector<AngleExtent> angles =
      settings_.has_stated_angles ? std::vector<AngleExtent>{} : angle_extents(robot_, track_, is_motion);
  const auto clock = [&](bool are_degrees) {
    return is_motion && settings_.known == Known::q && !settings_.has_stated_clock
               ? clock_doubt(robot_, track_, has_rate, are_degrees)
               : std::nullopt;
  };
  // Degrees in ms, read as rad and s, move at speeds that are usual: either fault hides the other.
  const auto add_degrees = [&](const std::string& text, bool is_question) {
    const auto hidden = clock(true);
    add(hidden ? text + ". Also, " + hidden->text + ". If both are true, give `degrees` " + hidden->option
               : text + ". If the angles are in degrees, give `degrees`",
        is_question && !hidden, true);
  };
  if (!settings_.degrees) {
    if (const auto text = degrees_of_one_doubt(angles))
      add(text, false, true);
    else if (const auto of_all = degrees_doubt(angles))
      add_degrees(*of_all, false);
    else if (const auto doubt = free_angle_doubt(robot_, track_, angles, is_motion)) {
      if (doubt->may_be_degrees)
        add_degrees(doubt->text, doubt->is_question);
      else
        add(doubt->text, true, true);
    }
  }
  if (const auto text = millimetres_doubt(robot_, track_))
    add(text, false, true);
  else if (const auto doubt = free_slide_doubt(robot_, track_, is_motion))
    add(doubt->text, doubt->is_question, true);
  if (is_motion) {
    if (const auto doubt = found.empty() ? clock(false) : std::nullopt)
      add(doubt->text + ": " + doubt->option + (has_rate ? "" : ", or `time-unit` s if the time is in s"),
          doubt->is_question);
    const DerivativeDoubts derivatives = derivative_doubts(robot_, track_, has_rate, settings_.degrees);
    add(derivatives.velocities);
    add(derivatives.accelerations);
    if (settings_.known == Known::q && settings_.how.scheme == Scheme::savitzky_golay)
      add(filter_doubt(robot_, track_, settings_.how.fit));
    if (as_read_.lost_rows) add(as_read_.lost_rows->doubt());
    if (as_read_.holes) add(as_read_.holes->doubt(settings_.places));
  }
  // Else they are consequences, as are others of these.
  const bool jumps = settings_.known == Known::q && track_.has_jumps();
  if (found.empty() && is_motion && !jumps) {
    if (as_read_.bends) add(as_read_.bends->doubt());
    if (found.empty() && settings_.known == Known::q) add(peaks_.doubt(smallest_steps(robot_, track_)));
  }
  if (found.empty()) {
    // Those of a base that floats lack what contacts carry.
    const bool are_torques_spoilt = robot_.base_floats() || jumps;
    if (!are_torques_spoilt && is_motion) add(term_doubt(robot_, settings, track_));
    if (!are_torques_spoilt) add(limits_.doubt(Quantity::tau, false, track_, peaks_.largest()));
    if (is_motion) add(limits_.doubt(Quantity::dq, settings_.known != Known::q, track_));
  }
  if (settings_.degrees) add(radians_doubt(angles), true);
  return found;
}

std::optional<std::string> Guard::doubt_of_peaks() const {
  const bool are_jumps = settings_.known == Known::q && track_.has_jumps();
  return settings_.how.is_static || robot_.base_floats() || are_jumps ? std::nullopt : peaks_.excess();
}

// About a thousand times the motion's.
std::optional<std::string> Guard::doubt(const TimeSpan& span) const {
  const double times = first_ && last_ > *first_ ? (span.end - span.begin) / (last_ - *first_) : 0;
  if (times < doubtful::least_of_thousand || times > doubtful::most_of_thousand) return std::nullopt;
  return "covers " + six_digits(span.end - span.begin) + " s, and the motion takes " +
         six_digits(last_ - *first_) + " s: is the time of this file in ms? Then name its column \"t (ms)\"";
}

}  // namespace invdyn
