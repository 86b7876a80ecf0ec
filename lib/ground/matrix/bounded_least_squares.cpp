#include "bounded_least_squares.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "decompositions.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A symmetric matrix as a vector, with the same inner product; and back.
VectorXd packed(const MatrixXd& M) {
  VectorXd v(M.rows() * (M.rows() + 1) / 2);
  Index k = 0;
  for (Index j = 0; j < M.cols(); ++j)
    for (Index i = 0; i <= j; ++i) v[k++] = i == j ? M(i, j) : std::numbers::sqrt2 * M(i, j);
  return v;
}

MatrixXd unpacked(const Eigen::Ref<const VectorXd>& v, Index order) {
  MatrixXd M(order, order);
  Index k = 0;
  for (Index j = 0; j < order; ++j)
    for (Index i = 0; i <= j; ++i, ++k) M(i, j) = M(j, i) = i == j ? v[k] : v[k] / std::numbers::sqrt2;
  return M;
}

bool is_positive(const MatrixXd& M) {
  const Eigen::LLT<MatrixXd> factor(M);
  return factor.info() == Eigen::Success && factor.matrixLLT().diagonal().minCoeff() > 0;
}

// A bound at some v. G makes J and Z the same diagonal matrix, inv(G) J inv(G)' = G' Z G = diag(s)
// [Nesterov & Todd 1998].
struct Cone {
  const Bound& bound;
  MatrixXd J, Z, inverse;  // inverse: of G
  VectorXd s;

  Cone(const Bound& bound_, const VectorXd& v, double product) : bound(bound_), J(bound.matrix(v)) {
    Z = product * symmetric_inverse(J);
  }

  Index order() const { return J.rows(); }
  Index size() const { return order() * (order() + 1) / 2; }

  bool balance() {
    const Eigen::LLT<MatrixXd> of_J(J), of_Z(Z);
    if (of_J.info() != Eigen::Success || of_Z.info() != Eigen::Success) return false;
    const MatrixXd L = of_J.matrixL(), M = of_Z.matrixL();
    const SingularValues svd = singular_value_decomposition(M.transpose() * L, SideV::thin);
    s = svd.values;
    if (!(s.minCoeff() > 0)) return false;
    inverse = s.cwiseSqrt().asDiagonal() * svd.V.transpose() *
              of_J.matrixL().solve(MatrixXd::Identity(order(), order()));
    return true;
  }
  // How inv(G) J inv(G)' changes with each unknown.
  MatrixXd columns() const {
    MatrixXd result(size(), static_cast<Index>(bound.of_unknowns.size()));
    for (std::size_t k = 0; k < bound.of_unknowns.size(); ++k)
      result.col(static_cast<Index>(k)) = packed(inverse * bound.of_unknowns[k] * inverse.transpose());
    return result;
  }
  // The step that makes diag(s) + step D singular; infinite: none does.
  double longest(const MatrixXd& D) const {
    const VectorXd root = s.cwiseSqrt().cwiseInverse();
    const double least = symmetric_eigenvalues(root.asDiagonal() * D * root.asDiagonal())[0];
    return least < 0 ? -1 / least : HUGE_VAL;
  }
};

// A step of all cones: the changes of J and Z, as G makes them, and how far it may go.
struct Direction {
  VectorXd u;  // R times the change of v
  std::vector<MatrixXd> J, Z;
  double longest = HUGE_VAL;

