#include "../../ground/base/wording.h"
#include "../model/principal_moments.h"
#include "../model/pseudo_inertia.h"
#include "findings_to_mend.h"

namespace invdyn {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Quantity = RobotChange::Quantity;

/// How much larger a principal moment is than the sum of the others, over itself. Up to `of_digits` the
/// digits of a file explain it, up to `of_measurement` the errors of an identification. Beyond that something
/// else is wrong.
constexpr double of_digits = 0.005, of_measurement = 0.1;

double excess(const Matrix3d& inertia) {
  const Vector3d moments = principal_moments(inertia);
  return (moments[2] - moments[1] - moments[0]) / moments[2];
}

bool is_possible(const Matrix3d& inertia) {
  return principal_moments(inertia)[0] > 0 && excess(inertia) <= 0;
}

std::string digits(const Matrix3d& inertia) {
  const Vector3d m = principal_moments(inertia);
  return "(" + six_digits(m[0]) + ", " + six_digits(m[1]) + ", " + six_digits(m[2]) + ")";
}

Matrix3d with_other_products(const Matrix3d& I) {
  return 2 * Matrix3d(I.diagonal().asDiagonal()) - I;
}

class PossibleTensors {
 public:
  // `axes`: in which the file gives the moments.
  PossibleTensors(const Link& link, const Matrix3d& axes)
      : link_(link),
        body_(link.mass_properties),
        axes_(axes),
        written_(axes.transpose() * body_.inertia * axes) {}

  struct Result {
    bool clear;
    std::vector<Mend> mends;
  };
  Result mends() const {
    const double off = excess(written_);
    const bool signs = is_possible(with_other_products(written_));
    if (off <= of_digits || (off <= of_measurement && !signs)) return {true, {nearest()}};
    if (off > of_measurement && signs) return {true, {other_signs()}};
    if (signs) return {false, {nearest(), other_signs()}};
    if (is_placeholder()) return {false, {}};
    std::vector<Mend> all = slips_of_the_point();
    if (is_possible(body_.inertia + shift())) all.push_back(shifted_once_too_often());
    all.push_back(nearest());
    return {false, std::move(all)};
  }

 private:
  bool is_placeholder() const {
    return written_.isDiagonal(0) && has_one_digit(written_(0, 0)) && has_one_digit(written_(1, 1)) &&
           has_one_digit(written_(2, 2));
  }

  Mend mend(RobotChange change, const Matrix3d& after, const std::string& what,
            const std::string& why) const {
    return {"",
            {{std::move(change), what}},
            what,
            why + "; principal moments: " + digits(written_) + " -> " + digits(after) + " kg m^2"};
  }

  Mend nearest() const {
    const MassProperties possible =
        mass_properties(link_parameters(inside(pseudo_inertia(link_parameters(body_)), 0)));
    RobotChange change{Quantity::inertia, link_.name};
    change.tensor = possible.inertia;
    return mend(change, possible.inertia, "inertia: the nearest possible one",
                "a moment exceeds the sum of the others by " + six_digits(100 * excess(written_)) +
                    " %; nearest: with the smallest change of the second moments of mass");
  }
  Mend other_signs() const {
    return mend(
        {Quantity::products, link_.name, -1}, with_other_products(written_),
        "products of inertia: other sign",
        "ixy is -integral of xy dm; CAD programs print the integral itself, then for all links of a file");
  }
  Matrix3d shift() const {
    return body_.mass * (body_.com.squaredNorm() * Matrix3d::Identity() - body_.com * body_.com.transpose());
  }
  Mend shifted_once_too_often() const {
    RobotChange change{Quantity::inertia, link_.name};
    change.tensor = body_.inertia + shift();
    return mend(
        change, *change.tensor, "inertia: about the centre of mass",
        "the moments are right if the parallel axis theorem was applied to moments about the centre of mass");
  }

  // One diagonal element by the smallest power of ten that makes the moments possible.
  std::vector<Mend> slips_of_the_point() const {
    std::vector<Mend> all;
    for (Eigen::Index i = 0; i < 3; ++i)
      for (const bool up : {true, false})
        for (const double factor : {10.0, 100.0, 1000.0}) {
          Matrix3d slipped = written_;
          slipped(i, i) = up ? slipped(i, i) * factor : slipped(i, i) / factor;
          if (!is_possible(slipped)) continue;
          RobotChange change{Quantity::inertia, link_.name};
          change.tensor = axes_ * slipped * axes_.transpose();
          constexpr const char* names[] = {"ixx", "iyy", "izz"};
          all.push_back(mend(change, slipped,
                             std::string(names[i]) + (up ? ": times " : ": divided by ") + six_digits(factor),
                             from_to(written_(i, i), slipped(i, i)) + " kg m^2"));
          break;
        }
    return all;
  }

  const Link& link_;
  const MassProperties& body_;
  const Matrix3d axes_, written_;
};

}  // namespace

void propose_possible_tensors(FindingsToMend& work) {
  for (const Link& link : work.robot.links()) {
    const std::string subject = "link " + link.name;
    const auto axes = work.axes.find(link.name);
    // After a mend of the units, the copy can be repaired again.
    const bool is_in_other_units = std::any_of(work.proposals.begin(), work.proposals.end(),
                                               [&](const Proposal& each) { return each.subject == subject; });
    if (is_in_other_units || axes == work.axes.end() || link.mass_properties.mass == 0 ||
        !work.find("impossible_moments", subject))
      continue;
    PossibleTensors::Result result = PossibleTensors(link, axes->second).mends();
    if (result.mends.empty()) continue;
    work.propose("impossible_moments", subject, "tensor", result.clear, std::move(result.mends));
  }
}

}  // namespace invdyn
