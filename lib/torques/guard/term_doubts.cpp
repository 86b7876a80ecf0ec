#include "term_doubts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "../../dynamics/core/motor_shaft.h"
#include "../../ground/base/wording.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

struct Term {
  const char* name;
  const char* option;  // leaves it out
  // tau: of the joint.
  double (*torque)(const Drive& drive, double q, double dq, double ddq, double tau);
  bool steadies = false;  // simulations
  bool is_dry = false;    // it jumps where the motion reverses
};
constexpr const char *no_friction = "`no-friction`", *no_rotor = "`no-rotor`", *no_spring = "`no-spring`";
double damping(const Drive& drive, double, double dq, double, double) {
  return drive.damping() * dq;
}
double dry_friction(const Drive& drive, double, double dq, double ddq, double tau) {
  const double curve = drive.curve.torque == 0 ? 0 : drive.curve.at(dq);
  const double own = curve + (dq > 0 ? drive.coulomb_positive() : dq < 0 ? drive.coulomb_negative() : 0);
  if (drive.load == 0) return own;
  const double with_friction =
      tau - own - drive.offset - drive.damping() * dq - drive.reflected_inertia() * ddq;
  return own + with_friction - passed_torque(drive.load, dq, with_friction);
}
constexpr Term terms[] = {
    {"damping", no_friction, damping, true},
    {"dry friction", no_friction, dry_friction, false, true},
    {"friction", no_friction,
     [](const Drive& drive, double q, double dq, double ddq, double tau) {
       return damping(drive, q, dq, ddq, tau) + dry_friction(drive, q, dq, ddq, tau);
     },
     true, true},
    {"the rotor's inertia", no_rotor,
     [](const Drive& drive, double, double, double ddq, double) { return drive.reflected_inertia() * ddq; },
     true},
    {"the spring", no_spring,
     [](const Drive& drive, double q, double, double, double) {
       return drive.spring.stiffness * (q - drive.spring.reference);
     }},
};

bool counts(const Term& term, const Drive& drive, const DynamicsSettings& settings) {
  const bool is_on = term.option == no_rotor    ? settings.rotor
                     : term.option == no_spring ? settings.spring
                                                : settings.friction;
  // Friction that differs by direction was measured.
  const bool is_measured = drive.coulomb_positive() != -drive.coulomb_negative();
  if (term.option == no_friction && is_measured) return false;
  const double beside = drive.spring.reference + 1;
  const auto torque = [&](double dq) { return term.torque(drive, beside, dq, 1, 1); };
  return is_on && (torque(1) != 0 || torque(-1) != 0);
}

// A joint's torque: the term that is the largest part of it, and the rest.
struct Split {
  const Joint* joint;
  const Term* term = nullptr;
  double term_peak = 0, rest_peak = 0;
  bool is_fast = false;

  double share() const { return term_peak > 0 ? term_peak / (term_peak + rest_peak) : 0; }
  bool is_swallowed() const { return share() >= doubtful::swallowing; }
};

// In a window or beside it.
bool reverses(const std::vector<double>& dq, std::size_t k) {
  return (k > 0 && dq[k - 1] * dq[k] <= 0) || (k + 1 < dq.size() && dq[k] * dq[k + 1] <= 0);
}