  // Towards J Z = product: diag(s) + Dz + Dx = product inv(diag(s)).
  Direction(const std::vector<Cone>& cones, const Eigen::LLT<MatrixXd>& factor, const MatrixXd& W,
            const VectorXd& rest, double product) {
    VectorXd aim(W.rows());
    Index at = 0;
    for (const Cone& cone : cones) {
      aim.segment(at, cone.size()) = packed(MatrixXd(product * cone.s.cwiseInverse().asDiagonal()));
      at += cone.size();
    }
    u = factor.solve(W.transpose() * aim - rest);
    const VectorXd changes = W * u;
    at = 0;
    for (const Cone& cone : cones) {
      J.push_back(unpacked(changes.segment(at, cone.size()), cone.order()));
      Z.push_back(-J.back());
      Z.back().diagonal() += product * cone.s.cwiseInverse() - cone.s;
      longest = std::min({longest, cone.longest(J.back()), cone.longest(Z.back())});
      at += cone.size();
    }
  }
  double product(const std::vector<Cone>& cones, double length) const {
    double sum = 0;
    for (std::size_t i = 0; i < cones.size(); ++i) {
      const MatrixXd S = cones[i].s.asDiagonal();
      sum += (S + length * J[i]).cwiseProduct(S + length * Z[i]).sum();
    }
    return sum;
  }
};

}  // namespace

MatrixXd Bound::matrix(const VectorXd& v) const {
  MatrixXd result = constant;
  for (std::size_t k = 0; k < of_unknowns.size(); ++k)
    result += v[first + static_cast<Index>(k)] * of_unknowns[k];
  return result;
}

VectorXd bounded_least_squares(const MatrixXd& A, const VectorXd& z, const std::vector<Bound>& bounds,
                               const VectorXd& inside) {
  const Index n = A.cols();
  MatrixXd both(A.rows(), n + 1);
  both << A, z;
  const MatrixXd triangle = triangle_of(std::move(both)), R = triangle.topLeftCorner(n, n);
  const VectorXd c = triangle.col(n).head(n), free = R.triangularView<Eigen::Upper>().solve(c);
  if (std::all_of(bounds.begin(), bounds.end(),
                  [&](const Bound& bound) { return is_positive(bound.matrix(free)); }))
    return free;
  const MatrixXd inverse = R.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(n, n));
  VectorXd v = inside;
  double order = 0;
  Index rows = 0;
  for (const Bound& bound : bounds) order += static_cast<double>(bound.constant.rows());
  std::vector<Cone> cones;
  for (const Bound& bound : bounds) {
    cones.emplace_back(bound, v, std::max(1.0, (R * v - c).squaredNorm() / order));
    rows += cones.back().size();
  }
  constexpr int max_steps = 100;
  constexpr double enough = 1e-7, part = 0.95;  // of the longest step
  MatrixXd W(rows, n);
  for (int i = 0; i < max_steps; ++i) {
    if (!std::all_of(cones.begin(), cones.end(), [](Cone& cone) { return cone.balance(); })) break;
    const VectorXd rest = R * v - c;
    VectorXd slope = rest;
    double products = 0;
    Index at = 0;
    for (const Cone& cone : cones) {
      const auto count = static_cast<Index>(cone.bound.of_unknowns.size());
      auto own = W.middleRows(at, cone.size());
      own.noalias() = cone.columns() * inverse.middleRows(cone.bound.first, count);
      slope -= own.transpose() * packed(MatrixXd(cone.s.asDiagonal()));
      products += cone.s.squaredNorm();
      at += cone.size();
    }
    if (products + slope.squaredNorm() < enough) break;
    MatrixXd H = MatrixXd::Identity(n, n);
    H.selfadjointView<Eigen::Lower>().rankUpdate(W.transpose());
    const Eigen::LLT<MatrixXd> factor(H);
    const Direction straight(cones, factor, W, rest, 0);
    const double left = straight.product(cones, std::min(1.0, straight.longest)) / products;
    const Direction central(cones, factor, W, rest, left * left * left * products / order);
    const double length = std::min(1.0, part * central.longest);
    v += length * (inverse * central.u);
    for (std::size_t k = 0; k < cones.size(); ++k) {
      Cone& cone = cones[k];
      cone.J = cone.bound.matrix(v);
      cone.Z += length * cone.inverse.transpose() * central.Z[k] * cone.inverse;
    }
  }
  return v;
}

}  // namespace invdyn
