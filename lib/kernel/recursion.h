#pragma once

// The default recursion: inverse dynamics of a tree of revolute and prismatic joints with few operations, on
// components, for any scalar. Its numbers come from tree_with_base_parameters().
//
// Source: Khalil & Kleinfinger, "Minimum Operations and Minimum Parameters of the Dynamic Models of Tree
// Structure Robots", IEEE J. Robotics and Automation RA-3 (1987) 517-526: Newton-Euler in the frames of
// modified Denavit-Hartenberg notation, with the matrix U, and few inertial parameters (here those of Gautier
// & Khalil 1990). The equation numbers below are those of Lee et al. 1982, as in
// formulations/newton_euler.h.
//
// Frames: body i's frame lies on its joint, z along the axis. Every vector of body i is in frame i, and
// moments are about its origin, but where a name or a comment says otherwise. Between a parent's frame and
// that of a body that is no root there are three turns, of which the first is rare:
//   parent --Rz(gamma)--> . --Rx(alpha)--> between --Rz(theta)--> body.
//
//   q, dq, ddq        motion of the joint
//   gamma, alpha      constant angles of the body's axis in its parent
//   theta             q + theta_0 of a revolute joint; constant for a prismatic one
//   slide             q of a prismatic joint, along z
//   p                 from the parent's origin to the body's: (across_x, across_y, slide) in the frame
//   between omega, omega_dot  angular velocity and acceleration a                 acceleration of the origin,
//   less gravity: a root's begins with g_x, g_y, g_z U                 [omega_dot]x + [omega]x [omega]x: what
//   p, fixed to the body, has of acceleration is U p h, I              first and second moments of mass about
//   the origin force, moment     what the body's parent exerts on it
//
// Departures: p lies across the joint's axis, so that it has two components in the frame between; the paper
// has other two, and shifts branches along z. Revolute roots leave out what a base at rest makes zero.
//
// This file is compiled for each instruction set, and shares no code among them: templates alone, which the
// scalar makes distinct, without Eigen and without containers.

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

/// Coordinates of v in axes that are turned about x (about z) by this angle from those of v.
template <class T>
Triple<T> into_x(const Triple<T>& v, const SinCos<T>& angle) {
  return {v.x, angle.cos * v.y + angle.sin * v.z, angle.cos * v.z - angle.sin * v.y};
}
template <class T>
Triple<T> into_z(const Triple<T>& v, const SinCos<T>& angle) {
  return {angle.cos * v.x + angle.sin * v.y, angle.cos * v.y - angle.sin * v.x, v.z};
}

/// And back.
template <class T>
Triple<T> out_of_x(const Triple<T>& v, const SinCos<T>& angle) {
  return {v.x, angle.cos * v.y - angle.sin * v.z, angle.sin * v.y + angle.cos * v.z};
}
template <class T>
Triple<T> out_of_z(const Triple<T>& v, const SinCos<T>& angle) {
  return {angle.cos * v.x - angle.sin * v.y, angle.sin * v.x + angle.cos * v.y, v.z};
}

/// How a body moves, as its children need it.
template <class T>
struct BodyMotion {
  Triple<T> omega, omega_dot, a;
  T U_xx, U_xy, U_xz, U_yx, U_yy, U_yz, U_zx, U_zy, U_zz;
};

/// What is kept of a body from the outward to the inward pass.
template <class T>
struct BodyForces {
  Triple<T> force, moment;
  SinCos<T> theta;
  T slide;  // of a prismatic joint
};

/// Temporaries of torques(): as many of each as there are bodies.
template <class T>
struct Workspace {
  BodyForces<T>* forces;
  BodyMotion<T>* branches;  // motions of branching bodies
};

template <class T>
SinCos<T> theta_of(const TreeBody& body, const SinCos<T>& q) {
  if (!body.has_theta_0) return q;
  const T sin(body.sin_theta_0), cos(body.cos_theta_0);
  return {q.sin * cos + q.cos * sin, q.cos * cos - q.sin * sin};
}

template <class T>
SinCos<T> alpha_of(const TreeBody& body) {
  return {T(body.sin_alpha), T(body.cos_alpha)};
}
template <class T>
SinCos<T> gamma_of(const TreeBody& body) {
  return {T(body.sin_gamma), T(body.cos_gamma)};
}

/// A vector of the parent in the body's axes.
template <class T>
Triple<T> into_body(const TreeBody& body, const SinCos<T>& theta, const Triple<T>& of_parent) {
  const Triple<T> turned = body.has_gamma ? into_z(of_parent, gamma_of<T>(body)) : of_parent;
  return into_z(into_x(turned, alpha_of<T>(body)), theta);
}

/// From the parent's origin to the body's, in the parent's axes.
template <class T>
Triple<T> p_parent_body(const TreeBody& body, const T& slide) {
  const Triple<T> p{T(body.p_x), T(body.p_y), T(body.p_z)};
  if (body.turns) return p;
  const Triple<T> along = out_of_x(Triple<T>{T(0), T(0), slide}, alpha_of<T>(body));
  return p + (body.has_gamma ? out_of_z(along, gamma_of<T>(body)) : along);
}

