#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../robot/model/drive_coupling.h"
#include "../../robot/model/robot.h"
#include "../core/inverse_dynamics.h"

namespace invdyn {

/// computed_torque: tau = M(q) (ddq_d + kv (dq_d - dq) + kp (q_d - q)) + C(q, dq) dq + g(q) + drives
/// [Lee et al. 1982, (4.1) and (4.4)], by inverse dynamics with the bracket in place of ddq. Coulomb
/// friction, which Lee omits, has the sign of dq; if dq reads exactly 0, the sign of dq_d, so that the joint
/// leaves rest. pd: tau = kv (dq_d - dq) + kp (q_d - q). feedforward: the inverse dynamics of the desired
/// motion, without feedback.
enum class ControlLaw { computed_torque, pd, feedforward };

struct ControlSettings {
  ControlLaw law = ControlLaw::computed_torque;
  /// One for each joint of the robot. computed_torque: 1/s^2 and 1/s. pd: N m/rad and N m s/rad, for
  /// prismatic joints N/m and N s/m. feedforward: not used.
  Eigen::VectorXd kp = {}, kv = {};
};

/// Computes the torques of the drives from the desired and the measured motion. It uses a model of the robot,
/// which may differ from the robot. Immutable: any number of threads can use one object, each with its own
/// workspace.
class Controller {
 public:
  struct Workspace {
    explicit Workspace(const Controller& controller)
        : dynamics(controller.dynamics_),
          q(controller.dof()),
          dq(controller.dof()),
          ddq(controller.dof()),
          tau(controller.dof()),
          desired_dq(controller.dof()) {}
    InverseDynamics::Workspace<double> dynamics;
    std::vector<double> q, dq, ddq, tau, desired_dq;  // in the model's order
  };

  /// `robot` gives the names and the order of the joints. `dynamics`: the effects that the model includes.
  /// Throws Error if only one of model and robot has a joint, or if a joint is revolute in one and prismatic
  /// in the other; the error names the joints. Throws NotRepresentable if the method does not support the
  /// model.
  Controller(const Robot& robot, const Robot& model, const DynamicsSettings& dynamics,
             const ControlSettings& settings);

  std::size_t dof() const { return model_index_.size(); }

  /// Computes torques (N m or N) from the desired motion and the measured q (rad or m) and dq (per s). All
  /// have length dof() and the order of robot.moving_joints().
  void control_torques(const JointMotion<double>& desired, std::span<const double> q,
                       std::span<const double> dq, Workspace& workspace, std::span<double> tau) const;

  /// The longest period, s, at which the feedback is probably stable for small errors, if the model is right
  /// and torques are constant between samples. Exact for one joint, an estimate for several: 2 kv / kp, and 2
  /// / (trace of M^-1 kv) with the mass matrix M of the robot; 2 / kv for computed_torque, which accelerates
  /// each joint alone. Infinite without feedback.
  double stable_period(const Eigen::MatrixXd& M) const;

 private:
  InverseDynamics dynamics_;
  ControlSettings settings_;
  std::vector<std::size_t> model_index_;  // by joint of the robot: index into the model's moving joints
  std::vector<Drive> drives_;             // in the model, by joint of the robot, as far as they count
  std::vector<std::pair<CoupledDrive, Drive>> coupled_;  // of the model; these have no friction in drives_
};

}  // namespace invdyn
