#pragma once

// The default recursion: inverse dynamics of a tree of revolute and prismatic joints with few operations, on
// components, for any scalar. Its numbers come from regrouped_tree().
//
// Source: Khalil & Kleinfinger, "Minimum Operations and Minimum Parameters of the Dynamic Models of Tree
// Structure Robots", IEEE J. Robotics and Automation RA-3 (1987) 517-526: Newton-Euler in the frames of
// modified Denavit-Hartenberg notation, with the matrix U, and few inertial parameters (here those of Gautier
// & Khalil 1990). The equation numbers below are from Lee et al. 1982, as in formulations/newton_euler.h.
//
// Frames: body i's frame is on its joint, with z along the axis. Every vector of body i is in frame i, and
// moments are about its origin, unless a name or a comment says otherwise. Three rotations lead from a
// parent's frame to the frame of a body that is no root; the first one is rare:
//   parent --Rz(gamma)--> . --Rx(alpha)--> between --Rz(theta)--> body.
//
//   q, dq, ddq        motion of the joint
//   gamma, alpha      constant angles of the body's axis in its parent
//   theta             q + theta_0 of a revolute joint; constant for a prismatic one
//   slide             q of a prismatic joint, along z
//   p                 from the parent's origin to the body's; (across_x, across_y, slide) in the axes between
//   omega, omega_dot  angular velocity and acceleration
//   a                 acceleration of the origin minus gravity: a root's begins with g_x, g_y, g_z
//   U                 [omega_dot]x + [omega]x [omega]x: U p is the acceleration due to a body-fixed p
//   h, I              first and second moments of mass about the origin
//   force, moment     exerted on the body by its parent
//   R, z              rotation from the body's axes to its parent's; the joint's axis, (0, 0, 1)
//
// Differences from the paper: p is perpendicular to the joint's axis, so it has two components in the frame
// between; the paper uses another two, and shifts branches along z. Revolute roots leave out terms that are
// zero for a base at rest. A base whose motion is given is the body before the first: index -1, which is
// TreeBody::base, in forces and branches. It has all ten inertial parameters.
//
// This file is compiled for each instruction set, without shared code: it has only templates, distinct by
// their scalar, and uses neither Eigen nor containers.

#include "../scalar/line_item.h"
#include "../scalar/sin_cos.h"
#include "tree_body.h"

