#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "errata/dh_arm.h"

namespace invdyn::test::errata {

enum class LeeLagrange {
  none,
  operation_b,
  eq_2_4,
  eq_2_6_factor,
  eq_2_6_axis,
  eq_2_9_axis,
  eq_2_10_row_1,
  eq_2_10_row_2,
  eq_2_13,
  eq_2_14_factor,
  eq_2_14_start,
  eq_2_20,
  eq_3_3,
  eq_3_6_speed,
  eq_3_6_indices,
  eq_3_8,
  eq_3_10,
  eq_4_41,
};

/// Source 002, sections 2 and 3.1, for revolute joints: torques from traces of 4x4 matrices. One line at a
/// time can be used as printed. Links count from 1, frame 0 is the base.
class LeeLagrangeEuler {
 public:
  LeeLagrangeEuler(const DhArm& arm, const Eigen::VectorXd& q, LeeLagrange misprint)
      : n_(arm.size()), g_(arm.g), misprint_(misprint), A_(n_ + 1), r_(n_ + 1), J_(n_ + 1) {
    for (std::size_t i = 1; i <= n_; ++i) {
      const DhLink link = at_position(arm.links[i - 1], q[static_cast<Eigen::Index>(i - 1)]);
      A_[i] = rotation_of(link);  // (2.1)
      const Vec along_z = printed(LeeLagrange::operation_b) ? Vec(A_[i].col(2)) : Vec(Vec::UnitZ());
      const Eigen::Vector3d p =
          Vec(link.a * std::cos(link.theta), link.a * std::sin(link.theta), 0) + link.d * along_z;
      r_[i] = A_[i].transpose() * p;  // (2.11)
      J_[i] = pseudo_inertia(link.body);
    }
  }

  Eigen::VectorXd torques(const Eigen::VectorXd& dq, const Eigen::VectorXd& ddq) const {
    Eigen::VectorXd tau = Eigen::VectorXd::Zero(dq.size());
    for (std::size_t i = 1; i <= n_; ++i)
      tau[at(i)] = inertial(i, printed(LeeLagrange::eq_3_6_speed) ? dq : ddq) + coriolis(i, dq) + weight(i);
    return tau;
  }

  /// (3.4). As printed, (3.3) has one dq_k too many.
  double kinetic_energy(const Eigen::VectorXd& dq) const {
    double sum = 0;
    for (std::size_t i = 1; i <= n_; ++i)
      for (std::size_t j = 1; j <= i; ++j)
        for (std::size_t k = 1; k <= i; ++k)
          sum += (dT(i, j) * J_[i] * dT(i, k).transpose()).trace() / 2 * dq[at(j)] * dq[at(k)] *
                 (printed(LeeLagrange::eq_3_3) ? dq[at(k)] : 1);
    return sum;
  }

 private:
  using Vec = Eigen::Vector3d;
  using Mat = Eigen::Matrix3d;

