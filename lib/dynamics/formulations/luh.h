#pragma once

// The recursive Newton-Euler method in link frames of the standard Denavit-Hartenberg form.
//
// Source: Lee, Chung, Mudge & Turney, "On the Control of Mechanical Manipulators" (1982), (3.21)-(3.27),
// after Luh, Walker & Paul, ASME J. Dyn. Sys. Meas. Control 102 (1980) 69-76.
//
// Frames: every vector of link i is in frame i, which sits at the far end of the link, on the axis of joint
// i + 1; A_i^{i-1} takes coordinates in frame i - 1 to frame i. n_i is about the origin of frame i - 1. Link
// i of the paper has index i in omega, alpha and a, whose index 0 is the base, and i - 1 in all else.
//
// Departures from the print:
// - Prismatic joints, which (3.21)-(3.27) leave out, as Luh, Walker & Paul treat them: the slide adds to a_i,
//   as rotation adds to omega_i and alpha_i, and f_i replaces n_i in (3.27).
// - Gravity may have any direction: a_0 = -g in frame 0, where the text has g z_0.
// - The double cross products are expanded by (2.15), as the counts of the paper's Table 2 imply. There it
//   differs from sasaki.h, and in (3.26).
// - F_i and N_i, named in (3.15) and (3.16), are formed outward and kept for (3.25) and (3.26). r_bar + r is
//   added at each sample, as the paper counts it.
// - The load f_{n+1}, n_{n+1}, by the last link on its surroundings, is taken about the origin of frame n.
//
//   A       A_{i-1}^i                              r       link vector, frame i - 1 to i
//   omega   angular velocity                       r_bar   centre of mass, from frame i
//   alpha   angular acceleration                   F       net force, N: net moment about the centre of mass
//   a       acceleration of frame i's origin       f, n    force and moment on link i by link i - 1
//
// A joint may take two rows, of which one does not move: see DhChain.

#include <optional>
#include <span>
#include <vector>

#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

class Luh {
 public:
  static constexpr const char* name = "luh";
  static constexpr const char* source = "Lee et al. 1982, (3.21)-(3.27)";

  /// Temporaries, owned by the caller.
  template <class T>
  struct Workspace {
    explicit Workspace(const Luh& method)
        : A(method.chain_.rows.size()),
          omega(A.size() + 1),
          alpha(A.size() + 1),
          a(A.size() + 1),
          r(A.size()),
          F(A.size()),
          N(A.size()) {}
    std::vector<DhRotation<T>> A;
    std::vector<Vector3<T>> omega, alpha, a, r, F, N;
  };

  /// Throws NotRepresentable for a robot that branches, or a wrench that is not at the tip.
  Luh(const Robot& robot, const Loads& loads)
      : chain_(robot),
        a_0_(chain_.T_world_0.linear().transpose() * -loads.gravity),
        wrench_(tip_wrench(robot, loads.wrench, chain_.T_body_n)) {}

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    w.omega[0].setZero();
    w.alpha[0].setZero();
    w.a[0] = a_0_.cast<T>();

    for (std::size_t i = 0; i < chain_.rows.size(); ++i) {  // link i + 1 of the paper
      const DhRow& row = chain_.rows[i];
      const MassProperties& link = row.mass_properties;
      const auto [theta, d, rate, acceleration] = dh_motion(row, motion);
      line_item<T>("A_i");
      const DhRotation<T> A = w.A[i] = DhRotation<T>(row, theta);
      const Vector3<T> r = w.r[i] = link_vector(row, d);
      const Vector3<T>& omega_before = w.omega[i];

      line_item<T>("omega_i");
      Vector3<T> turned = omega_before;
      if (row.is_revolute) turned.z() += rate;
      const Vector3<T> omega = w.omega[i + 1] = A.into_link(turned);  // (3.21)

      line_item<T>("alpha_i");
      turned = w.alpha[i];
      if (row.is_revolute) {  // omega x z dtheta + z ddtheta
        turned.x() += omega_before.y() * rate;
        turned.y() -= omega_before.x() * rate;
        turned.z() += acceleration;
      }
      const Vector3<T> alpha = w.alpha[i + 1] = A.into_link(turned);  // (3.22)

      line_item<T>("a_i");
      turned = w.a[i];
      if (!row.is_revolute) turned.z() += acceleration;
      const T omega_squared = omega.dot(omega);
      const T omega_dot_r = omega.dot(r);
      const Vector3<T> centripetal = omega * omega_dot_r - r * omega_squared;  // (2.15)
      w.a[i + 1] = centripetal + alpha.cross(r) + A.into_link(turned);         // (3.23)
      if (!row.is_revolute) {  // 2 omega x z dd, with z = (0, sin alpha, cos alpha) in frame i
        const T twice = rate + rate;
        const T y = twice * T(row.sin_alpha), z = twice * T(row.cos_alpha);
        w.a[i + 1] += Vector3<T>(omega.y() * z - omega.z() * y, -(omega.x() * z), omega.x() * y);
      }

      line_item<T>("abar_i");
      const Vector3<T> r_bar = link.com.cast<T>();
      const T omega_dot_r_bar = omega.dot(r_bar);
      const Vector3<T> centripetal_bar = omega * omega_dot_r_bar - r_bar * omega_squared;  // (2.15)
      const Vector3<T> a_bar = centripetal_bar + alpha.cross(r_bar) + w.a[i + 1];          // (3.24)

      line_item<T>("F_i");
      w.F[i] = T(link.mass) * a_bar;  // (3.15)

      line_item<T>("N_i");
      const Matrix3<T> I = link.inertia.cast<T>();
      const Vector3<T> angular_momentum = I * omega;
      w.N[i] = I * alpha + omega.cross(angular_momentum);  // (3.16)
    }

    Vector3<T> f = Vector3<T>::Zero(), n = Vector3<T>::Zero();  // of the link after
    for (std::size_t i = chain_.rows.size(); i-- > 0;) {
      const DhRow& row = chain_.rows[i];
      line_item<T>("n_i");
      const Vector3<T> arm = row.mass_properties.com.cast<T>() + w.r[i];
      Vector3<T> n_i = w.N[i] + arm.cross(w.F[i]);
      line_item<T>("f_i");
      Vector3<T> f_i = w.F[i];
      if (i + 1 < chain_.rows.size()) {
        const Vector3<T> f_after = w.A[i + 1].out_of_link(f);
        f_i += f_after;  // (3.25)
        line_item<T>("n_i");
        n_i += w.r[i].cross(f_after) + w.A[i + 1].out_of_link(n);  // (3.26)
      } else if (wrench_) {
        const Wrench<T> on_link = wrench_->at(motion.q);
        f_i -= on_link.force;
        n_i -= w.r[i].cross(on_link.force) + on_link.moment;
      }
      f = f_i;
      n = n_i;
      line_item<T>("tau_i");
      const Vector3<T>& along = row.is_revolute ? n : f;
      if (row.dof) tau[*row.dof] = T(row.sin_alpha) * along.y() + T(row.cos_alpha) * along.z();  // (3.27)
    }
  }

 private:
  DhChain chain_;
  Eigen::Vector3d a_0_;  // in frame 0
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
