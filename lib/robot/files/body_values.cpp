#include "body_values.h"

#include "../../ground/base/error.h"
#include "../model/rotation.h"

namespace invdyn {
namespace {

// Elements ij and ji that differ by less than this fraction of the largest one count as equal.
constexpr double symmetry_tolerance = 1e-5;

Eigen::Matrix3d body_turn(const YamlNode& node, const BodyAngles& angles) {
  const Eigen::VectorXd turn = node.numbers(4, "x, y, z of the axis and the angle, " + angles.name());
  const Eigen::Vector3d axis = turn.head<3>();
  const double largest = axis.cwiseAbs().maxCoeff();
  if (largest == 0) node.fail("an axis that is not zero in the first three numbers");
  return rotation_about((axis / largest).normalized(), turn[3] * angles.unit());
}

}  // namespace

Eigen::Isometry3d body_pose(YamlMapping& mapping, const BodyAngles& angles,
                            const Eigen::Isometry3d& otherwise) {
  Eigen::Isometry3d T = otherwise;
  const auto is_of_lists = [](const YamlNode& node) {
    return node.is_list() && !node.elements().empty() && node.elements()[0].is_list();
  };
  if (const auto translation = mapping.find("translation")) {
    if (is_of_lists(*translation)) {
      T.translation().setZero();
      for (const YamlNode& part : translation->elements()) T.translation() += part.vector3("m");
    } else {
      T.translation() = translation->vector3("m");
    }
  }
  if (const auto rotation = mapping.find("rotation")) {
    if (is_of_lists(*rotation)) {
      T.linear().setIdentity();
      for (const YamlNode& part : rotation->elements()) T.linear() = T.linear() * body_turn(part, angles);
    } else {
      T.linear() = body_turn(*rotation, angles);
    }
  }
  return T;
}

Eigen::Vector3d body_axis(const YamlNode& node) {
  if (node.is_list()) return node.vector3("");
  std::string word = node.text();
  const double sign = word.starts_with('-') ? -1 : 1;
  if (sign < 0) word.erase(0, 1);
  for (const auto& [letters, axis] : {std::pair{"xX", 0}, {"yY", 1}, {"zZ", 2}})
    if (word.size() == 1 && std::string(letters).find(word) != std::string::npos)
      return sign * Eigen::Vector3d::Unit(axis);
  node.fail("a vector of three numbers, or one of X, Y, Z, -X, -Y, -Z");
}

Eigen::Matrix3d body_inertia(const YamlNode& node) {
  const std::string unit = "kg m^2";
  const std::size_t count = node.is_list() ? node.elements().size() : 0;
  Eigen::Matrix3d inertia;
  if (count == 6) {  // the upper triangle
    const Eigen::VectorXd v = node.numbers(6, unit);
    inertia << v[0], v[1], v[2],  //
        v[1], v[3], v[4],         //
        v[2], v[4], v[5];
    return inertia;
  }
  if (count != 9) node.fail("a list of 9 numbers, or of the 6 numbers of the upper triangle (kg m^2)");
  const Eigen::VectorXd v = node.numbers(9, unit);
  inertia << v[0], v[1], v[2],  //
      v[3], v[4], v[5],         //
      v[6], v[7], v[8];
  const Eigen::Matrix3d transposed = inertia.transpose();
  if (!((inertia - transposed).cwiseAbs().maxCoeff() <= symmetry_tolerance * inertia.cwiseAbs().maxCoeff()))
    throw Error(node.place(), node.what() +
                                  " is not symmetric: expected equal elements ij and ji, or a list of "
                                  "the 6 numbers of the upper triangle");
  return (inertia + transposed) / 2;
}

}  // namespace invdyn
