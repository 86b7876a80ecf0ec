#pragma once

#include <Eigen/Core>

namespace invdyn {

// Decompositions of matrices of any size, by Eigen. Its templates take seconds to compile in each file that
// uses them: here they are compiled once.

/// A = U S V'. The singular values fall.
struct SingularValues {
  Eigen::MatrixXd U;
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
};

/// U has as many columns as there are values. V has too, or is square if it is `full`.
enum class SideV { thin, full };
SingularValues singular_value_decomposition(const Eigen::MatrixXd& A, SideV side);
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

/// Of a symmetric matrix. The eigenvalues rise; the eigenvectors are columns of length 1.
struct EigenPairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
EigenPairs symmetric_eigenpairs(const Eigen::MatrixXd& A);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);

/// R of A = Q R: the upper triangle, with as many rows as A has, at most as many as columns.
Eigen::MatrixXd triangle_of(Eigen::MatrixXd A);

/// Orthonormal columns that span those of A: one for each that is longer than `threshold` of the longest
/// after those before it are taken off.
Eigen::MatrixXd orthonormal_basis(const Eigen::MatrixXd& A, double threshold);

/// The shortest x for which A x is nearest to b. Combinations whose effect is below `threshold` of the
/// largest one are rounding.
Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold = 1e-14);

/// x of A x = b, for a symmetric matrix A, by its factors L D L'.
Eigen::VectorXd symmetric_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::MatrixXd symmetric_inverse(const Eigen::MatrixXd& A);

/// Of any regular matrix, by Gauss and Jordan: numbers such as 1 and -1 have an exact inverse.
Eigen::MatrixXd inverse(Eigen::MatrixXd A);

}  // namespace invdyn
