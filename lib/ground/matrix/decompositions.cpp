#include "decompositions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace invdyn {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
// Not BDCSVD: for friction alone, where many singular values are equal, that of Eigen 3.4 was wrong.
using Svd = Eigen::JacobiSVD<MatrixXd>;

SingularValues singular_value_decomposition(const MatrixXd& A, SideV side) {
  const Svd svd(A, Eigen::ComputeThinU | (side == SideV::full ? Eigen::ComputeFullV : Eigen::ComputeThinV));
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

VectorXd singular_values(const MatrixXd& A) {
  return Svd(A).singularValues();
}

EigenPairs symmetric_eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

MatrixXd triangle_of(MatrixXd A) {
  Eigen::HouseholderQR<Eigen::Ref<MatrixXd>> qr(A);
  const Index height = std::min(A.rows(), A.cols());
  MatrixXd triangle = MatrixXd::Zero(height, A.cols());
  triangle.triangularView<Eigen::Upper>() = A.topRows(height);
  return triangle;
}

MatrixXd orthonormal_basis(const MatrixXd& A, double threshold) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  qr.setThreshold(threshold);
  return qr.householderQ() * MatrixXd::Identity(A.rows(), qr.rank());
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr(A.rows(), A.cols());
  return qr.setThreshold(threshold).compute(A).solve(b);
}

VectorXd symmetric_solution(const MatrixXd& A, const VectorXd& b) {
  return A.ldlt().solve(b);
}

MatrixXd symmetric_inverse(const MatrixXd& A) {
  return A.ldlt().solve(MatrixXd::Identity(A.rows(), A.cols()));
}

MatrixXd inverse(MatrixXd A) {
  const Index n = A.rows();
  MatrixXd result = MatrixXd::Identity(n, n);
  for (Index k = 0; k < n; ++k) {
    Index pivot = k;
    for (Index i = k + 1; i < n; ++i)
      if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
    for (MatrixXd* each : {&A, &result}) each->row(k).swap(each->row(pivot));
    const double scale = A(k, k);
    for (MatrixXd* each : {&A, &result}) each->row(k) /= scale;
    for (Index i = 0; i < n; ++i) {
      const double share = A(i, k);
      if (i == k || share == 0) continue;
      for (MatrixXd* each : {&A, &result}) each->row(i) -= share * each->row(k);
    }
  }
  return result;
}

}  // namespace invdyn
