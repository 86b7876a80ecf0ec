#include "differences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "../../ground/base/wording.h"
#include "../../robot/model/bodies.h"
#include "../../robot/model/principal_moments.h"
#include "alignment.h"
#include "placed_bodies.h"

namespace invdyn {
namespace {

constexpr double degree = std::numbers::pi / 180;

double relative_of(double a, double b) {
  const double scale = std::max(std::abs(a), std::abs(b));
  return scale > 0 ? std::abs(a - b) / scale : 0;
}

// ` (x 1.2)`, ` (x 1000: are the units g and kg?)`
std::string ratio_text(double a, double b, std::string_view unit) {
  if (a == 0 || b == 0 || (a < 0) != (b < 0)) return "";
  const double ratio = b / a;
  const std::string guess = guess_of_ratio(ratio, unit);
  return " (x " + six_digits(ratio) + (guess.empty() ? "" : ": are the units " + guess) + ")";
}

std::string number_text(double value, const std::string& unit) {
  return six_digits(value) + (unit.empty() ? "" : " " + unit);
}

std::string values_text(const std::optional<double>& a, const std::optional<double>& b,
                        const std::string& unit) {
  if (!a) return "none in the first robot, " + number_text(*b, unit) + " in the second";
  if (!b) return number_text(*a, unit) + ", none in the second robot";
  return number_text(*a, unit) + " -> " + number_text(*b, unit) + ratio_text(*a, *b, unit);
}

class Comparer {
 public:
  Comparer(const Robot& a, const Robot& b, const JointPairs& joints, const DiffSettings& settings)
      : a_(a), b_(b), joints_(joints), settings_(settings) {}

  RobotDifferences compared() {
    compare_alone(a_, joints_.alone_in_a, "first");
    compare_alone(b_, joints_.alone_in_b, "second");
    if (a_.base_floats() != b_.base_floats())
      add({.subject = "robot",
           .quantity = "base",
           .a = {},
           .b = {},
           .difference_unit = "",
           .relative = 1,
           .text = std::string("floats in the ") + (a_.base_floats() ? "first" : "second") +
                   " robot only; it is fixed in the other"});
    compare_bodies();
    for (std::size_t p = 0; p < joints_.pairs.size(); ++p) {
      compare_limits(p);
      compare_drives(p);
      compare_followers(p);
    }
    sort();
    return std::move(result_);
  }

 private:
  const Joint& joint_a(std::size_t pair) const { return a_.joints()[joints_.pairs[pair].a]; }
  const Joint& joint_b(std::size_t pair) const { return b_.joints()[joints_.pairs[pair].b]; }

  std::string subject_of(std::size_t pair) const {
    const std::string &a = joint_a(pair).name, &b = joint_b(pair).name;
    return "joint " + a + (a == b ? "" : " (" + b + ")");
  }
  std::string unit_of(std::size_t pair) const { return joint_a(pair).is_revolute() ? "rad" : "m"; }
  std::string force_of(std::size_t pair) const { return joint_a(pair).is_revolute() ? "N m" : "N"; }

  void add(Difference difference) { result_.list.push_back(std::move(difference)); }

  // Two values of one quantity; they differ by more than `floor`.
  void add_values(const std::string& subject, const std::string& quantity, const std::optional<double>& a,
                  const std::optional<double>& b, const std::string& unit, double floor = 0) {
    if (!a && !b) return;
    const double relative = a && b ? relative_of(*a, *b) : 1;
    if (relative <= settings_.rounding || (a && b && std::abs(*a - *b) <= floor)) return;
    add({.subject = subject,
         .quantity = quantity,
         .a = a,
         .b = b,
         .unit = unit,
         .difference = a && b ? *b - *a : 0,
         .difference_unit = a && b ? unit : "",
         .relative = relative,
         .text = values_text(a, b, unit)});
  }

  void add_length(const std::string& subject, const std::string& quantity, double length,
                  const std::string& text, std::optional<double> a = {}, std::optional<double> b = {}) {
    if (std::abs(length) <= rounding_.length()) return;
    add({.subject = subject,
         .quantity = quantity,
         .a = a,
         .b = b,
         .unit = a ? "m" : "",
         .difference = length,
         .difference_unit = "m",
         .relative = std::abs(length) / rounding_.size,
         .text = text + (a && b ? ratio_text(*a, *b, "m") : "")});
  }

