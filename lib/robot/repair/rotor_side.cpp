#include "../../ground/base/wording.h"
#include "../model/moved_mass.h"
#include "findings_to_mend.h"

namespace invdyn {
namespace {

using Quantity = RobotChange::Quantity;

// Without a gear, a large rotor may be meant so: it makes simulations stable. The last of the explanations.
constexpr double intended = 6;
constexpr double alike = 0.6;  // spread of the logarithms of a robot's rotors

struct RotorMend {
  std::string words;
  double divide;
  double penalty;
};

// The rotor as seen from the joint is usually of the order of what the joint moves, and rotors of one robot
// are alike.
class Rotors {
 public:
  explicit Rotors(FindingsToMend& work) : work_(work), moved_mass_(work.robot) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < work.robot.joints().size(); ++i) {
      const Joint& joint = work.robot.joints()[i];
      if (!joint.moves()) continue;
      largest_[joint.is_revolute()] = std::max(largest_[joint.is_revolute()], moved_mass_.inertia(i));
      if (work.find("heavy_rotor", "joint " + joint.name)) {
        found_.push_back(i);
      } else if (joint.drive.rotor_inertia > 0) {
        not_found_.push_back(i);
        sum += std::log10(joint.drive.rotor_inertia);
        ++count;
      }
    }
    if (count > 0 && not_found_.size() >= found_.size()) others_ = evidence::Usual{sum / count, alike};
  }

  void propose() {
    std::vector<Weighed> weighed;
    std::vector<double> penalties;
    for (const RotorMend& each : mends_of({})) penalties.push_back(each.penalty);
    penalties.push_back(intended);
    for (const std::size_t i : found_) weighed.push_back(likelihoods(i));
    const std::vector<Weighed> results = weighed_together(weighed, penalties, penalties);
    for (std::size_t n = 0; n < found_.size(); ++n) {
      const Joint& joint = work_.robot.joints()[found_[n]];
      const std::vector<RotorMend> all = mends_of(joint);
      Weighed own = results[n];
      // The gear ratio may give the same number as a unit: one mend, with the first explanation.
      for (std::size_t k = 0; k < all.size(); ++k)
        for (std::size_t first = 0; first < k; ++first)
          if (std::abs(all[k].divide / all[first].divide - 1) < 0.01) own.likelihood[k] = -1e3;
      std::vector<Mend> mends;
      for (const std::size_t k : own.listed())
        if (k != all.size()) mends.push_back(mend(found_[n], all[k]));
      const bool is_clear = own.is_clear() && own.best() != all.size();
      if (is_clear && own.best() == 0)
        sides_.push_back(std::log10(joint.drive.rotor_inertia / all[0].divide));
      if (!mends.empty())
        work_.propose("heavy_rotor", "joint " + joint.name, "rotor", is_clear, std::move(mends));
    }
    propose_to_others();
  }

 private:
  Mend mend(std::size_t i, const RotorMend& mend) const {
    const Joint& joint = work_.robot.joints()[i];
    RobotChange change{Quantity::rotor_inertia, joint.name};
    change.divide = mend.divide;
    const double seen = joint.drive.reflected_inertia();
    const std::string unit = joint.is_revolute() ? " kg m^2" : " kg";
    return {"",
            {{change, mend.words}},
            "rotor inertia: " + mend.words,
            from_to(joint.drive.rotor_inertia, joint.drive.rotor_inertia / mend.divide) +
                " kg m^2; as seen from the joint: " + from_to(seen, seen / mend.divide) + unit +
                "; the links that it moves: " + six_digits(moved(i)) + unit};
  }

  // Joints with heavy links, or small gear ratios, have no finding of their own.
  void propose_to_others() {
    if (sides_.size() < 2) return;
    evidence::Usual mended{0, alike};
    for (const double each : sides_) mended.mean += each / static_cast<double>(sides_.size());
    for (const std::size_t i : not_found_) {
      const Joint& joint = work_.robot.joints()[i];
      const RotorMend side = mends_of(joint)[0];
      const double rotor = joint.drive.rotor_inertia;
      if (side.divide > 1 &&
          mended.likelihood(rotor / side.divide) - mended.likelihood(rotor) > evidence::clear)
        work_.propose("heavy_rotor", "joint " + joint.name, "rotor", true, {mend(i, side)});
    }
  }

  static std::vector<RotorMend> mends_of(const Joint& joint) {
    const double ratio = joint.drive.gear_ratio;
    return {{"from the joint's side to the motor's, by the gear ratio squared", ratio * ratio, 0},
            {"g cm^2 to kg m^2", 1e7, 2},
            {"kg cm^2 to kg m^2", 1e4, 5.5},
            {"kg mm^2 to kg m^2", 1e6, 5.5},
            {"g mm^2 to kg m^2", 1e9, 5.5}};
  }
  double moved(std::size_t joint) const {
    constexpr double least = 1e-3;
    return std::max(moved_mass_.inertia(joint), least * largest_[work_.robot.joints()[joint].is_revolute()]);
  }
  Weighed likelihoods(std::size_t i) const {
    const Joint& joint = work_.robot.joints()[i];
    constexpr evidence::Usual reflected_over_moved{0.3, 1.5};
    Weighed result;
    for (const RotorMend& each : mends_of(joint))
      result.likelihood.push_back(
          each.divide <= 1  // no reduction
              ? -1e3
              : reflected_over_moved.likelihood(joint.drive.reflected_inertia() / each.divide / moved(i)) +
                    (others_ ? others_->likelihood(joint.drive.rotor_inertia / each.divide) : 0));
    result.likelihood.push_back(std::abs(joint.drive.gear_ratio) > 1 ? -1e3 : 0);
    return result;
  }

  FindingsToMend& work_;
  MovedMass moved_mass_;
  double largest_[2] = {0, 0};  // inertia that a prismatic, a revolute joint moves
  std::optional<evidence::Usual> others_;
  std::vector<std::size_t> found_, not_found_;
  std::vector<double> sides_;  // logarithms of rotors that were on the wrong side, after the mend
};

}  // namespace

void propose_rotors(FindingsToMend& work) {
  Rotors(work).propose();
}

void propose_gear_ratios(FindingsToMend& work) {
  constexpr double usual = 5;  // reductions are larger
  for (const Joint& joint : work.robot.joints()) {
    const std::string subject = "joint " + joint.name;
    if (!work.find("inverse_gear_ratio", subject)) continue;
    const double ratio = joint.drive.gear_ratio, inverse = 1 / ratio;
    RobotChange change{Quantity::gear_ratio, joint.name};
    change.value = inverse;
    work.propose("inverse_gear_ratio", subject, "gear", std::abs(inverse) >= usual,
                 {{"",
                   {{change, "motor speed over joint speed"}},
                   "gear ratio: its inverse",
                   from_to(ratio, inverse) + ", motor speed over joint speed"}});
  }
}

}  // namespace invdyn
