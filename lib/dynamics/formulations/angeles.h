#pragma once

// The recursive Newton-Euler method over mass centres.
//
// Source: J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7, Algorithms 7.4.1 (outward) and
// 7.4.2 (inward).
//
// Frames: F_i has its z along the axis of joint i (standard Denavit-Hartenberg, counted from 1), and link i
// carries F_{i+1} at its far end. All vectors of link i are in F_{i+1}; e_i = (0, 0, 1) is in F_i, with the
// vectors of link i - 1. Q_i takes F_{i+1} to F_i.
//
// Departures from the print:
// - Prismatic branch of 7.4.1: the terms in e_i pass through Q_i^T like all vectors in F_i, so
//   u_i = Q_i^T (delta_{i-1} + b_i e_i) + rho_i; rho_i begins at O_i + b_i e_i.
// - 7.4.2: the sums for f_i and n_i are formed in F_{i+1}, the frame of their terms, for link n too. Q_i then
//   rotates them; the z component of the result is the torque. Before a prismatic joint i + 1 the arm of
//   phi_{i+1} is delta_i + b_{i+1} e_{i+1}.
// - (7.24a), last column: the products are those with v of (7.24b).
// - The base: C_0 is put at O_1, so c_0 = delta_0 = 0, values that are multiplied and counted as Table 7.1
//   does; gravity is c''_0 = -g (7.44).
// 7.4.1 computes c and c1, and its Table 7.1 counts them; no torque needs them.
//
//   lambda, mu  cos and sin of alpha_i (7.23)          rho    from O_i to the mass centre C_i
//   c, c1, c2   position of C_i and its derivatives    delta  from C_i to O_{i+1}
//   omega, omega1  angular velocity, acceleration      b      joint variable of a slide
//   f, n        force and moment about O_i on link i by link i - 1
//   phi, nu     the same of link i + 1, in F_{i+1}
//
// A joint may take two rows, of which one does not move: see DhChain.

#include <optional>
#include <span>
#include <vector>

#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

class Angeles {
 public:
  static constexpr const char* name = "angeles";
  static constexpr const char* source = "Angeles, Algorithms 7.4.1 and 7.4.2";

  /// A rotation Q_i, from the sines and cosines of its two angles: 8 multiplications and 4 additions a
  /// vector.
  template <class T>
  struct Rotation {
    T cos, sin, lambda, mu;

    /// Q_i^T r: from F_i to F_{i+1}.
    Vector3<T> outward(const Vector3<T>& v) const {
      const T r = v.x() * sin - v.y() * cos;  // (7.23b)
      // (7.23a), of which the excerpt has the end: the transpose of (7.24a).
      return {v.x() * cos + v.y() * sin, -(lambda * r) + mu * v.z(), mu * r + lambda * v.z()};
    }
    /// Q_i v: from F_{i+1} to F_i.
    Vector3<T> inward(const Vector3<T>& w) const {
      const T v = w.y() * lambda - w.z() * mu;                      // (7.24b)
      return {w.x() * cos - v * sin, w.x() * sin + v * cos, z(w)};  // (7.24a)
    }
    /// The z component of Q_i v.
    T z(const Vector3<T>& w) const { return w.y() * mu + w.z() * lambda; }
  };

  /// Temporaries, owned by the caller: index 0 of the kinematics is the base.
  template <class T>
  struct Workspace {
    explicit Workspace(const Angeles& method)
        : Q(method.links_.size()),
          b(Q.size()),
          c(Q.size() + 1),
          c1(Q.size() + 1),
          c2(Q.size() + 1),
          omega(Q.size() + 1),
          omega1(Q.size() + 1) {}
    std::vector<Rotation<T>> Q;
    std::vector<T> b;
    std::vector<Vector3<T>> c, c1, c2, omega, omega1;
  };