  void add_angle(const std::string& subject, const std::string& quantity, double angle,
                 const std::string& text) {
    if (std::abs(angle) <= settings_.rounding) return;
    add({.subject = subject,
         .quantity = quantity,
         .a = {},
         .b = {},
         .difference = angle,
         .difference_unit = "rad",
         .relative = std::abs(angle) / std::numbers::pi,
         .text = text});
  }

  void compare_alone(const Robot& robot, const std::vector<std::size_t>& joints, const std::string& which) {
    // If both robots have such joints, no torques are compared.
    const bool is_only_one = joints_.alone_in_a.empty() || joints_.alone_in_b.empty();
    for (const std::size_t joint : joints)
      add({.subject = "joint " + robot.joints()[joint].name,
           .quantity = "partner",
           .a = {},
           .b = {},
           .difference_unit = "",
           .relative = 1,
           .text = "moves in the " + which + " robot only" +
                   (is_only_one ? ": this joint is kept at position 0 when torques are compared" : "")});
  }

  RobotPair bodies() {
    RobotPair robots{.a = placed_bodies(a_, joints_of_a(joints_)),
                     .b = {},
                     .same_parent = {},
                     .is_revolute = {},
                     .gravity_a = a_.gravity(),
                     .gravity_b = b_.gravity(),
                     .T_world_base_a = a_.T_world_base(),
                     .T_world_base_b = b_.T_world_base()};
    const std::vector<PlacedBody>& of_b = of_b_ = placed_bodies(b_, joints_of_b(joints_));
    std::map<std::size_t, std::size_t> body_of_b, pair_of_a;  // by joint
    for (std::size_t i = 0; i < of_b.size(); ++i) body_of_b[of_b[i].joint] = i;
    for (std::size_t p = 0; p < joints_.pairs.size(); ++p) pair_of_a[joints_.pairs[p].a] = p;
    pairs_.clear();
    for (const PlacedBody& body : robots.a) {
      pairs_.push_back(pair_of_a.at(body.joint));
      robots.b.push_back(of_b[body_of_b.at(joints_.pairs[pairs_.back()].b)]);
      robots.is_revolute.push_back(a_.joints()[body.joint].is_revolute());
      const std::optional<std::size_t> parent = robots.b.back().parent;
      const bool has_parents = body.parent && parent;
      robots.same_parent.push_back(has_parents ? joints_.pairs[pairs_[*body.parent]].b == of_b[*parent].joint
                                               : !body.parent && !parent);
    }
    return robots;
  }

  void compare_bodies() {
    const RobotPair robots = bodies();
    const PlacedBody base_a = placed_base(a_, joints_of_a(joints_)),
                     base_b = placed_base(b_, joints_of_b(joints_));
    const bool counts_base = a_.base_floats() || b_.base_floats();
    rounding_ = {settings_.rounding, size_of(robots.a), largest_mass_of(robots.a)};
    if (counts_base) rounding_.largest_mass = std::max(rounding_.largest_mass, base_a.mass_properties.mass);
    Alignment alignment{base_a.frame * base_b.frame.inverse(), {}};
    if (!robots.a.empty()) alignment = align(robots, rounding_);
    if (counts_base) compare_masses(link_of(base_a, 0), "the base's origin", base_a, base_b, alignment.T_a_b);
    if (robots.a.empty()) return;
    compare_bases(robots, alignment.T_a_b);
    result_.mappings.resize(joints_.pairs.size());
    for (std::size_t i = 0; i < robots.a.size(); ++i) {
      const BodyAlignment& body = alignment.bodies[i];
      result_.mappings[pairs_[i]] = {body.sign, body.zero};
      if (!robots.same_parent[i]) compare_parents(robots, i);
      compare_axes(pairs_[i], body);
      compare_masses(link_of(robots.a[i], robots.a[i].joint + 1), "the joint", robots.a[i], robots.b[i],
                     body.T_a_b);
    }
  }

