#include "suspicions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <optional>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"
#include "angle_unit.h"
#include "channel_faults.h"
#include "joint_faults.h"
#include "link_faults.h"
#include "payload_fault.h"
#include "thresholds.h"

namespace invdyn {
namespace {

using Kind = Suspicion::Kind;
using Residuals = JointResiduals;

std::string unit_of_torque(const ValidatedLogs& logs, std::size_t joint) {
  return ' ' + std::string(unit_of(Quantity::tau, logs.robot.moving_joint(joint).is_revolute()));
}

std::vector<Fault> dead_channels(const ValidatedLogs& logs) {
  std::vector<Fault> found;
  for (std::size_t j = 0; j < logs.robot.dof(); ++j)
    if (const auto [at_zero, frozen] = standstill(logs.rows, j); at_zero >= threshold::dead_part)
      found.push_back({Kind::dead, j, "the measured torque is 0 while the joint moves: is its channel dead?",
                       "it is 0 in " + percent(at_zero) + " of the rows in which the joint moves"});
    else if (frozen >= threshold::frozen_part)
      found.push_back({Kind::dead, j,
                       "the measured torque does not change while the joint moves: is its channel frozen?",
                       "many successive rows have the same torque. These rows are " + percent(frozen) +
                           " of the rows in which the joint moves"});
  return found;
}

// The rows of the files where they are known: a filter makes other positions of those that stand still.
const RowRuns& unfiltered(const ValidatedLogs& logs) {
  return logs.raw && !logs.raw->runs().empty() ? *logs.raw : logs.rows;
}

// What other joints and torques show then is its consequence.
std::vector<Fault> frozen_positions(const ValidatedLogs& logs) {
  std::vector<Fault> found;
  for (std::size_t j = 0; j < logs.robot.dof(); ++j)
    if (const double part = frozen_position(unfiltered(logs), j); part >= threshold::frozen_part)
      found.push_back(
          {Kind::dead, j,
           "the position stops suddenly, but the measured torque changes: is the encoder's channel "
           "frozen?",
           "the position stays exactly the same in " + percent(part) +
               " of the rows, but the joint does not brake before these rows or speed up "
               "after them",
           1, "leave these rows out of the log: they spoil the torques of all joints"});
  return found;
}

std::optional<Fault> spikes_fault(const ValidatedLogs& logs, std::size_t joint) {
  if (standstill(logs.rows, joint).at_zero >= threshold::dead_part) return std::nullopt;
  const std::optional<Spikes> found = spikes(unfiltered(logs), joint);
  if (!found) return std::nullopt;
  return Fault{Kind::spikes, joint,
               "single rows of the measured torque are far from the rows before and after",
               "these are " + percent(found->part) +
                   " of the rows in which the joint moves; the largest distance is " +
                   three_digits(found->size) + unit_of_torque(logs, joint)};
}

// Of the joints with considerable gravity all lack it, or none does: the mean of their shares, by their
// errors, tells.
std::vector<Fault> weightless_joints(const ValidatedLogs& logs, const std::vector<bool>& is_sound) {
  std::vector<Fault> found;
  const std::vector<std::optional<GravityShare>> shares =
      gravity_shares(logs.rows, logs.weightless, logs.slow_speeds);
  double sum = 0, weight = 0;
  for (std::size_t j = 0; j < shares.size(); ++j) {
    if (!shares[j] || !is_sound[j]) continue;
    const auto& [size, share, error, of_motion, explained] = *shares[j];
    const double scale = of_motion == 0 ? 1 : std::min(1.0, std::abs(of_motion));
    if (std::abs(share) > threshold::gravity_share * scale + 2 * error) return {};
    if (explained < threshold::gravity_explained || !std::isfinite(error)) continue;
    constexpr double least_error = 1e-6;
    const double relative = std::max(least_error, error / scale), precision = 1 / (relative * relative);
    sum += precision * share / scale, weight += precision;
    found.push_back({Kind::gravity, j, "gravity is not in the measured torque",
                     "the torque of gravity has a standard deviation of " + three_digits(size) +
                         unit_of_torque(logs, j) +
                         ", but the share of this torque in the measured torque is " + percent(share) +
                         " +- " + percent(error)});
  }
  if (!(std::abs(sum / weight) + 2 / std::sqrt(weight) < threshold::gravity_share)) return {};
  return found;
}

std::string list_of(const std::vector<double>& values) {
  const bool are_same =
      std::all_of(values.begin(), values.end(), [&](double each) { return each == values[0]; });
  std::string text = six_digits(values[0]);
  for (std::size_t j = 1; j < values.size() && !are_same; ++j) text += ',' + six_digits(values[j]);
  return text;
}

// Torque constants by which all faults of scale are gone. A joint that does not tell its scale takes the
// usual one of the others.
std::string constants_of(const ValidatedLogs& logs, const std::vector<Fault>& found) {
  const std::vector<double>& given = logs.measured.torque_constants;
  std::vector<double> factors(logs.robot.dof(), 1), sizes;
  std::vector<bool> has_unit(factors.size(), false);
  for (const Fault& fault : found) {
    factors[fault.joint] = fault.factor;
    has_unit[fault.joint] = fault.kind == Kind::unit || fault.kind == Kind::decade;
    if (fault.kind == Kind::unit) sizes.push_back(std::abs(fault.factor));
  }
  if (!sizes.empty() && logs.are_loaded)
    return "give `torque-constant` with the values of the data sheet; if the robot carries a payload, "
           "torque constants cannot be estimated";
  if (!sizes.empty()) {
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                     sizes.end());
    for (std::size_t j = 0; j < factors.size(); ++j)
      if (!has_unit[j]) factors[j] *= sizes[sizes.size() / 2];
  }
  for (std::size_t j = 0; j < factors.size() && !given.empty(); ++j)
    factors[j] *= given[given.size() == 1 ? 0 : j];
  return (sizes.empty()
              ? ""
              : "use the torque constants of the data sheet, or these estimates from the robot's file: ") +
         ("`torque-constant`=" + list_of(factors)) +
         (logs.measured.at == MeasuredSettings::At::joint ? " `measured-at` joint" : "");
}

// What the user has said of the columns counts more than the slopes of a file that may be wrong.
bool spoils_fits(const Fault& fault, const MeasuredSettings& measured) {
  switch (fault.kind) {
    case Kind::dead:
    case Kind::degrees:
    case Kind::gravity:
    case Kind::exchanged:
    case Kind::sign:
      return true;
    case Kind::motor_side:
    case Kind::decade:
    case Kind::unit:
      return measured.torque_constants.empty();
    case Kind::lag:
      return std::abs(fault.factor) > threshold::spoiling_lag;
    default:
      return false;
  }
}

// Links of a wrong file may all be lighter by this factor, hardly more.
bool may_be_masses(const Fault& fault, const std::vector<Fault>& found) {
  constexpr double most = 4;
  return fault.kind == Kind::unit && std::any_of(found.begin(), found.end(), [](const Fault& each) {
           const double size = std::abs(each.factor);
           return each.kind == Kind::unit && size < most && size > 1 / most;
         });
}

std::string remedy_of(const Fault& fault, const ValidatedLogs& logs, const std::vector<Fault>& found) {
  switch (fault.kind) {
    case Kind::dead: {
      if (!fault.remedy.empty()) return fault.remedy;
      std::string limits;
      bool is_any_alive = false;
      for (std::size_t j = 0; j < logs.robot.dof(); ++j) {
        const bool is_dead = std::any_of(found.begin(), found.end(), [&](const Fault& each) {
          return each.kind == Kind::dead && each.joint == j;
        });
        limits += std::string(j > 0 ? "," : "") + (is_dead ? "0" : "1e9");
        is_any_alive |= !is_dead;
      }
      return !is_any_alive ? "" : in_identify(logs, "`max-torque` " + limits, "leaves the joint out");
    }
    case Kind::spikes:
      return in_identify(logs, "`robust`", "gives less weight to rows with large residuals");
    case Kind::degrees:
      return "`degrees`";
    case Kind::gravity:
      return "`gravity` 0,0,0";
    case Kind::motor_side:
      return logs.measured.at == MeasuredSettings::At::joint ? "`measured-at` motor" : "`measured-at` joint";
    case Kind::decade:
    case Kind::unit:
    case Kind::sign:
      return constants_of(logs, found);
    case Kind::excess:
      return "`no-friction`";
    case Kind::lag:
      return in_identify(logs, "`fit` all,delay", "fits the delay");
    case Kind::friction:
      return in_identify(logs, "`fit` friction", "fits the friction");
    case Kind::tool:
    case Kind::links:
      return fault.remedy;
    default:
      return "";
  }
}

// Of a payload that the file lacks, no rotor is asked.
std::vector<Fault> model_faults(const ValidatedLogs& logs, std::size_t j, bool has_payload) {
  const Residuals::Joint& joint = logs.residuals.joints()[j];
  std::vector<Fault> found;
  if (!(joint.max_q - joint.min_q > threshold::rest)) return found;  // dry friction holds it with any torque
  if (const auto fault = friction_fault(joint, j)) found.push_back(*fault);
  if (const auto fault = has_payload ? std::nullopt : rotor_fault(logs, j)) found.push_back(*fault);
  return found;
}

// One for all joints with the same statement. The evidence is that of the first.
std::vector<Suspicion> joined_faults(const std::vector<Fault>& found, const ValidatedLogs& logs) {
  std::vector<Suspicion> joined;
  for (const Fault& fault : found) {
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const Suspicion& each) {
      return each.kind == fault.kind && each.statement == fault.statement;
    });
    if (same == joined.end())
      joined.push_back({fault.kind,
                        {fault.joint},
                        fault.statement,
                        fault.evidence,
                        remedy_of(fault, logs, found),
                        spoils_fits(fault, logs.measured),
                        may_be_masses(fault, found)});
    else
      same->joints.push_back(fault.joint);
  }
  for (Suspicion& each : joined)
    if (each.joints.size() > 1)
      each.evidence =
          "Joint " + in_quotes(logs.robot.moving_joint(each.joints.front()).name) + ": " + each.evidence;
  return joined;
}

