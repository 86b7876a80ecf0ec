#pragma once

// The natural orthogonal complement: Euler-Lagrange equations from the twist-shaping matrix.
//
// Source: J. Angeles, Fundamentals of Robotic Mechanical Systems, section 7.5, (7.47)-(7.58).
//
// Frames: all vectors are in world axes. The twist of link i is (omega_i, c'_i), at its mass centre; wrenches
// are moment first. T has a block (i, j) for each link i and each joint j <= i.
//
// Departures from the print:
// - The excerpt lacks subsection 7.5.1; T and its derivative follow from (7.54): t = T theta' and
//   t' = T theta'' + T' theta' (7.56). M_i = diag(I_i, m_i 1), W_i = diag(Omega_i, 0).
// - (7.57) is solved for the wrench of the motors: tau = T^T w^A; the dissipative part w^D, friction, is the
//   same for all formulations (DriveTorques); a load at the tip is part of w^W.
// - The zero blocks of M, of W, and of T above the diagonal are not multiplied.
//
//   e     unit vector along joint j's axis      o  a point on it: the origin of the frame before
//   c     mass centre of link i                 e1, o1, c1  derivatives in time
//   I     of a link about its mass centre; with two indices, the generalised inertia
//   E, V  rotation and translation part of a block of T: e, e x (c - o), or 0, e for a slide
//
// A joint may take two rows, of which one does not move: see DhChain.

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

class OrthogonalComplement {
 public:
  static constexpr const char* name = "orthogonal-complement";
  static constexpr const char* source = "Angeles, section 7.5, (7.54)-(7.58)";

  template <class T>
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

  /// Temporaries, owned by the caller. Joints and links count from 0.
  template <class T>
  struct Workspace {
    explicit Workspace(const OrthogonalComplement& method)
        : n(method.chain_.rows.size()),
          e(n),
          e1(n),
          o(n),
          o1(n),
          omega(n),
          c(n),
          c1(n),
          I(n),
          V(n * n),
          V1(n * n),
          rate(n),
          acceleration(n),
          inertia_matrix(n * n),
          coriolis(n) {}
    Vector3<T>& translation(std::size_t i, std::size_t j) { return V[i * n + j]; }
    Vector3<T>& translation1(std::size_t i, std::size_t j) { return V1[i * n + j]; }
    T& inertia(std::size_t j, std::size_t k) { return inertia_matrix[j * n + k]; }

    std::size_t n;
    std::vector<Vector3<T>> e, e1, o, o1, omega, c, c1;
    std::vector<Matrix3<T>> I;  // of each link about its mass centre, world axes
    Matrix3<T> R_n;             // orientation and origin of the last frame
    Vector3<T> o_n;
    std::vector<Vector3<T>> V, V1;  // blocks of T and T'
    std::vector<T> rate, acceleration, inertia_matrix, coriolis;
  };

