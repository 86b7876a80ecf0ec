#pragma once

// The iterative Newton-Euler method in link frames on the joints.
//
// Source: the article on the iterative form (source 001 of lib/THEORY.md), sections 2.1-2.4, which follows
// J. J. Craig, Introduction to Robotics, chapter 6. Its outward equations have no numbers: they are cited by
// section 2.3 and their left sides. The inward ones are (2-4)-(2-6).
//
// Frames: frame i has its origin on the axis of joint i and z along it, and is fixed to link i. The text asks
// no more; here it is the modified Denavit-Hartenberg frame, T_i^{i+1} = Rx(alpha_i) Tx(a_i) Rz(theta_{i+1})
// Tz(d_{i+1}) with alpha_0 = a_0 = 0, so that a rotation takes 8 multiplications and 4 additions. The first
// joint is no exception in the code: alpha_0 and a_0 are values like the base's zero velocity. Every vector
// of link i is in frame i, moments are about its origin.
//
// Departures from the print:
// - The summary for prismatic joints leaves out N and n. A revolute joint before a prismatic one needs both,
//   with p_{i+1} at the present d: all joints have them here.
// - Frame N + 1 of the load f_{N+1}, n_{N+1}, by the last link on its surroundings, coincides with frame N.
// - v_{i+1} of section 2.1 is left out, as in the text's own summary: no torque needs it.
//
//   omega, omega_dot   angular velocity, acceleration    p     origin of frame i + 1 in frame i
//   v_dot, v_c_dot     acceleration of the origin and    p_c   centre of mass
//                      of the centre of mass             F, N  net force; net moment about the centre of mass
//   f, n               force and moment on link i by link i - 1
//
// A joint may take two rows, of which one does not move: see DhChain.

#include <optional>
#include <span>
#include <vector>

#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

class Craig {
 public:
  static constexpr const char* name = "craig";
  static constexpr const char* source = "source 001 after Craig, section 2.3";

  /// The rotation R_{i+1}^i = Rx(alpha_i) Rz(theta_{i+1}), one angle after the other.
  template <class T>
  struct Rotation {
    T cos, sin, cos_alpha, sin_alpha;

    /// R_i^{i+1} v: from frame i to frame i + 1.
    Vector3<T> outward(const Vector3<T>& v) const {
      const T y = cos_alpha * v.y() + sin_alpha * v.z();
      return {cos * v.x() + sin * y, cos * y - sin * v.x(), cos_alpha * v.z() - sin_alpha * v.y()};
    }
    /// R_{i+1}^i v: from frame i + 1 to frame i.
    Vector3<T> inward(const Vector3<T>& v) const {
      const T y = sin * v.x() + cos * v.y();
      return {cos * v.x() - sin * v.y(), cos_alpha * y - sin_alpha * v.z(),
              sin_alpha * y + cos_alpha * v.z()};
    }
  };

  /// Temporaries, owned by the caller. R[i], p[i]: from link i to the next one, link 0 being the base.
  /// f[i], n[i] of the last sample: force and moment on link i + 1 by the link before, in frame i + 1.
  template <class T>
  struct Workspace {
    explicit Workspace(const Craig& method)
        : R(method.links_.size()), p(R.size()), F(R.size()), N(R.size()), f(R.size()), n(R.size()) {}
    std::vector<Rotation<T>> R;
    std::vector<Vector3<T>> p, F, N, f, n;
  };

  /// Throws NotRepresentable for a robot that branches, or a wrench that is not at the tip.
  Craig(const Robot& robot, const Loads& loads) {
    const DhChain chain(robot);
    v_dot_0_ = chain.T_world_0.linear().transpose() * -loads.gravity;
    double a = 0, cos_alpha = 1, sin_alpha = 0;  // of the link before
    for (const DhRow& row : chain.rows) {
      links_.push_back({row, a, cos_alpha, sin_alpha, moved(row.mass_properties, row.T_modified_standard())});
      a = row.a;
      cos_alpha = row.cos_alpha;
      sin_alpha = row.sin_alpha;
    }
    const Eigen::Isometry3d T_standard_modified = chain.rows.back().T_modified_standard().inverse();
    wrench_ = tip_wrench(robot, loads.wrench, chain.T_body_n * T_standard_modified);
  }

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    Vector3<T> omega = Vector3<T>::Zero(), omega_dot = Vector3<T>::Zero();
    Vector3<T> v_dot = v_dot_0_.cast<T>();  // section 2.4