  void compare_bases(const RobotPair& robots, const Eigen::Isometry3d& T_a_b) {
    const bool both_float = a_.base_floats() && b_.base_floats();  // then their places do not count
    // Of a base that is only turned, its origin or its first joint stays.
    double moved = std::numeric_limits<double>::infinity();
    for (const Eigen::Vector3d& point :
         {robots.b.front().point(), Eigen::Vector3d(robots.T_world_base_b.translation())})
      moved = std::min(moved, (T_a_b * point - point).norm());
    const Eigen::AngleAxisd turn(T_a_b.linear());
    const Eigen::Vector3d gravity = both_float ? robots.gravity_b : T_a_b.linear() * robots.gravity_b;
    if (!both_float) {
      add_length("robot", "place of the base", moved,
                 "the second robot stands " + six_digits(moved) + " m from the first");
      const bool is_upright = turn.axis().cross(robots.gravity_a).norm() <= 1e-6 * robots.gravity_a.norm();
      add_angle("robot", "direction of the base", turn.angle(),
                "is turned by " + six_digits(turn.angle() / degree) + " deg in the second robot" +
                    (is_upright ? " about the vertical; this changes no torque" : ""));
    }
    const double largest = std::max(robots.gravity_a.norm(), gravity.norm());
    const double difference = (gravity - robots.gravity_a).norm();
    if (difference <= settings_.rounding * largest) return;
    const double angle =
        std::atan2(gravity.cross(robots.gravity_a).norm(), gravity.dot(robots.gravity_a)) / degree;
    add({.subject = "robot",
         .quantity = "gravity",
         .a = robots.gravity_a.norm(),
         .b = gravity.norm(),
         .unit = "m/s^2",
         .difference = difference,
         .difference_unit = "m/s^2",
         .relative = difference / largest,
         .text = number_text(robots.gravity_a.norm(), "m/s^2") + " -> " +
                 number_text(gravity.norm(), "m/s^2") +
                 (angle > settings_.rounding
                      ? ", turned by " + six_digits(angle) + " deg relative to the base of the robot"
                      : "")});
  }

  std::string parent_text(const Robot& robot, const std::vector<PlacedBody>& bodies,
                          const std::optional<std::size_t>& parent) const {
    return parent ? "joint " + robot.joints()[bodies[*parent].joint].name : "the base";
  }

  void compare_parents(const RobotPair& robots, std::size_t i) {
    add({.subject = subject_of(pairs_[i]),
         .quantity = "parent",
         .a = {},
         .b = {},
         .difference_unit = "",
         .relative = 1,
         .text = "is carried by " + parent_text(a_, robots.a, robots.a[i].parent) +
                 " in the first robot and by " + parent_text(b_, of_b_, robots.b[i].parent) +
                 " in the second robot"});
  }

  void compare_axes(std::size_t pair, const BodyAlignment& body) {
    const std::string subject = subject_of(pair);
    const bool is_revolute = joint_a(pair).is_revolute();
    add_angle(subject, "direction of the axis", body.axis_angle,
              "is turned by " + six_digits(body.axis_angle / degree) + " deg");
    add_length(subject, "place of the axis", body.axis_distance,
               "is moved by " + six_digits(body.axis_distance) + " m sideways");
    add_length(subject, "place along the axis", body.slide,
               "the part that the joint carries is moved by " + six_digits(std::abs(body.slide)) +
                   " m along the axis");
    add_length(subject, "place perpendicular to the axis", body.shift,
               "the part that the joint carries is moved by " + six_digits(body.shift) +
                   " m perpendicular to the axis");
    add_angle(subject, "turn about the axis", body.twist,
              "the part that the joint carries is turned by " + six_digits(std::abs(body.twist) / degree) +
                  " deg about the axis");
    if (body.sign < 0)
      add({.subject = subject,
           .quantity = "direction",
           .a = {},
           .b = {},
           .difference_unit = "",
           .relative = 1,
           .text = std::string(is_revolute ? "turns" : "slides") +
                   " in the opposite direction: q and torque have the opposite sign"});
    const std::string zero =
        "position 0 of the second robot is position " +
        (is_revolute ? six_digits(body.zero) + " rad (" + six_digits(body.zero / degree) + " deg)"
                     : six_digits(body.zero) + " m") +
        " of the first";
    if (is_revolute)
      add_angle(subject, "zero", body.zero, zero);
    else
      add_length(subject, "zero", body.zero, zero);
  }

