#pragma once

// The Lagrange-Euler method: D, H and G as traces of products of 4x4 matrices.
//
// Source: Lee, Chung, Mudge & Turney, "On the Control of Mechanical Manipulators" (1982), (3.1)-(3.10), with
// the kinematics of section 2.
//
// Frames: standard Denavit-Hartenberg. The paper's frame 0 is the world here, so T_0^j is a pose in the world
// and the base may have any pose. Rows and frames count as in the paper. The code's m is the link that a term
// belongs to: k in (3.8), m in (3.9), j in (3.10).
//
// Departures from the print:
// - The last rows of the 4x4 matrices, (0, 0, 0, 1) of T and zeros of its derivatives, are not stored: the
//   matrices here are their upper three rows.
// - Misprints (lib/ERRATA.md): (3.6) prints dq_j for ddq_j, and its second term has other
//   indices than (3.9). G must load the joints: with g = (0, 0, -|g|, 0) it is -sum of m_j g dT/dq_i
//   r_bar_j. (2.20) leaves the products of inertia out. (3.8) sums over an index of the matrix. (2.4), (2.6)
//   and (2.10) slip in their indices. Section 2 differentiates A, 3x3; the same holds for T.
// - Prismatic joints: Q_j has its one in row 3, column 4, so their derivatives are last columns alone.
// - A load at the tip: the virtual work of the wrench, as one more trace.
//
//   pose(i, j)  T_i^j, frame j in frame i           U[i], UJ[i]  dT_0^m/dq_i of link m in hand; times J_m
//   world[j]    T_0^j                               d, h, g      entries of D, of H's matrices, of G
//   Q_j         (2.7), so that dT_{j-1}^j/dq_j = Q_j T_{j-1}^j
//   J           pseudo-inertia of a link (2.22): integral of r r^t dm over homogeneous r
//
// A joint may take two rows, of which one does not move: see DhChain.

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

class Lagrange {
 public:
  static constexpr const char* name = "lagrange";
  static constexpr const char* source = "Lee et al. 1982, (3.1)-(3.10)";

  /// The upper three rows of a 4x4 matrix.
  template <class T>
  using Upper = Eigen::Matrix<T, 3, 4>;
  template <class T>
  using Xy = Eigen::Matrix<T, 2, 4>;  // of these, the first two
  template <class T>
  using Matrix4 = Eigen::Matrix<T, 4, 4>;

  /// Temporaries, owned by the caller. Frames count from 0, rows from 1 as in the paper.
  template <class T>
  struct Workspace {
    explicit Workspace(const Lagrange& method)
        : n(method.rows_.size()),
          poses((n + 1) * (n + 1)),
          world(n + 1),
          U(n + 1),
          UJ(n + 1),
          g(n + 1),
          D((n + 1) * (n + 1)),
          H((n + 1) * (n + 1) * (n + 1)),
          dq(n + 1),
          ddq(n + 1) {}
    Upper<T>& pose(std::size_t i, std::size_t j) { return poses[i * (n + 1) + j]; }
    T& d(std::size_t i, std::size_t j) { return D[i * (n + 1) + j]; }
    T& h(std::size_t i, std::size_t j, std::size_t k) { return H[(i * (n + 1) + j) * (n + 1) + k]; }

    std::size_t n;
    std::vector<Upper<T>> poses, world;  // T_i^j; T_0^j in the world
    std::vector<Upper<T>> U, UJ;         // of the link in hand, and times its J
    std::vector<T> g, D, H, dq, ddq;
  };

  /// Throws NotRepresentable for a robot that branches, one of more than 50 joints (a sample takes 5 ms, and
  /// twice as many 70), or a wrench that is not at the tip.
  Lagrange(const Robot& robot, const Loads& loads) : gravity_(loads.gravity) {
    expect_at_most(robot, 50, "n^4");
    const DhChain chain(robot);
    T_0_ = chain.T_world_0.matrix().topRows<3>();
    rows_ = chain.rows;
    for (const DhRow& row : rows_) {
      const MassProperties& link = row.mass_properties;
      Eigen::Matrix4d J;
      J.topLeftCorner<3, 3>() = link.inertia.trace() / 2 * Eigen::Matrix3d::Identity() - link.inertia +
                                link.mass * link.com * link.com.transpose();  // (2.20)
      J.topRightCorner<3, 1>() = link.mass * link.com;
      J.bottomLeftCorner<1, 3>() = link.mass * link.com.transpose();
      J(3, 3) = link.mass;  // (2.22)
      J_.push_back(J);
    }
    wrench_ = tip_wrench(robot, loads.wrench, chain.T_body_n);
  }

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    const std::size_t n = rows_.size();
    set_poses(motion, w);