// All joints share them.
void add_degrees(const ValidatedLogs& logs, std::vector<Suspicion>& found) {
  const std::optional<double> explained =
      explained_in_degrees(logs.robot, logs.residuals, logs.rows, logs.dynamics);
  if (!explained) return;
  std::vector<std::size_t> turning;
  for (std::size_t j = 0; j < logs.robot.dof(); ++j)
    if (logs.robot.moving_joint(j).is_revolute()) turning.push_back(j);
  found.push_back({Kind::degrees, turning, "are the angles in degrees?",
                   "with angles in degrees, the model explains up to " + percent(*explained) +
                       " of a measured torque's variance (friction fitted separately)",
                   "`degrees`", true, false});
}

void add_clock(const ValidatedLogs& logs, std::vector<Suspicion>& found) {
  const std::optional<CoarseClock> clock = logs.has_rate ? std::nullopt : coarse_clock(logs.rows);
  if (!clock) return;
  std::vector<std::size_t> all(logs.robot.dof());
  std::iota(all.begin(), all.end(), std::size_t{0});
  found.insert(found.begin(),
               {Kind::clock, all, "the clock of the log is coarse",
                "equal time steps of " + six_digits(1000 * clock->mean) + " ms are rounded to multiples of " +
                    three_digits(1000 * clock->step) + " ms",
                "`rate` " + six_digits(1 / clock->mean), false, false});
}

}  // namespace

