#include "check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "../../ground/base/wording.h"
#include "../model/floating_base.h"
#include "../model/holding.h"
#include "../model/moved_mass.h"
#include "../model/principal_moments.h"

namespace invdyn {
namespace {

std::string digits(const Eigen::Vector3d& v) {
  return six_digits(v[0]) + ", " + six_digits(v[1]) + ", " + six_digits(v[2]);
}

class Check {
 public:
  explicit Check(const Robot& robot)
      : robot_(robot),
        span_(span_of_joints()),
        length_(std::max(span_, farthest_com())),
        links_move_(links_that_move(robot)),
        total_mass_(mass_that_moves()),
        moved_mass_(robot),
        inertia_with_followers_(inertia_with_followers()),
        largest_turned_(largest_inertia_moved(true)),
        largest_slid_(largest_inertia_moved(false)) {}

  std::vector<Finding> findings() {
    check_gravity();
    check_total_mass();
    check_link(0);
    for (std::size_t i = 0; i < robot_.joints().size(); ++i) {
      check_joint(i);
      check_link(i + 1);
    }
    check_holding();
    note_joints_without_limits();
    return std::move(findings_);
  }

  // Nothing that takes long.
  std::vector<Finding> brief_findings() {
    is_brief_ = true;
    return findings();
  }

 private:
  // A link or joint, in the form of messages and in the form of files.
  struct Place {
    std::string text, subject;
  };
  static Place place_of(const char* kind, const std::string& name) {
    return {std::string(kind) + ' ' + in_quotes(name), std::string(kind) + ' ' + name};
  }
  void find(Severity severity, const char* kind, const Place& place, std::string text) {
    findings_.push_back({severity, place.text, std::move(text), kind, place.subject});
  }
  void note(const Place& place, std::string text) { find(Severity::note, "", place, std::move(text)); }

  static double offset(const Joint& joint) {
    return joint.T_parent_joint.translation().norm() + joint.T_joint_link.translation().norm();
  }

  // The longest path from the base to a link along the joints, m.
  double span_of_joints() const {
    std::vector<double> to_link(robot_.links().size(), 0);
    for (const std::size_t i : robot_.parents_first()) {
      const Joint& joint = robot_.joints()[i];
      double travel = 0;
      if (joint.type == JointType::prismatic)
        travel = std::max(std::abs(joint.limits.lower.value_or(0)), std::abs(joint.limits.upper.value_or(0)));
      if (travel >= suspicion::endless) travel = 0;  // means no limit; may be the largest double
      to_link[i + 1] = to_link[joint.parent] + offset(joint) + travel;
    }
    return *std::max_element(to_link.begin(), to_link.end());
  }

  // From the frame of its link, m.
  double farthest_com() const {
    double farthest = 0;
    for (const Link& link : robot_.links()) farthest = std::max(farthest, link.mass_properties.com.norm());
    return farthest;
  }

  double mass_that_moves() const {
    double total = 0;
    for (std::size_t i = 0; i < robot_.links().size(); ++i)
      if (links_move_[i]) total += robot_.links()[i].mass_properties.mass;
    return total;
  }

  // Large machines have such lengths, but more mass.
  bool is_in_other_unit(double length) const {
    const double size = std::max(span_, length);
    return length > suspicion::length && total_mass_ < suspicion::least_mass_over_cube * size * size * size;
  }

  // A wrong body is an error if torques depend on it.
  Severity severity_of(std::size_t link, const MassProperties& body) const {
    return moved_mass_.share(link, body) < negligible_share ? Severity::note : Severity::error;
  }

