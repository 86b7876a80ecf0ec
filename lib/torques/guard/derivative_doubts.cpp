#include "derivative_doubts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../ground/base/wording.h"
#include "derivative_fit.h"
#include "thresholds.h"

namespace invdyn {
namespace {

// A column that is so many times the derivative.
struct NamedFactor {
  double factor;
  const char* of_turning;  // the question; null: not for joints of this kind
  const char* of_sliding;
};
constexpr double radian = 180 / std::numbers::pi, pi = std::numbers::pi;
constexpr const char* degrees_question = "are the positions in degrees?";
constexpr NamedFactor factors[] = {
    {radian, "in deg/s?", nullptr},
    {1 / radian, degrees_question, nullptr},
    {30 / pi, "in rpm?", nullptr},
    {1e3, "in thousandths, or is the time in ms?", "in mm/s, or is the time in ms?"},
    {1e6, "is the time in us?", "is the time in us?"},
    {1e9, "is the time in ns?", "is the time in ns?"},
    {1e-3, "are the positions in thousandths?", "are the positions in mm?"},
    {-1, "has it the other sign?", "has it the other sign?"},
};

const char* question_of(double factor, bool is_revolute) {
  for (const NamedFactor& named : factors)
    if (std::abs(factor / named.factor - 1) < doubtful::near_factor)
      return is_revolute ? named.of_turning : named.of_sliding;
  return nullptr;
}

// Joints whose columns are wrong in the same way.
struct Group {
  std::string question;  // empty: the factor has no name
  double factor;         // of the first joint; 0: there is none
  std::vector<std::string> joints;
};

bool is_like(const Group& group, const std::string& question, double factor) {
  return group.question == question &&
         (!question.empty() || std::abs(factor - group.factor) <= doubtful::near_factor * std::abs(factor));
}

std::string text_of(const Group& group, const char* column, const char* of) {
  const bool is_one = group.joints.size() == 1;
  const std::string begin =
      std::string(column) + (is_one ? " of joint " : " of joints ") + joined(group.joints);
  const std::string derivative = std::string(" the derivative of ") + of;
  if (group.factor == 0) return begin + " does not follow" + derivative;
  return begin + " is " + three_digits(group.factor) + " times" + derivative +
         (group.question.empty() ? "" : ": " + group.question);
}

struct Pair {
  const char *column, *of;
  std::vector<std::vector<double>> MotionTrack::Run::*values;
  std::vector<std::vector<double>> MotionTrack::Run::*integral;
};
constexpr Pair velocities{"dq", "q", &MotionTrack::Run::q, &MotionTrack::Run::integral_of_dq};
constexpr Pair accelerations{"ddq", "dq", &MotionTrack::Run::dq, &MotionTrack::Run::integral_of_ddq};

std::optional<DerivativeFit> wrong_column(const MotionTrack& track, const Pair& pair, std::size_t joint) {
  std::vector<IntegratedPair> runs;
  for (const MotionTrack::Run& run : track.runs())
    if (!(run.*pair.integral).empty())
      runs.push_back({run.t, (run.*pair.values)[joint], (run.*pair.integral)[joint]});
  return wrong_derivative(runs);
}

void add(std::vector<Group>& groups, const Joint& joint, double factor, bool degrees) {
  const char* named = question_of(factor, joint.is_revolute());
  if (named == degrees_question && degrees) named = "in rad/s?";
  const std::string question = named ? named : "";
  auto group = groups.begin();
  while (group != groups.end() && !is_like(*group, question, factor)) ++group;
  if (group == groups.end()) group = groups.insert(group, {question, factor, {}});
  group->joints.push_back(in_quotes(joint.name));
}

// The unit of the time that explains all columns; none: they are no matter of the time.
struct Clock {
  const char* unit;
  double factor;
};
std::optional<Clock> clock_of(const std::vector<Group>& groups, double step) {
  if (step < doubtful::long_step) return std::nullopt;
  for (const Clock clock : {Clock{"ms", 1e3}, Clock{"us", 1e6}, Clock{"ns", 1e9}})
    if (std::all_of(groups.begin(), groups.end(), [&](const Group& group) {
          return std::abs(group.factor / clock.factor - 1) < doubtful::near_factor;
        }))
      return clock;
  return std::nullopt;
}

std::string advice_on(const std::vector<Group>& groups, const ColumnsAsRead& read) {
  if (const auto clock = clock_of(groups, read.step))
    return read.has_rate ? "`rate` " + six_digits(clock->factor / read.step) + " reads it so"
                         : std::string("`time-unit` ") + clock->unit + " reads it so";
  const bool are_degrees = std::all_of(groups.begin(), groups.end(),
                                       [](auto& group) { return group.question == degrees_question; });
  return are_degrees && !read.degrees ? "`degrees` `differentiate` central reads them so"
                                      : "`differentiate` central takes the positions alone";
}

std::optional<std::string> sentence(const std::vector<Group>& groups, const Pair& pair,
                                    const ColumnsAsRead& read) {
  if (groups.empty()) return std::nullopt;
  std::string text;
  for (const Group& group : groups) text += (text.empty() ? "" : "; ") + text_of(group, pair.column, pair.of);
  return text + (text.ends_with('?') ? " If so, " : "; ") + advice_on(groups, read);
}

// Whether positions alias: a joint turns by half a turn or more from point to point.
bool is_too_fast(const MotionTrack& track, std::size_t joint) {
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t k = 1; k < run.t.size(); ++k)
      if (std::abs(run.dq[joint][k]) * (run.t[k] - run.t[k - 1]) > pi) return true;
  return false;
}

}  // namespace

DerivativeDoubts derivative_doubts(const Robot& robot, const MotionTrack& track, const ColumnsAsRead& read) {
  std::vector<Group> of_velocities, of_accelerations;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (const auto wrong = wrong_column(track, velocities, j)) {
      const bool may_alias = joint.is_revolute() && is_too_fast(track, j);
      if (!may_alias || question_of(wrong->factor, true))
        add(of_velocities, joint, wrong->factor, read.degrees);
    } else if (const auto also_wrong = wrong_column(track, accelerations, j)) {
      add(of_accelerations, joint, also_wrong->factor, read.degrees);
    }
  }
  return {sentence(of_velocities, velocities, read), sentence(of_accelerations, accelerations, read)};
}

}  // namespace invdyn
