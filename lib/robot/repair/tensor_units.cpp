#include <numbers>

#include "../../ground/base/wording.h"
#include "../model/principal_moments.h"
#include "findings_to_mend.h"

namespace invdyn {
namespace {

using Quantity = RobotChange::Quantity;

// What mass and moments may be multiplied by, as powers of ten.
struct Units {
  int mass, moments;
  double penalty, penalty_of_all;  // of one link, of all links of a file
  bool is_no_change() const { return mass == 0 && moments == 0; }
};

constexpr double slip = 5;          // of the decimal point, in nats
constexpr double impossible = -18;  // denser than any matter, or farther from usual: still a finding

// Moments in g mm^2 (-9), kg mm^2 (-6), g m^2 (-3) and kg cm^2 (-4), or converted twice; masses in g. A slip
// of the decimal point is rare.
std::vector<Units> all_units() {
  const auto of_moments = [](int power) {
    const int size = std::abs(power);
    if (size == 3 || size == 6 || size == 9) return 0.0;
    if (power == -4) return 1.0;
    return size == 4 || size == 7 ? 3.5 : slip;
  };
  const auto with_grams = [](int power) {
    if (power == 0 || power == -9 || power == -3) return 0.5;
    if (power == -7) return 1.5;
    return power == -6 || power == -4 ? 2.5 : slip;
  };
  const auto of_all = [](double penalty) { return penalty == slip ? 2 * slip : penalty; };
  std::vector<Units> all;
  for (int power = -9; power <= 9; ++power) {
    if (power != 0) all.push_back({0, power, of_moments(power), of_all(of_moments(power))});
    all.push_back({-3, power, with_grams(power), of_all(with_grams(power))});
  }
  all.push_back({3, 0, 1, 1});  // mass in t
  all.push_back({0, 0, 0, 0});  // as it is: a heavy robot
  return all;
}

std::string words(const Units& units) {
  std::string text = units.mass == -3 ? "mass: g to kg" : units.mass == 3 ? "mass: times 1000" : "";
  if (units.moments == 0) return text;
  if (!text.empty()) text += ", ";
  text += "moments: ";
  switch (units.moments) {
    case -9:
      return text + "g mm^2 to kg m^2";
    case -7:
      return text + "g cm^2 to kg m^2";
    case -6:
      return text + "kg mm^2 to kg m^2";
    case -4:
      return text + "kg cm^2 to kg m^2";
    case -3:
      return text + "g m^2 to kg m^2";
    default:
      break;
  }
  return text + (units.moments > 0 ? "times " : "divided by ") +
         six_digits(std::pow(10, std::abs(units.moments)));
}

// A body by its mass, kg, largest principal moment, kg m^2, and the sum of the moments.
struct Shape {
  double mass, largest, sum, size;  // size of the link, m; 0: unknown
  double radius() const { return std::sqrt(largest / mass); }
  // kg/m^3, of the ball with this mass and this sum of moments.
  double density() const {
    const double r = std::sqrt(sum / 2 / (0.6 * mass));
    return mass / (4 * std::numbers::pi / 3 * r * r * r);
  }
  Shape with(const Units& units) const {
    return {mass * std::pow(10, units.mass), largest * std::pow(10, units.moments),
            sum * std::pow(10, units.moments), size};
  }
};

class TensorUnits {
 public:
  TensorUnits(FindingsToMend& work, const LengthFactors& lengths)
      : work_(work), units_(all_units()), sizes_(link_sizes(work.robot, lengths)) {
    const bool in_grams = work.find("mass_units", "");
    for (std::size_t i = 0; i < work.robot.links().size(); ++i) {
      const MassProperties& body = work.robot.links()[i].mass_properties;
      const Eigen::Vector3d moments = principal_moments(body.inertia);
      shapes_.push_back({body.mass, moments[2], moments.sum(), sizes_[i]});
      const bool is_tensor = body.mass > 0 && moments[2] > 0 && !is_placeholder(i);
      if (is_tensor) tensors_.push_back(i);
      if (is_tensor && (in_grams || !kind(i).empty())) found_.push_back(i);
    }
    learn_from_other_links();
  }

  void propose() {
    std::vector<Weighed> weighed;
    for (const std::size_t link : found_) weighed.push_back(likelihoods(link));
    std::vector<double> penalties, penalties_of_all;
    for (const Units& units : units_) {
      penalties.push_back(units.penalty);
      penalties_of_all.push_back(units.penalty_of_all);
    }
    const std::vector<Weighed> results = weighed_together(weighed, penalties, penalties_of_all);
    std::vector<std::size_t> clear(units_.size(), 0);
    for (std::size_t n = 0; n < found_.size(); ++n) {
      const Weighed& own = results[n];
      constexpr double least = -10;  // nothing explains it
      if (weighed[n].likelihood[own.best()] < least) continue;
      if (units_[own.best()].is_no_change()) continue;
      std::vector<Mend> mends;
      for (const std::size_t k : own.listed())
        if (!units_[k].is_no_change()) mends.push_back(mend(found_[n], units_[k]));
      if (own.is_clear()) ++clear[own.best()];
      const std::string own_kind = kind(found_[n]);
      work_.propose(own_kind.empty() ? "mass_units" : own_kind, subject(found_[n]), part(units_[own.best()]),
                    own.is_clear(), std::move(mends));
    }
    const auto most = std::max_element(clear.begin(), clear.end());
    if (*most >= 2) propose_to_others(static_cast<std::size_t>(most - clear.begin()));
  }

