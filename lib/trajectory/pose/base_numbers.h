#pragma once

#include <Eigen/Core>

#include "twist_axes.h"

namespace invdyn {

// The numbers of one row of Block::Base: three from the column `first` on, or an orientation.

inline Eigen::Vector3d three_in(const Eigen::ArrayXXd& values, Eigen::Index row, Eigen::Index first) {
  return {values(row, first), values(row, first + 1), values(row, first + 2)};
}

inline void put_three(const Eigen::Vector3d& three, Eigen::Index row, Eigen::Index first,
                      Eigen::ArrayXXd& values) {
  for (Eigen::Index i = 0; i < 3; ++i) values(row, first + i) = three[i];
}

inline Quaternion orientation_in(const Eigen::ArrayXXd& pose, Eigen::Index row) {
  return {pose(row, 3), pose(row, 4), pose(row, 5), pose(row, 6)};
}

inline Twist twist_in(const Eigen::ArrayXXd& twist, const Eigen::ArrayXXd& rates, Eigen::Index row) {
  return {three_in(twist, row, 0), three_in(twist, row, 3), three_in(rates, row, 0), three_in(rates, row, 3)};
}

}  // namespace invdyn
