#include "principal_moments.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace invdyn {
namespace {

// 1e-9 kg at 1e-4 m. CAD programs write 1e-20 and 1e-35 kg m^2 beside zeros.
constexpr double nothing = 1e-17;

}  // namespace

Eigen::Vector3d principal_moments(const Eigen::Matrix3d& inertia) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
}

double rounding_of_moments(const Eigen::Vector3d& moments) {
  constexpr double of_the_largest = 1e-5;
  return std::max(nothing, of_the_largest * moments.cwiseAbs().maxCoeff());
}

bool has_negative_moment(const Eigen::Matrix3d& inertia) {
  const Eigen::Vector3d moments = principal_moments(inertia);
  return moments[0] < -rounding_of_moments(moments) || inertia.diagonal().minCoeff() < -nothing;
}

bool keep_triangle_inequality(const Eigen::Vector3d& moments) {
  return moments[2] <= moments[0] + moments[1] + rounding_of_moments(moments);
}

}  // namespace invdyn
