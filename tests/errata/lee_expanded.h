#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "errata/dh_arm.h"

namespace invdyn::test::errata {

enum class LeeExpanded {
  none,
  eq_4_5,
  eq_4_6,
  eq_4_10_order,
  eq_4_10_gravity,
  eq_4_11,
  eq_4_12,
  eq_4_15,
  eq_4_21,
  eq_4_25
};

/// Source 002, section 4: the recursion as sums over the joints, for revolute joints; vectors of link i in
/// frame i. The accelerations ddq replace the command of (4.4). One line at a time can be used as printed.
inline Eigen::VectorXd lee_expanded(const DhArm& arm, const Motion& motion, LeeExpanded misprint) {
  using Vec = Eigen::Vector3d;
  using Mat = Eigen::Matrix3d;
  const auto printed = [misprint](LeeExpanded line) { return misprint == line; };
  const auto at = [](std::size_t i) { return static_cast<Eigen::Index>(i - 1); };
  const std::size_t n = arm.size();
  const Vec z = Vec::UnitZ();
  std::vector<Mat> A(n + 2, Mat::Identity()), A_0(n + 1, Mat::Identity());  // A_{i-1}^i, A_0^i
  std::vector<Vec> r(n + 1, Vec::Zero());
  for (std::size_t i = 1; i <= n; ++i) {
    const DhLink link = at_position(arm.links[i - 1], motion.q[at(i)]);
    A[i] = rotation_of(link);
    A_0[i] = A_0[i - 1] * A[i];
    r[i] = Vec(link.a, link.d * std::sin(link.alpha), link.d * std::cos(link.alpha));
  }
  // A_i^{j-1} z_{j-1}, and r_m in frame i
  const auto axis = [&](std::size_t i, std::size_t j) -> Vec { return A_0[i].transpose() * A_0[j - 1] * z; };
  const auto r_in = [&](std::size_t i, std::size_t m) -> Vec { return A_0[i].transpose() * A_0[m] * r[m]; };
  const auto dq = [&](std::size_t j) { return motion.dq[at(j)]; };
  const auto ddq = [&](std::size_t j) { return motion.ddq[at(j)]; };

  Eigen::VectorXd tau(motion.q.size());
  Vec f = Vec::Zero(), moment = Vec::Zero();
  for (std::size_t i = n; i >= 1; --i) {
    const MassProperties& body = arm.links[i - 1].body;
    Vec omega = Vec::Zero(), alpha = Vec::Zero();
    for (std::size_t j = 1; j <= i; ++j) {
      omega += axis(printed(LeeExpanded::eq_4_5) ? j : i, j) * dq(j);  // (4.5)
      const std::size_t frame = printed(LeeExpanded::eq_4_6) ? j : i;  // (4.6)
      alpha += axis(frame, j) * ddq(j);
      for (std::size_t k = 1; k < j; ++k) alpha += axis(frame, k).cross(axis(frame, j)) * dq(j) * dq(k);
    }
    // (4.9)-(4.11)
    const Vec gravity = A_0[i].transpose() * arm.g * z;
    Vec a = printed(LeeExpanded::eq_4_10_gravity) ? Vec::Zero().eval() : gravity;
    for (std::size_t j = 1; j <= i; ++j)
      for (std::size_t m = j; m <= i; ++m)
        a += axis(i, j).cross(r_in(i, m)) * ddq(j) *
             (printed(LeeExpanded::eq_4_11) ? static_cast<double>(i) : 1);  // once more for every k
    for (std::size_t j = 1; j <= i; ++j)
      for (std::size_t k = 1; k <= i; ++k)
        for (std::size_t m = std::max(j, k); m <= i; ++m) {
          const bool by_index = printed(LeeExpanded::eq_4_10_order);
          const std::size_t v = by_index ? k : std::min(j, k), u = by_index ? j : std::max(j, k);
          a += axis(i, v).cross(axis(i, u).cross(r_in(i, m))) * dq(j) * dq(k);
        }
    // (4.12). The printed products of speeds lack r_i-bar and are no vector: here they are left out.
    Vec a_bar = alpha.cross(body.com) + omega.cross(omega.cross(body.com)) + a;
    if (printed(LeeExpanded::eq_4_12)) {
      a_bar = a;
      for (std::size_t j = 1; j <= i; ++j) a_bar += axis(i, j).cross(body.com) * ddq(j);
    }
    // (4.15): the moment about the mass centre from J; as printed without the mass
    const Vec c = body.com;
    const Mat J = body.inertia.trace() / 2 * Mat::Identity() - body.inertia + body.mass * c * c.transpose();
    const Mat inertia = J.trace() * Mat::Identity() - J;
    const double m = printed(LeeExpanded::eq_4_15) ? 1 : body.mass;
    Vec N = inertia * alpha + omega.cross(inertia * omega) - m * c.cross(alpha.cross(c)) -
            m * c.cross(omega.cross(omega.cross(c)));
    // (4.21), last row: m_i before the bracket and again in it
    if (printed(LeeExpanded::eq_4_21)) N += (body.mass - 1) * (c + r[i]).cross(body.mass * gravity);
    // (4.25): r_i for the r_i-bar of (4.22)
    if (printed(LeeExpanded::eq_4_25)) N += body.mass * (r[i] - c).cross(a - gravity);
    const Mat& A_next = A[i + 1];
    moment = N + body.mass * (c + r[i]).cross(a_bar) + r[i].cross(A_next * f) + A_next * moment;  // (3.26)
    f = body.mass * a_bar + A_next * f;                                                           // (3.25)
    tau[at(i)] = axis(i, i).dot(moment);                                                          // (3.27)
  }
  return tau;
}

}  // namespace invdyn::test::errata
