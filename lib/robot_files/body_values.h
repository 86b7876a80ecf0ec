#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <numbers>
#include <string>

#include "../document/yaml_node.h"

namespace invdyn {

// Values of a .body file as Choreonoid takes them. All throw Error with the place in the file.

/// What the file's angles are in.
struct BodyAngles {
  bool degrees = true;

  double unit() const { return degrees ? std::numbers::pi / 180 : 1; }  ///< rad
  std::string name() const { return degrees ? "degrees" : "rad"; }
};

/// `translation` and `rotation`, in the frame around them; where one is missing, `otherwise` has it. A list
/// of turns is their product, a list of translations their sum.
Eigen::Isometry3d body_pose(YamlMapping& mapping, const BodyAngles& angles,
                            const Eigen::Isometry3d& otherwise = Eigen::Isometry3d::Identity());

/// A vector, as it stands, or one of X, Y, Z, -X, -Y, -Z.
Eigen::Vector3d body_axis(const YamlNode& node);

/// 9 numbers, row by row and symmetric but for rounding, or the 6 of the upper triangle, kg m^2.
Eigen::Matrix3d body_inertia(const YamlNode& node);

}  // namespace invdyn