  std::string link_of(const PlacedBody& body, std::size_t link) const {
    const std::size_t more = body.links - 1;
    return "link " + a_.links()[link].name +
           (more > 0 ? " and " + counted(more, "link") + " fixed to it" : "");
  }

  void compare_masses(const std::string& subject, const std::string& origin, const PlacedBody& body_a,
                      const PlacedBody& body_b, const Eigen::Isometry3d& T_a_b) {
    const MassProperties &a = body_a.mass_properties, b = moved(body_b.mass_properties, T_a_b);
    add_values(subject, "mass", a.mass, b.mass, "kg", rounding_.mass());
    if (std::min(a.mass, b.mass) > rounding_.mass()) {
      const Eigen::Vector3d point = body_a.point(), d = b.com - a.com;
      const double from_a = (a.com - point).norm(), from_b = (b.com - point).norm();
      add_length(subject, "centre of mass", d.norm(),
                 "is moved by " + six_digits(d.norm()) + " m; distance to " + origin + ": " +
                     six_digits(from_a) + " m -> " + six_digits(from_b) + " m",
                 from_a, from_b);
    }
    compare_moments(subject, a, b);
    compare_compensations(subject, body_a, body_b, T_a_b);
  }

  // The share of the weight, and where its force acts relative to the centre of mass.
  void compare_compensations(const std::string& subject, const PlacedBody& a, const PlacedBody& b,
                             const Eigen::Isometry3d& T_a_b) {
    if (std::min(a.mass_properties.mass, b.mass_properties.mass) <= rounding_.mass()) return;  // no weight
    const auto share = [](const PlacedBody& body) { return body.held.mass / body.mass_properties.mass; };
    add_values(subject, "gravity compensation", share(a), share(b), "");
    if (a.held.mass == 0 || b.held.mass == 0) return;
    const Eigen::Vector3d to_force_a = a.held.com - a.mass_properties.com,
                          to_force_b = T_a_b.linear() * (b.held.com - b.mass_properties.com);
    const double d = (to_force_b - to_force_a).norm();
    add_length(subject, "place of the compensating force", d, "is moved by " + six_digits(d) + " m");
  }

  void compare_moments(const std::string& subject, const MassProperties& a, const MassProperties& b) {
    const double difference = (b.inertia - a.inertia).norm();
    const double larger = std::max(a.inertia.norm(), b.inertia.norm());
    if (difference <= std::max(settings_.rounding * larger, rounding_.inertia())) return;
    const Eigen::Vector3d of_a = principal_moments(a.inertia), of_b = principal_moments(b.inertia);
    const auto text = [](const Eigen::Vector3d& moments) {
      return "(" + six_digits(moments[0]) + ", " + six_digits(moments[1]) + ", " + six_digits(moments[2]) +
             ")";
    };
    const bool is_turned = (of_b - of_a).norm() <= 1e-3 * difference;
    add({.subject = subject,
         .quantity = "moments of inertia",
         .a = a.inertia.trace(),
         .b = b.inertia.trace(),
         .unit = "kg m^2",
         .difference = difference,
         .difference_unit = "kg m^2",
         .relative = difference / larger,
         .text = is_turned ? "the same principal moments about other axes: " + text(of_a) + " kg m^2"
                           : "principal moments " + text(of_a) + " -> " + text(of_b) + " kg m^2" +
                                 ratio_text(a.inertia.trace(), b.inertia.trace(), "kg m^2")});
  }

  // In the first robot's coordinates.
  Limits limits_of_b(std::size_t pair) const {
    Limits limits = joint_b(pair).limits;
    const JointMapping& mapping = result_.mappings[pair];
    for (std::optional<double>* limit : {&limits.lower, &limits.upper})
      if (*limit) *limit = mapping.sign * **limit + mapping.zero;
    if (mapping.sign < 0) std::swap(limits.lower, limits.upper);
    return limits;
  }

