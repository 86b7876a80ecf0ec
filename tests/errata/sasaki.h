#pragma once

#include <cmath>
#include <vector>

#include "errata/dh_arm.h"

namespace invdyn::test::errata {

enum class Sasaki {
  none,
  eq_2_7_speed,
  eq_2_8_derivative,
  eq_2_14,
  eq_2_19,
  eq_2_32,
  eq_2_33,
  eq_2_34,
  eq_2_36,
  before_eq_3_5,
  eq_3_8,
  eq_3_9,
  eq_3_19,
  eq_3_22,
  eq_3_26,
  eq_3_28,
  eq_3_29,
  before_eq_3_34,
  eq_3_41,
  eq_3_44,
  eq_a_28,
  eq_b_12,
};

/// Source 003: (2.31)-(2.39), with section 3, which writes the same in arrays for revolute joints. The
/// vectors of link i are in frame i. One line at a time can be used as printed. With eq_3_26 this is exactly
/// the arithmetic of section 3, which does not describe a rigid body.
inline Eigen::VectorXd sasaki(const DhArm& arm, const Motion& motion, Sasaki misprint) {
  using Vec = Eigen::Vector3d;
  using Mat = Eigen::Matrix3d;
  const auto printed = [misprint](Sasaki line) { return misprint == line; };
  const std::size_t n = arm.size();
  const Vec e = Vec::UnitZ(), zero = Vec::Zero();
  std::vector<Mat> A(n + 2, Mat::Identity());  // A_{i-1,i}
  std::vector<Vec> R(n + 1, zero), R_and_s = R, F = R, N = R;
  Vec w = zero, dw = zero;       // B (3.2) and CX (3.8)
  Vec v = zero, dv = arm.g * e;  // (2.13) and H (3.22)
  for (std::size_t i = 1; i <= n; ++i) {
    const auto at = static_cast<Eigen::Index>(i - 1);
    const double q = motion.q[at], dq = motion.dq[at], ddq = motion.ddq[at];
    const DhLink link = at_position(arm.links[i - 1], q);
    const MassProperties& body = link.body;
    A[i] = rotation_of(link);           // (2.30)
    const Mat back = A[i].transpose();  // A_{i,i-1}
    const Vec w_before = w, dw_before = dw, w_r = link.is_revolute ? (back * e * dq).eval() : zero;  // (2.11)
    R[i] = Vec(link.a, link.d * std::sin(link.alpha), link.d * std::cos(link.alpha));                // (3.18)

    if (link.is_revolute) {
      w = back * (w_before + e * (printed(Sasaki::before_eq_3_5) ? link.theta : dq));  // (2.31), (3.5)-(3.7)
      Vec gyroscopic = w_before.cross(e * (printed(Sasaki::eq_3_9) ? q : dq));         // (3.9)
      if (printed(Sasaki::eq_2_14)) gyroscopic = zero;                                 // its first line
      const Vec CX = printed(Sasaki::eq_3_8) ? w_before : dw_before;
      dw = back * (CX + e * ddq + gyroscopic);  // (2.32), (3.11)-(3.14)
    } else {
      w = back * w_before;    // (2.31)
      dw = back * dw_before;  // (2.32)
    }
    if (printed(Sasaki::eq_2_32)) dw = zero;  // assigns the second derivative; the first has no value
    if (printed(Sasaki::eq_b_12)) w = zero;   // L, M, N vanish by (B.8)-(B.10)

    // (2.33). (3.22) has the velocity instead of the acceleration; gravity enters as the acceleration of the
    // base.
    const Vec H = back * (printed(Sasaki::eq_3_22) && i > 1 ? v : dv);
    v = back * v + w.cross(R[i]) + (link.is_revolute ? zero : (back * e * dq).eval());  // (2.13)
    const Vec angular = printed(Sasaki::eq_3_19) ? w : dw;
    if (link.is_revolute) {
      Vec centripetal = w.cross(w.cross(R[i]));
      if (printed(Sasaki::eq_2_19)) {  // its first line, with the dw of (2.14)
        const Vec u = back * w_before;
        centripetal = w_r.cross(w_r.cross(R[i])) + 2 * u.cross(w_r.cross(R[i])) + u.cross(u.cross(R[i]));
      }
      dv = angular.cross(R[i]) + centripetal + H;  // (3.23)-(3.25)
    } else {
      // (2.8). v* is the speed within the moving frame; (2.7) uses the name for w x r* + the same.
      const Vec v_star = back * e * dq + (printed(Sasaki::eq_2_7_speed) ? w.cross(R[i]) : zero);
      // With d/dt instead of d*/dt within the braces, these give one more w x v*.
      const double coriolis = printed(Sasaki::eq_2_8_derivative) ? 3 : 2;
      dv = back * e * ddq + H + dw.cross(R[i]) + coriolis * w.cross(v_star) + w.cross(w.cross(R[i]));
    }

    // (2.34), (3.26)-(3.33)
    Vec s = body.com;
    R_and_s[i] = R[i] + s;
    if (printed(Sasaki::eq_3_26)) {
      s = -Vec(link.a * std::cos(link.theta), link.a * std::sin(link.theta), link.d) / 2;
      R_and_s[i] = -s;  // above (3.45)
    }
    const Vec CAR = (printed(Sasaki::eq_2_34) ? w : dw).cross(s);  // (3.27)
    const Vec BAR = (printed(Sasaki::eq_3_28) ? dw : w).cross(s);  // (3.28)
    Vec B2 = w.cross(BAR);                                         // (3.29)
    if (printed(Sasaki::eq_3_29)) B2 = dw.cross(dw.cross(s));
    const Vec a = CAR + B2 + (printed(Sasaki::eq_2_33) ? zero : dv);  // (3.31)-(3.33)
    F[i] = body.mass * a;                                             // (2.35)
    // (2.36), (3.34)-(3.37)
    const bool wrong_dot = printed(Sasaki::eq_2_36) || printed(Sasaki::before_eq_3_34);
    N[i] = body.inertia * (wrong_dot ? w : dw) + w.cross(body.inertia * w);
    if (printed(Sasaki::eq_a_28)) N[i] += w.cross(body.inertia * w);  // dL/dt is the inertial one
  }

  Eigen::VectorXd tau(motion.q.size());
  Vec f = zero, m = zero;  // RF (3.38) and U (3.39)
  for (std::size_t i = n; i >= 1; --i) {
    const DhLink& link = arm.links[i - 1];
    Vec R_i = R[i];
    // (3.41) has d cos(alpha) twice.
    if (printed(Sasaki::eq_3_41)) R_i.y() = R_i.z();
    const Vec YK = A[i + 1].transpose() * R_i;  // (3.41)
    const Vec U2 = m + YK.cross(f);             // (3.42), (3.43)
    const Vec AU2 = (printed(Sasaki::eq_3_44) ? A[i] : A[i + 1]) * U2;
    m = AU2 + R_and_s[i].cross(F[i]) + N[i];  // (2.38), (3.45)-(3.47)
    f = A[i + 1] * f + F[i];                  // (2.37), (3.40)
    tau[static_cast<Eigen::Index>(i - 1)] =
        (link.is_revolute ? m : f).dot(A[i].transpose() * e);  // (2.39), (3.48)
  }
  return tau;
}

}  // namespace invdyn::test::errata