/// Products of the components of omega.
template <class T>
struct OmegaProducts {
  T xy, xz, yz;
};

/// U = [omega_dot]x + [omega]x [omega]x, and products that come with it.
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

/// The motion of a revolute root: the base is at rest, so it turns about z alone.
template <class T>
BodyMotion<T> root_motion(const TreeBody& body, const SinCos<T>& theta, const T& dq, const T& ddq) {
  const T zero(0), minus_square = -(dq * dq);
  BodyMotion<T> m;
  m.omega = {zero, zero, dq};
  m.omega_dot = {zero, zero, ddq};
  m.a = into_z({T(body.g_x), T(body.g_y), T(body.g_z)}, theta);
  m.U_xx = m.U_yy = minus_square;
  m.U_xy = -ddq, m.U_yx = ddq;
  m.U_xz = m.U_yz = m.U_zx = m.U_zy = m.U_zz = zero;
  return m;
}

/// The motion of a body from its parent's, but for U.
template <class T>
BodyMotion<T> carried_motion(const TreeBody& body, const BodyForces<T>& here, const BodyMotion<T>& parent,
                             const T& dq, const T& ddq) {
  const Triple<T> p = p_parent_body(body, here.slide);
  const Triple<T> a{parent.a.x + parent.U_xx * p.x + parent.U_xy * p.y + parent.U_xz * p.z,  // (3.23)
                    parent.a.y + parent.U_yx * p.x + parent.U_yy * p.y + parent.U_yz * p.z,
                    parent.a.z + parent.U_zx * p.x + parent.U_zy * p.y + parent.U_zz * p.z};
  BodyMotion<T> m;
  m.omega = into_body(body, here.theta, parent.omega);
  m.omega_dot = into_body(body, here.theta, parent.omega_dot);
  m.a = into_body(body, here.theta, a);
  if (body.turns) {
    m.omega_dot.x += m.omega.y * dq;  // (3.22)
    m.omega_dot.y -= m.omega.x * dq;
    m.omega_dot.z += ddq;
    m.omega.z += dq;  // (3.21)
  } else {
    const T twice_dq = dq + dq;  // Coriolis and slide
    m.a.x += m.omega.y * twice_dq;
    m.a.y -= m.omega.x * twice_dq;
    m.a.z += ddq;
  }
  return m;
}

/// A prismatic root: the base is at rest, and so are its axes.
template <class T>
BodyMotion<T> sliding_root_motion(const TreeBody& body, const T& ddq) {
  BodyMotion<T> m;
  const T zero(0);
  m.omega = m.omega_dot = {zero, zero, zero};
  m.a = {T(body.g_x), T(body.g_y), T(body.g_z) + ddq};
  m.U_xx = m.U_xy = m.U_xz = m.U_yx = m.U_yy = m.U_yz = m.U_zx = m.U_zy = m.U_zz = zero;
  return m;
}

/// What moves a revolute body so: force and moment about its origin. Its mass, h_z and I_yy are zero.
template <class T>
void set_revolute_forces(const TreeBody& body, const BodyMotion<T>& m, const OmegaProducts<T>& product,
                         BodyForces<T>& here) {
  const T h_x(body.h_x), h_y(body.h_y);
  const T I_xx(body.I_xx), I_xy(body.I_xy), I_xz(body.I_xz), I_yz(body.I_yz), I_zz(body.I_zz);
  here.force = {m.U_xx * h_x + m.U_xy * h_y,  // (3.24), (3.25)
                m.U_yx * h_x + m.U_yy * h_y,  //
                m.U_zx * h_x + m.U_zy * h_y};
  // (3.26): I alpha + omega x I omega + h x a, sorted by the elements of I. What goes with a product of
  // inertia is an element of U, or a difference of two on its diagonal.
  here.moment = {I_xx * m.omega_dot.x + I_zz * product.yz - I_xy * m.U_zx + I_xz * m.U_yx +
                     I_yz * (m.U_yy - m.U_zz) + h_y * m.a.z,
                 T(body.I_xx_less_zz) * product.xz + I_xy * m.U_zy + I_xz * (m.U_zz - m.U_xx) -
                     I_yz * m.U_xy - h_x * m.a.z,
                 I_zz * m.omega_dot.z - I_xx * product.xy + I_xy * (m.U_xx - m.U_yy) - I_xz * m.U_yz +
                     I_yz * m.U_xz + h_x * m.a.y - h_y * m.a.x};
}

/// The same for a revolute root, of which the moment about its axis alone is asked.
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
  here.force = {mass * m.a.x + m.U_xx * h.x + m.U_xy * h.y + m.U_xz * h.z,
                mass * m.a.y + m.U_yx * h.x + m.U_yy * h.y + m.U_yz * h.z,
                mass * m.a.z + m.U_zx * h.x + m.U_zy * h.y + m.U_zz * h.z};
  here.moment = cross(h, m.a);
}

