#include "support/matrices.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace invdyn::test {

using Matrix = Eigen::MatrixX<Real>;

Real smallest_eigenvalue(const Matrix& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
}

bool is_positive_definite(const Matrix& A) {
  return Eigen::LLT<Matrix>(A).info() == Eigen::Success;
}

Vector solution(const Matrix& A, const Vector& b) {
  return A.ldlt().solve(b);
}

}  // namespace invdyn::test
