#pragma once

#include <Eigen/Core>

namespace invdyn {

// Fixed-size vectors and matrices over any scalar: their products cost what a textbook counts.
template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Matrix3 = Eigen::Matrix<T, 3, 3>;

}  // namespace invdyn