  static Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i - 1); }
  bool printed(LeeLagrange line) const { return misprint_ == line; }

  // (2.4): A_i^j. Its second line is a product of A_k^k, which are identities.
  Mat A(std::size_t i, std::size_t j) const {
    if (i > j) return A(j, i).transpose();
    Mat product = Mat::Identity();
    if (!printed(LeeLagrange::eq_2_4))
      for (std::size_t k = i + 1; k <= j; ++k) product = product * A_[k];
    return product;
  }

  // (2.7)
  static Mat Q() { return cross_matrix(Vec::UnitZ()); }

  // (2.6)
  Mat dA(std::size_t i, std::size_t j) const {
    if (j > i) return Mat::Zero();
    if (printed(LeeLagrange::eq_2_6_factor)) return A(0, i - 1) * Q() * A(j - 1, i);
    // Q_j^i by its general definition (2.8)
    if (printed(LeeLagrange::eq_2_6_axis)) return A(0, j - 1) * cross_matrix(A(j, i).col(2)) * A(j - 1, i);
    // (2.9): z_j, of the next joint
    if (printed(LeeLagrange::eq_2_9_axis)) return A(0, j - 1) * cross_matrix(A_[j].col(2)) * A(j - 1, i);
    return A(0, j - 1) * Q() * A(j - 1, i);
  }

  // (2.10)
  Mat ddA(std::size_t i, std::size_t j, std::size_t k) const {
    if (std::max(j, k) > i) return Mat::Zero();
    if (k >= j)
      return A(0, printed(LeeLagrange::eq_2_10_row_1) ? i - 1 : j - 1) * Q() * A(j - 1, k - 1) * Q() *
             A(k - 1, i);
    return A(0, printed(LeeLagrange::eq_2_10_row_2) ? i - 1 : k - 1) * Q() * A(k - 1, j - 1) * Q() *
           A(j - 1, i);
  }

  // (2.13), the derivative of (2.12)
  Vec dp(std::size_t i, std::size_t j) const {
    Vec sum = Vec::Zero();
    if (j > i) return sum;
    for (std::size_t k = printed(LeeLagrange::eq_2_13) ? 1 : j; k <= i; ++k)
      sum += A(0, j - 1) * Q() * A(j - 1, k) * r_[k];
    return sum;
  }

  // (2.14)
  Vec ddp(std::size_t i, std::size_t j, std::size_t k) const {
    if (j > k) return ddp(i, k, j);
    Vec sum = Vec::Zero();
    if (k > i) return sum;
    for (std::size_t m = printed(LeeLagrange::eq_2_14_start) ? 1 : k; m <= i; ++m)
      sum += A(0, printed(LeeLagrange::eq_2_14_factor) ? i - 1 : j - 1) * Q() * A(j - 1, k - 1) * Q() *
             A(k - 1, m) * r_[m];
    return sum;
  }

  static Eigen::Matrix4d assembled(const Mat& A, const Vec& p) {
    Eigen::Matrix4d T = Eigen::Matrix4d::Zero();
    T.topLeftCorner<3, 3>() = A;
    T.topRightCorner<3, 1>() = p;
    return T;
  }
  Eigen::Matrix4d dT(std::size_t i, std::size_t j) const { return assembled(dA(i, j), dp(i, j)); }
  Eigen::Matrix4d ddT(std::size_t i, std::size_t j, std::size_t k) const {
    return assembled(ddA(i, j, k), ddp(i, j, k));
  }

  // (2.20), (2.22). The tensor's off-diagonal elements are -(xy); (2.20) omits them.
  Eigen::Matrix4d pseudo_inertia(const MassProperties& body) const {
    const Mat I = body.inertia;
    Mat J = I.trace() / 2 * Mat::Identity() - I;
    if (printed(LeeLagrange::eq_2_20)) J = Vec(J.diagonal()).asDiagonal();
    Eigen::Matrix4d result;
    result.topLeftCorner<3, 3>() = J + body.mass * body.com * body.com.transpose();
    result.topRightCorner<3, 1>() = body.mass * body.com;
    result.bottomLeftCorner<1, 3>() = body.mass * body.com.transpose();
    result(3, 3) = body.mass;
    return result;
  }

  // D ddq, (3.6) and (3.8), which as printed sums over the matrix's second index. (4.41) as printed has
  // the derivative by theta_j twice.
  double inertial(std::size_t i, const Eigen::VectorXd& ddq) const {
    double sum = 0;
    for (std::size_t k = i; k <= n_; ++k)
      for (std::size_t j = 1; j <= k; ++j) {
        const Eigen::Matrix4d second = dT(k, printed(LeeLagrange::eq_4_41) ? j : i);
        sum +=
            (dT(k, j) * J_[k] * second.transpose()).trace() * ddq[at(printed(LeeLagrange::eq_3_8) ? i : j)];
      }
    return sum;
  }

  // H, (3.9). In (3.6) the derivatives have other indices.
  double coriolis(std::size_t i, const Eigen::VectorXd& dq) const {
    double sum = 0;
    for (std::size_t m = 1; m <= n_; ++m)
      for (std::size_t j = 1; j <= m; ++j)
        for (std::size_t k = 1; k <= m; ++k) {
          const bool other = printed(LeeLagrange::eq_3_6_indices);
          const Eigen::Matrix4d product = other ? ddT(m, i, k) * J_[m] * dT(m, j).transpose()
                                                : ddT(m, j, k) * J_[m] * dT(m, i).transpose();
          sum += product.trace() * dq[at(j)] * dq[at(k)];
        }
    return sum;
  }

  // G, (3.10), with the g of (3.5) and the sign of (3.6). m_j r_bar_j is the last column of J_j.
  double weight(std::size_t i) const {
    const Eigen::RowVector4d g(0, 0, -g_, 0);
    double sum = 0;
    for (std::size_t j = i; j <= n_; ++j) sum -= g * dT(j, i) * J_[j].col(3);
    return printed(LeeLagrange::eq_3_10) ? -sum : sum;
  }

  std::size_t n_;
  double g_;
  LeeLagrange misprint_;
  std::vector<Mat> A_;
  std::vector<Vec> r_;
  std::vector<Eigen::Matrix4d> J_;
};

}  // namespace invdyn::test::errata