  void check_gravity() {
    const Eigen::Vector3d& gravity = robot_.gravity();
    const double size = gravity.stableNorm();
    const Place place{"gravity", ""};
    const std::string is = "is (" + digits(gravity) + ") m/s^2";
    if (size == 0)
      note(place, "is 0: the links have no weight");
    else if (size > suspicion::gravity)
      find(Severity::error, "gravity_units", place, is + ": is it in mm/s^2 or cm/s^2? Expected m/s^2");
    else if (size < suspicion::min_gravity || size > suspicion::max_gravity)
      note(place, is + ", of magnitude " + six_digits(size) +
                      " m/s^2; on the Earth, the magnitude is 9.76 to 9.84 m/s^2");
    if (gravity.z() > 0)
      find(Severity::error, "gravity_upwards", place,
           is + ": its direction is upwards. Expected the acceleration of a free fall, such as (0, 0, " +
               six_digits(-standard_gravity) + "); for a robot on a ceiling, turn the base instead");
  }

  void check_total_mass() {
    const Place place{"masses", ""};
    if (total_mass_ > suspicion::total_mass &&
        total_mass_ > suspicion::mass_over_cube * length_ * length_ * length_)
      find(Severity::warning, "mass_units", place,
           "of the moving links add up to " + six_digits(total_mass_) + " kg, but the robot measures only " +
               six_digits(length_) + " m: are the masses in g? Expected kg");
    if ((robot_.dof() > 0 || robot_.base_floats()) && moves_no_mass(robot_))
      find(Severity::error, "no_mass", place, std::string(no_mass_text));
    if (floats_without_mass(robot_))
      find(Severity::warning, "base_without_mass", place_of("link", robot_.links()[0].name),
           massless_base_text(robot_));
  }

  void check_link(std::size_t index) {
    const Link& link = robot_.links()[index];
    const MassProperties& body = link.mass_properties;
    const Place place = place_of("link", link.name);
    const Eigen::Vector3d moments = principal_moments(body.inertia);
    // For moments below 0, the reader of the robot refuses or warns.
    if (moments[0] >= -rounding_of_moments(moments) && !keep_triangle_inequality(moments)) {
      const double excess = moments[2] - moments[1] - moments[0];
      find(severity_of(index, {.inertia = excess * Eigen::Matrix3d::Identity()}), "impossible_moments", place,
           std::string(broken_triangle_text) + " (" + digits(moments) +
               " kg m^2): a rigid body cannot have these moments; expected moments about the centre "
               "of mass, and products of inertia of the right sign");
    }
    if (body.mass == 0 && moments[2] > 0)
      find(
          std::max(Severity::warning, severity_of(index, {.mass = 1, .com = body.com})),
          "moments_without_mass", place,
          "has moments of inertia (up to " + six_digits(moments[2]) +
              " kg m^2) but no mass: expected both. The inertia of a rotor belongs to the motor, not to a link");
    if (body.mass == 0) return;
    if (body.inertia.isZero(0))
      note(place, "has mass (" + six_digits(body.mass) + " kg) but no moments of inertia: " +
                      (index == 0 && !robot_.base_floats() ? "no torque depends on the moments of the base"
                                                           : "it counts as a point mass"));
    const double to_com = body.com.norm();
    if (is_in_other_unit(to_com) ||
        (span_ > 0 && to_com > suspicion::min_com && to_com > suspicion::com_over_span * span_))
      find(severity_of(index, body), "far_centre_of_mass", place,
           "has its centre of mass " + six_digits(to_com) + " m from its frame, but the joints span " +
               six_digits(span_) + " m: is it in mm or cm? Expected m");
    check_density(index, moments, place);
  }