namespace invdyn::recursion {

template <class T>
struct Triple {
  T x, y, z;
};

template <class T>
Triple<T> operator+(const Triple<T>& u, const Triple<T>& v) {
  return {u.x + v.x, u.y + v.y, u.z + v.z};
}

template <class T>
Triple<T> operator-(const Triple<T>& u, const Triple<T>& v) {
  return {u.x - v.x, u.y - v.y, u.z - v.z};
}

template <class T>
Triple<T> cross(const Triple<T>& u, const Triple<T>& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

/// Coordinates of v in axes that are rotated by this angle about x (about z) from the axes of v.
template <class T>
Triple<T> into_x(const Triple<T>& v, const SinCos<T>& angle) {
  return {v.x, angle.cos * v.y + angle.sin * v.z, angle.cos * v.z - angle.sin * v.y};
}
template <class T>
Triple<T> into_z(const Triple<T>& v, const SinCos<T>& angle) {
  return {angle.cos * v.x + angle.sin * v.y, angle.cos * v.y - angle.sin * v.x, v.z};
}

/// The reverse.
template <class T>
Triple<T> out_of_x(const Triple<T>& v, const SinCos<T>& angle) {
  return {v.x, angle.cos * v.y - angle.sin * v.z, angle.sin * v.y + angle.cos * v.z};
}
template <class T>
Triple<T> out_of_z(const Triple<T>& v, const SinCos<T>& angle) {
  return {angle.cos * v.x - angle.sin * v.y, angle.sin * v.x + angle.cos * v.y, v.z};
}

/// The motion of a body, for its children.
template <class T>
struct BodyMotion {
  Triple<T> omega, omega_dot, a;
  T U_xx, U_xy, U_xz, U_yx, U_yy, U_yz, U_zx, U_zy, U_zz;
};

/// Values of a body kept from the outward to the inward pass.
template <class T>
struct BodyForces {
  Triple<T> force, moment;
};

/// Temporaries of batch_torques(), which computes several batches of samples, each in one T. The angle of a
/// body in a batch is at [body * batches + b]. The others are for the batch at hand, [body]; those of a base
/// that moves come before the first.
template <class T>
struct Workspace {
  SinCos<T>* theta;
  BodyForces<T>* forces;
  BodyMotion<T>* branches;  // motions of branching bodies
};

template <class T>
SinCos<T> theta_of(const TreeBody& body, const SinCos<T>& q) {
  if (!body.has_theta_0) return q;
  // sin theta = sin q cos theta_0 + cos q sin theta_0
  // cos theta = cos q cos theta_0 - sin q sin theta_0
  const T sin(body.sin_theta_0), cos(body.cos_theta_0);
  return {q.sin * cos + q.cos * sin, q.cos * cos - q.sin * sin};
}

template <class T>
SinCos<T> constant_theta(const TreeBody& body) {
  return {T(body.sin_theta_0), T(body.cos_theta_0)};
}

template <class T>
SinCos<T> alpha_of(const TreeBody& body) {
  return {T(body.sin_alpha), T(body.cos_alpha)};
}
template <class T>
SinCos<T> gamma_of(const TreeBody& body) {
  return {T(body.sin_gamma), T(body.cos_gamma)};
}

/// Transforms vectors of the parent to the axes between, and back. In most robots all axes are parallel or at
/// right angles; then alpha needs no operations, or only changes of sign.
template <class T, class... Triples>
void into_between(const TreeBody& body, Triples&... v) {
  if (body.has_gamma) ((v = into_z(v, gamma_of<T>(body))), ...);
  switch (body.alpha) {
    case TreeBody::Alpha::zero:
      break;
    case TreeBody::Alpha::right_angle:
      ((v = {v.x, v.z, -v.y}), ...);
      break;
    case TreeBody::Alpha::minus_right_angle:
      ((v = {v.x, -v.z, v.y}), ...);
      break;
    case TreeBody::Alpha::any:
      ((v = into_x(v, alpha_of<T>(body))), ...);
      break;
  }
}
template <class T, class... Triples>
void out_of_between(const TreeBody& body, Triples&... v) {
  switch (body.alpha) {
    case TreeBody::Alpha::zero:
      break;
    case TreeBody::Alpha::right_angle:
      ((v = {v.x, -v.z, v.y}), ...);
      break;
    case TreeBody::Alpha::minus_right_angle:
      ((v = {v.x, v.z, -v.y}), ...);
      break;
    case TreeBody::Alpha::any:
      ((v = out_of_x(v, alpha_of<T>(body))), ...);
      break;
  }
  if (body.has_gamma) ((v = out_of_z(v, gamma_of<T>(body))), ...);
}

/// Transforms a vector of the parent to the body's axes.
template <class T>
Triple<T> into_body(const TreeBody& body, const SinCos<T>& theta, Triple<T> v) {
  into_between<T>(body, v);
  return into_z(v, theta);
}

/// From the parent's origin to the body's, in the parent's axes.
template <class T>
Triple<T> p_parent_body(const TreeBody& body, const T& slide) {
  // p = p_0 + R z slide, with p_0 at slide 0
  const Triple<T> p{T(body.p_x), T(body.p_y), T(body.p_z)};
  if (body.is_revolute) return p;
  Triple<T> along{T(0), T(0), slide};
  out_of_between<T>(body, along);
  return p + along;
}

/// Products of the components of omega.
template <class T>
struct OmegaProducts {
  T xy, xz, yz;
};

/// U = [omega_dot]x + [omega]x [omega]x, and products used with it.
template <class T>
OmegaProducts<T> set_U(BodyMotion<T>& m) {
  const T xx = m.omega.x * m.omega.x, yy = m.omega.y * m.omega.y, zz = m.omega.z * m.omega.z;
  const OmegaProducts<T> product{m.omega.x * m.omega.y, m.omega.x * m.omega.z, m.omega.y * m.omega.z};
  m.U_xx = -(yy + zz), m.U_yy = -(xx + zz), m.U_zz = -(xx + yy);
  m.U_xy = product.xy - m.omega_dot.z, m.U_yx = product.xy + m.omega_dot.z;
  m.U_zx = product.xz - m.omega_dot.y, m.U_xz = product.xz + m.omega_dot.y;
  m.U_yz = product.yz - m.omega_dot.x, m.U_zy = product.yz + m.omega_dot.x;
  return product;
}

/// The motion of a revolute root: the base is at rest, so it rotates only about z.
template <class T>
BodyMotion<T> root_motion(const TreeBody& body, const SinCos<T>& theta, const T& dq, const T& ddq) {
  const T zero(0), minus_square = -(dq * dq);
  BodyMotion<T> m;
  // omega = z dq, omega_dot = z ddq, a = Rz(theta)^T g, U = [z]x ddq + [z]x [z]x dq^2
  m.omega = {zero, zero, dq};
  m.omega_dot = {zero, zero, ddq};
  m.a = into_z({T(body.g_x), T(body.g_y), T(body.g_z)}, theta);
  m.U_xx = m.U_yy = minus_square;
  m.U_xy = -ddq, m.U_yx = ddq;
  m.U_xz = m.U_yz = m.U_zx = m.U_zy = m.U_zz = zero;
  return m;
}

/// The motion of a body, computed from its parent's; U is set separately.
template <class T>
BodyMotion<T> carried_motion(const TreeBody& body, const SinCos<T>& theta, const T& slide,
                             const BodyMotion<T>& parent, const T& dq, const T& ddq) {
  // omega = R^T omega_parent, omega_dot = R^T omega_dot_parent, a = R^T (a_parent + U_parent p)  (3.23)
  Triple<T> a = parent.a;
  if (body.has_p) {
    const Triple<T> p = p_parent_body(body, slide);
    a = a + Triple<T>{parent.U_xx * p.x + parent.U_xy * p.y + parent.U_xz * p.z,
                      parent.U_yx * p.x + parent.U_yy * p.y + parent.U_yz * p.z,
                      parent.U_zx * p.x + parent.U_zy * p.y + parent.U_zz * p.z};
  }
  BodyMotion<T> m;
  m.omega = parent.omega, m.omega_dot = parent.omega_dot, m.a = a;
  into_between<T>(body, m.omega, m.omega_dot, m.a);
  m.omega = into_z(m.omega, theta), m.omega_dot = into_z(m.omega_dot, theta), m.a = into_z(m.a, theta);
  if (body.is_revolute) {
    // omega_dot += omega x z dq + z ddq  (3.22), with omega still the parent's, in this body's axes
    m.omega_dot.x += m.omega.y * dq;
    m.omega_dot.y -= m.omega.x * dq;
    m.omega_dot.z += ddq;
    // omega += z dq  (3.21)
    m.omega.z += dq;
  } else {
    // a += 2 omega x z dq + z ddq: Coriolis and slide
    const T twice_dq = dq + dq;
    m.a.x += m.omega.y * twice_dq;
    m.a.y -= m.omega.x * twice_dq;
    m.a.z += ddq;
  }
  return m;
}

/// A prismatic root: the base is at rest, so its axes do not rotate.
template <class T>
BodyMotion<T> sliding_root_motion(const TreeBody& body, const T& ddq) {
  BodyMotion<T> m;
  const T zero(0);
  // omega = 0, omega_dot = 0, a = g + z ddq, U = 0
  m.omega = m.omega_dot = {zero, zero, zero};
  m.a = {T(body.g_x), T(body.g_y), T(body.g_z) + ddq};
  m.U_xx = m.U_xy = m.U_xz = m.U_yx = m.U_yy = m.U_yz = m.U_zx = m.U_zy = m.U_zz = zero;
  return m;
}

/// The force and moment (about its origin) for the motion of a revolute body. Its mass, h_z and I_yy are
/// zero.
template <class T>
void set_revolute_forces(const TreeBody& body, const BodyMotion<T>& m, const OmegaProducts<T>& product,
                         BodyForces<T>& here) {
  const T h_x(body.h_x), h_y(body.h_y);
  const T I_xx(body.I_xx), I_xy(body.I_xy), I_xz(body.I_xz), I_yz(body.I_yz), I_zz(body.I_zz);
  // force = U h  (3.24), (3.25)
  here.force = {m.U_xx * h_x + m.U_xy * h_y,  //
                m.U_yx * h_x + m.U_yy * h_y,  //
                m.U_zx * h_x + m.U_zy * h_y};
  // moment = I omega_dot + omega x I omega + h x a  (3.26), sorted by the elements of I. The factor of a
  // product of inertia is an element of U, or a difference of two diagonal elements.
  here.moment = {I_xx * m.omega_dot.x + I_zz * product.yz - I_xy * m.U_zx + I_xz * m.U_yx +
                     I_yz * (m.U_yy - m.U_zz) + h_y * m.a.z,
                 T(body.I_xx_less_zz) * product.xz + I_xy * m.U_zy + I_xz * (m.U_zz - m.U_xx) -
                     I_yz * m.U_xy - h_x * m.a.z,
                 I_zz * m.omega_dot.z - I_xx * product.xy + I_xy * (m.U_xx - m.U_yy) - I_xz * m.U_yz +
                     I_yz * m.U_xz + h_x * m.a.y - h_y * m.a.x};
}

/// The same for a revolute root: only the moment about its axis is needed.
template <class T>
void set_root_forces(const TreeBody& body, const BodyMotion<T>& m, BodyForces<T>& here) {
  const T zero(0);
  here.force = {zero, zero, zero};
  here.moment = {zero, zero, T(body.I_zz) * m.omega_dot.z + T(body.h_x) * m.a.y - T(body.h_y) * m.a.x};
}

/// The same for a prismatic body, whose moments of inertia are zero.
template <class T>
void set_prismatic_forces(const TreeBody& body, const BodyMotion<T>& m, BodyForces<T>& here) {
  const T mass(body.mass);
  const Triple<T> h{T(body.h_x), T(body.h_y), T(body.h_z)};
  // force = m a + U h  (3.24), (3.25), moment = h x a  (3.26)
  here.force = {mass * m.a.x + m.U_xx * h.x + m.U_xy * h.y + m.U_xz * h.z,
                mass * m.a.y + m.U_yx * h.x + m.U_yy * h.y + m.U_yz * h.z,
                mass * m.a.z + m.U_zx * h.x + m.U_zy * h.y + m.U_zz * h.z};
  here.moment = cross(h, m.a);
}

/// The motion of a base as given, and the force and moment for it.
template <class T, class Motion>
BodyMotion<T> base_motion(const BaseBody& body, const Motion& motion, int b, BodyForces<T>& here) {
  BodyMotion<T> m;
  m.a = {motion.base(0, b), motion.base(1, b), motion.base(2, b)};
  m.omega = {motion.base(3, b), motion.base(4, b), motion.base(5, b)};
  m.omega_dot = {motion.base(6, b), motion.base(7, b), motion.base(8, b)};
  const OmegaProducts<T> product = set_U(m);

  const T mass(body.mass), I_xy(body.I_xy), I_xz(body.I_xz), I_yz(body.I_yz);
  const Triple<T> h{T(body.h_x), T(body.h_y), T(body.h_z)};
  // force = m a + U h  (3.24), (3.25)
  here.force = {mass * m.a.x + m.U_xx * h.x + m.U_xy * h.y + m.U_xz * h.z,
                mass * m.a.y + m.U_yx * h.x + m.U_yy * h.y + m.U_yz * h.z,
                mass * m.a.z + m.U_zx * h.x + m.U_zy * h.y + m.U_zz * h.z};
  // moment = I omega_dot + omega x I omega + h x a  (3.26), sorted as for a revolute body
  here.moment = Triple<T>{T(body.I_xx) * m.omega_dot.x + T(body.I_zz - body.I_yy) * product.yz -
                              I_xy * m.U_zx + I_xz * m.U_yx + I_yz * (m.U_yy - m.U_zz),
                          T(body.I_yy) * m.omega_dot.y + T(body.I_xx - body.I_zz) * product.xz +
                              I_xy * m.U_zy + I_xz * (m.U_zz - m.U_xx) - I_yz * m.U_xy,
                          T(body.I_zz) * m.omega_dot.z + T(body.I_yy - body.I_xx) * product.xy +
                              I_xy * (m.U_xx - m.U_yy) - I_xz * m.U_yz + I_yz * m.U_xz} +
                cross(h, m.a);
  return m;
}

/// Whether the body is on a base at rest.
template <class Motion>
bool is_root(const TreeBody& body) {
  return !Motion::base_moves && body.parent == TreeBody::base;
}

/// q of a prismatic joint; zero for a revolute one.
template <class T, class Motion>
T slide_of(const TreeBody& body, const Motion& motion, int b) {
  return body.is_revolute ? T(0) : motion.q(body.dof, b);
}

/// From the base to the tips, in batch b: the motion of the bodies, and the force and moment for it.
template <class T, class Motion>
void outward(const TreeBody* bodies, int count, const BaseBody* base, const Motion& motion, int batches,
             int b, Workspace<T> w) {
  BodyMotion<T> m;  // of the previous body, mostly the parent: stays in registers
  if constexpr (Motion::base_moves)
    m = w.branches[TreeBody::base] = base_motion(*base, motion, b, w.forces[TreeBody::base]);
  for (int i = 0; i < count; ++i) {
    const TreeBody& body = bodies[i];
    const SinCos<T>& theta = w.theta[i * batches + b];
    BodyForces<T>& here = w.forces[i];
    const T dq = motion.dq(body.dof, b), ddq = motion.ddq(body.dof, b);
    line_item<T>("omega, omega_dot, a, U");
    OmegaProducts<T> product;  // not for a root
    if (is_root<Motion>(body)) {
      m = body.is_revolute ? root_motion(body, theta, dq, ddq) : sliding_root_motion(body, ddq);
    } else {
      if (body.parent != i - 1) m = w.branches[body.parent];
      m = carried_motion(body, theta, slide_of<T>(body, motion, b), m, dq, ddq);
      product = set_U(m);
    }
    if (body.is_branching) w.branches[i] = m;

    line_item<T>("force, moment of the motion");
    if (!body.is_revolute)
      set_prismatic_forces(body, m, here);
    else if (is_root<Motion>(body))
      set_root_forces(body, m, here);
    else
      set_revolute_forces(body, m, product, here);
  }
}

/// Subtracts the wrench from the force and moment that its body's parent exerts. Called between the two
/// passes.
template <class T, class Motion>
void subtract_wrench(const TreeBody* bodies, const TreeWrench& wrench, const Motion& motion, int batches,
                     int b, Workspace<T> w) {
  const auto triple = [](const double* v) { return Triple<T>{T(v[0]), T(v[1]), T(v[2])}; };
  Triple<T> force = triple(wrench.force), moment = triple(wrench.moment), point = triple(wrench.point);
  // Transforms vectors that are constant in the world, from the base to the body.
  for (int i = 0; i <= wrench.body; ++i) {
    const TreeBody& body = bodies[i];
    if (!body.leads_to_wrench) continue;
    const SinCos<T>& theta = w.theta[i * batches + b];
    const T slide = slide_of<T>(body, motion, b);
    const bool is_root = body.parent == TreeBody::base;
    const auto carried = [&](const Triple<T>& v) {
      if (!is_root) return into_body(body, theta, v);
      return body.is_revolute ? into_z(v, theta) : v;
    };
    if (wrench.force_in_world) {
      force = carried(force);
      moment = carried(moment);
    }
    if (wrench.point_in_world) {
      if (!is_root)
        point = point - p_parent_body(body, slide);
      else if (!body.is_revolute)
        point.z -= slide;
      point = carried(point);
    }
  }
  // force -= f_wrench, moment -= n_wrench + point x f_wrench
  BodyForces<T>& here = w.forces[wrench.body];
  here.force = here.force - force;
  here.moment = here.moment - (moment + cross(point, force));
}

/// Transforms the force and moment of a body to its parent's axes and origin.
template <class T>
void carry_to_parent(const TreeBody& body, const SinCos<T>& theta, const T& slide, Triple<T>& force,
                     Triple<T>& moment) {
  // R force  (3.25), R moment + p x R force  (3.26), with p x force in the frame between
  force = out_of_z(force, theta);
  moment = out_of_z(moment, theta);
  if (body.has_p) {
    const T x(body.across_x), y(body.across_y);
    moment.x += y * force.z;
    moment.y -= x * force.z;
    moment.z += x * force.y - y * force.x;
  }
  if (!body.is_revolute) {
    moment.x -= slide * force.y;
    moment.y += slide * force.x;
  }
  out_of_between<T>(body, force, moment);
}

/// From the tips to the base, in batch b: each joint takes the component along its axis, and its parent the
/// rest. Motion receives the torques, and the wrench on a base that moves. Along a chain, the rest stays in
/// registers.
template <class T, class Motion>
void inward(const TreeBody* bodies, int count, const Motion& motion, int batches, int b, Workspace<T> w) {
  Triple<T> carried_force, carried_moment;
  bool is_parent = false;  // of the previous body
  for (int i = count; i-- > 0;) {
    const TreeBody& body = bodies[i];
    Triple<T> force = w.forces[i].force, moment = w.forces[i].moment;
    if (is_parent) {
      force = force + carried_force;
      moment = moment + carried_moment;
    }
    // tau = z^T moment, or z^T force  (3.27). In one expression with `?:`, g++ would keep both vectors in
    // memory.
    if (body.is_revolute)
      motion.set_tau(body.dof, b, moment.z);
    else
      motion.set_tau(body.dof, b, force.z);
    is_parent = body.parent == i - 1 && !is_root<Motion>(body);
    if (is_root<Motion>(body)) continue;
    line_item<T>("force, moment of the children");
    carry_to_parent(body, w.theta[i * batches + b], slide_of<T>(body, motion, b), force, moment);
    carried_force = force, carried_moment = moment;
    if (!is_parent) {
      BodyForces<T>& parent = w.forces[body.parent];
      parent = {parent.force + force, parent.moment + moment};
    }
  }
  if constexpr (Motion::base_moves) {
    BodyForces<T> here = w.forces[TreeBody::base];
    if (is_parent) here = {here.force + carried_force, here.moment + carried_moment};
    motion.set_wrench(b, here.force, here.moment);
  }
}

/// The torques (N m; N for prismatic joints) for this motion, at the angles w.theta: theta_of() or
/// constant_theta() for each body. Motion gives q, dq and ddq of a joint by its index, q(dof, b), ..., and
/// receives its torque, set_tau(dof, b, tau). If Motion::base_moves, it gives the nine values of the base's
/// motion, base(i, b), and receives the wrench, and there is a BaseBody and no TreeWrench.
template <class T, class Motion>
void batch_torques(const TreeBody* bodies, int count, const BaseBody* base, const TreeWrench& wrench,
                   const Motion& motion, int batches, Workspace<T> w) {
  for (int b = 0; b < batches; ++b) {
    outward(bodies, count, base, motion, batches, b, w);
    if constexpr (!Motion::base_moves)
      if (wrench.body != TreeBody::base) subtract_wrench(bodies, wrench, motion, batches, b, w);
    inward(bodies, count, motion, batches, b, w);
  }
}

}  // namespace invdyn::recursion
