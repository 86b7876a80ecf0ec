#pragma once

// Inverse dynamics with spatial velocities at the world's origin, gravity as an external force on each link.
//
// Source: the article on inverse dynamics after Kajita and Choreonoid (source 000 of lib/THEORY.md),
// (1)-(20).
//
// Frames: all vectors are in world axes; the spatial vectors (v_o, w) and (f, tau) are taken at the world's
// origin.
//
// Departures from the print:
// - (3), (6): the axis of joint j is turned by its own link's rotation R_j, not by the parent's, so the
//   link's reference rotation may be any. Here the axis is z of the body's frame: a column of R_j.
// - (6), second line: the centripetal term is w x (w x R b). (15): row 2, column 3 of the hat is -x_x.
// - (18) prints one child: the reactions of all children are added.
// - Prismatic joints, which the text leaves out: b_j grows along the axis, v_j and its derivative gain the
//   slide, with the Coriolis term 2 w x R a dq, and in (20) the axis replaces p x R a.
// - (14): the spatial inertia (17) is not formed but multiplied factor by factor, without its zero blocks and
//   the zero blocks of the hats' matrix.
// - The reflected inertia of (20) and friction are the same for all formulations (DriveTorques).
//
//   R, p    pose of the body                      c      centre of mass
//   v, w    velocity of its origin, angular       I      inertia about c, world axes (8)
//   dv, dw  their derivatives                     P, L   momenta: the spatial inertia times (v_o, w)
//   v_o     spatial velocity (1), dv_o (2)        f, tau force and moment by the parent on the body

#include <optional>
#include <span>
#include <vector>

#include "../../lanes/scalar/counted.h"
#include "../../robot/model/bodies.h"
#include "../core/body_wrench.h"
#include "../core/joint_motion.h"
#include "../core/loads.h"

namespace invdyn {

class Choreonoid {
 public:
  static constexpr const char* name = "choreonoid";
  static constexpr const char* source = "source 000 after Kajita and Choreonoid, (1)-(20)";

  /// Temporaries, owned by the caller.
  template <class T>
  struct Workspace {
    explicit Workspace(const Choreonoid& method)
        : R(method.bodies_.size()),
          p(R.size()),
          v(R.size()),
          w(R.size()),
          dv(R.size()),
          dw(R.size()),
          f(R.size()),
          tau(R.size()) {}
    std::vector<Matrix3<T>> R;
    std::vector<Vector3<T>> p, v, w, dv, dw, f, tau;
  };

  Choreonoid(const Robot& robot, const Loads& loads)
      : bodies_(moving_bodies(robot)),
        R_base_(robot.T_world_base().linear()),
        p_base_(robot.T_world_base().translation()) {
    for (const Body& body : bodies_) weights_.push_back(body.mass_properties.mass * loads.gravity);
    if (loads.wrench) wrench_.emplace(robot, *loads.wrench);
  }

  /// Torques (N m; N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& s, std::span<T> u) const {
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      const Body& body = bodies_[j];
      forward(motion, j, s);
      const Matrix3<T>& R = s.R[j];
      const Vector3<T>&p = s.p[j], &v = s.v[j], &w = s.w[j], &dw = s.dw[j];

      line_item<T>("I, c");
      const Vector3<T> com = body.mass_properties.com.cast<T>();
      const Vector3<T> c = p + R * com;
      const Matrix3<T> R_I = R * body.mass_properties.inertia.cast<T>();
      const Matrix3<T> I = R_I * R.transpose();  // (8)
      const T m(body.mass_properties.mass);

      line_item<T>("v_o, dv_o");
      const Vector3<T> v_o = v - w.cross(p);                       // (1)
      const Vector3<T> dv_o = s.dv[j] - dw.cross(p) - w.cross(v);  // (19)

      line_item<T>("f, tau of the motion");
      const Vector3<T> P_over_m = v_o - c.cross(w);  // (17) times (v_o, w)
      const Vector3<T> P = m * P_over_m;
      const Vector3<T> L = c.cross(P) + I * w;
      const Vector3<T> dP_over_m = dv_o - c.cross(dw);  // (17) times (dv_o, dw)
      const Vector3<T> dP = m * dP_over_m;
      const Vector3<T> dL = c.cross(dP) + I * dw;
      s.f[j] = dP + w.cross(P);                   // (16), upper line
      s.tau[j] = dL + v_o.cross(P) + w.cross(L);  // (16), lower line

