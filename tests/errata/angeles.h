#pragma once

#include <cmath>
#include <vector>

#include "errata/dh_arm.h"

namespace invdyn::test::errata {

enum class Angeles {
  none,
  eq_7_24a,
  sliding_u,
  sliding_w,
  sliding_acceleration,
  sliding_rho,
  inward_last,
  inward_frames,
  inward_slide,
};

/// Source 004, Algorithms 7.4.1 and 7.4.2. Frame F_i is frame i-1 of the Denavit-Hartenberg arm. Vectors of
/// link i are in F_{i+1}, except e_i. One line at a time can be used as printed.
inline Eigen::VectorXd angeles(const DhArm& arm, const Motion& motion, Angeles misprint) {
  using Vec = Eigen::Vector3d;
  const auto printed = [misprint](Angeles line) { return misprint == line; };
  const std::size_t n = arm.size();
  std::vector<DhLink> links(n + 1);
  for (std::size_t i = 1; i <= n; ++i)
    links[i] = at_position(arm.links[i - 1], motion.q[static_cast<Eigen::Index>(i - 1)]);

  // Q_i^T, from F_i to F_{i+1}: (7.23)
  const auto forward = [&](std::size_t i, const Vec& v) -> Vec {
    return rotation_of(links[i]).transpose() * v;
  };
  // Q_i, from F_{i+1} to F_i: (7.24a), (7.24b)
  const auto backward = [&](std::size_t i, const Vec& x) -> Vec {
    const double c = std::cos(links[i].theta), s = std::sin(links[i].theta);
    const double lambda = std::cos(links[i].alpha), mu = std::sin(links[i].alpha);
    const double v = printed(Angeles::eq_7_24a) ? x[1] : x[1] * lambda - x[2] * mu;
    return {x[0] * c - v * s, x[0] * s + v * c, x[1] * mu + x[2] * lambda};
  };

  const Vec e = Vec::UnitZ(), zero = Vec::Zero();
  std::vector<Vec> rho(n + 1, zero), delta = rho, c_ddot = rho, omega = rho, omega_dot = rho;
  c_ddot[0] = arm.g * e;  // (7.44)
  for (std::size_t i = 1; i <= n; ++i) {
    const DhLink& link = links[i];
    const auto at = static_cast<Eigen::Index>(i - 1);
    const double speed = motion.dq[at], acceleration = motion.ddq[at];
    const Vec& com = link.body.com;
    delta[i] = -com;  // (7.32a), (7.32c): from C_i to O_{i+1}, the origin of F_{i+1}
    if (link.is_revolute) {
      rho[i] = Vec(link.a, link.d * std::sin(link.alpha), link.d * std::cos(link.alpha)) + com;
      omega[i] = forward(i, omega[i - 1] + speed * e);
      const Vec u = omega[i - 1].cross(delta[i - 1]), v = omega[i].cross(rho[i]);
      omega_dot[i] = forward(i, omega_dot[i - 1] + omega[i - 1].cross(speed * e) + acceleration * e);
      c_ddot[i] = forward(i, c_ddot[i - 1] + omega_dot[i - 1].cross(delta[i - 1]) + omega[i - 1].cross(u)) +
                  omega_dot[i].cross(rho[i]) + omega[i].cross(v);
    } else {
      // The vector from O_i + b_i e_i to C_i is constant. The vector from O_i, as in the text, grows with
      // b_i.
      const Vec slid = forward(i, link.d * e);
      rho[i] = Vec(link.a, 0, 0) + com + (printed(Angeles::sliding_rho) ? slid : zero);
      const Vec u = forward(i, delta[i - 1]) + rho[i] + (printed(Angeles::sliding_u) ? link.d * e : slid);
      omega[i] = forward(i, omega[i - 1]);
      const Vec v = omega[i].cross(u);
      const Vec w = printed(Angeles::sliding_w) ? (speed * e).eval() : forward(i, speed * e);
      omega_dot[i] = forward(i, omega_dot[i - 1]);
      const Vec b_ddot =
          printed(Angeles::sliding_acceleration) ? (acceleration * e).eval() : forward(i, acceleration * e);
      c_ddot[i] = forward(i, c_ddot[i - 1]) + omega_dot[i].cross(u) + omega[i].cross(v + w + w) + b_ddot;
    }
  }

  Eigen::VectorXd tau(motion.q.size());
  Vec f = zero, moment = zero;  // by link i on link i+1, in F_{i+1}
  for (std::size_t i = n; i >= 1; --i) {
    const DhLink& link = links[i];
    const Vec& w = omega[i];
    // The printed loop rotates f_{i+1} and n_{i+1}, which are in F_{i+1}, by Q_i, and not the sums.
    const bool loop = printed(Angeles::inward_frames) && i < n;
    const Vec phi = loop ? backward(i, f) : f, moment_after = loop ? backward(i, moment) : moment;
    Vec arm_to_next = delta[i];
    if (i < n && !links[i + 1].is_revolute && !printed(Angeles::inward_slide))
      arm_to_next += links[i + 1].d * e;
    const Eigen::Matrix3d& I = link.body.inertia;
    const Vec sum_f = link.body.mass * c_ddot[i] + phi;  // (7.38a), (7.38c)
    const Vec sum_n = I * omega_dot[i] + w.cross(I * w) + moment_after + arm_to_next.cross(phi) +
                      rho[i].cross(sum_f);  // (7.38b), (7.38d)
    f = loop ? sum_f : backward(i, sum_f);
    moment = loop ? sum_n : backward(i, sum_n);
    const bool unturned = printed(Angeles::inward_last) && i == n;
    tau[static_cast<Eigen::Index>(i - 1)] =
        link.is_revolute ? (unturned ? sum_n : moment).z() : (unturned ? sum_f : f).z();  // (7.39), (7.40)
  }
  return tau;
}

}  // namespace invdyn::test::errata