    for (std::size_t m = 1; m <= n; ++m) {
      const Matrix4<T> J = J_[m - 1].cast<T>();
      line_item<T>("dT_0^m/dq_j");
      for (std::size_t j = 1; j <= m; ++j) w.U[j] = derivative(j, m, w);

      const Vector3<T> minus_g = (-gravity_).template cast<T>();
      for (std::size_t j = 1; j <= m; ++j) {
        line_item<T>("Tr{dT J dT'}");
        w.UJ[j] = times_J(is_revolute(j), w.U[j], J);
        line_item<T>("-m_j g dT_0^j/dq_i r_j");
        const Vector3<T> dT_m_r = w.UJ[j].col(3);    // the last column of J is m r_bar
        const T gravity_term = minus_g.dot(dT_m_r);  // (3.10)
        line_item<T>("sum over j");
        w.g[j] = m == j ? gravity_term : w.g[j] + gravity_term;
        for (std::size_t i = 1; i <= j; ++i) {
          line_item<T>("Tr{dT J dT'}");
          const T term = trace(w.UJ[j], is_revolute(i), w.U[i]);  // (3.8)
          line_item<T>("sum over k of Tr{dT J dT'}");
          w.d(i, j) = m == j ? term : w.d(i, j) + term;
        }
      }

      for (std::size_t k = 1; k <= m; ++k)
        for (std::size_t j = 1; j <= k; ++j) {
          if (!is_revolute(j)) continue;  // the direction of a slide is the same wherever later joints are
          line_item<T>("Tr{d2T J dT'}");
          const Upper<T> second = second_derivative(j, k, m, w);
          const bool full = is_revolute(k);
          const Upper<T> second_J = times_J(full, second, J);
          for (std::size_t i = 1; i <= m; ++i) {
            line_item<T>("Tr{d2T J dT'}");
            const T term = trace(second_J, is_revolute(i), w.U[i]);  // (3.9)
            line_item<T>("sum over m of Tr{d2T J dT'}");
            w.h(i, j, k) = m == std::max(i, k) ? term : w.h(i, j, k) + term;
          }
        }
    }

