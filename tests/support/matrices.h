#pragma once

#include "support/virtual_work.h"

namespace invdyn::test {

// Of symmetric matrices, in extended precision. Eigen's decompositions take seconds to compile in each file
// that uses them: here they are compiled once. For those in double: ground/matrix/decompositions.h.

Real smallest_eigenvalue(const Eigen::MatrixX<Real>& A);
bool is_positive_definite(const Eigen::MatrixX<Real>& A);
/// x of A x = b.
Vector solution(const Eigen::MatrixX<Real>& A, const Vector& b);

}  // namespace invdyn::test
