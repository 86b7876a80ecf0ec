#pragma once

#include <Eigen/Core>

namespace invdyn {

// Fixed-size vectors and matrices over any scalar: their products cost as many operations as in a textbook.
template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Matrix3 = Eigen::Matrix<T, 3, 3>;

}  // namespace invdyn
