#include "column_quantity.h"

#include <array>

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

// In the order of the enumeration.
constexpr std::array<AxisProperties, 13> axes{{
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

}  // namespace invdyn
