#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "../dynamics/inverse_dynamics.h"
#include "../robot/robot.h"

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

/// Computes the torques of the drives from the desired and the measured motion. It knows a model of the
/// robot, which need not be the robot. Immutable: one object serves any number of threads, each with a
/// workspace of its own.
class Controller {
 public:
  struct Workspace {
    explicit Workspace(const Controller& controller)
        : dynamics(controller.dynamics_),
          q(controller.dof()),
          dq(controller.dof()),
          ddq(controller.dof()),
          tau(controller.dof()) {}
    InverseDynamics::Workspace<double> dynamics;
    std::vector<double> q, dq, ddq, tau;  // in the model's order
  };

  /// The robot is there for the names and the order of its joints. `dynamics`: what the model takes into
  /// account. Throws Error that names the joints that only one of model and robot has, or that turn in one
  /// and slide in the other; NotRepresentable where the method does not take the model.
  Controller(const Robot& robot, const Robot& model, const DynamicsSettings& dynamics,
             const ControlSettings& settings);

  std::size_t dof() const { return model_index_.size(); }

  /// Desired motion, measured q (rad or m) and dq (per s) to torques, N m or N: all of length dof(), in the
  /// order of robot.moving_joints().
  void control_torques(const JointMotion<double>& desired, std::span<const double> q,
                       std::span<const double> dq, Workspace& workspace, std::span<double> tau) const;

 private:
  InverseDynamics dynamics_;
  ControlSettings settings_;
  std::vector<std::size_t> model_index_;  // of each joint of the robot among the model's moving joints
  struct Coulomb {
    double while_positive = 0, while_negative = 0;
  };
  std::vector<Coulomb> coulomb_;  // that the model knows of each joint of the robot, N m or N
};

}  // namespace invdyn
