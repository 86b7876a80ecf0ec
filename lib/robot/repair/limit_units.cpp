#include <numbers>

#include "../../ground/base/wording.h"
#include "findings_to_mend.h"

namespace invdyn {
namespace {

using Quantity = RobotChange::Quantity;

constexpr double pi = std::numbers::pi;

struct Unit {
  const char* words;
  double multiply, divide, penalty;
};

// A limit of one kind, of all joints of one kind.
struct LimitKind {
  const char *kind, *part, *unit;
  Quantity quantity;
  bool is_revolute;
  std::vector<Unit> units;
  evidence::Usual usual;
  double implausible;  // without a finding, but too large beside others in the wrong unit
  double largest;      // a larger number means no limit in any unit
};

const std::vector<LimitKind>& kinds() {
  static const std::vector<LimitKind> all{
      {"position_limit_units",
       "position",
       "rad",
       Quantity::position_limits,
       true,
       {{"degrees to rad", pi, 180, 0}},
       {0.3, 0.4},
       2 * pi + 0.01,
       720},
      {"position_limit_units",
       "position",
       "m",
       Quantity::position_limits,
       false,
       {{"mm to m", 1, 1000, 0}, {"cm to m", 1, 100, 4}},
       {-0.5, 0.5},
       3,
       suspicion::endless},
      {"velocity_limit_units",
       "velocity",
       "rad/s",
       Quantity::velocity_limit,
       true,
       {{"degrees/s to rad/s", pi, 180, 0}, {"rpm to rad/s", pi, 30, 4}},
       {0.5, 0.5},
       20,
       suspicion::endless},
      {"velocity_limit_units",
       "velocity",
       "m/s",
       Quantity::velocity_limit,
       false,
       {{"mm/s to m/s", 1, 1000, 0}, {"cm/s to m/s", 1, 100, 4}},
       {-0.3, 0.6},
       5,
       suspicion::endless},
  };
  return all;
}

double limit_of(const Joint& joint, const LimitKind& kind) {
  if (kind.quantity == Quantity::velocity_limit) return joint.limits.velocity.value_or(0);
  return std::max(std::abs(joint.limits.lower.value_or(0)), std::abs(joint.limits.upper.value_or(0)));
}

// Numbers that files use for no limit, unless other limits say otherwise: round ones in both directions, and
// turns.
bool may_mean_no_limit(const Joint& joint, const LimitKind& kind) {
  const double limit = limit_of(joint, kind);
  const bool is_symmetric = kind.quantity == Quantity::velocity_limit || !joint.limits.lower ||
                            !joint.limits.upper || *joint.limits.lower == -*joint.limits.upper;
  const double half_turns = limit / pi;
  return (is_symmetric && has_one_digit(limit)) ||
         (kind.is_revolute && std::abs(half_turns - std::round(half_turns)) < 1e-4);
}

std::string numbers(const Joint& joint, const LimitKind& kind, const RobotChange& change) {
  const std::string unit = std::string(" ") + kind.unit;
  if (kind.quantity == Quantity::velocity_limit) {
    const double limit = joint.limits.velocity.value_or(0);
    return from_to(limit, change.changed(limit)) + unit;
  }
  std::string text;
  for (const auto& limit : {joint.limits.lower, joint.limits.upper})
    if (limit) text += (text.empty() ? "" : ", ") + from_to(*limit, change.changed(*limit));
  return text + unit;
}

void propose(FindingsToMend& work, LimitKind kind) {
  std::vector<const Joint*> found, others;
  double sum = 0, count = 0;
  for (const Joint& joint : work.robot.joints()) {
    if (!joint.moves() || joint.is_revolute() != kind.is_revolute) continue;
    const bool is_found = work.find(kind.kind, "joint " + joint.name);
    (is_found ? found : others).push_back(&joint);
    const double limit = limit_of(joint, kind);
    if (is_found || limit <= 0 || limit > kind.implausible) continue;
    sum += std::log10(limit);
    ++count;
  }
  if (count > 0) kind.usual.mean = (kind.usual.mean + sum) / (1 + count);
  std::size_t sure = 0;  // joints whose number is certainly a limit in the other unit
  for (const Joint* joint : found)
    sure += !may_mean_no_limit(*joint, kind) && limit_of(*joint, kind) <= kind.largest;
  std::erase_if(found, [&](const Joint* joint) {
    const double limit = limit_of(*joint, kind);
    return limit > kind.largest || (may_mean_no_limit(*joint, kind) && !has_one_digit(limit));
  });
  std::vector<Weighed> weighed;
  std::vector<double> penalties;
  for (const Unit& unit : kind.units) penalties.push_back(unit.penalty);
  for (const Joint* joint : found) {
    weighed.emplace_back();
    for (const Unit& unit : kind.units)
      weighed.back().likelihood.push_back(
          kind.usual.likelihood(limit_of(*joint, kind) * unit.multiply / unit.divide));
  }
  const std::vector<Weighed> results = weighed_together(weighed, penalties, penalties);
  std::size_t clear = 0;
  for (std::size_t n = 0; n < found.size(); ++n) {
    const Joint* joint = found[n];
    const double limit = limit_of(*joint, kind);
    const bool is_clear = results[n].is_clear() && (!may_mean_no_limit(*joint, kind) || sure > 0);
    clear += is_clear;
    std::vector<Mend> mends;
    for (const std::size_t k : results[n].listed()) {
      const RobotChange change{kind.quantity, joint->name, kind.units[k].multiply, kind.units[k].divide};
      mends.push_back({"",
                       {{change, kind.units[k].words}},
                       std::string(kind.part) + " limits: " + kind.units[k].words,
                       numbers(*joint, kind, change) +
                           (is_clear || !has_one_digit(limit) ? "" : ". It may also mean no limit")});
    }
    work.propose(kind.kind, "joint " + joint->name, kind.part, is_clear, std::move(mends));
  }
  if (clear < 2) return;
  for (const Joint* joint : others) {
    const double limit = limit_of(*joint, kind);
    if (limit <= kind.implausible || limit > kind.largest || may_mean_no_limit(*joint, kind)) continue;
    const Unit& unit = kind.units.front();
    const RobotChange change{kind.quantity, joint->name, unit.multiply, unit.divide};
    work.propose(kind.kind, "joint " + joint->name, kind.part, true,
                 {{"",
                   {{change, unit.words}},
                   std::string(kind.part) + " limits: " + unit.words,
                   numbers(*joint, kind, change)}});
  }
}

}  // namespace

void propose_limits(FindingsToMend& work) {
  for (const LimitKind& kind : kinds()) propose(work, kind);
}

}  // namespace invdyn