/// The angles and slides of the joints. Apart from the rest, since none of these sines waits for another,
/// while every step of the recursion waits for the one before. Motion gives q, dq, ddq and sine and cosine of
/// q, sin_cos_q, of a joint by its index: q(dof), ...
template <class T, class Motion>
void set_joints(const TreeBody* bodies, int count, const Motion& motion, Workspace<T> w) {
  for (int i = 0; i < count; ++i) {
    const TreeBody& body = bodies[i];
    BodyForces<T>& here = w.forces[i];
    if (body.turns) {
      here.theta = theta_of(body, motion.sin_cos_q(body.dof));
    } else {
      here.theta = {T(body.sin_theta_0), T(body.cos_theta_0)};
      here.slide = motion.q(body.dof);
    }
  }
}

/// From the base to the tips: how the bodies move, and the force and moment that this takes of each.
template <class T, class Motion>
void outward(const TreeBody* bodies, int count, const Motion& motion, Workspace<T> w) {
  BodyMotion<T> m;  // of the body before, which is the parent of most: it stays in registers
  for (int i = 0; i < count; ++i) {
    const TreeBody& body = bodies[i];
    BodyForces<T>& here = w.forces[i];
    const T dq = motion.dq(body.dof), ddq = motion.ddq(body.dof);
    line_item<T>("omega, omega_dot, a, U");
    OmegaProducts<T> product;  // unless this is a root
    if (body.parent == TreeBody::base) {
      m = body.turns ? root_motion(body, here.theta, dq, ddq) : sliding_root_motion(body, ddq);
    } else {
      if (body.parent != i - 1) m = w.branches[body.parent];
      m = carried_motion(body, here, m, dq, ddq);
      product = set_U(m);
    }
    if (body.is_branching) w.branches[i] = m;

    line_item<T>("force, moment of the motion");
    if (!body.turns)
      set_prismatic_forces(body, m, here);
    else if (body.parent == TreeBody::base)
      set_root_forces(body, m, here);
    else
      set_revolute_forces(body, m, product, here);
  }
}

/// Takes the wrench off what the parent of its body must exert. Stands between the two passes.
template <class T>
void subtract_wrench(const TreeBody* bodies, const TreeWrench& wrench, Workspace<T> w) {
  const auto triple = [](const double* v) { return Triple<T>{T(v[0]), T(v[1]), T(v[2])}; };
  Triple<T> force = triple(wrench.force), moment = triple(wrench.moment), point = triple(wrench.point);
  // What stands still in the world, from the base to the body.
  for (int i = 0; i <= wrench.body; ++i) {
    const TreeBody& body = bodies[i];
    if (!body.leads_to_wrench) continue;
    const BodyForces<T>& here = w.forces[i];
    const bool is_root = body.parent == TreeBody::base;
    const auto carried = [&](const Triple<T>& v) {
      if (!is_root) return into_body(body, here.theta, v);
      return body.turns ? into_z(v, here.theta) : v;
    };
    if (wrench.force_in_world) {
      force = carried(force);
      moment = carried(moment);
    }
    if (wrench.point_in_world) {
      if (!is_root)
        point = point - p_parent_body(body, here.slide);
      else if (!body.turns)
        point.z -= here.slide;
      point = carried(point);
    }
  }
  BodyForces<T>& here = w.forces[wrench.body];
  here.force = here.force - force;
  here.moment = here.moment - (moment + cross(point, force));
}

/// From the tips to the base: each joint bears the component along its axis, and its parent the rest.
/// Motion takes them: set_tau(dof, tau).
template <class T, class Motion>
void inward(const TreeBody* bodies, int count, const Motion& motion, Workspace<T> w) {
  for (int i = count; i-- > 0;) {
    const TreeBody& body = bodies[i];
    const BodyForces<T>& here = w.forces[i];
    motion.set_tau(body.dof, body.turns ? here.moment.z : here.force.z);  // (3.27)
    if (body.parent == TreeBody::base) continue;
    line_item<T>("force, moment of the children");
    Triple<T> force = out_of_z(here.force, here.theta), moment = out_of_z(here.moment, here.theta);
    const T x(body.across_x), y(body.across_y);  // p x force, in the frame between
    moment.x += y * force.z;
    moment.y -= x * force.z;
    moment.z += x * force.y - y * force.x;
    if (!body.turns) {
      moment.x -= here.slide * force.y;
      moment.y += here.slide * force.x;
    }
    force = out_of_x(force, alpha_of<T>(body));
    moment = out_of_x(moment, alpha_of<T>(body));
    if (body.has_gamma) {
      force = out_of_z(force, gamma_of<T>(body));
      moment = out_of_z(moment, gamma_of<T>(body));
    }
    BodyForces<T>& parent = w.forces[body.parent];
    parent.force = parent.force + force;     // (3.25)
    parent.moment = parent.moment + moment;  // (3.26)
  }
}

/// The torques (N m; N for prismatic joints) that move the links so.
template <class T, class Motion>
void torques(const TreeBody* bodies, int count, const TreeWrench& wrench, const Motion& motion,
             Workspace<T> w) {
  line_item<T>("theta");
  set_joints(bodies, count, motion, w);
  outward(bodies, count, motion, w);
  if (wrench.body != TreeBody::base) subtract_wrench(bodies, wrench, w);
  inward(bodies, count, motion, w);
}

}  // namespace invdyn::recursion