  /// Throws NotRepresentable for a robot that branches, one of more than 200 joints (a sample takes 2 ms, and
  /// five times as many 300), or a wrench that is not at the tip.
  OrthogonalComplement(const Robot& robot, const Loads& loads)
      : chain_(robot), gravity_(loads.gravity), wrench_(tip_wrench(robot, loads.wrench, chain_.T_body_n)) {
    expect_at_most(robot, 200, "n^3");
  }

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    set_kinematics(motion, w);
    set_inertia_matrix(w);
    line_item<T>("T'(M T' + W M T) theta'");
    const Vector3<T> g = gravity_.cast<T>();
    Vector3<T> omega1 =
        Vector3<T>::Zero();  // rotation part of T' theta', which link i has and those after it
    bool turned = false;
    for (std::size_t i = 0; i < w.n; ++i) {
      // M T' theta' + W M t - w^G of link i: a moment and a force.
      Vector3<T> c2;
      for (std::size_t j = 0; j <= i; ++j) {
        const Vector3<T> c2_of_j = w.translation1(i, j) * w.rate[j];
        c2 = j == 0 ? c2_of_j : Vector3<T>(c2 + c2_of_j);
      }
      if (is_revolute(i)) {
        const Vector3<T> omega1_of_i = w.e1[i] * w.rate[i];
        omega1 = turned ? Vector3<T>(omega1 + omega1_of_i) : omega1_of_i;
        turned = true;
      }
      const Vector3<T> momentum = w.I[i] * w.omega[i];
      const Vector3<T> moment = w.I[i] * omega1 + w.omega[i].cross(momentum);
      line_item<T>("T' w^G");
      c2 -= g;  // (7.49)
      line_item<T>("T'(M T' + W M T) theta'");
      const Vector3<T> force = T(chain_.rows[i].mass_properties.mass) * c2;
      for (std::size_t j = 0; j <= i; ++j) {
        T power = w.translation(i, j).dot(force);
        if (is_revolute(j)) power += w.e[j].dot(moment);
        w.coriolis[j] = i == j ? power : w.coriolis[j] + power;
      }
    }
    line_item<T>("I theta''");
    for (std::size_t j = 0; j < w.n; ++j) {
      T sum = w.coriolis[j];
      for (std::size_t k = 0; k < w.n; ++k)
        sum += w.inertia(std::min(j, k), std::max(j, k)) * w.acceleration[k];
      if (chain_.rows[j].dof) tau[*chain_.rows[j].dof] = sum;  // (7.57)
    }
    if (wrench_) subtract_wrench(motion, w, tau);
  }

  /// I (7.58), links alone, in the order of q; kg m^2, kg m, kg.
  template <class T>
  Matrix<T> inertia_matrix(const JointMotion<T>& motion, Workspace<T>& w) const {
    set_kinematics(motion, w);
    set_inertia_matrix(w);
    Matrix<T> result(motion.q.size(), motion.q.size());
    for_moving_pairs([&](std::size_t j, std::size_t k, Eigen::Index row, Eigen::Index column) {
      result(row, column) = w.inertia(std::min(j, k), std::max(j, k));
    });
    return result;
  }

  /// C = T^T (M T' + W M T) of (7.57): C dq is the vector of Coriolis and centrifugal torques, and
  /// dI/dt - 2 C is skew-symmetric.
  template <class T>
  Matrix<T> coriolis_matrix(const JointMotion<T>& motion, Workspace<T>& w) const {
    set_kinematics(motion, w);
    Matrix<T> result(motion.q.size(), motion.q.size());
    for_moving_pairs([&](std::size_t j, std::size_t k, Eigen::Index row, Eigen::Index column) {
      result(row, column) = T(0);
      for (std::size_t i = std::max(j, k); i < w.n; ++i) {
        const Vector3<T> force = T(chain_.rows[i].mass_properties.mass) * w.translation1(i, k);
        result(row, column) += w.translation(i, j).dot(force);
        if (!is_revolute(j) || !is_revolute(k)) continue;
        const Vector3<T> I_e = w.I[i] * w.e[k];
        const Vector3<T> moment = w.I[i] * w.e1[k] + w.omega[i].cross(I_e);
        result(row, column) += w.e[j].dot(moment);
      }
    });
    return result;
  }

 private:
  bool is_revolute(std::size_t j) const { return chain_.rows[j].is_revolute; }

  template <class Visit>
  void for_moving_pairs(Visit visit) const {
    for (std::size_t j = 0; j < chain_.rows.size(); ++j)
      for (std::size_t k = 0; k < chain_.rows.size(); ++k)
        if (chain_.rows[j].dof && chain_.rows[k].dof)
          visit(j, k, static_cast<Eigen::Index>(*chain_.rows[j].dof),
                static_cast<Eigen::Index>(*chain_.rows[k].dof));
  }

  // T and T', block by block, and what they are made of.
  template <class T>
  void set_kinematics(const JointMotion<T>& motion, Workspace<T>& w) const {
    Matrix3<T> R = chain_.T_world_0.linear().template cast<T>();
    Vector3<T> o = chain_.T_world_0.translation().template cast<T>();
    Vector3<T> o1 = Vector3<T>::Zero(), omega = Vector3<T>::Zero();
    for (std::size_t i = 0; i < w.n; ++i) {
      const DhRow& row = chain_.rows[i];
      const auto [theta, d, rate, acceleration] = dh_motion(row, motion);
      w.rate[i] = rate;
      w.acceleration[i] = acceleration;
      line_item<T>("e_i, o_i, c_i, omega_i");
      const Vector3<T> e = w.e[i] = R.col(2);
      w.o[i] = o;
      w.o1[i] = o1;
      w.e1[i] = omega.cross(e);
      if (row.is_revolute) omega += e * rate;
      w.omega[i] = omega;

      const DhRotation<T> A(row, theta);
      R = A.behind(R);
      const Vector3<T> r = R * link_vector(row, d);
      const Vector3<T> com = row.mass_properties.com.template cast<T>();
      const Vector3<T> r_c = R * com;
      o += r;
      o1 += omega.cross(r);
      if (!row.is_revolute) o1 += e * rate;
      w.c[i] = o + r_c;
      w.c1[i] = o1 + omega.cross(r_c);

      line_item<T>("R I R'");
      const Matrix3<T> I = row.mass_properties.inertia.template cast<T>();
      const Matrix3<T> R_I = R * I;
      w.I[i] = R_I * R.transpose();

      line_item<T>("T, T'");
      for (std::size_t j = 0; j <= i; ++j) {
        if (is_revolute(j)) {
          const Vector3<T> arm = w.c[i] - w.o[j], arm1 = w.c1[i] - w.o1[j];
          w.translation(i, j) = w.e[j].cross(arm);
          w.translation1(i, j) = w.e1[j].cross(arm) + w.e[j].cross(arm1);
        } else {
          w.translation(i, j) = w.e[j];
          w.translation1(i, j) = w.e1[j];
        }
      }
    }
    w.R_n = R;
    w.o_n = o;
  }

  // The upper triangle of (7.58): I_jk = sum over i >= j, k of T_ij^T M_i T_ik.
  template <class T>
  void set_inertia_matrix(Workspace<T>& w) const {
    line_item<T>("I = T' M T");
    for (std::size_t i = 0; i < w.n; ++i) {
      const T mass(chain_.rows[i].mass_properties.mass);
      for (std::size_t k = 0; k <= i; ++k) {
        const Vector3<T> force = mass * w.translation(i, k);
        Vector3<T> moment = Vector3<T>::Zero();
        if (is_revolute(k)) moment = w.I[i] * w.e[k];
        for (std::size_t j = 0; j <= k; ++j) {
          T term = w.translation(i, j).dot(force);
          if (is_revolute(j) && is_revolute(k)) term += w.e[j].dot(moment);
          w.inertia(j, k) = i == k ? term : w.inertia(j, k) + term;
        }
      }
    }
  }

  template <class T>
  void subtract_wrench(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    const Wrench<T> on_link = wrench_->at(motion.q);
    const Vector3<T> force = w.R_n * on_link.force, moment = w.R_n * on_link.moment;
    for (std::size_t j = 0; j < w.n; ++j) {
      if (!chain_.rows[j].dof) continue;
      T& torque = tau[*chain_.rows[j].dof];
      if (is_revolute(j)) {
        const Vector3<T> arm = w.o_n - w.o[j];
        const Vector3<T> about_joint = moment + arm.cross(force);
        torque -= w.e[j].dot(about_joint);
      } else {
        torque -= w.e[j].dot(force);
      }
    }
  }

  DhChain chain_;
  Eigen::Vector3d gravity_;  // world axes
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
