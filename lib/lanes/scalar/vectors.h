#pragma once

#include <Eigen/Core>

namespace invdyn {

// Fixed-size vectors and matrices over any scalar: their products cost as many operations as in a textbook.
template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Matrix3 = Eigen::Matrix<T, 3, 3>;

/// What Eigen must know of a scalar that stands for doubles: the base of its NumTraits.
template <class T>
struct TraitsOfDoubles : Eigen::GenericNumTraits<double> {
  using Real = T;
  using NonInteger = T;
  using Nested = T;
  using Literal = T;
  static Real epsilon() { return Real(Eigen::NumTraits<double>::epsilon()); }
  static Real dummy_precision() { return Real(Eigen::NumTraits<double>::dummy_precision()); }
  enum { RequireInitialization = 0, ReadCost = 1, AddCost = 1, MulCost = 1 };
};

}  // namespace invdyn