  void compare_limits(std::size_t pair) {
    const Limits &a = joint_a(pair).limits, b = limits_of_b(pair);
    const std::string subject = subject_of(pair), unit = unit_of(pair);
    const auto compare_ends = [&](const char* name, const std::optional<double>& end_a,
                                  const std::optional<double>& end_b) {
      // Near zero, the zero of the joint has rounding.
      if (end_a && end_b && std::abs(*end_a - *end_b) <= settings_.rounding) return;
      add_values(subject, name, end_a, end_b, unit);
    };
    compare_ends("lower limit", a.lower, b.lower);
    compare_ends("upper limit", a.upper, b.upper);
    add_values(subject, "velocity limit", a.velocity, b.velocity, unit + "/s");
    add_values(subject, "effort limit", a.effort, b.effort, force_of(pair));
  }

  void compare_drives(std::size_t pair) {
    const Drive &a = joint_a(pair).drive, &b = joint_b(pair).drive;
    const double sign = result_.mappings[pair].sign;
    const std::string subject = subject_of(pair), force = force_of(pair), unit = unit_of(pair);
    const bool is_revolute = joint_a(pair).is_revolute();
    add_values(subject, "rotor inertia at the joint", a.reflected_inertia(), b.reflected_inertia(),
               is_revolute ? "kg m^2" : "kg", is_revolute ? rounding_.inertia() : rounding_.mass());
    add_values(subject, "viscous friction", a.damping(), b.damping(), force + " s/" + unit);
    add_values(subject, "Coulomb friction forwards", a.coulomb_positive(),
               sign > 0 ? b.coulomb_positive() : -b.coulomb_negative(), force);
    add_values(subject, "Coulomb friction backwards", a.coulomb_negative(),
               sign > 0 ? b.coulomb_negative() : -b.coulomb_positive(), force);
    add_values(subject, "torque offset", a.offset, sign * b.offset, force);
    add_values(subject, "friction of the load", a.load, b.load, "");
    add_values(subject, "friction curve", a.curve.torque, b.curve.torque, force);
    if (a.curve.torque != 0 && b.curve.torque != 0)
      add_values(subject, "speed of the friction curve", a.curve.speed, b.curve.speed, unit + "/s");
    compare_springs(pair);
    compare_couplings(pair);
    add_values(subject, "gear ratio", std::abs(a.gear_ratio), std::abs(b.gear_ratio),
               is_revolute ? "" : "rad/m");
    add_values(subject, "efficiency", a.efficiency, b.efficiency, "");
  }

  // Beside the drive's own joint.
  void compare_couplings(std::size_t pair) {
    const auto factor = [](const Drive& drive, std::size_t joint) {
      for (const TurnsWith& each : drive.turns_with)
        if (each.joint == joint) return each.factor;
      return 0.0;
    };
    for (std::size_t p = 0; p < joints_.pairs.size(); ++p)
      add_values(subject_of(pair), "turns with " + joint_a(p).name,
                 factor(joint_a(pair).drive, joints_.pairs[p].a),
                 result_.mappings[pair].sign * result_.mappings[p].sign *
                     factor(joint_b(pair).drive, joints_.pairs[p].b),
                 "");
  }

  void compare_springs(std::size_t pair) {
    const Spring &a = joint_a(pair).drive.spring, &b = joint_b(pair).drive.spring;
    const std::string subject = subject_of(pair), unit = unit_of(pair);
    add_values(subject, "spring", a.stiffness, b.stiffness, force_of(pair) + "/" + unit);
    if (a.stiffness == 0 || b.stiffness == 0) return;
    const double reference = result_.mappings[pair].sign * b.reference + result_.mappings[pair].zero;
    // Near zero, the zero of the joint has rounding.
    if (std::abs(a.reference - reference) > settings_.rounding)
      add_values(subject, "reference of the spring", a.reference, reference, unit);
  }