  void check_density(std::size_t index, const Eigen::Vector3d& moments, const Place& place) {
    const MassProperties& body = robot_.links()[index].mass_properties;
    if (body.inertia == Eigen::Matrix3d::Identity())
      return find(
          severity_of(index, body), "unit_moments", place,
          "has moments of inertia of 1, 1, 1 kg m^2, which programs write when the values are not known: "
          "expected moments that fit the link's size and its mass of " +
              six_digits(body.mass) + " kg");
    const double polar = moments.sum() / 2;  // of a body about its centre, summed over all directions
    if (!(polar > 0)) return;
    const double radius = std::sqrt(moments[2]) / std::sqrt(body.mass);
    const double maximum = std::max(suspicion::min_radius_of_gyration, span_ + body.com.norm());
    if (radius > maximum || is_in_other_unit(radius))
      find(
          severity_of(index, body), "large_moments", place,
          "has a moment of inertia of " + six_digits(moments[2]) + " kg m^2; with its mass of " +
              six_digits(body.mass) + " kg, this gives a radius of gyration of " + six_digits(radius) +
              " m: are the moments in g mm^2, kg mm^2 or kg cm^2? Expected kg m^2, about the centre of mass");
    // A ball of mass m and radius r has the polar moment 3/5 m r^2.
    const double r = std::sqrt(polar / (0.6 * body.mass));
    const double density = body.mass / (4 * std::numbers::pi / 3 * r * r * r);
    if (!(density > suspicion::density)) return;
    const bool is_placeholder =
        radius < suspicion::radius_of_a_point || body.inertia == moments[2] * Eigen::Matrix3d::Identity();
    // Nobody weighs a link of less than 5 g. A density is mass^(5/2) / moment^(3/2), times a number.
    const bool may_be_in_grams = body.mass > 5 && density * std::pow(1e-3, 2.5) < suspicion::density;
    const std::string has =
        "has " + six_digits(body.mass) + " kg and moments of inertia of " + digits(moments) + " kg m^2";
    if (is_placeholder)
      find(
          std::max(Severity::warning, severity_of(index, body)), "point_like", place,
          has +
              ". With these moments, the link is almost a point mass: expected moments that fit the link's size");
    else
      find(severity_of(index, body), "too_dense", place,
           has + ": a body of this mass with such small moments is denser than any matter" +
               (std::isfinite(density) ? " (" + six_digits(density) + " kg/m^3 or more)" : "") +
               (may_be_in_grams
                    ? ": is the mass in g? Expected kg and kg m^2"
                    : ": are the moments in another unit? Expected kg m^2, about the centre of mass"));
  }

  void check_joint(std::size_t i) {
    const Joint& joint = robot_.joints()[i];
    const Place place = place_of("joint", joint.name);
    if (const double length = offset(joint); is_in_other_unit(length))
      find(links_move_[joint.parent] ? Severity::error : Severity::warning, "far_joint", place,
           "is " + six_digits(length) + " m from its parent link's frame: is it in mm? Expected m");
    if (!joint.moves()) return;
    check_limits(joint, place);
    check_drive(joint, place);
    if (joint.mimic)
      check_mimic(joint, place);
    else if (!(inertia_with_followers_[i] > least_inertia(joint)))
      find(
          Severity::warning, "nothing_to_move", place,
          "has nothing to accelerate, so its torque is only friction. The joint moves no mass away from the "
          "joint's axis and no inertia about this axis, and has no rotor inertia: expected mass, centre of mass "
          "and moments of a link that the joint moves (in URDF, <inertial>)");
  }

  // What rounding may leave of none.
  double least_inertia(const Joint& joint) const {
    const double whole = joint.is_revolute() ? total_mass_ * length_ * length_ : total_mass_;
    return std::min(suspicion::no_inertia, suspicion::no_share_of_inertia * whole);
  }

  // For each joint that does not follow another one.
  std::vector<double> inertia_with_followers() const {
    std::vector<double> sums(robot_.joints().size(), 0);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const Joint& joint = robot_.joints()[i];
      const double ratio = joint.mimic ? joint.mimic->multiplier : 1;
      sums[joint.mimic ? joint.mimic->joint : i] +=
          ratio * ratio * (moved_mass_.inertia(i) + joint.drive.reflected_inertia());
    }
    return sums;
  }

  // Of the revolute or of the prismatic joints.
  double largest_inertia_moved(bool is_revolute) const {
    double largest = 0;
    for (std::size_t i = 0; i < robot_.joints().size(); ++i)
      if (robot_.joints()[i].moves() && robot_.joints()[i].is_revolute() == is_revolute)
        largest = std::max(largest, moved_mass_.inertia(i));
    return largest;
  }

