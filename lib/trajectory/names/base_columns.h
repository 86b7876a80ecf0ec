#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../robot/model/robot.h"
#include "../data/differentiate.h"
#include "../data/quantity.h"

namespace invdyn {

/// A column of the motion of a floating base.
struct BaseColumn {
  std::string_view name;
  Quantity quantity;
  bool turns = false;  ///< an angle or its rate
};

/// x, y, z; the quaternion; the angles in its place; the twist; its derivatives.
inline constexpr std::array<BaseColumn, 22> base_columns{{
    {"base_x", Quantity::q},           {"base_y", Quantity::q},           {"base_z", Quantity::q},
    {"base_qw", Quantity::q},          {"base_qx", Quantity::q},          {"base_qy", Quantity::q},
    {"base_qz", Quantity::q},          {"base_roll", Quantity::q, true},  {"base_pitch", Quantity::q, true},
    {"base_yaw", Quantity::q, true},   {"base_vx", Quantity::dq},         {"base_vy", Quantity::dq},
    {"base_vz", Quantity::dq},         {"base_wx", Quantity::dq, true},   {"base_wy", Quantity::dq, true},
    {"base_wz", Quantity::dq, true},   {"base_dvx", Quantity::ddq},       {"base_dvy", Quantity::ddq},
    {"base_dvz", Quantity::ddq},       {"base_dwx", Quantity::ddq, true}, {"base_dwy", Quantity::ddq, true},
    {"base_dwz", Quantity::ddq, true},
}};

/// Parts of base_columns: the first column, and how many.
struct BasePart {
  std::size_t first, count;
};
inline constexpr BasePart base_position{0, 3}, base_quaternion{3, 4}, base_angles{7, 3}, base_twist{10, 6},
    base_rates{16, 6};

/// The column of this name; none: it is none of a base.
std::optional<std::size_t> base_column(std::string_view name);

/// A joint in place of the base, for the units of a column.
const Joint& joint_like(const BaseColumn& column);

/// Where a file's column is in a block. The angles are in place of the quaternion until it is known.
double* rows_of_base(std::size_t column, Block& block);

/// The order of a quaternion whose columns have no names.
enum class QuaternionOrder { wxyz, xyzw };

/// The names of the base's columns where a file has none: position and quaternion of q, the twist of dq, its
/// derivatives of ddq.
std::vector<std::string> unnamed_base_columns(Quantity quantity, QuaternionOrder order);

/// Whether these names have a position and an orientation.
bool has_base_pose(const std::vector<std::string>& names);

/// How the base's columns of a file are read.
struct BaseReading {
  Known known = Known::q;
  bool has_angles = false;                    ///< in place of a quaternion
  std::optional<QuaternionOrder> order = {};  ///< of columns without names
};

}  // namespace invdyn
