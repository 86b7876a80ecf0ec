#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../trajectory/data/quantity.h"

namespace invdyn {

/// The quantity on the y axis of a panel, in the order of panels. Those from base_pose on are not of a joint;
/// `other`: any other column.
enum class AxisQuantity {
  position,
  desired_position,
  position_error,
  velocity,
  acceleration,
  torque,
  power,
  motor_torque,
  motor_speed,
  reaction_force,
  reaction_moment,
  margin,
  base_pose,
  base_orientation,
  base_velocity,
  base_acceleration,
  base_wrench,
  base_wrench_body,
  com,
  com_velocity,
  com_acceleration,
  momentum,
  angular_momentum,
  momentum_rate,
  angular_momentum_rate,
  zero_moment_point,
  contact_wrench,
  bearing_points,
  unexplained,
  breaks,
  other
};

constexpr bool is_of_joint(AxisQuantity axis) {
  return axis < AxisQuantity::base_pose;
}

/// Of a quantity of samples: `q`, `desired`, `tau`.
AxisQuantity axis_of_sample(std::string_view name);

/// The type of a joint, if it is known. Of a vector of a body: whether it is of its rotation.
enum class JointKind { revolute, prismatic, unknown };

/// The name on an axis: `torque`, `force`, or `torque or force`.
std::string_view name_of(AxisQuantity quantity, JointKind kind);
/// The quantity of a trajectory with the same unit; none: the unit is the same for all joints.
std::optional<Quantity> quantity_of(AxisQuantity quantity);
/// Whether the unit is an angle's, or its rate's, if the joint is revolute.
bool is_angle(AxisQuantity quantity);
/// In typeset form: `rad/s²`, `rad/s² or m/s²`.
std::string printed_unit(AxisQuantity quantity, JointKind kind, bool in_degrees);

/// A quantity that commands write, with a column for each joint: `gravity_elbow`.
struct ColumnQuantity {
  std::string name;  ///< in the column's name, before the underscore: `gravity`, `reaction_fx`
  AxisQuantity axis;
  bool is_derived = false;  ///< not one of the sample's own quantities, q to tau
  bool is_term = false;     ///< the terms add up to tau

  bool is_reaction() const;
  /// In a panel of one joint, if it shows several quantities: `gravity`, `fx`.
  std::string curve_name() const;
};

/// All of them: the quantities of a sample, then the derived ones.
const std::vector<ColumnQuantity>& column_quantities();
/// The index in column_quantities() of the quantity that a column's name begins with; none: another column.
std::optional<std::size_t> quantity_of_column(std::string_view column);

/// A component of a vector, of angles or of a quaternion of a floating base or of the whole robot: `base_fx`,
/// `com_x`.
struct ColumnComponent {
  AxisQuantity axis;
  JointKind kind;
  std::optional<std::size_t> number;  ///< x, y, z and w from 0 on; none: several have the same axis
};
/// None: another column.
std::optional<ColumnComponent> component_of_column(std::string_view column);

}  // namespace invdyn
