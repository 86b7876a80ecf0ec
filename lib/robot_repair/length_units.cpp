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
  std::vector<double> values;
  std::vector<std::string> names;  // of joints or links
};

// Proposes mends for those with a finding, and sets the factors of clear ones. If most distances of the file
// are as large, the others are in the same unit.
void propose(FindingsToMend& work, const Distances& all, const char* word, std::vector<double>& factors) {
  constexpr double smallest = 0.005, largest = 1;  // m, of distances that may be in m
  std::vector<std::size_t> found;
  std::size_t in_metres = 0;
  const auto subject = [&](std::size_t i) { return std::string(word) + ' ' + all.names[i]; };
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    if (work.find(all.kind, subject(i)))
      found.push_back(i);
    else if (all.values[i] > smallest && all.values[i] < largest)
      ++in_metres;
  }
  std::vector<Weighed> weighed;
  for (const std::size_t i : found) {
    weighed.emplace_back();
    for (const int power : powers)
      weighed.back().likelihood.push_back(all.usual.likelihood(all.values[i] * std::pow(10, power)));
  }
  const auto mend = [&](std::size_t i, std::size_t unit) {
    const RobotChange change = power_of_ten(all.quantity, all.names[i], powers[unit]);
    return Mend{"",
                {{change, units[unit]}},
                std::string(all.what) + ": " + units[unit],
                "its distance: " + from_to(all.values[i], change.changed(all.values[i])) + " m"};
  };
  const std::vector<Weighed> results = weighed_together(weighed, penalties, penalties);
  std::size_t in_mm = 0;
  for (std::size_t n = 0; n < found.size(); ++n) {
    const Weighed& own = results[n];
    std::vector<Mend> mends;
    for (const std::size_t k : own.listed()) mends.push_back(mend(found[n], k));
    if (own.is_clear()) {
      factors[found[n]] = std::pow(10, powers[own.best()]);
      in_mm += own.best() == 0;
    }
    work.propose(all.kind, subject(found[n]), all.part, own.is_clear(), std::move(mends));
  }
  if (in_mm < 2 || in_mm < 4 * in_metres) return;
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    if (all.values[i] == 0 || factors[i] != 1 || work.find(all.kind, subject(i))) continue;
    factors[i] = 1e-3;
    work.propose(all.kind, subject(i), all.part, true, {mend(i, 0)});
  }
}

}  // namespace

LengthFactors propose_lengths(FindingsToMend& work) {
  const Robot& robot = work.robot;
  LengthFactors factors{std::vector<double>(robot.joints().size(), 1),
                        std::vector<double>(robot.links().size(), 1)};
  Distances origins{"far_joint", "origin", "origin of the joint", Quantity::origin, {-0.6, 0.55}, {}, {}},
      coms{"far_centre_of_mass", "com", "centre of mass", Quantity::com, {-1.1, 0.6}, {}, {}};
  for (const Joint& joint : robot.joints()) {
    origins.values.push_back(joint.T_parent_joint.translation().norm() +
                             joint.T_joint_link.translation().norm());
    origins.names.push_back(joint.name);
  }
  for (const Link& link : robot.links()) {
    coms.values.push_back(link.mass_properties.com.norm());
    coms.names.push_back(link.name);
  }
  propose(work, origins, "joint", factors.of_origins);
  propose(work, coms, "link", factors.of_coms);
  return factors;
}

}  // namespace invdyn