    for (std::size_t i = 0; i < links_.size(); ++i) {  // from link i to link i + 1
      const Link& link = links_[i];
      const auto [theta, d, rate, acceleration] = dh_motion(link.row, motion);
      line_item<T>("R, p");
      const SinCos<T> angle = sin_cos(theta);
      const T cos_alpha(link.cos_alpha), sin_alpha(link.sin_alpha);
      const Rotation<T> R = w.R[i] = {angle.cos, angle.sin, cos_alpha, sin_alpha};
      const Vector3<T> p = w.p[i] = origin(link, d);

      line_item<T>("v_dot");  // section 2.3, third line
      const Vector3<T> omega_x_p = omega.cross(p);
      const Vector3<T> at_next = v_dot + omega_dot.cross(p) + omega.cross(omega_x_p);
      v_dot = R.outward(at_next);

      line_item<T>("omega");  // first line
      omega = R.outward(omega);
      line_item<T>("omega_dot");  // second line
      omega_dot = R.outward(omega_dot);
      if (link.row.is_revolute) {
        omega_dot.x() += omega.y() * rate;  // R omega x dtheta z: omega is still that of link i
        omega_dot.y() -= omega.x() * rate;
        omega_dot.z() += acceleration;
        line_item<T>("omega");
        omega.z() += rate;
      } else {
        line_item<T>("v_dot");
        const T twice = rate + rate;
        v_dot.x() += omega.y() * twice;  // 2 omega x dd z
        v_dot.y() -= omega.x() * twice;
        v_dot.z() += acceleration;
      }

      line_item<T>("v_c_dot");  // fourth line
      const Vector3<T> p_c = link.mass_properties.com.cast<T>();
      const Vector3<T> omega_x_p_c = omega.cross(p_c);
      const Vector3<T> v_c_dot = v_dot + omega_dot.cross(p_c) + omega.cross(omega_x_p_c);

      line_item<T>("F");  // fifth line
      w.F[i] = T(link.mass_properties.mass) * v_c_dot;
      line_item<T>("N");  // sixth line
      const Matrix3<T> I = link.mass_properties.inertia.cast<T>();
      const Vector3<T> angular_momentum = I * omega;
      w.N[i] = I * omega_dot + omega.cross(angular_momentum);
    }

    for (std::size_t i = links_.size(); i-- > 0;) {
      const Link& link = links_[i];
      line_item<T>("n");
      const Vector3<T> p_c = link.mass_properties.com.cast<T>();
      Vector3<T>& n_i = w.n[i] = w.N[i] + p_c.cross(w.F[i]);
      line_item<T>("f");
      Vector3<T>& f_i = w.f[i] = w.F[i];
      if (i + 1 < links_.size()) {
        const Vector3<T> f_after = w.R[i + 1].inward(w.f[i + 1]);
        f_i += f_after;  // (2-4)
        line_item<T>("n");
        n_i += w.R[i + 1].inward(w.n[i + 1]) + w.p[i + 1].cross(f_after);  // (2-5)
      } else if (wrench_) {
        const Wrench<T> on_link = wrench_->at(motion.q);
        f_i -= on_link.force;
        n_i -= on_link.moment;
      }
      if (link.row.dof) tau[*link.row.dof] = link.row.is_revolute ? n_i.z() : f_i.z();  // (2-6)
    }
  }

 private:
  struct Link {
    DhRow row;                       // its theta, d and motion
    double a, cos_alpha, sin_alpha;  // of the link before
    MassProperties mass_properties;  // in the frame on the joint
  };

  // p_{i+1} in frame i: (a, -d sin alpha, d cos alpha), a constant before a turn.
  template <class T>
  static Vector3<T> origin(const Link& link, const T& d) {
    if (link.row.is_revolute)
      return {T(link.a), T(-link.row.d * link.sin_alpha), T(link.row.d * link.cos_alpha)};
    return {T(link.a), -(d * T(link.sin_alpha)), d * T(link.cos_alpha)};
  }

  std::vector<Link> links_;
  Eigen::Vector3d v_dot_0_;  // in frame 0
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
