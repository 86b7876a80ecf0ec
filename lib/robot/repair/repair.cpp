#include "repair.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "findings_to_mend.h"

namespace invdyn {
namespace {

void propose_gravity(FindingsToMend& work) {
  const Eigen::Vector3d& gravity = work.robot.gravity();
  const auto text = [](const Eigen::Vector3d& v) {
    return "(" + six_digits(v[0]) + ", " + six_digits(v[1]) + ", " + six_digits(v[2]) + ")";
  };
  const auto propose = [&](const char* kind, bool clear, const RobotChange& change, const char* reason,
                           const std::string& why) {
    Mend mend{"",
              {},
              std::string("gravity: ") + reason,
              text(gravity) + " -> " + text(gravity * change.multiply / change.divide) + " m/s^2" + why};
    mend.changes.push_back({change, reason});
    work.propose(kind, "", "gravity", clear, {mend});
  };
  if (work.find("gravity_units", "")) {
    const double size = gravity.stableNorm() / 1000;
    if (size > suspicion::min_gravity && size < suspicion::max_gravity)
      propose("gravity_units", true, power_of_ten(RobotChange::Quantity::gravity, "", -3), "mm/s^2 to m/s^2",
              ", as on the Earth");
  } else if (work.find("gravity_upwards", "")) {
    RobotChange change{RobotChange::Quantity::gravity};
    change.multiply = -1;
    propose("gravity_upwards", false, change, "downwards",
            ". It is right as it is if the robot hangs from a ceiling");
  }
}

}  // namespace

const Finding* FindingsToMend::find(const std::string& kind, const std::string& subject) const {
  for (const Finding* each : findings)
    if (each->kind == kind && each->subject == subject) return each;
  return nullptr;
}

void FindingsToMend::propose(const std::string& kind, const std::string& subject, const std::string& part,
                             bool clear, std::vector<Mend> mends) {
  const Finding* finding = find(kind, subject);
  const std::size_t blank = subject.find(' ');
  Proposal proposal{blank == std::string::npos ? part : subject.substr(blank + 1) + '.' + part,
                    kind,
                    subject,
                    finding ? finding->text : "has no finding of its own, but the same mistake as the others",
                    clear,
                    std::move(mends)};
  for (std::size_t i = 0; i < proposal.mends.size(); ++i)
    proposal.mends[i].name = proposal.name + (clear ? "" : ':' + std::string(1, static_cast<char>('a' + i)));
  proposals.push_back(std::move(proposal));
}

std::vector<double> link_sizes(const Robot& robot, const LengthFactors& lengths) {
  const auto scaled = [](const Eigen::Vector3d& point, double factor) -> Eigen::Vector3d {
    return point.isZero(0) ? point : factor * point;
  };
  std::vector<double> sizes;
  for (std::size_t link = 0; link < robot.links().size(); ++link) {
    std::vector<Eigen::Vector3d> points{
        scaled(robot.links()[link].mass_properties.com, lengths.of_coms[link])};
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
      const Joint& joint = robot.joints()[i];
      if (joint.parent == link)
        points.push_back(scaled(joint.T_parent_joint.translation(), lengths.of_origins[i]));
      if (i + 1 == link)
        points.push_back(
            scaled(joint.T_joint_link.inverse(Eigen::Isometry).translation(), lengths.of_origins[i]));
    }
    double size = 0;
    for (const Eigen::Vector3d& a : points)
      for (const Eigen::Vector3d& b : points) size = std::fmax(size, (a - b).norm());
    sizes.push_back(size);
  }
  return sizes;
}

bool has_one_digit(double value) {
  const std::string text = shortest(std::abs(value));
  std::size_t count = 0;
  for (const char c : text.substr(0, text.find_first_of("eE"))) count += c >= '1' && c <= '9' ? 1 : 0;
  return count <= 1;
}

std::string from_to(double before, double after) {
  return six_digits(before) + " -> " + six_digits(after);
}

Repairs repairs(const Robot& robot, const std::vector<Finding>& findings, const RepairText& text) {
  FindingsToMend work{robot,
                      text.format == RobotFormat::urdf ? axes_in_urdf(text.text, text.file)
                                                       : axes_in_json(text.text, text.file),
                      {}};
  // A small link with impossible moments is a note only, but simulators refuse it.
  for (const Finding& each : findings)
    if (each.accepted.empty() && (each.severity != Severity::note || each.kind == "impossible_moments"))
      work.findings.push_back(&each);
  propose_gravity(work);
  const LengthFactors lengths = propose_lengths(work);
  propose_tensor_units(work, lengths);
  propose_possible_tensors(work);
  propose_limits(work);
  if (!text.has_armatures) propose_rotors(work);
  propose_gear_ratios(work);

  Repairs result;
  std::set<std::pair<std::string, std::string>> mended;
  for (const Proposal& each : work.proposals) mended.emplace(each.kind, each.subject);
  for (const Finding* each : work.findings) {
    const bool whole =
        each->kind == "mass_units" &&
        std::any_of(work.proposals.begin(), work.proposals.end(), [](const Proposal& proposal) {
          return std::any_of(proposal.mends.begin(), proposal.mends.end(), [](const Mend& mend) {
            return mend.changes.front().change.quantity == RobotChange::Quantity::mass;
          });
        });
    if (each->severity != Severity::note && !whole && !mended.contains({each->kind, each->subject}))
      result.without_mend.push_back(*each);
  }
  result.proposals = std::move(work.proposals);
  return result;
}

EditedText repaired_text(const RepairText& text, const std::vector<StatedChange>& changes) {
  return text.format == RobotFormat::urdf ? edited_urdf(text.text, text.file, changes)
                                          : edited_json(text.text, text.file, changes);
}

}  // namespace invdyn
