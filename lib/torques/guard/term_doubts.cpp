#include "term_doubts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

enum class Term { damping, coulomb, rotor, spring };
constexpr std::array all_terms{Term::damping, Term::coulomb, Term::rotor, Term::spring};
constexpr const char* names[] = {"damping", "dry friction", "the rotor's inertia", "the spring"};
constexpr const char* options[] = {"`no-friction`", "`no-friction`", "`no-rotor`", "`no-spring`"};

// Of one joint in the windows of a motion.
struct JointMotion {
  WindowValues q, dq, ddq, tau;
};

double term_of(Term term, const Drive& drive, double q, double dq, double ddq) {
  switch (term) {
    case Term::damping:
      return drive.damping() * dq;
    case Term::coulomb:
      return dq > 0 ? drive.coulomb_positive() : dq < 0 ? drive.coulomb_negative() : 0;
    case Term::rotor:
      return drive.reflected_inertia() * ddq;
    default:
      return drive.spring.stiffness * (q - drive.spring.reference);
  }
}

bool counts(Term term, const DynamicsSettings& settings) {
  return term == Term::rotor ? settings.rotor : term == Term::spring ? settings.spring : settings.friction;
}

// A term of a joint's torque, and the rest of it.
struct Split {
  std::size_t joint = 0;
  Term term = Term::damping;
  double term_peak = 0, rest_peak = 0, share = 0;
};

Split split(Term term, std::size_t j, const Drive& drive, const JointMotion& motion) {
  Split parts{.joint = j, .term = term};
  double of_term = 0, of_rest = 0;
  for (std::size_t run = 0; run < motion.tau.size(); ++run)
    for (std::size_t k = 0; k < motion.tau[run].size(); ++k) {
      const double value = term_of(term, drive, motion.q[run][k], motion.dq[run][k], motion.ddq[run][k]);
      const double rest = motion.tau[run][k] - value;
      parts.term_peak = std::max(parts.term_peak, std::abs(value));
      parts.rest_peak = std::max(parts.rest_peak, std::abs(rest));
      of_term += value * value;
      of_rest += rest * rest;
    }
  parts.share = of_term > 0 ? std::sqrt(of_term) / (std::sqrt(of_term) + std::sqrt(of_rest)) : 0;
  return parts;
}

bool is_fast(const Joint& joint, const JointMotion& motion) {
  const double usual = joint.is_revolute() ? doubtful::usual_turn : doubtful::usual_slide;
  return largest_of(motion.dq) > doubtful::part_of_usual_speed * joint.limits.velocity.value_or(usual);
}

// What a joint's torque is compared with: its limit, or the largest torque of any joint of its kind without
// its terms.
double scale_of(const Robot& robot, const std::vector<Split>& largest, std::size_t j) {
  const Joint& joint = robot.moving_joint(j);
  if (const double effort = joint.limits.effort.value_or(0); effort > 0) return effort;
  double scale = 0;
  for (const Split& each : largest)
    if (robot.moving_joint(each.joint).is_revolute() == joint.is_revolute())
      scale = std::max(scale, each.rest_peak);
  return scale;
}

std::string text_of(const Robot& robot, const Split& worst, const std::vector<std::string>& others) {
  const Joint& joint = robot.moving_joint(worst.joint);
  const std::string unit(unit_of(Quantity::tau, joint.is_revolute()));
  const auto term = static_cast<std::size_t>(worst.term);
  return std::string(names[term]) + " is " + three_digits(100 * worst.share) + " % of the torque of joint " +
         in_quotes(joint.name) + " (" + three_digits(worst.term_peak) + " " + unit + "; the rest reaches " +
         three_digits(worst.rest_peak) + " " + unit + ")" +
         (others.empty() ? "" : ", and much of that of " + joined(others)) +
         (worst.term == Term::damping || worst.term == Term::rotor
              ? "; in a simulator's file it often only steadies the simulation"
              : "") +
         ": " + options[term] + " leaves it out";
}

}  // namespace

std::optional<std::string> term_doubt(const Robot& robot, const DynamicsSettings& settings,
                                      const MotionTrack& track) {
  std::vector<Split> largest;  // of each joint
  std::vector<bool> are_fast;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const JointMotion motion{
        values_of(track, &MotionTrack::Run::q, j), rates_of(track, &MotionTrack::Run::q, j),
        rates_of(track, &MotionTrack::Run::dq, j), rates_of(track, &MotionTrack::Run::integral_of_tau, j)};
    Split most{.joint = j, .rest_peak = largest_of(motion.tau)};
    for (const Term term : all_terms)
      if (counts(term, settings))
        if (const Split parts = split(term, j, robot.moving_joint(j).drive, motion); parts.share > most.share)
          most = parts;
    largest.push_back(most);
    are_fast.push_back(is_fast(robot.moving_joint(j), motion));
  }
  std::optional<Split> worst;
  std::vector<std::string> others;
  for (const Split& each : largest) {
    if (each.share < doubtful::swallowing || each.term_peak < doubtful::times_the_rest * each.rest_peak ||
        !are_fast[each.joint] || each.term_peak < doubtful::large_term * scale_of(robot, largest, each.joint))
      continue;
    if (worst) others.push_back(in_quotes(robot.moving_joint(each.joint).name));
    if (!worst || each.term_peak > worst->term_peak) {
      if (worst) others.back() = in_quotes(robot.moving_joint(worst->joint).name);
      worst = each;
    }
  }
  if (!worst) return std::nullopt;
  return text_of(robot, *worst, others);
}

}  // namespace invdyn