      line_item<T>("f_E, tau_E: gravity");
      const Vector3<T> f_E = weights_[j].cast<T>();
      s.f[j] -= f_E;  // (18)
      s.tau[j] -= c.cross(f_E);
    }
    if (wrench_) {  // the other external force of (18)
      const std::size_t j = wrench_->body();
      const Wrench<T> on_body = wrench_->at(motion.q);
      const Vector3<T> force = s.R[j] * on_body.force, moment = s.R[j] * on_body.moment;
      s.f[j] -= force;
      s.tau[j] -= moment + s.p[j].cross(force);
    }

    for (std::size_t j = bodies_.size(); j-- > 0;) {
      const Body& body = bodies_[j];
      line_item<T>("u");
      const Vector3<T> axis = s.R[j].col(2);
      if (body.is_revolute) {
        const Vector3<T> p_x_axis = s.p[j].cross(axis);
        u[body.dof] = p_x_axis.dot(s.f[j]) + axis.dot(s.tau[j]);  // (20)
      } else {
        u[body.dof] = axis.dot(s.f[j]);
      }
      if (!body.parent) continue;
      line_item<T>("f, tau of the children");
      s.f[*body.parent] += s.f[j];  // (18)
      s.tau[*body.parent] += s.tau[j];
    }
  }

 private:
  // Forward kinematics with acceleration, (3)-(6).
  template <class T>
  void forward(const JointMotion<T>& motion, std::size_t j, Workspace<T>& s) const {
    const Body& body = bodies_[j];
    const T q = motion.q[body.dof], dq = motion.dq[body.dof], ddq = motion.ddq[body.dof];
    Matrix3<T> R_parent = R_base_.cast<T>();
    Vector3<T> p_parent = p_base_.cast<T>(), v_parent, w_parent, dv_parent, dw_parent;
    if (body.parent) {
      R_parent = s.R[*body.parent];
      p_parent = s.p[*body.parent];
      v_parent = s.v[*body.parent];
      w_parent = s.w[*body.parent];
      dv_parent = s.dv[*body.parent];
      dw_parent = s.dw[*body.parent];
    } else {
      v_parent = w_parent = dv_parent = dw_parent = Vector3<T>::Zero();
    }

    line_item<T>("R, p");
    Matrix3<T>& R = s.R[j];
    R = R_parent * body.R_parent_body.cast<T>();
    Vector3<T> R_b = R_parent * body.p_parent_body.cast<T>();
    const Vector3<T> axis = R.col(2);
    if (body.is_revolute) {
      const SinCos<T> angle = sin_cos(q);
      const Vector3<T> x = R.col(0), y = R.col(1);
      R.col(0) = x * angle.cos + y * angle.sin;
      R.col(1) = y * angle.cos - x * angle.sin;
    } else {
      R_b += axis * q;
    }
    s.p[j] = p_parent + R_b;

    line_item<T>("v, w");
    const Vector3<T> w_x_b = w_parent.cross(R_b);
    s.v[j] = v_parent + w_x_b;  // (4)
    s.w[j] = w_parent;
    line_item<T>("dv, dw");
    s.dv[j] = dv_parent + dw_parent.cross(R_b) + w_parent.cross(w_x_b);  // (6)
    s.dw[j] = dw_parent;

    line_item<T>("v, w");
    const Vector3<T> axis_dq = axis * dq;
    (body.is_revolute ? s.w : s.v)[j] += axis_dq;  // (3)
    line_item<T>("dv, dw");
    const Vector3<T> axis_ddq = axis * ddq;
    const Vector3<T> w_x_axis_dq = w_parent.cross(axis_dq);
    Vector3<T>& derivative = (body.is_revolute ? s.dw : s.dv)[j];
    derivative += w_x_axis_dq + axis_ddq;              // (6)
    if (!body.is_revolute) derivative += w_x_axis_dq;  // the other half of the Coriolis acceleration
  }

  std::vector<Body> bodies_;
  Eigen::Matrix3d R_base_;
  Eigen::Vector3d p_base_;
  std::vector<Eigen::Vector3d> weights_;  // m g of each body
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
