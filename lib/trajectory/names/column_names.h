#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../../robot/model/robot.h"
#include "../data/quantity.h"
#include "base_columns.h"

namespace invdyn {

/// A unit that the name of a column can state.
struct ColumnUnit {
  std::string_view name;
  Quantity quantity;
  std::optional<bool> turns;    ///< the joints that have it: those that turn, those that slide, or all
  double si;                    ///< one of it in SI units
  bool needs_brackets = false;  ///< after `_` these letters are often no unit
  bool is_of_current = false;   ///< of a motor, in place of its torque

  bool is_of(Quantity what, const Joint& joint, bool currents) const;
  bool is_in_radians() const { return name.find("rad") != std::string_view::npos; }
};

/// The unit at the end of a name, and the name before it: deg and `elbow` of `elbow_deg`, `elbow [deg]` or
/// `elbow (deg)`. Spellings such as `deg/s^2`, `deg_per_s`, `N m` and the sign of degrees are known too.
struct StatedUnit {
  std::string before;
  const ColumnUnit* unit;
};
std::optional<StatedUnit> stated_unit(std::string_view name);

/// The unit of this name, in any of its spellings; null: there is none.
const ColumnUnit* unit_by_name(std::string_view name);

/// The unit itself if it is one of the quantity, or the one of this rate: deg/s for deg and dq; null: none.
const ColumnUnit* unit_of(const ColumnUnit& unit, Quantity quantity);

/// Says that the unit is none of a joint's quantity: ` has the unit mm: expected deg, rad, mrad or rev`.
std::string unfit_unit_text(const ColumnUnit& unit, Quantity quantity, const Joint& joint, bool currents);

/// The same for a unit that is none of those known: ` has the unknown unit "kpcm": expected one of Nm, mNm`.
std::string unknown_unit_text(const std::string& unit, Quantity quantity, const Joint& joint, bool currents);

/// What columns hold, by their names: time in `t` or `time`; a quantity of a joint in `q_JOINT`, `dq_JOINT`,
/// `ddq_JOINT` or `tau_JOINT`, or in `JOINT`, its position; of a floating base in base_columns. A unit can
/// follow the names of quantities.
class ColumnNames {
 public:
  struct Meaning {
    std::string as;                         ///< the standard name: `t`, `q_elbow`
    std::optional<Quantity> quantity = {};  ///< none: time
    std::size_t joint = 0;
    bool is_bare = false;                  ///< the name has the joint alone
    const ColumnUnit* unit = nullptr;      ///< that the name states. It need not be one of the quantity
    std::optional<std::size_t> base = {};  ///< in base_columns, in place of a joint

    /// The joint, or one like the base's column.
    const Joint& joint_in(const Robot& robot) const {
      return base ? joint_like(base_columns[*base]) : robot.moving_joint(joint);
    }
  };

  explicit ColumnNames(const Robot& robot);

  /// The meaning of a name that states no unit.
  std::optional<Meaning> exact(const std::string& name) const;
  /// The meaning of any name. The exact one comes first: a joint can be called `elbow_deg`.
  std::optional<Meaning> of(const std::string& name) const;

 private:
  std::unordered_map<std::string, Meaning> meanings_;
};

/// A list for `map`, in quotes if a shell needs them.
std::string mapping_text(const std::vector<std::string>& mappings);

}  // namespace invdyn
