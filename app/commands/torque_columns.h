#pragma once

#include <string>
#include <variant>
#include <vector>

#include "dynamics/core/derived_columns.h"
#include "robot/model/robot.h"
#include "torques/rows/row_format.h"
#include "trajectory/data/quantity.h"

namespace invdyn {

/// The text of a row's time stamp, as a column.
struct Stamp {
  bool operator==(const Stamp&) const = default;
};

/// The quantities that `torque` writes after t, in this order.
using WantedColumns = std::vector<std::variant<Quantity, Derived, Stamp>>;

/// All that --columns knows; as one text, too.
std::vector<std::string> torque_columns();
std::string all_torque_columns();

/// Of --columns, before the robot is known; empty: not given. Throws UsageError.
WantedColumns wanted_columns(const std::string& text);
/// What holds the base of a robot.
enum class BaseHold { fixed, nothing, wrench, contacts };
/// Where --columns is not given.
const char* usual_columns(BaseHold hold);
/// The usual columns, if --columns is not given. Patterns do not mean what a fixed base or a robot without
/// contacts lacks. Throws UsageError for what it lacks by name.
void fit_to_base(WantedColumns& wanted, const std::string& text, const Robot& robot, BaseHold hold);
/// Where a free base is follows from all rows before. Throws UsageError for columns that depend on it.
void expect_no_place(const std::vector<Derived>& wanted);

std::vector<Derived> derived_in(const WantedColumns& wanted);
bool has_measured(const WantedColumns& wanted);
bool has_stamp(const WantedColumns& wanted);

/// `derived`: of the same columns; null: none is derived.
OutputColumns output_columns(const WantedColumns& wanted, const Robot& robot, const DerivedColumns* derived);

}  // namespace invdyn
