#include "rotation.h"

#include "../scalar/sin_cos.h"

namespace invdyn {

Eigen::Matrix3d rotation_x(double angle) {
  const auto [s, c] = sin_cos(angle);
  return Eigen::Matrix3d{{1, 0, 0}, {0, c, -s}, {0, s, c}};
}

Eigen::Matrix3d rotation_y(double angle) {
  const auto [s, c] = sin_cos(angle);
  return Eigen::Matrix3d{{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
}

Eigen::Matrix3d rotation_z(double angle) {
  const auto [s, c] = sin_cos(angle);
  return Eigen::Matrix3d{{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
}

}  // namespace invdyn
