#pragma once

#include <vector>

#include "errata/dh_arm.h"
#include "robot/model/bodies.h"

namespace invdyn::test::errata {

enum class Kajita { none, eq_3, eq_6_axis, eq_6_centripetal, eq_15, eq_18 };

/// Source 000: spatial velocities at the world's origin, world axes; the link's frame is on its joint,
/// gravity is an external force. Prismatic joints, which the text does not treat, by the same
/// differentiation. One line at a time can be used as printed.
inline Eigen::VectorXd kajita(const Robot& robot, const Motion& motion, Kajita misprint) {
  using Vec = Eigen::Vector3d;
  using Mat = Eigen::Matrix3d;
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  const auto printed = [misprint](Kajita line) { return misprint == line; };
  const std::vector<Body> bodies = moving_bodies(robot);
  struct Frame {
    Mat R = Mat::Identity();
    Vec p = Vec::Zero(), w = Vec::Zero(), v = Vec::Zero(), dw = Vec::Zero(), dv = Vec::Zero();
  };
  const auto hat = [&](const Vec& x) {
    Mat X = cross_matrix(x);
    if (printed(Kajita::eq_15)) X(1, 2) = -x.z();
    return X;
  };

  std::vector<Frame> frames(bodies.size());
  std::vector<Vec6> force(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    const MassProperties& link = body.mass_properties;
    const auto at = static_cast<Eigen::Index>(body.dof);
    const double q = motion.q[at], dq = motion.dq[at], ddq = motion.ddq[at];
    const Frame parent = body.parent ? frames[*body.parent] : Frame{};
    Frame& j = frames[i];
    j.R = parent.R * body.R_parent_body;
    const Vec axis = j.R.col(2);
    if (body.is_revolute) j.R = j.R * Eigen::AngleAxisd(q, Vec::UnitZ());
    const Vec b = parent.R * body.p_parent_body + (body.is_revolute ? Vec::Zero().eval() : (axis * q).eval());
    j.p = parent.p + b;
    j.v = parent.v + parent.w.cross(b);                                         // (4)
    j.dv = parent.dv + parent.dw.cross(b) + parent.w.cross(parent.w.cross(b));  // (6)
    if (printed(Kajita::eq_6_centripetal))
      j.dv += parent.w.cross(parent.w.cross(parent.w.cross(b)) - parent.w.cross(b));
    if (body.is_revolute) {
      const Vec unturned = parent.R.col(2);  // R_{j-1} a_j
      const Vec axis_3 = printed(Kajita::eq_3) ? unturned : axis;
      const Vec axis_6 = printed(Kajita::eq_6_axis) ? unturned : axis;
      j.w = parent.w + axis_3 * dq;                                   // (3)
      j.dw = parent.dw + parent.w.cross(axis_6 * dq) + axis_6 * ddq;  // (6)
    } else {
      j.w = parent.w;
      j.dw = parent.dw;
      j.v += axis * dq;
      j.dv += 2 * parent.w.cross(axis * dq) + axis * ddq;
    }
    const Vec v_o = j.v - j.w.cross(j.p);                      // (1)
    const Vec dv_o = j.dv - j.dw.cross(j.p) - j.w.cross(j.v);  // (19)
    const Vec c = j.p + j.R * link.com;
    const double m = link.mass;
    Mat6 I;  // (17)
    I << m * Mat::Identity(), m * hat(c).transpose(), m * hat(c),
        m * hat(c) * hat(c).transpose() + j.R * link.inertia * j.R.transpose();  // (8)
    Mat6 hats;
    hats << hat(j.w), Mat::Zero(), hat(v_o), hat(j.w);
    Vec6 speed, acceleration, external;
    speed << v_o, j.w;
    acceleration << dv_o, j.dw;
    external << m * robot.gravity(), c.cross(m * robot.gravity());
    force[i] = I * acceleration + hats * I * speed - external;  // (18)
  }

  Eigen::VectorXd u(motion.q.size());
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const Frame& j = frames[i];
    const Vec axis = j.R.col(2);
    Vec6 s;  // (20)
    if (bodies[i].is_revolute)
      s << j.p.cross(axis), axis;
    else
      s << axis, Vec::Zero();
    u[static_cast<Eigen::Index>(bodies[i].dof)] = s.dot(force[i]);
    // (18): the force that the child takes; with several children the printed j+1 is the next in the list.
    if (!bodies[i].parent) continue;
    const std::size_t parent = *bodies[i].parent;
    if (!printed(Kajita::eq_18) || i == parent + 1) force[parent] += force[i];
  }
  return u;
}

}  // namespace invdyn::test::errata
