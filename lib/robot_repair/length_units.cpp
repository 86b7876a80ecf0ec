#include <limits>

#include "../base/wording.h"
#include "findings_to_mend.h"

namespace invdyn {
namespace {

using Quantity = RobotChange::Quantity;

constexpr int powers[] = {-3, -2};
constexpr const char* units[] = {"mm to m", "cm to m"};
const std::vector<double> penalties{0, 4};  // robots are drawn in mm

// Distances of one kind: of joints from their parents, or of centres of mass from their frames.
struct Distances {
  const char *kind, *part, *what;
  Quantity quantity;
  evidence::Usual usual;
  const char* word;
  std::vector<double> values = {};
  std::vector<std::string> names = {};    // of joints or links
  std::vector<std::size_t> found = {};    // those with a finding
  std::vector<Weighed> likelihoods = {};  // of these

  std::string subject(std::size_t i) const { return std::string(word) + ' ' + names[i]; }
  void add(FindingsToMend& work, const std::string& name, double value) {
    names.push_back(name);
    values.push_back(value);
    if (!work.find(kind, subject(values.size() - 1))) return;
    found.push_back(values.size() - 1);
    likelihoods.emplace_back();
    for (const int power : powers)
      likelihoods.back().likelihood.push_back(usual.likelihood(value * std::pow(10, power)));
  }
  std::size_t count_in_metres() const {
    constexpr double smallest = 0.005, largest = 1;
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      count += values[i] > smallest && values[i] < largest &&
               std::find(found.begin(), found.end(), i) == found.end();
    return count;
  }
};

// Proposes mends for those with a finding, and sets their factors. If most distances of the file are as
// large, the others are in the same unit.
void propose(FindingsToMend& work, const Distances& all, const Weighed* results,
             std::vector<double>& factors) {
  const std::vector<std::size_t>& found = all.found;
  const std::size_t in_metres = all.count_in_metres();
  const auto mend = [&](std::size_t i, std::size_t unit) {
    const RobotChange change = power_of_ten(all.quantity, all.names[i], powers[unit]);
    return Mend{"",
                {{change, units[unit]}},
                std::string(all.what) + ": " + units[unit],
                "its distance: " + from_to(all.values[i], change.changed(all.values[i])) + " m"};
  };
  std::size_t in_mm = 0;
  for (std::size_t n = 0; n < found.size(); ++n) {
    const Weighed& own = results[n];
    std::vector<Mend> mends;
    for (const std::size_t k : own.listed()) mends.push_back(mend(found[n], k));
    factors[found[n]] =
        own.is_clear() ? std::pow(10, powers[own.best()]) : std::numeric_limits<double>::quiet_NaN();
    in_mm += own.is_clear() && own.best() == 0;
    work.propose(all.kind, all.subject(found[n]), all.part, own.is_clear(), std::move(mends));
  }
  if (in_mm < 2 || in_mm < 4 * in_metres) return;
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    if (all.values[i] == 0 || factors[i] != 1) continue;
    factors[i] = 1e-3;
    work.propose(all.kind, all.subject(i), all.part, true, {mend(i, 0)});
  }
}

}  // namespace

LengthFactors propose_lengths(FindingsToMend& work) {
  const Robot& robot = work.robot;
  LengthFactors factors{std::vector<double>(robot.joints().size(), 1),
                        std::vector<double>(robot.links().size(), 1)};
  Distances origins{"far_joint", "origin", "origin of the joint", Quantity::origin, {-0.6, 0.55}, "joint"},
      coms{"far_centre_of_mass", "com", "centre of mass", Quantity::com, {-1.1, 0.6}, "link"};
  for (const Joint& joint : robot.joints())
    origins.add(work, joint.name,
                joint.T_parent_joint.translation().norm() + joint.T_joint_link.translation().norm());
  for (const Link& link : robot.links()) coms.add(work, link.name, link.mass_properties.com.norm());
  // A file has one unit of length, so both are weighed together.
  std::vector<Weighed> all = origins.likelihoods;
  all.insert(all.end(), coms.likelihoods.begin(), coms.likelihoods.end());
  const std::vector<Weighed> results = weighed_together(all, penalties, penalties);
  propose(work, origins, results.data(), factors.of_origins);
  propose(work, coms, results.data() + origins.found.size(), factors.of_coms);
  return factors;
}

}  // namespace invdyn