std::string_view name_of(Suspicion::Kind kind) {
  constexpr std::array<std::string_view, 16> names{
      "dead channel", "spikes", "degrees", "coarse clock", "no gravity", "exchanged", "motor side",
      "power of ten", "unit",   "tool",    "sign",         "lag",        "friction",  "too much friction",
      "rotor",        "links"};
  return names[static_cast<std::size_t>(kind)];
}

std::string in_words(const Suspicion& suspicion, const Robot& robot) {
  std::vector<std::string> names;
  for (const std::size_t joint : suspicion.joints) names.push_back(in_quotes(robot.moving_joint(joint).name));
  const std::string who = names.size() == 1             ? "joint " + names.front()
                          : names.size() == robot.dof() ? "all joints"
                                                        : "joints " + joined(names);
  std::string evidence = suspicion.evidence;
  if (!evidence.empty())
    evidence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(evidence[0])));
  return who + ": " + suspicion.statement + (suspicion.statement.ends_with('?') ? " " : ". ") + evidence +
         (suspicion.remedy.empty() ? "" : "; " + suspicion.remedy);
}

std::vector<Suspicion> suspicions(const ValidatedLogs& given) {
  const std::vector<double> slow_speeds = given.residuals.slow_speeds(given.rows);
  const JointResiduals moving = given.residuals.of_moving_rows(given.rows, slow_speeds);
  const ValidatedLogs logs{given.robot,     given.measured,   moving,           given.rows,
                           given.dynamics,  given.weightless, given.are_loaded, given.has_rate,
                           given.is_fitted, given.raw,        given.identify,   slow_speeds};
  const std::size_t dof = logs.robot.dof();
  std::vector<Suspicion> all;
  add_clock(logs, all);
  add_degrees(given, all);
  if (!all.empty() && all.back().kind == Kind::degrees) return all;  // others are consequences
  std::vector<bool> is_sound(dof, true);
  std::vector<Fault> found = frozen_positions(logs);
  if (!found.empty()) {
    for (Suspicion& each : joined_faults(found, logs)) all.push_back(std::move(each));
    return all;
  }
  found = dead_channels(logs);
  const auto add = [&](std::vector<Fault> faults) {
    for (Fault& each : faults) {
      is_sound[each.joint] = false;
      found.push_back(std::move(each));
    }
  };
  for (std::size_t j = 0; j < dof; ++j) {
    const Residuals::Joint& joint = logs.residuals.joints()[j];
    is_sound[j] = joint.varies() && joint.sums.rows() >= threshold::rows;
  }
  for (const Fault& each : found) is_sound[each.joint] = false;
  std::vector<Fault> exchanged = exchanged_joints(logs);
  std::erase_if(exchanged, [&](const Fault& each) { return !is_sound[each.joint]; });
  add(std::move(exchanged));
  add(weightless_joints(logs, is_sound));
  const JointScales scales(logs, is_sound);
  std::vector<Fault> payload;  // it makes slopes of wrists large
  if (found.empty() && !logs.are_loaded && !scales.are_strange && !scales.share(10))
    payload = payload_faults(logs);
  for (std::size_t j = 0; j < dof; ++j) {
    if (!is_sound[j]) continue;
    std::optional<Fault> fault = scale_fault(logs, scales, j);
    if (fault && !payload.empty() && std::abs(scales.of[j]->slope) > 1) fault.reset();
    if (!fault) fault = sign_fault(logs, scales.of[j], j);
    if (fault) add({*fault});
  }
  std::vector<Fault> late = lag_faults(logs, is_sound);
  const bool are_late = late.size() > 1;
  add(std::move(late));
  if (!found.empty()) payload.clear();
  const bool is_of_log = are_late || 2 * found.size() > dof;  // what other joints show is its consequence
  for (std::size_t j = 0; j < dof; ++j) {
    if (is_sound[j] && !is_of_log && !logs.are_loaded)
      for (Fault& each : model_faults(logs, j, !payload.empty())) found.push_back(std::move(each));
    if (const auto fault = spikes_fault(logs, j)) found.push_back(*fault);
  }
  if (payload.empty() && !is_of_log && !logs.are_loaded) {
    std::vector<bool> is_open = is_sound;
    for (const Fault& each : found) is_open[each.joint] = is_open[each.joint] && each.kind == Kind::friction;
    for (Fault& each : link_faults(logs, is_open)) found.push_back(std::move(each));
  }
  found.insert(found.end(), payload.begin(), payload.end());
  std::stable_sort(found.begin(), found.end(),
                   [](const Fault& a, const Fault& b) { return a.joint < b.joint; });
  for (Suspicion& each : joined_faults(found, logs)) all.push_back(std::move(each));
  return all;
}

}  // namespace invdyn
