#pragma once

#include <Eigen/Core>
#include <string_view>

namespace invdyn {

/// The principal moments of a body, kg m^2, in increasing order. `inertia` is about its centre of mass.
Eigen::Vector3d principal_moments(const Eigen::Matrix3d& inertia);

/// The possible error of such moments due to the digits in a file, kg m^2.
double rounding_of_moments(const Eigen::Vector3d& moments);

/// Whether a moment of a tensor is below 0, beyond rounding. No distribution of mass has one.
bool has_negative_moment(const Eigen::Matrix3d& inertia);

/// Whether no moment is larger than the sum of the other two. This holds for every distribution of mass.
bool keep_triangle_inequality(const Eigen::Vector3d& moments);

/// The text of messages for other moments.
inline constexpr std::string_view broken_triangle_text =
    "a principal moment is larger than the sum of the other two";

}  // namespace invdyn