Split split(const Joint& joint, std::size_t j, const DynamicsSettings& settings, const MotionTrack& track) {
  using Run = MotionTrack::Run;
  // As the torques have them.
  const auto given = [&](MotionTrack::Column integral, MotionTrack::Column else_of) {
    return (track.runs().front().*integral).empty() ? else_of : integral;
  };
  const WindowValues q = means_of(track, &Run::q, j),
                     dq = rates_of(track, given(&Run::integral_of_dq, &Run::q), j),
                     ddq = rates_of(track, given(&Run::integral_of_ddq, &Run::dq), j),
                     tau = rates_of(track, &Run::integral_of_tau, j), speed = least_speeds(track, j);
  const double usual = joint.is_revolute() ? doubtful::usual_turn : doubtful::usual_slide;
  Drive drive = joint.drive;
  if (!settings.rotor) drive.rotor_inertia = 0;
  if (!drive.turns_with.empty()) {  // friction and rotor are of the speed of several joints
    drive = Drive();
    drive.spring = joint.drive.spring;
  }
  Split most{.joint = &joint, .rest_peak = largest_of(tau)};
  for (const Term& term : terms) {
    if (!counts(term, drive, settings)) continue;
    Split parts{.joint = &joint, .term = &term};
    for (std::size_t run = 0; run < tau.size(); ++run)
      for (std::size_t k = 0; k < tau[run].size(); ++k) {
        if (term.is_dry && (speed[run][k] <= 0 || reverses(dq[run], k))) continue;
        const double value = term.torque(drive, q[run][k], dq[run][k], ddq[run][k], tau[run][k]);
        parts.term_peak = std::max(parts.term_peak, std::abs(value));
        parts.rest_peak = std::max(parts.rest_peak, std::abs(tau[run][k] - value));
      }
    if (parts.share() > most.share()) most = parts;
  }
  most.is_fast = largest_of(dq) > doubtful::part_of_usual_speed * joint.limits.velocity.value_or(usual);
  return most;
}

// Beside the joint's limit or, in a fast motion, the largest torque of any joint of its kind without its
// term.
bool is_large(const Split& one, const std::vector<Split>& all) {
  const double effort = one.joint->limits.effort.value_or(0);
  if (effort > 0 && one.term_peak >= doubtful::part_of_limit * effort) return true;
  return one.is_fast && std::all_of(all.begin(), all.end(), [&](const Split& other) {
           return other.joint->is_revolute() != one.joint->is_revolute() || one.term_peak >= other.rest_peak;
         });
}

// Whether terms are most of the torque of half of the fast joints: gravity or inertia is in real arms.
bool is_in_many(const std::vector<Split>& all) {
  std::ptrdiff_t fast = 0, swallowed = 0;
  for (const Split& one : all) {
    fast += one.is_fast;
    swallowed += one.is_fast && one.is_swallowed();
  }
  return swallowed > 1 && 2 * swallowed >= fast;
}

std::string percent(const Split& one) {
  return three_digits(100 * one.share()) + " %";
}

}  // namespace

std::optional<std::string> term_doubt(const Robot& robot, const DynamicsSettings& settings,
                                      const MotionTrack& track) {
  bool any_counts = false;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    for (const Term& term : terms) any_counts |= counts(term, robot.moving_joint(j).drive, settings);
  if (!any_counts || track.runs().empty()) return std::nullopt;
  std::vector<Split> all, found;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    all.push_back(split(robot.moving_joint(j), j, settings, track));
  const bool in_many = is_in_many(all);
  std::copy_if(all.begin(), all.end(), std::back_inserter(found), [&](const Split& one) {
    return one.is_swallowed() && (is_large(one, all) || (in_many && one.is_fast));
  });
  if (found.empty()) return std::nullopt;
  std::stable_sort(found.begin(), found.end(),
                   [](const Split& a, const Split& b) { return a.share() > b.share(); });
  const Split& worst = found.front();
  constexpr std::size_t shown = 3;
  std::vector<std::string> others;
  for (std::size_t i = 1; i < found.size(); ++i)
    others.push_back(in_quotes(found[i].joint->name) + " " + percent(found[i]) +
                     (found[i].term == worst.term ? "" : std::string(" (") + found[i].term->name + ")"));
  const std::string unit(unit_of(Quantity::tau, worst.joint->is_revolute()));
  return std::string(worst.term->name) + " is about " + percent(worst) + " of the torque of joint " +
         in_quotes(worst.joint->name) + " (" + three_digits(worst.term_peak) + " " + unit +
         "; the rest is about " + three_digits(worst.rest_peak) + " " + unit + ")" +
         (others.empty() ? "" : "; other joints: " + joined(others, shown)) + ": " + worst.term->option +
         " leaves out " + worst.term->name +
         (worst.term->steadies
              ? ". Files for simulators often have large values only to keep the simulation stable"
              : "");
}

}  // namespace invdyn