  // 31.415 and 31.4 are ten times pi; degrees are whole numbers.
  static bool is_whole_turns(double angle) {
    const double half_turns = angle / std::numbers::pi;
    return angle != std::round(angle) &&
           std::abs(half_turns - std::round(half_turns)) < suspicion::half_turns;
  }

  // Whether nothing but slides is before it, as where a joint stands for the way of a mobile base.
  bool slides_in_world(const Joint& joint) const {
    for (std::size_t link = joint.parent; link > 0; link = robot_.joints()[link - 1].parent)
      if (robot_.joints()[link - 1].is_revolute()) return false;
    return true;
  }

  void check_limits(const Joint& joint, const Place& place) {
    const Limits& limits = joint.limits;
    const bool is_revolute = joint.is_revolute();
    const std::string unit = is_revolute ? "rad" : "m";
    if (limits.lower && limits.upper && *limits.lower == *limits.upper)
      find(Severity::warning, "no_travel", place,
           "has " + six_digits(*limits.lower) + ' ' + unit + " as lower and upper limit: it cannot move");
    double largest = 0;
    for (const auto& limit : {limits.lower, limits.upper})
      largest = std::max(largest, std::abs(limit.value_or(0)));
    const std::string at = "has a position limit of " + six_digits(largest) + ' ' + unit;
    if (largest >= suspicion::endless)
      note(place, at + ", practically no limit");
    else if (is_revolute && largest > suspicion::angle && !is_whole_turns(largest))
      find(Severity::warning, "position_limit_units", place, at + ": is it in degrees? Expected rad");
    else if (!is_revolute && largest > suspicion::travel && slides_in_world(joint))
      note(place, at + ": this limit is plausible for a joint that moves the whole robot, such as a rail");
    else if (!is_revolute && largest > suspicion::travel)
      find(Severity::warning, "position_limit_units", place, at + ": is it in mm? Expected m");
    if (limits.velocity == 0.0)
      find(Severity::warning, "zero_velocity_limit", place,
           "has a velocity limit of 0: if the limit is not known, leave it out");
    if (limits.effort == 0.0)
      find(Severity::warning, "zero_effort_limit", place,
           "has an effort limit of 0: if the limit is not known, leave it out");
    const double speed = limits.velocity.value_or(0);
    if (speed < suspicion::endless && speed > (is_revolute ? suspicion::angular_speed : suspicion::speed))
      find(Severity::warning, "velocity_limit_units", place,
           "has a velocity limit of " + six_digits(speed) + ' ' + unit + "/s: is it in " +
               (is_revolute ? "degrees/s? Expected rad/s" : "mm/s? Expected m/s"));
  }

  void check_drive(const Joint& joint, const Place& place) {
    const Drive& drive = joint.drive;
    if (joint.is_revolute() && std::abs(drive.gear_ratio) < 1)
      find(Severity::warning, "inverse_gear_ratio", place,
           "has a gear ratio of " + six_digits(drive.gear_ratio) +
               ", so the joint is faster than its motor: expected motor speed over joint speed");
    if (drive.load != 0 && drive.efficiency != 1)
      note(place,
           "has friction that depends on the load, and an efficiency of the gearbox. Both model the same "
           "losses: torques at the motor contain these losses twice");
    const double largest = joint.is_revolute() ? largest_turned_ : largest_slid_;
    const std::string unit = joint.is_revolute() ? " kg m^2" : " kg";
    if (largest == 0 || drive.reflected_inertia() <= suspicion::rotor_over_links * largest) return;
    const bool is_geared = drive.gear_ratio != 1;
    // Without a gear it is meant as it is: some simulations need a large one.
    find(is_geared ? Severity::error : Severity::note, "heavy_rotor", place,
         "has a reflected rotor inertia of " + six_digits(drive.reflected_inertia()) + unit +
             (is_geared ? " (" + six_digits(drive.rotor_inertia) + " kg m^2 times " +
                              six_digits(drive.gear_ratio) + " squared)"
                        : "") +
             ", but the links that a " + (joint.is_revolute() ? "revolute" : "prismatic") +
             " joint of this robot moves have at most " + six_digits(largest) + unit +
             (is_geared ? ": expected the rotor's inertia on the motor's side, in kg m^2" : ""));
  }