  void compare_followers(std::size_t pair) {
    const std::optional<Mimic> a = joint_a(pair).mimic, b = joint_b(pair).mimic;
    const std::string subject = subject_of(pair);
    if (!a && !b) return;
    const auto leader = [](const Robot& robot, const std::optional<Mimic>& mimic) {
      return mimic ? "follows " + robot.joints()[mimic->joint].name : std::string("moves independently");
    };
    const auto other = std::find_if(joints_.pairs.begin(), joints_.pairs.end(),
                                    [&](const JointPair& each) { return a && each.a == a->joint; });
    if (!a || !b || other == joints_.pairs.end() || other->b != b->joint) {
      add({.subject = subject,
           .quantity = "leader",
           .a = {},
           .b = {},
           .difference_unit = "",
           .relative = 1,
           .text = leader(a_, a) + " in the first robot, " + leader(b_, b) + " in the second"});
      return;
    }
    const JointMapping &own = result_.mappings[pair],
                       &of = result_.mappings[static_cast<std::size_t>(other - joints_.pairs.begin())];
    const double multiplier = own.sign * b->multiplier * of.sign;
    const double offset = own.sign * b->offset - multiplier * of.zero + own.zero;
    add_values(subject, "multiplier", a->multiplier, multiplier, "");
    if (std::abs(a->offset - offset) > settings_.rounding)
      add_values(subject, "offset", a->offset, offset, unit_of(pair));
  }

  void sort() {
    std::map<std::string, double> worst;
    for (const Difference& each : result_.list)
      worst[each.subject] = std::max(worst[each.subject], each.relative);
    std::stable_sort(result_.list.begin(), result_.list.end(),
                     [&](const Difference& one, const Difference& other) {
                       const double of_one = worst[one.subject], of_other = worst[other.subject];
                       if (of_one != of_other) return of_one > of_other;
                       if (one.subject != other.subject) return one.subject < other.subject;
                       return one.relative > other.relative;
                     });
  }

  const Robot &a_, &b_;
  const JointPairs& joints_;
  const DiffSettings& settings_;
  Rounding rounding_;
  std::vector<PlacedBody> of_b_;    // in their own order
  std::vector<std::size_t> pairs_;  // by body of the first robot
  RobotDifferences result_;
};

}  // namespace

std::string guess_of_ratio(double ratio, std::string_view unit) {
  constexpr double degrees = 180 / std::numbers::pi, turns = 2 * std::numbers::pi;
  constexpr struct {
    std::string_view unit;
    double ratio;
    const char* guess;
  } known[] = {{"kg", 1e3, "g and kg?"},
               {"m", 1e3, "mm and m?"},
               {"m", 1e2, "cm and m?"},
               {"m/s", 1e3, "mm/s and m/s?"},
               {"kg m^2", 1e3, "g m^2 and kg m^2?"},
               {"kg m^2", 1e4, "kg cm^2 and kg m^2?"},
               {"kg m^2", 1e6, "kg mm^2 and kg m^2?"},
               {"kg m^2", 1e7, "g cm^2 and kg m^2?"},
               {"kg m^2", 1e9, "g mm^2 and kg m^2?"},
               {"rad", degrees, "degrees and radians?"},
               {"rad", turns, "turns and radians?"},
               {"rad/s", degrees, "deg/s and rad/s?"},
               {"rad/s", turns, "turns per second and rad/s?"},
               {"rad/s", 60 / turns, "rpm and rad/s?"},
               {"N m", 1e3, "N mm and N m?"},
               {"N m", standard_gravity, "kg m and N m?"},
               {"N", standard_gravity, "kg and N?"},
               {"N m s/rad", degrees, "N m s/deg and N m s/rad?"},
               {"N m s/rad", 60 / turns, "N m/rpm and N m s/rad?"},
               {"N m/rad", degrees, "N m/deg and N m/rad?"}};
  constexpr double near = 0.005;
  for (const auto& each : known)
    for (const double value : {ratio, 1 / ratio})
      if (each.unit == unit && std::abs(value / each.ratio - 1) < near) return each.guess;
  return "";
}

RobotDifferences differences(const Robot& a, const Robot& b, const JointPairs& joints,
                             const DiffSettings& settings) {
  return Comparer(a, b, joints, settings).compared();
}

}  // namespace invdyn
