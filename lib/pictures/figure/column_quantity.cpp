#include "column_quantity.h"

#include <array>
#include <span>

#include "../../dynamics/core/derived_columns.h"
#include "../../dynamics/simulation/control_sample.h"
#include "../../trajectory/loads/wrench_history.h"

namespace invdyn {
namespace {

struct AxisProperties {
  std::array<std::string_view, 3> names;  // for each JointKind
  std::optional<Quantity> quantity;
  std::string_view unit;  // if the unit is the same for all joints
};

constexpr AxisProperties of_sample(std::string_view name, Quantity quantity) {
  return {{name, name, name}, quantity, ""};
}
constexpr AxisProperties of_all(std::string_view name, std::string_view unit) {
  return {{name, name, name}, std::nullopt, unit};
}

constexpr AxisProperties of_body(std::string_view turning, std::string_view sliding, Quantity quantity) {
  return {{turning, sliding, sliding}, quantity, ""};
}

// In the order of the enumeration.
constexpr std::array<AxisProperties, 31> axes{{
    of_sample("position", Quantity::q),
    of_sample("desired position", Quantity::q),
    of_sample("position error", Quantity::q),
    of_sample("velocity", Quantity::dq),
    of_sample("acceleration", Quantity::ddq),
    {{"torque", "force", "torque or force"}, Quantity::tau, ""},
    of_all("power", "W"),
    of_all("motor torque", "N m"),
    of_all("motor speed", "rad/s"),
    of_all("reaction force", "N"),
    of_all("reaction moment", "N m"),
    of_all("margin to the limits", "share of the limit"),
    of_body("base orientation", "base position", Quantity::q),
    of_all("base orientation", "quaternion"),
    of_body("base angular velocity", "base velocity", Quantity::dq),
    of_body("base angular acceleration", "base acceleration", Quantity::ddq),
    of_body("base moment", "base force", Quantity::tau),
    of_body("base moment, its axes", "base force, its axes", Quantity::tau),
    of_body("", "centre of mass", Quantity::q),
    of_body("", "com velocity", Quantity::dq),
    of_body("", "com acceleration", Quantity::ddq),
    of_all("momentum", "kg m/s"),
    of_all("angular momentum", "N m s"),
    of_all("rate of momentum", "N"),
    of_all("rate of angular momentum", "N m"),
    of_body("", "zero moment point", Quantity::q),
    of_body("contact moment", "contact force", Quantity::tau),
    of_all("bearing points", "number"),
    of_all("left over", "share of the weight"),
    of_all("cause", "0: none"),
    of_all("", ""),
}};

const AxisProperties& properties(AxisQuantity quantity) {
  return axes[static_cast<std::size_t>(quantity)];
}

// Without a default, so that the compiler warns of a derived quantity that has no axis yet.
AxisQuantity axis_of(Derived derived) {
  switch (derived) {
    case Derived::inertia:
    case Derived::coriolis:
    case Derived::gravity:
    case Derived::viscous:
    case Derived::coulomb:
    case Derived::offset:
    case Derived::spring:
    case Derived::rotor:
    case Derived::external:
    case Derived::measured:
    case Derived::residual:
      return AxisQuantity::torque;
    case Derived::power:
      return AxisQuantity::power;
    case Derived::motor_torque:
      return AxisQuantity::motor_torque;
    case Derived::motor_speed:
      return AxisQuantity::motor_speed;
    case Derived::reaction:  // forces and moments
    case Derived::base:
    case Derived::wrench:
    case Derived::wrench_body:
    case Derived::com:  // several units each
    case Derived::momentum:
    case Derived::zmp:
    case Derived::contact:
    case Derived::support:
      return AxisQuantity::other;
  }
  return AxisQuantity::other;
}

std::vector<ColumnQuantity> all_quantities_of_columns() {
  std::vector<ColumnQuantity> all;
  for (const SampleQuantity& sample : sample_quantities)
    all.push_back({std::string(sample.name), axis_of_sample(sample.name), false});
  all.push_back({"margin", AxisQuantity::margin, true});
  for (const Derived derived : all_derived) {
    const std::string name(name_of(derived));
    if (derived != Derived::reaction) {
      const bool is_term = derived <= Derived::external;  // the terms come first
      all.push_back({name, axis_of(derived), true, is_term});
      continue;
    }
    for (const std::string_view component : wrench_components)
      all.push_back({name + '_' + std::string(component),
                     component.front() == 'f' ? AxisQuantity::reaction_force : AxisQuantity::reaction_moment,
                     true});
  }
  return all;
}

// The columns that have these components, such as `base_fx_body`.
struct BodyVector {
  std::string_view begin;
  std::span<const std::string_view> components;
  AxisQuantity axis;
  bool turns = false;
  std::string_view end = "";
};

const std::vector<BodyVector>& body_vectors() {
  static constexpr std::array<std::string_view, 3> xyz{"x", "y", "z"}, angles{"roll", "pitch", "yaw"};
  static constexpr std::array<std::string_view, 4> quaternion{"qx", "qy", "qz", "qw"};
  using enum AxisQuantity;
  static const std::vector<BodyVector> all{
      {"base_", xyz, base_pose},
      {"base_", angles, base_pose, true},
      {"base_", quaternion, base_orientation},
      {"base_v", xyz, base_velocity},
      {"base_w", xyz, base_velocity, true},
      {"base_dv", xyz, base_acceleration},
      {"base_dw", xyz, base_acceleration, true},
      {"base_f", xyz, base_wrench},
      {"base_n", xyz, base_wrench, true},
      {"base_f", xyz, base_wrench_body, false, "_body"},
      {"base_n", xyz, base_wrench_body, true, "_body"},
      {"com_", xyz, com},
      {"dcom_", xyz, com_velocity},
      {"ddcom_", xyz, com_acceleration},
      {"momentum_", xyz, momentum},
      {"angular_", xyz, angular_momentum},
      {"dmomentum_", xyz, momentum_rate},
      {"dangular_", xyz, angular_momentum_rate},
      {"zmp_", xyz, zero_moment_point},
  };
  return all;
}

// `wrench_fx_l_foot@world`, `bears_l_foot`, `unexplained`, `breaks`.
std::optional<ColumnComponent> component_of_contact(std::string_view column) {
  using enum AxisQuantity;
  for (std::size_t k = 0; k < wrench_components.size() && column.ends_with("@world"); ++k)
    if (column.starts_with("wrench_" + std::string(wrench_components[k]) + '_'))
      return ColumnComponent{contact_wrench, k < 3 ? JointKind::prismatic : JointKind::revolute, {}};
  if (column.starts_with("bears_")) return ColumnComponent{bearing_points, JointKind::prismatic, {}};
  if (column == "unexplained") return ColumnComponent{unexplained, JointKind::prismatic, {}};
  if (column == "breaks") return ColumnComponent{breaks, JointKind::prismatic, {}};
  return std::nullopt;
}

// A unit in typeset form: `rad/s²`.
std::string printed(std::string_view unit) {
  std::string result(unit);
  if (const std::size_t square = result.find("^2"); square != std::string::npos)
    result.replace(square, 2, "²");
  return result;
}

}  // namespace

AxisQuantity axis_of_sample(std::string_view name) {
  if (name == "q") return AxisQuantity::position;
  if (name == "desired") return AxisQuantity::desired_position;
  if (name == "error") return AxisQuantity::position_error;
  if (name == "dq") return AxisQuantity::velocity;
  if (name == "ddq") return AxisQuantity::acceleration;
  return AxisQuantity::torque;
}

std::string_view name_of(AxisQuantity quantity, JointKind kind) {
  return properties(quantity).names[static_cast<std::size_t>(kind)];
}

std::optional<Quantity> quantity_of(AxisQuantity quantity) {
  return properties(quantity).quantity;
}

bool is_angle(AxisQuantity quantity) {
  const auto of_trajectory = quantity_of(quantity);
  return of_trajectory && !unit_in_degrees(*of_trajectory).empty();
}

std::string printed_unit(AxisQuantity quantity, JointKind kind, bool in_degrees) {
  const auto of_trajectory = quantity_of(quantity);
  if (!of_trajectory) return printed(properties(quantity).unit);
  const std::string revolute = printed(in_degrees && is_angle(quantity) ? unit_in_degrees(*of_trajectory)
                                                                        : unit_of(*of_trajectory, true));
  const std::string prismatic = printed(unit_of(*of_trajectory, false));
  return kind == JointKind::revolute    ? revolute
         : kind == JointKind::prismatic ? prismatic
                                        : revolute + " or " + prismatic;
}

bool ColumnQuantity::is_reaction() const {
  return axis == AxisQuantity::reaction_force || axis == AxisQuantity::reaction_moment;
}

std::string ColumnQuantity::curve_name() const {
  return is_reaction() ? name.substr(name.rfind('_') + 1) : name;
}

const std::vector<ColumnQuantity>& column_quantities() {
  static const std::vector<ColumnQuantity> all = all_quantities_of_columns();
  return all;
}

std::optional<std::size_t> quantity_of_column(std::string_view column) {
  const auto& all = column_quantities();
  for (std::size_t k = 0; k < all.size(); ++k)
    if (column.size() > all[k].name.size() + 1 && column.starts_with(all[k].name) &&
        column[all[k].name.size()] == '_')
      return k;
  return std::nullopt;
}

std::optional<ColumnComponent> component_of_column(std::string_view column) {
  for (const auto& [begin, components, axis, turns, end] : body_vectors()) {
    if (!column.starts_with(begin) || !column.ends_with(end)) continue;
    const std::string_view rest = column.substr(begin.size());
    for (std::size_t k = 0; k < components.size(); ++k)
      if (rest.size() == components[k].size() + end.size() && rest.starts_with(components[k]))
        return ColumnComponent{axis, turns ? JointKind::revolute : JointKind::prismatic, k};
  }
  return component_of_contact(column);
}

}  // namespace invdyn