  void check_mimic(const Joint& joint, const Place& place) {
    const Mimic& mimic = *joint.mimic;
    const Joint& leader = robot_.joints()[mimic.joint];
    if (mimic.multiplier == 0)
      find(Severity::warning, "still_follower", place,
           "follows " + in_quotes(leader.name) + " with a factor of 0, so this joint never moves");
    for (const auto& end : {leader.limits.lower, leader.limits.upper}) {
      if (!end) continue;
      const double position = mimic.multiplier * *end + mimic.offset;
      constexpr double digits_of_files = 1e-3;
      if (position >= joint.limits.lower.value_or(position) - digits_of_files &&
          position <= joint.limits.upper.value_or(position) + digits_of_files)
        continue;
      note(place, "is at " + six_digits(position) + (joint.is_revolute() ? " rad" : " m") +
                      ", outside its limits, when the leading joint " + in_quotes(leader.name) +
                      " is at a limit of " + six_digits(*end) + (leader.is_revolute() ? " rad" : " m"));
    }
  }

  // The joint that lacks most, and how many others lack too. An error may be the reason, and is enough.
  void check_holding() {
    const auto is_error = [](const Finding& finding) { return finding.severity == Severity::error; };
    if (is_brief_ || std::any_of(findings_.begin(), findings_.end(), is_error)) return;
    const auto lack = [&](const HoldingLoad& load) {
      const double limit = *robot_.joints()[load.joint].limits.effort;
      return limit > 0 ? load.effort / limit : 0;
    };
    std::vector<HoldingLoad> weak = holding_loads(robot_);
    std::erase_if(weak, [&](const HoldingLoad& load) { return lack(load) <= suspicion::holding; });
    if (weak.empty()) return;
    const HoldingLoad& worst = *std::max_element(
        weak.begin(), weak.end(), [&](const auto& a, const auto& b) { return lack(a) < lack(b); });
    const Joint& joint = robot_.joints()[worst.joint];
    const Link& heaviest = robot_.links()[worst.heaviest];
    const std::string unit = joint.is_revolute() ? " N m" : " N";
    find(Severity::warning, "weak_joint", place_of("joint", joint.name),
         "is too weak for its load: at rest, with the arm stretched out within the limits, the joint needs " +
             six_digits(worst.effort) + ", but its limit is " + six_digits(*joint.limits.effort) + unit +
             ". The heaviest link is " + in_quotes(heaviest.name) + " (" +
             six_digits(heaviest.mass_properties.mass) + " kg)" +
             (weak.size() > 1 ? ". " + counted(weak.size() - 1, "other joint") +
                                    (weak.size() > 2 ? " are" : " is") + " also too weak"
                              : "") +
             ". Are masses in kg and limits in" + unit + "? Is a balancer missing in the file?");
  }

  // In few words, because many robots have no limits.
  void note_joints_without_limits() {
    std::vector<std::string> position, velocity, effort;
    for (const Joint& joint : robot_.joints()) {
      if (!joint.moves()) continue;
      if (joint.type != JointType::continuous && !(joint.limits.lower && joint.limits.upper))
        position.push_back(joint.name);
      if (!joint.limits.velocity) velocity.push_back(joint.name);
      if (!joint.limits.effort) effort.push_back(joint.name);
    }
    const auto note_of = [this](const char* what, const std::vector<std::string>& names) {
      if (!names.empty()) note({"limits", ""}, std::string("no ") + what + " limit of " + joined(names));
    };
    note_of("position", position);
    note_of("velocity", velocity);
    note_of("effort", effort);
  }

