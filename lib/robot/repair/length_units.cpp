#include <functional>
#include <limits>

#include "../../ground/base/wording.h"
#include "../model/principal_moments.h"
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
  std::vector<std::string> names = {};  // of joints or links
  std::vector<std::size_t> found = {};  // those with a finding

  std::string subject(std::size_t i) const { return std::string(word) + ' ' + names[i]; }
  void add(FindingsToMend& work, const std::string& name, double value) {
    names.push_back(name);
    values.push_back(value);
    if (work.find(kind, subject(values.size() - 1))) found.push_back(values.size() - 1);
  }
  bool is_found(std::size_t i) const { return std::find(found.begin(), found.end(), i) != found.end(); }
  template <class Test>
  std::size_t count_of_others(Test test) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) count += !is_found(i) && test(values[i]) ? 1 : 0;
    return count;
  }
  std::vector<Weighed> likelihoods() const {
    std::vector<Weighed> all;
    for (const std::size_t i : found) {
      all.emplace_back();
      for (const int power : powers)
        all.back().likelihood.push_back(usual.likelihood(values[i] * std::pow(10, power)));
    }
    return all;
  }
};

bool is_usual_in_metres(double length) {
  constexpr double smallest = 0.005, largest = 1;
  return length > smallest && length < largest;
}

// A small robot has short links: what is in metres in the file tells its size.
class SizeOfRobot {
 public:
  void add(double length, const evidence::Usual& usual) {
    if (!is_usual_in_metres(length)) return;
    off_ += std::log10(length) - usual.mean;
    ++count_;
  }
  double shift() const {
    constexpr double count_of_published = 3;
    return off_ / (count_of_published + count_);
  }

 private:
  double off_ = 0, count_ = 0;
};

// If most distances of the file are in one other unit, the rest is, too.
void propose_to_others(FindingsToMend& work, const Distances& all, std::size_t unit,
                       const std::function<Mend(std::size_t, std::size_t)>& mend,
                       std::vector<double>& factors) {
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    constexpr double nothing = 1e-4, short_one = 0.1;
    if (all.values[i] < nothing || factors[i] != 1) continue;
    const bool is_clear = all.values[i] > short_one;  // 0.02 may be 20 mm, right as it is, or 20 micrometres
    factors[i] = is_clear ? std::pow(10, powers[unit]) : std::numeric_limits<double>::quiet_NaN();
    work.propose(all.kind, all.subject(i), all.part, is_clear, {mend(i, unit)});
  }
}

// Proposes mends for those with a finding, and sets their factors.
void propose(FindingsToMend& work, const Distances& all, const Weighed* results,
             std::vector<double>& factors) {
  const std::vector<std::size_t>& found = all.found;
  const auto mend = [&](std::size_t i, std::size_t unit) {
    const RobotChange change = power_of_ten(all.quantity, all.names[i], powers[unit]);
    return Mend{"",
                {{change, units[unit]}},
                std::string(all.what) + ": " + units[unit],
                "its distance: " + from_to(all.values[i], change.changed(all.values[i])) + " m"};
  };
  // Between 1 m and those with a finding there is a gap, or the robot is large.
  const bool is_large = all.count_of_others([](double length) { return length > 1; }) >= found.size();
  std::size_t clear[] = {0, 0};
  for (std::size_t n = 0; n < found.size(); ++n) {
    const Weighed& own = results[n];
    std::vector<Mend> mends;
    for (const std::size_t k : own.listed()) mends.push_back(mend(found[n], k));
    const bool is_clear = own.is_clear() && !(is_large && powers[own.best()] == -2);
    factors[found[n]] =
        is_clear ? std::pow(10, powers[own.best()]) : std::numeric_limits<double>::quiet_NaN();
    if (is_clear) ++clear[own.best()];
    work.propose(all.kind, all.subject(found[n]), all.part, is_clear, std::move(mends));
  }
  const std::size_t most = clear[0] >= clear[1] ? 0 : 1;
  if (clear[most] >= 2 && clear[1 - most] == 0 && clear[most] >= 4 * all.count_of_others(is_usual_in_metres))
    propose_to_others(work, all, most, mend, factors);
}

SizeOfRobot size_of_robot(const FindingsToMend& work, const Distances& origins, const Distances& coms) {
  SizeOfRobot size;
  for (const Distances* each : {&origins, &coms})
    for (std::size_t i = 0; i < each->values.size(); ++i)
      if (!each->is_found(i)) size.add(each->values[i], each->usual);
  constexpr evidence::Usual radius_of_gyration{-1.2, 0.4};
  for (const Link& link : work.robot.links()) {
    const MassProperties& body = link.mass_properties;
    const std::string subject = "link " + link.name;
    if (body.mass > 0 && !work.find("large_moments", subject) && !work.find("too_dense", subject) &&
        !work.find("point_like", subject))
      size.add(std::sqrt(principal_moments(body.inertia)[2] / body.mass), radius_of_gyration);
  }
  return size;
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
  const double shift = size_of_robot(work, origins, coms).shift();
  origins.usual.mean += shift;
  coms.usual.mean += shift;
  // A file has one unit of length, so both are weighed together.
  std::vector<Weighed> all = origins.likelihoods();
  for (Weighed& each : coms.likelihoods()) all.push_back(std::move(each));
  const std::vector<Weighed> results = weighed_together(all, penalties, penalties);
  propose(work, origins, results.data(), factors.of_origins);
  propose(work, coms, results.data() + origins.found.size(), factors.of_coms);
  return factors;
}

}  // namespace invdyn