  /// Throws NotRepresentable for a robot that branches, or a wrench that is not at the tip.
  Angeles(const Robot& robot, const Loads& loads) {
    const DhChain chain(robot);
    c2_0_ = chain.T_world_0.linear().transpose() * -loads.gravity;
    for (const DhRow& row : chain.rows) {
      Link link{.row = row, .rho = row.mass_properties.com, .delta = -row.mass_properties.com};
      link.rho += row.is_revolute ? row.link_vector() : Eigen::Vector3d(row.a, 0, 0);
      links_.push_back(link);
    }
    const Eigen::Translation3d mass_centre(chain.rows.back().mass_properties.com);
    wrench_ = tip_wrench(robot, loads.wrench, chain.T_body_n * mass_centre);
  }

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    outward(motion, w);
    inward(motion, w, tau);
  }

 private:
  struct Link {
    DhRow row;
    Eigen::Vector3d rho, delta;  // in F_{i+1}
  };

  // Algorithm 7.4.1. Link i of the book is links_[i - 1]; its F_{i+1} is frame i of DhChain.
  template <class T>
  void outward(const JointMotion<T>& motion, Workspace<T>& w) const {
    w.c[0].setZero();  // (7.35)
    w.c1[0].setZero();
    w.omega[0].setZero();
    w.omega1[0].setZero();
    w.c2[0] = c2_0_.cast<T>();  // (7.44)

    for (std::size_t i = 1; i <= links_.size(); ++i) {
      const DhRow& row = links_[i - 1].row;
      const Vector3<T> rho = links_[i - 1].rho.cast<T>();
      Vector3<T> delta = Vector3<T>::Zero();  // delta_{i-1}
      if (i > 1) delta = links_[i - 2].delta.cast<T>();
      const auto [theta, b, rate, acceleration] = dh_motion(row, motion);

      line_item<T>("Q_i");
      const SinCos<T> angle = sin_cos(theta);
      const Rotation<T> Q = w.Q[i - 1] = {angle.cos, angle.sin, T(row.cos_alpha), T(row.sin_alpha)};
      w.b[i - 1] = b;

      if (row.is_revolute) {
        line_item<T>("c_i");
        const Vector3<T> next_origin = w.c[i - 1] + delta;
        w.c[i] = Q.outward(next_origin) + rho;  // (7.32b)

        line_item<T>("omega_i");
        Vector3<T> sum = w.omega[i - 1];
        sum.z() += rate;
        w.omega[i] = Q.outward(sum);  // (7.26a)

        line_item<T>("c'_i");
        const Vector3<T> u = w.omega[i - 1].cross(delta);
        const Vector3<T> v = w.omega[i].cross(rho);
        sum = w.c1[i - 1] + u;
        w.c1[i] = Q.outward(sum) + v;  // (7.33a)

        line_item<T>("omega'_i");
        sum = w.omega1[i - 1];
        sum.x() += rate * w.omega[i - 1].y();  // (7.30)
        sum.y() -= rate * w.omega[i - 1].x();
        sum.z() += acceleration;
        w.omega1[i] = Q.outward(sum);  // (7.26b)

        line_item<T>("c''_i");
        sum = w.c2[i - 1] + w.omega1[i - 1].cross(delta) + w.omega[i - 1].cross(u);
        w.c2[i] = Q.outward(sum) + w.omega1[i].cross(rho) + w.omega[i].cross(v);  // (7.33b)
      } else {
        const T lambda(row.cos_alpha), mu(row.sin_alpha);  // Q_i^T e_i = (0, mu, lambda)
        line_item<T>("c_i");
        Vector3<T> sum = delta;
        sum.z() += b;
        const Vector3<T> u = Q.outward(sum) + rho;  // (7.34c)
        w.c[i] = Q.outward(w.c[i - 1]) + u;         // (7.32d)

        line_item<T>("omega_i");
        w.omega[i] = Q.outward(w.omega[i - 1]);  // (7.26a)

        line_item<T>("c'_i");
        const Vector3<T> v = w.omega[i].cross(u);  // (7.34d)
        sum = w.c1[i - 1];
        sum.z() += rate;
        w.c1[i] = Q.outward(sum) + v;  // (7.34e)

        line_item<T>("omega'_i");
        w.omega1[i] = Q.outward(w.omega1[i - 1]);  // (7.26b)

        line_item<T>("c''_i");
        const T twice = rate + rate;
        Vector3<T> v_and_coriolis = v;
        v_and_coriolis.y() += twice * mu;
        v_and_coriolis.z() += twice * lambda;
        sum = w.c2[i - 1];
        sum.z() += acceleration;
        w.c2[i] = Q.outward(sum) + w.omega1[i].cross(u) + w.omega[i].cross(v_and_coriolis);  // (7.34f)
      }
    }
  }

  // Algorithm 7.4.2.
  template <class T>
  void inward(const JointMotion<T>& motion, const Workspace<T>& w, std::span<T> tau) const {
    const std::size_t n = links_.size();
    Vector3<T> phi = Vector3<T>::Zero(), nu = Vector3<T>::Zero();
    for (std::size_t i = n; i >= 1; --i) {
      const DhRow& row = links_[i - 1].row;
      const MassProperties& link = row.mass_properties;
      const Vector3<T> rho = links_[i - 1].rho.cast<T>();
      const Matrix3<T> I = link.inertia.cast<T>();
      const Rotation<T>& Q = w.Q[i - 1];

      line_item<T>(i == n ? "f_n" : "f_i");  // rows 1 and 6
      Vector3<T> f = T(link.mass) * w.c2[i];
      if (i < n) f += phi;  // (7.38c)
      Wrench<T> on_link{Vector3<T>::Zero(), Vector3<T>::Zero()};
      if (i == n && wrench_) {
        on_link = wrench_->at(motion.q);
        f -= on_link.force;  // (7.38a)
      }

      line_item<T>(i == n ? "n_n" : "n_i");  // rows 2 and 7
      const Vector3<T> angular_momentum = I * w.omega[i];
      Vector3<T> moment = I * w.omega1[i] + w.omega[i].cross(angular_momentum) + rho.cross(f);
      if (i < n) {
        Vector3<T> arm = links_[i - 1].delta.cast<T>();
        if (!links_[i].row.is_revolute) arm.z() += w.b[i];
        moment += nu + arm.cross(phi);  // (7.38d)
      } else if (wrench_) {
        moment -= on_link.moment;  // (7.38b)
      }

      if (i > 1) {
        line_item<T>("phi_i");  // row 5
        phi = Q.inward(f);
        line_item<T>("n_i");
        nu = Q.inward(moment);
        if (row.dof) tau[*row.dof] = row.is_revolute ? nu.z() : phi.z();  // (7.39), (7.40)
      } else {
        line_item<T>("tau_1");
        if (row.dof) tau[*row.dof] = Q.z(row.is_revolute ? moment : f);
      }
    }
  }

  std::vector<Link> links_;
  Eigen::Vector3d c2_0_;  // in F_1
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