    line_item<T>("tau = D ddq + H + G");
    for (std::size_t i = 1; i <= n; ++i) {
      const auto& dof = rows_[i - 1].dof;
      w.dq[i] = dof ? motion.dq[*dof] : T(0);
      w.ddq[i] = dof ? motion.ddq[*dof] : T(0);
    }
    for (std::size_t i = 1; i <= n; ++i) {
      T sum = w.g[i];
      for (std::size_t j = 1; j <= n; ++j) sum += w.d(std::min(i, j), std::max(i, j)) * w.ddq[j];  // (3.7)
      for (std::size_t j = 1; j <= n; ++j) {
        bool any = false;
        T row;
        for (std::size_t k = 1; k <= n; ++k) {
          if (!is_revolute(std::min(j, k))) continue;
          const T product = w.h(i, std::min(j, k), std::max(j, k)) * w.dq[k];
          row = any ? row + product : product;
          any = true;
        }
        if (any) sum += row * w.dq[j];  // (3.9)
      }
      if (rows_[i - 1].dof) tau[*rows_[i - 1].dof] = sum;
    }
    if (wrench_) subtract_wrench(motion, w, tau);
  }

 private:
  bool is_revolute(std::size_t j) const { return rows_[j - 1].is_revolute; }

  // All T_i^j, i < j, and T_0^j in the world.
  template <class T>
  void set_poses(const JointMotion<T>& motion, Workspace<T>& w) const {
    w.world[0] = T_0_.template cast<T>();
    for (std::size_t j = 1; j <= rows_.size(); ++j) {
      const DhRow& row = rows_[j - 1];
      const DhMotion<T> variables = dh_motion(row, motion);
      line_item<T>("T_{j-1}^j");
      const DhRotation<T> A = DhRotation<T>(row, variables.theta);
      const T a(row.a);
      const Vector3<T> p(a * A.a11(), a * A.a21(), variables.d);
      w.pose(j - 1, j) << A.a11(), A.a12(), A.a13(), p.x(),  // (2.1)
          A.a21(), A.a22(), A.a23(), p.y(),                  //
          T(0), A.a32(), A.a33(), p.z();
      line_item<T>("T_i^j");
      for (std::size_t i = 0; i + 1 < j; ++i)
        w.pose(i, j) = moved_on(w.pose(i, j - 1), A, p, i + 2 == j);  // (2.4)
      // The pose of the last frame is for a load alone.
      if (j < rows_.size() || wrench_) w.world[j] = moved_on(w.world[j - 1], A, p, false);
    }
  }

  // T times the pose of a row. If T itself is the pose of a row, its zero, row 3 column 1, is left out.
  template <class T>
  static Upper<T> moved_on(const Upper<T>& before, const DhRotation<T>& A, const Vector3<T>& p, bool is_row) {
    Upper<T> result;
    for (int row = 0; row < 3; ++row) {
      const Vector3<T> r = before.template leftCols<3>().row(row).transpose();
      if (is_row && row == 2) {
        result.row(row) << A.a21() * r.y(), A.a22() * r.y() + A.a32() * r.z(),
            A.a23() * r.y() + A.a33() * r.z(), r.y() * p.y() + r.z() * p.z() + before(row, 3);
      } else {
        result.template leftCols<3>().row(row) = A.into_link(r).transpose();
        result(row, 3) = r.dot(p) + before(row, 3);
      }
    }
    return result;
  }

  // dT_0^m/dq_j = T_0^{j-1} Q_j T_{j-1}^m, (2.6) with A_0^{j-1}; only the last column counts if joint j
  // slides.
  template <class T>
  Upper<T> derivative(std::size_t j, std::size_t m, Workspace<T>& w) const {
    const Upper<T>& before = w.world[j - 1];
    if (is_revolute(j)) return xy(before) * times_Q(w.pose(j - 1, m));
    Upper<T> result;
    result.col(3) = before.col(2);
    return result;
  }

  // d^2 T_0^m / dq_j dq_k = T_0^{j-1} Q_j T_{j-1}^{k-1} Q_k T_{k-1}^m (2.10) for j <= k, joint j revolute;
  // only the last column counts if joint k slides.
  template <class T>
  Upper<T> second_derivative(std::size_t j, std::size_t k, std::size_t m, Workspace<T>& w) const {
    const Upper<T>& before = w.world[j - 1];
    if (j == k) {  // Q_j Q_j turns by half and drops z
      const Xy<T> half_turned = -w.pose(j - 1, m).template topRows<2>();
      return xy(before) * half_turned;
    }
    const Upper<T>& between = w.pose(j - 1, k - 1);  // Q_j drops its z
    if (is_revolute(k)) {
      const Eigen::Matrix<T, 2, 2> between_xy = between.template topLeftCorner<2, 2>();
      const Xy<T> inner = between_xy * times_Q(w.pose(k - 1, m));
      return xy(before) * times_Q(inner);
    }
    Upper<T> result;
    result.col(3) = before.col(1) * between(0, 2) - before.col(0) * between(1, 2);
    return result;
  }

  // The columns of R that Q's rows meet, and Q times a matrix: rows -y and x; its third row is zero.
  template <class T>
  static Eigen::Matrix<T, 3, 2> xy(const Upper<T>& before) {
    return before.template leftCols<2>();
  }
  template <class Rows>
  static Xy<typename Rows::Scalar> times_Q(const Rows& after) {
    Xy<typename Rows::Scalar> result;
    result.row(0) = -after.row(1);
    result.row(1) = after.row(0);
    return result;
  }

  // dT J, where dT is full or its last column alone.
  template <class T>
  static Upper<T> times_J(bool full, const Upper<T>& dT, const Matrix4<T>& J) {
    if (full) return dT * J;
    const Vector3<T> column = dT.col(3);
    const Eigen::Matrix<T, 1, 4> row = J.row(3);
    return column * row;
  }

  // Tr{A B^t}, where B is full or its last column alone.
  template <class T>
  static T trace(const Upper<T>& A, bool full, const Upper<T>& B) {
    if (full) return A.cwiseProduct(B).sum();
    return A.col(3).dot(B.col(3));
  }

  // The wrench does the work of Tr{dT_0^n/dq_i W^t} dq_i, where W = T_0^n (moment^ / 2, force): a pair of
  // forces f at r has f r^t, half of whose skew part is the moment.
  template <class T>
  void subtract_wrench(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    const std::size_t n = rows_.size();
    const Wrench<T> on_link = wrench_->at(motion.q);
    const Vector3<T> half = on_link.moment * T(0.5);
    Upper<T> W;
    W << T(0), -half.z(), half.y(), on_link.force.x(),  //
        half.z(), T(0), -half.x(), on_link.force.y(),   //
        -half.y(), half.x(), T(0), on_link.force.z();
    const Matrix3<T> R = w.world[n].template leftCols<3>();
    const Upper<T> W_0 = R * W;
    for (std::size_t i = 1; i <= n; ++i)
      if (rows_[i - 1].dof) tau[*rows_[i - 1].dof] -= trace(W_0, is_revolute(i), derivative(i, n, w));
  }

  Eigen::Vector3d gravity_;          // world axes
  Eigen::Matrix<double, 3, 4> T_0_;  // frame 0 of the chain in the world
  std::vector<DhRow> rows_;
  std::vector<Eigen::Matrix4d> J_;
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