  const Robot& robot_;
  double span_, length_;
  std::vector<bool> links_move_;
  double total_mass_;
  bool is_brief_ = false;
  MovedMass moved_mass_;
  std::vector<double> inertia_with_followers_;
  double largest_turned_, largest_slid_;
  std::vector<Finding> findings_;
};

// Splits "arm.urdf:12: the rest". The file's name may hold a colon.
Finding placed(Severity severity, const std::string& text, const std::string& file) {
  const std::size_t from = text.starts_with(file) ? file.size() : 0;
  const std::size_t colon = text.find(": ", from);
  if (colon == std::string::npos) return {severity, file, text};
  return {severity, text.substr(0, colon), text.substr(colon + 2)};
}

// Marks the findings that the file accepts; an entry that accepts nothing becomes a finding.
void accept(const std::vector<AcceptedFinding>& accepted, const std::string& file,
            std::vector<Finding>& findings) {
  std::multimap<std::pair<std::string, std::string>, std::size_t> places;  // by kind and subject
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!findings[i].kind.empty()) places.emplace(std::pair(findings[i].kind, findings[i].subject), i);
  for (const AcceptedFinding& each : accepted) {
    const auto [begin, end] = places.equal_range({each.kind, each.subject});
    for (auto place = begin; place != end; ++place) findings[place->second].accepted = each.reason;
    if (begin == end)
      findings.push_back(
          {Severity::warning, file + ": accepted",
           "the finding " + in_quotes(each.kind) + (each.subject.empty() ? "" : " of " + each.subject) +
               " does not exist: expected a finding that robot check prints for this file, with the finding's "
               "name and its link or joint"});
  }
}

// Adds what the rest of the file says to findings about its robot.
std::vector<Finding> with_file(std::vector<Finding> findings, const RobotFile& file,
                               const std::string& path_or_name) {
  for (Finding& finding : findings) {
    finding.place = path_or_name + ": " + finding.place;
    if (finding.kind == "heavy_rotor" && file.has_rotors_at_joints) finding.severity = Severity::note;
  }
  for (const std::string& text : file.suspicious)
    findings.push_back(placed(Severity::error, text, path_or_name));
  accept(file.accepted, path_or_name, findings);
  return findings;
}

}  // namespace

std::vector<Finding> check_robot(const Robot& robot) {
  return Check(robot).findings();
}

std::vector<Finding> errors_of(const RobotFile& file, const std::string& path_or_name, bool with_limits) {
  std::vector<Finding> errors = with_file(Check(file.robot).brief_findings(), file, path_or_name);
  const bool has_masses = !moves_no_mass(file.robot);  // else one sentence says it
  std::erase_if(errors, [&](const Finding& finding) {
    const bool lacks_mass =
        (finding.kind == "nothing_to_move" && has_masses) || finding.kind == "moments_without_mass";
    const bool is_limit = finding.kind == "position_limit_units" || finding.kind == "velocity_limit_units";
    const bool counts = finding.severity == Severity::error || finding.kind == "mass_units" ||
                        (finding.severity == Severity::warning && (lacks_mass || (is_limit && with_limits)));
    return !counts || !finding.accepted.empty();
  });
  return errors;
}

std::vector<Finding> check_robot_file(const std::string& path_or_name, const RobotReading& reading) {
  std::vector<Finding> findings;
  const Warn take_warning = [&](const std::string& text) {
    // check_robot() reports them link by link.
    if (text.find(broken_triangle_text) == std::string::npos)
      findings.push_back(placed(Severity::warning, text, path_or_name));
  };
  RobotReading any = reading;
  any.without_motion = true;
  const RobotFile file = read_robot_file(path_or_name, any, take_warning);
  for (Finding& finding : with_file(check_robot(file.robot), file, path_or_name))
    findings.push_back(std::move(finding));
  for (const std::string& text : file.notes) findings.push_back(placed(Severity::note, text, path_or_name));
  for (const std::string& text : file.unused) findings.push_back(placed(Severity::note, text, path_or_name));
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::pair(!a.accepted.empty(), a.severity) < std::pair(!b.accepted.empty(), b.severity);
  });
  return findings;
}

}  // namespace invdyn
