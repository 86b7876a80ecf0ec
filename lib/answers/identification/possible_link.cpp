#include "possible_link.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/matrix/decompositions.h"
#include "../../robot/files/check.h"

namespace invdyn {
namespace {

using Eigen::MatrixXd;

// The second moments about the centre of mass, less those of the thinnest body: S - m thinnest^2 - h h' / m
// is not negative.
PseudoInertia not_too_thin(PseudoInertia J, const LinkSize& size) {
  J.diagonal().head<3>().array() -= J(3, 3) * size.thinnest * size.thinnest;
  return J;
}

// Their sum, less that of the densest body: tr S - m radius^2 - h' h / m is not negative.
PseudoInertia not_too_dense(PseudoInertia J, const LinkSize& size) {
  const double sum = J.topLeftCorner<3, 3>().trace(), mass = J(3, 3);
  J.topLeftCorner<3, 3>() = mass * Eigen::Matrix3d::Identity();
  J(3, 3) = sum - mass * size.radius * size.radius;
  return J;
}

}  // namespace

LinkSize smallest_size(const LinkParameters& file, double heaviest) {
  LinkSize size;
  size.heaviest = heaviest;
  size.radius = std::sqrt(0.6) * std::cbrt(heaviest / (4 * std::numbers::pi / 3 * suspicion::density));
  const Eigen::Vector3d com = file.segment<3>(1) / file[0];
  const Eigen::Matrix3d S = pseudo_inertia(file).topLeftCorner<3, 3>() / file[0] - com * com.transpose();
  size.thinnest = std::clamp(std::sqrt(std::max(0.0, symmetric_eigenpairs(S).values.minCoeff())),
                             minimum_radius, std::max(minimum_radius, size.radius / std::sqrt(3)));
  return size;
}

std::vector<Bound> bounds_of_link(const LinkParameters& file, const LinkSize& size,
                                  const LinkParameters& scale) {
  Bound thin{0, MatrixXd::Zero(4, 4), {}}, dense = thin;
  for (Eigen::Index k = 0; k < 10; ++k) {
    const PseudoInertia J = pseudo_inertia(LinkParameters(LinkParameters::Unit(k) * scale[k]));
    thin.of_unknowns.emplace_back(not_too_thin(J, size));
    dense.of_unknowns.emplace_back(not_too_dense(J, size));
  }
  if (size.heaviest == 0) return {thin};
  constexpr double least_part = 0.1;
  return {thin,
          dense,
          {0, MatrixXd::Constant(1, 1, -least_part * file[0]), {MatrixXd::Constant(1, 1, scale[0])}}};
}

}  // namespace invdyn