 private:
  std::string subject(std::size_t link) const { return "link " + work_.robot.links()[link].name; }
  std::string kind(std::size_t link) const {
    for (const char* each : {"large_moments", "too_dense", "point_like"})
      if (work_.find(each, subject(link))) return each;
    return "";
  }
  static std::string part(const Units& units) { return units.mass != 0 ? "mass" : "inertia"; }
  bool is_placeholder(std::size_t link) const {
    const Eigen::Matrix3d& I = work_.robot.links()[link].mass_properties.inertia;
    if (kind(link) == "point_like" && I == I(0, 0) * Eigen::Matrix3d::Identity()) return true;
    return I.isDiagonal(0) && has_one_digit(I(0, 0)) && has_one_digit(I(1, 1)) && has_one_digit(I(2, 2));
  }

  // Links of one robot are alike, unless most of them have a finding: the others have the same mistake then.
  void learn_from_other_links() {
    constexpr double small_mass = 0.03, least_density = 3, most_density = 8000, count_of_published = 2;
    double density = count_of_published * density_.mean, off = 0, square = 0, count = 0;
    for (const std::size_t link : tensors_) {
      const Shape& shape = shapes_[link];
      if (std::find(found_.begin(), found_.end(), link) != found_.end() || shape.mass < small_mass ||
          shape.density() < least_density || shape.density() > most_density)
        continue;
      const double each = std::log10(shape.mass) - usual_mass(shape.size).mean;
      density += std::log10(shape.density());
      off += each;
      square += each * each;
      ++count;
    }
    if (count < static_cast<double>(found_.size())) return;
    density_.mean = density / (count_of_published + count);
    mass_off_ = off / (count_of_published + count);
    mass_spread_ = std::sqrt((count_of_published * mass_spread_ * mass_spread_ + square - off * mass_off_) /
                             (count_of_published + count));
  }

  // Of links of this size. Where joints meet, the size is unknown. Among heavy links are small parts, but no
  // heavy ones among light links.
  static bool is_known(double size) { return size > 0.01; }
  evidence::Usual usual_mass(double size) const {
    constexpr double below = 1;
    return {(is_known(size) ? 1.1 + 1.4 * std::log10(size) : -0.2) + mass_off_, mass_spread_, below};
  }
  static evidence::Usual usual_radius(double size) { return {0.57 * std::log10(size) - 0.71, 0.3}; }

  // No mend makes large moments larger, or a dense body denser.
  bool is_towards_usual(std::size_t link, const Shape& after) const {
    const Shape& before = shapes_[link];
    if (kind(link).empty()) return true;
    return kind(link) == "large_moments" ? after.radius() < before.radius()
                                         : after.density() < before.density();
  }
  // Of a shape without its mass, and with it.
  double likelihood_of_form(const Shape& shape) const {
    if (shape.density() > suspicion::density) return impossible;
    return density_.likelihood(shape.density()) +
           (is_known(shape.size) ? usual_radius(shape.size).likelihood(shape.radius()) : 0);
  }
  double likelihood(const Shape& shape) const {
    return likelihood_of_form(shape) + usual_mass(shape.size).likelihood(shape.mass);
  }
  // All links together may be too heavy only because the robot is large: so the mass says nothing then.
  Weighed likelihoods(std::size_t link) const {
    Weighed result;
    for (const Units& units : units_) {
      const Shape after = shapes_[link].with(units);
      if (units.is_no_change())
        result.likelihood.push_back(kind(link).empty() ? likelihood_of_form(after) : impossible);
      else
        result.likelihood.push_back(is_towards_usual(link, after) ? likelihood(after) : impossible);
    }
    return result;
  }

  Mend mend(std::size_t link, const Units& units) const {
    Mend mend;
    const std::string& name = work_.robot.links()[link].name;
    const Shape before = shapes_[link], after = before.with(units);
    mend.what = words(units);
    if (units.mass != 0)
      mend.changes.push_back(
          {power_of_ten(Quantity::mass, name, units.mass), units.mass < 0 ? "g to kg" : "times 1000"});
    if (units.moments != 0)
      mend.changes.push_back(
          {power_of_ten(Quantity::inertia, name, units.moments), words({0, units.moments, 0, 0})});
    if (units.mass != 0) mend.why = "mass: " + from_to(before.mass, after.mass) + " kg; ";
    if (units.moments != 0)
      mend.why += "largest moment: " + from_to(before.largest, after.largest) + " kg m^2; ";
    mend.why += "radius of gyration: " + from_to(before.radius(), after.radius()) + " m";
    if (after.size > 0) mend.why += " in a link that spans " + six_digits(after.size) + " m";
    mend.why +=
        "; density of a ball of this mass and inertia: " + from_to(before.density(), after.density()) +
        " kg/m^3";
    return mend;
  }

  // Smaller links of the same file may have the same mistake without a finding.
  void propose_to_others(std::size_t k) {
    for (const std::size_t link : tensors_) {
      if (std::find(found_.begin(), found_.end(), link) != found_.end()) continue;
      const Shape& shape = shapes_[link];
      if (likelihood(shape.with(units_[k])) - likelihood(shape) > evidence::clear)
        work_.propose(kind(found_.front()).empty() ? "mass_units" : kind(found_.front()), subject(link),
                      part(units_[k]), true, {mend(link, units_[k])});
    }
  }

  FindingsToMend& work_;
  std::vector<Units> units_;
  std::vector<double> sizes_;
  std::vector<Shape> shapes_;                 // by link
  std::vector<std::size_t> tensors_, found_;  // links
  evidence::Usual density_{2.4, 0.6};
  double mass_off_ = 0, mass_spread_ = 0.7;  // of the logarithms of masses of links of one size
};

}  // namespace

void propose_tensor_units(FindingsToMend& work, const LengthFactors& lengths) {
  TensorUnits(work, lengths).propose();
}

}  // namespace invdyn
