#pragma once

#include <array>
#include <string>
#include <string_view>

#include "block.h"

namespace invdyn {

/// The quantity of a CSV column other than time: it belongs to one joint and is named `<quantity>_<joint>`.
enum class Quantity { q, dq, ddq, tau };

inline constexpr std::array all_quantities{Quantity::q, Quantity::dq, Quantity::ddq, Quantity::tau};

std::string_view name_of(Quantity quantity);
/// The SI unit of the quantity for a revolute or prismatic joint: "rad/s", "N m".
std::string_view unit_of(Quantity quantity, bool is_revolute);
/// The unit if angles are in degrees, "deg/s"; empty if the quantity is neither an angle nor its rate.
std::string_view unit_in_degrees(Quantity quantity);

/// The block's columns of this quantity, rows by joints.
Eigen::ArrayXXd& values(Block& block, Quantity quantity);
const Eigen::ArrayXXd& values(const Block& block, Quantity quantity);

/// The name of the column of a joint: `tau_elbow`.
std::string column_name(Quantity quantity, const std::string& joint);

}  // namespace invdyn
