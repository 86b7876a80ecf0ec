#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <numbers>
#include <string>

#include "../../ground/document/yaml_node.h"

namespace invdyn {

// Values of a .body file, read as Choreonoid reads them. All throw Error with the place in the file.

/// The unit of the file's angles.
struct BodyAngles {
  bool degrees = true;

  double unit() const { return degrees ? std::numbers::pi / 180 : 1; }  ///< rad
  std::string name() const { return degrees ? "degrees" : "rad"; }
};

/// `translation` (m) and `rotation` in the enclosing frame; a missing one is taken from `otherwise`. A list
/// of rotations means their product, a list of translations their sum.
Eigen::Isometry3d body_pose(YamlMapping& mapping, const BodyAngles& angles,
                            const Eigen::Isometry3d& otherwise = Eigen::Isometry3d::Identity());

/// Three numbers, not normalized, or one of X, Y, Z, -X, -Y, -Z.
Eigen::Vector3d body_axis(const YamlNode& node);

/// 9 numbers, row by row and symmetric to rounding, or the 6 of the upper triangle, kg m^2.
Eigen::Matrix3d body_inertia(const YamlNode& node);

}  // namespace invdyn
