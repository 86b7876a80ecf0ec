#pragma once

#include <Eigen/Core>
#include <string_view>

namespace invdyn {

/// The principal moments of a body, kg m^2, the smallest first. `inertia` is about its centre of mass.
Eigen::Vector3d principal_moments(const Eigen::Matrix3d& inertia);

/// By how much such moments may be off for the digits that a file prints, kg m^2.
double rounding_of_moments(const Eigen::Vector3d& moments);

/// Whether no moment is larger than the sum of the other two, as holds for every distribution of mass.
bool keep_triangle_inequality(const Eigen::Vector3d& moments);

/// What messages call moments that do not.
inline constexpr std::string_view broken_triangle_text =
    "a principal moment is larger than the sum of the other two";

}  // namespace invdyn
