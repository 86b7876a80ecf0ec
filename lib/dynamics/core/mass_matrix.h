#pragma once

// The composite-rigid-body algorithm, for trees of revolute and prismatic joints.
//
// Source: Walker & Orin, "Efficient Dynamic Computer Simulation of Robotic Mechanisms", ASME J. Dyn. Sys.
// Meas. Control 104 (1982) 205-211, method 3; for trees Featherstone, Rigid Body Dynamics Algorithms (2008),
// table 6.2, whose lines are cited below.
//
// If only joint i accelerates, by 1, all bodies that it carries move as one rigid body, and the rest of the
// robot is at rest. Column i of M has the torques of the joints between the base and joint i that move this
// composite body. The rest of the column follows from symmetry, or is zero between branches.
//
// Frames: as in newton_euler.h. Body i's frame has its origin on joint i's axis and z along it; moments
// are about the origin of the frame that they are in.
//
// Departure: composite bodies keep their inertia about their own centre of mass, as in Walker & Orin
// (Featherstone: about the frame's origin). The parallel axis theorem then adds squares alone, so that no
// diagonal element loses digits to cancellation.
//
//   mass, com, inertia  of body i and all that it carries     R, p  pose of the body in its parent
//   force, moment       that move the composite body, carried to frame j

#include <Eigen/Core>
#include <span>
#include <type_traits>
#include <vector>

#include "../../robot/kinematics/body_pose.h"
#include "../../robot/model/bodies.h"
#include "drive_torques.h"
#include "dynamics_settings.h"

namespace invdyn {

/// The mass matrix M(q), so that the kinetic energy of links and, with settings.rotor, rotors is
/// dq^T M dq / 2. Immutable: one object serves any number of threads, each with a workspace of its own.
class MassMatrix {
 public:
  template <class T>
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

  /// Temporaries of compute(), owned by the caller and used again from sample to sample.
  template <class T>
  struct Workspace {
    explicit Workspace(const MassMatrix& method)
        : R(method.dof()), p(R.size()), mass(R.size()), com(R.size()), inertia(R.size()) {}
    std::vector<Matrix3<T>> R;
    std::vector<Vector3<T>> p;
    std::vector<T> mass;
    std::vector<Vector3<T>> com;
    std::vector<Matrix3<T>> inertia;
  };

  /// Of the settings, `rotor` alone counts: whether M includes gear_ratio^2 rotor_inertia.
  explicit MassMatrix(const Robot& robot, const DynamicsSettings& settings = {})
      : bodies_(moving_bodies(robot)), drives_(robot, false, settings.rotor, false) {}

  std::size_t dof() const { return bodies_.size(); }

  /// q: rad or m, in the order of robot.moving_joints(), of length dof(). Fills all of M, dof() x dof(): kg
  /// m^2, between a revolute and a prismatic joint kg m, between prismatic joints kg. M is symmetric to the
  /// last bit; it is positive definite, or semidefinite where links without mass leave a motion without
  /// inertia.
  template <class T>
  void compute(std::type_identity_t<std::span<const T>> q, Workspace<T>& w,
               std::type_identity_t<Eigen::Ref<Matrix<T>>> M) const {
    compose(q, w);
    M.setZero();
    for (std::size_t i = 0; i < bodies_.size(); ++i) add_row_and_column(i, w, M);
    drives_.add_coupling(M);
  }

 private:
  // The composite bodies [table 6.2: I_c].
  template <class T>
  void compose(std::span<const T> q, Workspace<T>& w) const {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      set_body_pose(body, q[body.dof], w.R[i], w.p[i]);
      w.mass[i] = T(body.mass_properties.mass);
      w.com[i] = body.mass_properties.com.template cast<T>();
      w.inertia[i] = body.mass_properties.inertia.template cast<T>();
    }
    for (std::size_t i = bodies_.size(); i-- > 0;) {
      if (!bodies_[i].parent) continue;
      const std::size_t parent = *bodies_[i].parent;
      const Matrix3<T> inertia = w.R[i] * w.inertia[i] * w.R[i].transpose();
      w.inertia[parent] += inertia;
      const T mass = w.mass[parent] + w.mass[i];
      if (!(mass > T(0))) continue;
      const Vector3<T> com = w.R[i] * w.com[i] + w.p[i];
      const Vector3<T> d = com - w.com[parent];
      const T share = w.mass[i] / mass;
      const T reduced_mass = w.mass[parent] * share;
      w.inertia[parent] += reduced_mass * (d.squaredNorm() * Matrix3<T>::Identity() - d * d.transpose());
      w.com[parent] += share * d;
      w.mass[parent] = mass;
    }
  }

  // Row and column of body i's joint, as far as they belong to it and to the joints that carry it.
  template <class T>
  void add_row_and_column(std::size_t i, const Workspace<T>& w, Eigen::Ref<Matrix<T>> M) const {
    const Vector3<T>& c = w.com[i];
    Vector3<T> force, moment;  // [table 6.2: F = I_c S]
    if (bodies_[i].is_revolute) {
      force = w.mass[i] * Vector3<T>(-c.y(), c.x(), T(0));
      moment = w.inertia[i].col(2) + c.cross(force);
    } else {
      force = Vector3<T>(T(0), T(0), w.mass[i]);
      moment = c.cross(force);
    }
    const auto column = static_cast<Eigen::Index>(bodies_[i].dof);
    M(column, column) =
        (bodies_[i].is_revolute ? moment.z() : force.z()) + T(drives_.inertia(bodies_[i].dof));  // H_ii
    for (std::size_t j = i; bodies_[j].parent;) {
      force = w.R[j] * force;
      moment = w.R[j] * moment + w.p[j].cross(force);
      j = *bodies_[j].parent;
      const auto row = static_cast<Eigen::Index>(bodies_[j].dof);
      M(row, column) = M(column, row) = bodies_[j].is_revolute ? moment.z() : force.z();  // H_ij, H_ji
    }
  }

  std::vector<Body> bodies_;
  DriveTorques drives_;
};

}  // namespace invdyn
