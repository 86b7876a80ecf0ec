#include "derivative_doubts.h"

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
constexpr double radian = 180 / std::numbers::pi;
constexpr NamedFactor factors[] = {
    {radian, "in deg/s?", nullptr},
    {1 / radian, "are the positions in degrees?", nullptr},
    {30 / std::numbers::pi, "in rpm?", nullptr},
    {1000, "in thousandths, or is the time in ms?", "in mm/s, or is the time in ms?"},
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

void add(std::vector<Group>& groups, const Joint& joint, double factor) {
  const char* named = question_of(factor, joint.is_revolute());
  const std::string question = named ? named : "";
  auto group = groups.begin();
  while (group != groups.end() && !is_like(*group, question, factor)) ++group;
  if (group == groups.end()) group = groups.insert(group, {question, factor, {}});
  group->joints.push_back(in_quotes(joint.name));
}

std::optional<std::string> sentence(const std::vector<Group>& groups, const Pair& pair, double step) {
  if (groups.empty()) return std::nullopt;
  std::string text;
  bool is_clock = step >= doubtful::long_step;
  for (const Group& group : groups) {
    text += (text.empty() ? "" : "; ") + text_of(group, pair.column, pair.of);
    is_clock &= std::abs(group.factor / 1000 - 1) < doubtful::near_factor;
  }
  if (!text.ends_with('?')) text += ";";
  return text +
         (is_clock ? " `time-unit` ms reads it so" : " `differentiate` central takes the positions alone");
}

}  // namespace

DerivativeDoubts derivative_doubts(const Robot& robot, const MotionTrack& track, double step) {
  std::vector<Group> of_velocities, of_accelerations;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    if (const auto wrong = wrong_column(track, velocities, j))
      add(of_velocities, robot.moving_joint(j), wrong->factor);
    else if (const auto also_wrong = wrong_column(track, accelerations, j))
      add(of_accelerations, robot.moving_joint(j), also_wrong->factor);
  }
  return {sentence(of_velocities, velocities, step), sentence(of_accelerations, accelerations, step)};
}

}  // namespace invdyn
