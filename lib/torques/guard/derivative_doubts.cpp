#include "derivative_doubts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "../../ground/base/wording.h"
#include "derivative_fit.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

// A column that is so many times the derivative.
struct NamedFactor {
  double factor;
  const char* of_turning;  // the question; empty: not for joints of this kind
  const char* of_sliding;
  const char* clock = nullptr;  // the unit of the time that may be the reason
};
constexpr double pi = std::numbers::pi, radian = 180 / pi;
constexpr NamedFactor degrees{1 / radian, "are the positions in degrees?", ""};
constexpr NamedFactor factors[] = {
    degrees,
    {radian, "is the velocity in deg/s?", ""},
    {30 / pi, "is the velocity in rpm?", ""},
    {1e3, "is the velocity in a unit 1000 times smaller, or is the time in ms?",
     "is the velocity in mm/s, or is the time in ms?", "ms"},
    {1e6, "is the time in us?", "is the time in us?", "us"},
    {1e9, "is the time in ns?", "is the time in ns?", "ns"},
    {1e-3, "are the positions in a unit 1000 times smaller?", "are the positions in mm?"},
    {-1, "is its sign reversed?", "is its sign reversed?"},
};
// Of accelerations whose velocities fit the positions, so the unit of the time is right.
constexpr NamedFactor factors_of_ddq[] = {
    degrees,
    {radian, "is the acceleration in deg/s^2?", ""},
    {1e3, "is the acceleration in a unit 1000 times smaller?", "is the acceleration in mm/s^2?"},
    {1e-3, "are the positions in a unit 1000 times smaller?", "are the positions in mm?"},
    {-1, "is its sign reversed?", "is its sign reversed?"},
};

bool is_near(double factor, double other) {
  return std::abs(factor - other) < doubtful::near_factor * std::abs(other);
}

// Joints whose columns are wrong in the same way.
struct Group {
  double factor;  // of the first joint; 0: there is none
  const NamedFactor* named;
  std::string question;  // empty: the factor has no name
  std::vector<std::string> joints;

  bool is_like(const Group& other) const {
    return question == other.question &&
           (!question.empty() || is_near(factor, other.factor) || factor == other.factor);
  }
};

Group group_of(double factor, const Joint& joint, std::span<const NamedFactor> factors_of_column,
               const char* radians) {
  Group group{factor, nullptr, "", {in_quotes(joint.name)}};
  for (const NamedFactor& named : factors_of_column)
    if (is_near(factor, named.factor)) {
      group.named = &named;
      group.question = joint.is_revolute() ? named.of_turning : named.of_sliding;
    }
  if (radians && group.question == degrees.of_turning) group.question = radians;
  return group;
}

void add(std::vector<Group>& groups, const Group& one) {
  for (Group& group : groups)
    if (group.is_like(one)) return group.joints.push_back(one.joints.front());
  groups.push_back(one);
}

std::string text_of(const Group& group, const char* column, const char* of) {
  const std::string begin =
      std::string(column) + (group.joints.size() == 1 ? " of joint " : " of joints ") + joined(group.joints);
  const std::string derivative = std::string(" the derivative of ") + of;
  if (group.factor == 0) return begin + " does not follow" + derivative;
  return begin + " is " + three_digits(group.factor) + " times" + derivative +
         (group.question.empty() ? "" : ": " + group.question);
}

std::string advice_on(const std::vector<Group>& groups, double step, bool has_rate) {
  const auto all = [&](auto is_so) { return std::all_of(groups.begin(), groups.end(), is_so); };
  const NamedFactor* named = groups.front().named;
  if (named && named->clock && step >= doubtful::long_step &&
      all([&](const Group& group) { return group.named == named; }))
    return "if the times are wrong, give " + (has_rate ? "`rate` " + six_digits(named->factor / step)
                                                       : std::string("`time-unit` ") + named->clock);
  return all([](const Group& group) { return group.question == degrees.of_turning; })
             ? "give `degrees` `differentiate` central"
             : "give `differentiate` central, which uses only the positions";
}

std::optional<std::string> sentence(const std::vector<Group>& groups, const char* column, const char* of,
                                    double step, bool has_rate) {
  if (groups.empty()) return std::nullopt;
  std::string text;
  for (const Group& group : groups) text += (text.empty() ? "" : "; ") + text_of(group, column, of);
  const std::string advice = advice_on(groups, step, has_rate);
  if (!text.ends_with('?')) return text + "; " + advice;
  return text + (advice.starts_with("if") ? " I" + advice.substr(1) : " If so, " + advice);
}

// Whether positions alias: a joint turns by half a turn or more from point to point.
bool is_too_fast(const MotionTrack& track, std::size_t joint) {
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t k = 1; k < run.t.size(); ++k)
      if (std::abs(run.dq[joint][k]) * (run.t[k] - run.t[k - 1]) > pi) return true;
  return false;
}

}  // namespace

DerivativeDoubts derivative_doubts(const Robot& robot, const MotionTrack& track, bool has_rate,
                                   bool reads_degrees) {
  using Run = MotionTrack::Run;
  std::vector<Group> velocities, accelerations;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (const auto wrong = wrong_factor(track, &Run::q, &Run::integral_of_dq, j)) {
      const Group group =
          group_of(*wrong, joint, factors, reads_degrees ? "is the velocity in rad/s?" : nullptr);
      const bool may_alias = joint.is_revolute() && is_too_fast(track, j);
      if (!may_alias || !group.question.empty()) add(velocities, group);
    } else if (const auto also_wrong = wrong_factor(track, &Run::dq, &Run::integral_of_ddq, j)) {
      add(accelerations, group_of(*also_wrong, joint, factors_of_ddq,
                                  reads_degrees ? "is the acceleration in rad/s^2?" : nullptr));
    }
  }
  const double step = median_step(track);
  return {sentence(velocities, "dq", "q", step, has_rate),
          sentence(accelerations, "ddq", "dq", step, has_rate)};
}

std::optional<std::string> filter_doubt(const Robot& robot, const MotionTrack& track, const LocalFit& fit) {
  std::size_t worst = 0;
  double most = 0;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (const double part = part_filtered_out(track, j); part > most) {
      most = part;
      worst = j;
    }
  if (most < doubtful::filtered_out) return std::nullopt;
  const std::size_t fewer = std::max(fit.window / 4 * 2 + 1, fit.order + 1 + fit.order % 2);  // odd
  const std::string order = "," + std::to_string(fit.order);
  return "`differentiate` savgol:" + std::to_string(fit.window) + order +
         " removes a part of the motion: " + three_digits(100 * most) + " % (RMS) of the velocity of joint " +
         in_quotes(robot.moving_joint(worst).name) + " is lost. Give " +
         (fewer < fit.window
              ? "a shorter window, such as savgol:" + std::to_string(fewer) + order + ". Or give "
              : "") +
         "`clean` instead of `differentiate`: `clean` chooses the filter itself";
}

}  // namespace invdyn
