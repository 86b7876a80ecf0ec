#pragma once

// The Newton-Euler method in link frames as Sasaki writes it, with a load at the tip.
//
// Source: S. Sasaki, JAERI-M 90-147 (1990), section 2.3, (2.30)-(2.39).
//
// Frames: standard Denavit-Hartenberg; A_{i,0} v, every vector v of link i in frame i, is written v here. The
// moments n_i are about the origin of frame i - 1. Link i of the report has index i in omega, omega_dot and
// v_dot, whose index 0 is the base, and i - 1 in all else.
//
// Departures from the print:
// - The dots that the print drops in (2.32)-(2.34) and (2.36) are there (lib/ERRATA.md).
// - R + s is added at each sample, as printed.
// - The friction b_i dq_i of (2.39) is not added here: it is the same for all formulations (DriveTorques).
// - The load A_{n+1,0} f_{n+1}, A_{n+1,0} n_{n+1}, by the last link on its surroundings, is given in frame n
//   about its origin: frame n + 1 coincides with it.
// - Gravity is an acceleration -g of the base; this section does not mention it, section 3 does so.
//
//   A       A_{i-1,i}                                s       centre of mass, from frame i
//   omega, omega_dot  angular velocity, acceleration R       link vector R_{i-1,i}
//   v_dot   acceleration of frame i's origin         F, N    net force; net moment about the centre of mass
//   a_bar   acceleration of the centre of mass       f, n    force and moment on link i by link i - 1
//
// From luh.h it differs in (2.38), which adds up the moment of the link after in that link's frame.
//
// A joint may take two rows, of which one does not move: see DhChain.

#include <optional>
#include <span>
#include <vector>

#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

class Sasaki {
 public:
  static constexpr const char* name = "sasaki";
  static constexpr const char* source = "Sasaki 1990, (2.30)-(2.39)";

  /// Temporaries, owned by the caller.
  template <class T>
  struct Workspace {
    explicit Workspace(const Sasaki& method)
        : A(method.chain_.rows.size()),
          omega(A.size() + 1),
          omega_dot(A.size() + 1),
          v_dot(A.size() + 1),
          R(A.size()),
          F(A.size()),
          N(A.size()) {}
    std::vector<DhRotation<T>> A;
    std::vector<Vector3<T>> omega, omega_dot, v_dot, R, F, N;
  };

  /// Throws NotRepresentable for a robot that branches, or a wrench that is not at the tip.
  Sasaki(const Robot& robot, const Loads& loads)
      : chain_(robot),
        v_dot_0_(chain_.T_world_0.linear().transpose() * -loads.gravity),
        wrench_(tip_wrench(robot, loads.wrench, chain_.T_body_n)) {}

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    w.omega[0].setZero();
    w.omega_dot[0].setZero();
    w.v_dot[0] = v_dot_0_.cast<T>();

    for (std::size_t i = 0; i < chain_.rows.size(); ++i) {  // link i + 1 of the paper
      const DhRow& row = chain_.rows[i];
      const MassProperties& link = row.mass_properties;
      const auto [theta, d, rate, acceleration] = dh_motion(row, motion);
      line_item<T>("A_i");
      const DhRotation<T> A = w.A[i] = DhRotation<T>(row, theta);  // (2.30)
      const Vector3<T> R = w.R[i] = link_vector(row, d);
      const Vector3<T>& omega_before = w.omega[i];

      line_item<T>("omega_i");
      Vector3<T> sum = omega_before;
      if (row.is_revolute) sum.z() += rate;
      const Vector3<T> omega = w.omega[i + 1] = A.into_link(sum);  // (2.31)

      line_item<T>("omega_dot_i");
      sum = w.omega_dot[i];
      if (row.is_revolute) {
        sum.x() += omega_before.y() * rate;
        sum.y() -= omega_before.x() * rate;
        sum.z() += acceleration;
      }
      const Vector3<T> omega_dot = w.omega_dot[i + 1] = A.into_link(sum);  // (2.32)

      line_item<T>("v_dot_i");
      sum = w.v_dot[i];
      if (!row.is_revolute) sum.z() += acceleration;
      const Vector3<T> omega_x_R = omega.cross(R);
      w.v_dot[i + 1] = omega_dot.cross(R) + omega.cross(omega_x_R) + A.into_link(sum);  // (2.33)
      if (!row.is_revolute) {  // 2 omega x A e dq, with A e = (0, sin alpha, cos alpha)
        const T twice = rate + rate;
        const T y = twice * T(row.sin_alpha), z = twice * T(row.cos_alpha);
        w.v_dot[i + 1] += Vector3<T>(omega.y() * z - omega.z() * y, -(omega.x() * z), omega.x() * y);
      }

      line_item<T>("a_bar_i");
      const Vector3<T> s = link.com.cast<T>();
      const Vector3<T> omega_x_s = omega.cross(s);
      const Vector3<T> a_bar = omega_dot.cross(s) + omega.cross(omega_x_s) + w.v_dot[i + 1];  // (2.34)

      line_item<T>("F_i");
      w.F[i] = T(link.mass) * a_bar;  // (2.35)

      line_item<T>("N_i");
      const Matrix3<T> I = link.inertia.cast<T>();
      const Vector3<T> angular_momentum = I * omega;
      w.N[i] = I * omega_dot + omega.cross(angular_momentum);  // (2.36)
    }

    Vector3<T> f = Vector3<T>::Zero(), n = Vector3<T>::Zero();  // of the link after
    for (std::size_t i = chain_.rows.size(); i-- > 0;) {
      const DhRow& row = chain_.rows[i];
      line_item<T>("n_i");
      const Vector3<T> arm = w.R[i] + row.mass_properties.com.cast<T>();
      Vector3<T> n_i = arm.cross(w.F[i]) + w.N[i];
      line_item<T>("f_i");
      Vector3<T> f_i = w.F[i];
      if (i + 1 < chain_.rows.size()) {
        f_i += w.A[i + 1].out_of_link(f);  // (2.37)
        line_item<T>("n_i");
        const Vector3<T> R_after = w.A[i + 1].into_link(w.R[i]);  // A_{i+1,0} R_{i-1,i}
        const Vector3<T> moment_after = n + R_after.cross(f);
        n_i += w.A[i + 1].out_of_link(moment_after);  // (2.38)
      } else if (wrench_) {
        const Wrench<T> on_link = wrench_->at(motion.q);
        f_i -= on_link.force;
        n_i -= on_link.moment + w.R[i].cross(on_link.force);
      }
      f = f_i;
      n = n_i;
      line_item<T>("tau_i");
      const Vector3<T>& along = row.is_revolute ? n : f;
      if (row.dof) tau[*row.dof] = T(row.sin_alpha) * along.y() + T(row.cos_alpha) * along.z();  // (2.39)
    }
  }

 private:
  DhChain chain_;
  Eigen::Vector3d v_dot_0_;  // in frame 0
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
