#pragma once

#include <cmath>
#include <vector>

#include "errata/dh_arm.h"

namespace invdyn::test::errata {

enum class LeeNewtonEuler { none, eq_2_21, eq_3_13, eq_3_14_to_16, eq_3_20, initial_e, before_eq_4_4 };

/// Source 002, (3.21)-(3.27), for revolute joints; vectors of link i in frame i. One line at a time can be
/// used as printed; lines (3.13)-(3.20) in their form in link frames.
inline Eigen::VectorXd lee_newton_euler(const DhArm& arm, const Motion& motion, LeeNewtonEuler misprint) {
  using Vec = Eigen::Vector3d;
  using Mat = Eigen::Matrix3d;
  const auto printed = [misprint](LeeNewtonEuler line) { return misprint == line; };
  const std::size_t n = arm.size();
  const Vec z = Vec::UnitZ();
  std::vector<Mat> A(n + 2, Mat::Identity());  // A[i] = A_{i-1}^i
  std::vector<Vec> r(n + 1, Vec::Zero()), a_bar = r, N = r;
  Vec omega = Vec::Zero(), alpha = Vec::Zero();
  Vec a = printed(LeeNewtonEuler::initial_e) ? Vec::Zero().eval() : (arm.g * z).eval();
  Mat A_0_i = Mat::Identity();
  Mat A_0_1 = Mat::Identity();
  for (std::size_t i = 1; i <= n; ++i) {
    const auto at = static_cast<Eigen::Index>(i - 1);
    const DhLink link = at_position(arm.links[i - 1], motion.q[at]);
    const MassProperties& body = link.body;
    A[i] = rotation_of(link);
    A_0_i = A_0_i * A[i];
    if (i == 1) A_0_1 = A_0_i;
    r[i] = Vec(link.a, link.d * std::sin(link.alpha), link.d * std::cos(link.alpha));
    const double ddtheta = motion.ddq[at];
    // The text before (4.4) uses the commanded acceleration in place of the speed.
    const double dtheta = printed(LeeNewtonEuler::before_eq_4_4) ? ddtheta : motion.dq[at];
    alpha = A[i].transpose() * (alpha + omega.cross(dtheta * z) + ddtheta * z);  // (3.22)
    omega = A[i].transpose() * (omega + dtheta * z);                             // (3.21)
    // (3.23). (3.13) assigns the sum to e_i; the a_i that is read then has no value.
    const Vec before = A[i].transpose() * a;
    a = omega.cross(omega.cross(r[i])) + alpha.cross(r[i]) + before;
    if (printed(LeeNewtonEuler::eq_3_13)) a = Vec::Zero();
    // (3.24). (3.14) assigns the sum to e_i-bar, which (3.15) reads and (3.18) does not.
    a_bar[i] = omega.cross(omega.cross(body.com)) + alpha.cross(body.com) + a;
    Mat I = body.inertia;
    if (printed(LeeNewtonEuler::eq_2_21)) {
      const Mat rr = body.com * body.com.transpose();
      const Mat J = I.trace() / 2 * Mat::Identity() - I + body.mass * rr;
      I = (J - rr).trace() * Mat::Identity() - (J - rr);  // (2.21)
    }
    if (printed(LeeNewtonEuler::eq_3_20)) I = I * A_0_i.transpose() * A_0_1;  // A_i^0 (A_0^i I A_i^0) A_i^1
    N[i] = I * alpha + omega.cross(I * omega);
  }

  Eigen::VectorXd tau(motion.q.size());
  Vec f = Vec::Zero(), moment = Vec::Zero();
  for (std::size_t i = n; i >= 1; --i) {
    const MassProperties& body = arm.links[i - 1].body;
    const Mat& A_next = A[i + 1];  // A_i^{i+1}
    const Vec a_of_moment = printed(LeeNewtonEuler::eq_3_14_to_16) ? Vec::Zero().eval() : a_bar[i];
    moment = N[i] + body.mass * (body.com + r[i]).cross(a_of_moment) + r[i].cross(A_next * f) +
             A_next * moment;                                                    // (3.26)
    f = body.mass * a_bar[i] + A_next * f;                                       // (3.25)
    tau[static_cast<Eigen::Index>(i - 1)] = (A[i].transpose() * z).dot(moment);  // (3.27)
  }
  return tau;
}

}  // namespace invdyn::test::errata
