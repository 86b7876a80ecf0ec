#pragma once

#include <array>
#include <string>
#include <string_view>

#include "block.h"

namespace invdyn {

/// What a column of a CSV file holds, beside time: one quantity of one joint, named `<quantity>_<joint>`.
enum class Quantity { q, dq, ddq, tau };

inline constexpr std::array all_quantities{Quantity::q, Quantity::dq, Quantity::ddq, Quantity::tau};

std::string_view name_of(Quantity quantity);
/// The SI unit of the quantity for a joint that turns or slides: "rad/s", "N m".
std::string_view unit_of(Quantity quantity, bool is_revolute);
/// The unit where angles are in degrees, "deg/s"; empty: the quantity is no angle, nor a rate of one.
std::string_view unit_in_degrees(Quantity quantity);

/// The block's columns of this quantity, rows by joints.
Eigen::ArrayXXd& values(Block& block, Quantity quantity);
const Eigen::ArrayXXd& values(const Block& block, Quantity quantity);

/// The name of the column of a joint: `tau_elbow`.
std::string column_name(Quantity quantity, const std::string& joint);

}  // namespace invdyn
