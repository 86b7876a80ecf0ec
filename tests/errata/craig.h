#pragma once

#include <vector>

#include "errata/dh_arm.h"
#include "robot/model/bodies.h"

namespace invdyn::test::errata {

enum class Craig { none, summary_N, summary_n, r_constant };

/// Source 001, sections 2.1-2.4: the recursion in frames that are on their own joints. One line at a time can
/// be used as printed. Serial arms; joint i+1 carries body i+1.
inline Eigen::VectorXd craig(const Robot& robot, const Motion& motion, Craig misprint) {
  using Vec = Eigen::Vector3d;
  using Mat = Eigen::Matrix3d;
  const auto printed = [misprint](Craig line) { return misprint == line; };
  const std::vector<Body> bodies = moving_bodies(robot);
  const std::size_t count = bodies.size();
  const Vec z = Vec::UnitZ(), zero = Vec::Zero();
  std::vector<Mat> R(count + 1, Mat::Identity());  // R_{i+1}^i
  std::vector<Vec> p(count + 1, zero), F = p, N = p;
  Vec w = zero, dw = zero, dv = -robot.gravity();  // section 2.4
  for (std::size_t i = 0; i < count; ++i) {
    const Body& body = bodies[i];
    const MassProperties& link = body.mass_properties;
    const auto at = static_cast<Eigen::Index>(i);
    const double q = motion.q[at], dq = motion.dq[at], ddq = motion.ddq[at];
    R[i] = body.is_revolute ? (body.R_parent_body * Eigen::AngleAxisd(q, z)).eval() : body.R_parent_body;
    p[i] = body.p_parent_body;
    if (!body.is_revolute && !printed(Craig::r_constant)) p[i] += body.R_parent_body * z * q;
    const Mat back = R[i].transpose();
    dv = back * (dv + dw.cross(p[i]) + w.cross(w.cross(p[i])));
    if (body.is_revolute) {
      dw = back * dw + ddq * z + (back * w).cross(dq * z);
      w = back * w + dq * z;
    } else {
      dw = back * dw;
      w = back * w;
      dv += ddq * z + 2 * w.cross(dq * z);
    }
    const Vec dv_c = dv + dw.cross(link.com) + w.cross(w.cross(link.com));
    F[i] = link.mass * dv_c;
    N[i] = link.inertia * dw + w.cross(link.inertia * w);
    if (!body.is_revolute && printed(Craig::summary_N)) N[i] = zero;
  }

  Eigen::VectorXd tau(motion.q.size());
  Vec f = zero, n = zero;
  for (std::size_t i = count; i-- > 0;) {
    const Vec& com = bodies[i].mass_properties.com;
    const Vec f_next = i + 1 < count ? (R[i + 1] * f).eval() : zero;
    const Vec n_next = i + 1 < count ? (R[i + 1] * n).eval() : zero;
    const Vec p_next = i + 1 < count ? p[i + 1] : zero;
    n = N[i] + n_next + com.cross(F[i]) + p_next.cross(f_next);  // (2-5)
    f = f_next + F[i];                                           // (2-4)
    if (!bodies[i].is_revolute && printed(Craig::summary_n)) n = zero;
    tau[static_cast<Eigen::Index>(i)] = (bodies[i].is_revolute ? n : f).z();  // (2-6)
  }
  return tau;
}

}  // namespace invdyn::test::errata
