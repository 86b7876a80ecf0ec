#pragma once

// The recursive Newton-Euler method in link frames, for trees of revolute and prismatic joints.
//
// Source: Luh, Walker & Paul, "On-Line Computational Scheme for Mechanical Manipulators", ASME J. Dyn. Sys.
// Meas. Control 102 (1980) 69-76, whose revolute case the sources print as Lee et al. 1982, (3.21)-(3.27),
// and Sasaki 1990, (2.31)-(2.39); the equations cited below are Lee's.
//
// Frames: body i's frame has its origin on joint i's axis and z along it (so the joint's motion is a turn
// about z or a slide along z). Every vector of body i is in frame i, but p_i, which is in its parent's;
// moments are about the origin of frame i.
//
// Departures: frames sit on their own joint (modified Denavit-Hartenberg) and not at the far end of the link,
// so the inward pass meets joint i where body i's moment already is. Prismatic joints, and any number of
// children. Gravity is an acceleration -g of the base [Luh, Walker & Paul 1980]. The base is at rest: its
// zero velocity is left out, where the papers' forms carry it along as a value.
//
//   omega, alpha  angular velocity and acceleration       c      centre of mass, from the body's origin
//   a             acceleration of the origin, plus -g      I      inertia about the centre of mass
//   force, moment what the body's parent exerts on it      R, p   pose of the body in its parent
//   z             the joint's axis, (0, 0, 1)

#include <optional>
#include <span>
#include <vector>

#include "../../lanes/scalar/counted.h"
#include "../../robot/kinematics/body_pose.h"
#include "../../robot/model/bodies.h"
#include "../core/body_wrench.h"
#include "../core/joint_motion.h"
#include "../core/loads.h"

namespace invdyn {

class NewtonEuler {
 public:
  static constexpr const char* name = "newton-euler";
  static constexpr const char* source = "Luh, Walker & Paul 1980, frames on the joints, trees";

  /// Temporaries of torques(), owned by the caller and used again from sample to sample.
  template <class T>
  struct Workspace {
    explicit Workspace(const NewtonEuler& method)
        : R(method.bodies_.size()),
          p(R.size()),
          omega(R.size()),
          alpha(R.size()),
          a(R.size()),
          force(R.size()),
          moment(R.size()) {}
    std::vector<Matrix3<T>> R;
    std::vector<Vector3<T>> p, omega, alpha, a, force, moment;
  };

  NewtonEuler(const Robot& robot, const Loads& loads)
      : bodies_(moving_bodies(robot)),
        base_acceleration_(robot.T_world_base().linear().transpose() * -loads.gravity) {
    if (loads.wrench) wrench_.emplace(robot, *loads.wrench);
  }

  /// The torques (N m; forces in N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    outward(motion, w);
    if (wrench_) {
      // force -= f_wrench, moment -= n_wrench
      const Wrench<T> on_body = wrench_->at(motion.q);
      w.force[wrench_->body()] -= on_body.force;
      w.moment[wrench_->body()] -= on_body.moment;
    }
    inward(w, tau);
  }

 private:
  // Kinematics from the base to the tips, and the net force and moment on each body.
  template <class T>
  void outward(const JointMotion<T>& motion, Workspace<T>& w) const {
    const Vector3<T> base_a = base_acceleration_.template cast<T>();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      const T q = motion.q[body.dof], dq = motion.dq[body.dof], ddq = motion.ddq[body.dof];
      line_item<T>("R, p");
      set_body_pose(body, q, w.R[i], w.p[i]);

      line_item<T>("omega, alpha, a");
      if (body.parent) {
        const std::size_t parent = *body.parent;
        // omega = R^T omega_parent, alpha = R^T alpha_parent,
        // a = R^T (a_parent + alpha_parent x p + omega_parent x (omega_parent x p))  (3.23)
        const Vector3<T> omega_x_p = w.omega[parent].cross(w.p[i]);
        const Vector3<T> a_here =
            w.a[parent] + w.alpha[parent].cross(w.p[i]) + w.omega[parent].cross(omega_x_p);
        w.omega[i] = w.R[i].transpose() * w.omega[parent];
        w.alpha[i] = w.R[i].transpose() * w.alpha[parent];
        w.a[i] = w.R[i].transpose() * a_here;
      } else {
        // omega = 0, alpha = 0, a = -R^T g
        w.omega[i].setZero();
        w.alpha[i].setZero();
        w.a[i] = w.R[i].transpose() * base_a;
      }

      if (body.is_revolute) {
        // alpha += omega x z dq + z ddq  (3.22), with omega still the parent's, in this body's axes
        w.alpha[i].x() += w.omega[i].y() * dq;
        w.alpha[i].y() -= w.omega[i].x() * dq;
        w.alpha[i].z() += ddq;
        // omega += z dq  (3.21)
        w.omega[i].z() += dq;
      } else {
        // a += 2 omega x z dq + z ddq: Coriolis and slide
        const T twice_dq = dq + dq;
        w.a[i].x() += w.omega[i].y() * twice_dq;
        w.a[i].y() -= w.omega[i].x() * twice_dq;
        w.a[i].z() += ddq;
      }

      line_item<T>("force, moment of the motion");
      const Vector3<T>& omega = w.omega[i];
      const Vector3<T> c = body.mass_properties.com.template cast<T>();
      const Matrix3<T> I = body.mass_properties.inertia.template cast<T>();
      // a_com = a + alpha x c + omega x (omega x c)  (3.24)
      const Vector3<T> omega_x_c = omega.cross(c);
      const Vector3<T> a_com = w.a[i] + w.alpha[i].cross(c) + omega.cross(omega_x_c);
      // force = F = m a_com  (3.25), moment = I alpha + omega x I omega + c x F  (3.26)
      const Vector3<T> angular_momentum = I * omega;
      w.force[i] = T(body.mass_properties.mass) * a_com;
      w.moment[i] = I * w.alpha[i] + omega.cross(angular_momentum) + c.cross(w.force[i]);
    }
  }

  // Forces and moments from the tips to the base; each joint bears the component along its axis.
  template <class T>
  void inward(Workspace<T>& w, std::span<T> tau) const {
    for (std::size_t i = bodies_.size(); i-- > 0;) {
      const Body& body = bodies_[i];
      // tau = z^T moment, or z^T force  (3.27)
      tau[body.dof] = body.is_revolute ? w.moment[i].z() : w.force[i].z();
      if (!body.parent) continue;
      line_item<T>("force, moment of the children");
      // force_parent += R force  (3.25), moment_parent += R moment + p x R force  (3.26)
      const Vector3<T> force = w.R[i] * w.force[i];
      w.force[*body.parent] += force;
      w.moment[*body.parent] += w.R[i] * w.moment[i] + w.p[i].cross(force);
    }
  }

  std::vector<Body> bodies_;
  Eigen::Vector3d base_acceleration_;  // in the base's axes
  std::optional<BodyWrench> wrench_;
};

}  // namespace invdyn
