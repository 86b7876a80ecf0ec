#include "controller.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/names.h"
#include "../core/computed_torque.h"
#include "../core/drive_torques.h"

namespace invdyn {
namespace {

std::vector<std::string> missing(const std::vector<std::string>& names,
                                 const std::vector<std::string>& there) {
  std::vector<std::string> result;
  for (const std::string& name : names)
    if (std::find(there.begin(), there.end(), name) == there.end()) result.push_back(name);
  return result;
}

// The index of each moving joint of the robot among the joints of the model.
std::vector<std::size_t> indices_in_model(const Robot& robot, const Robot& model) {
  const auto names = moving_joint_names(robot), model_names = moving_joint_names(model);
  const auto unknown = missing(names, model_names), extra = missing(model_names, names);
  if (!unknown.empty() || !extra.empty())
    throw Error("the model " + model.name(),
                (unknown.empty() ? "" : "has no moving joint " + joined(unknown)) +
                    (unknown.empty() || extra.empty() ? "" : ", and ") +
                    (extra.empty() ? "" : "has " + joined(extra) + ", which is not in the robot") +
                    ": expected the moving joints of robot " + robot.name() + " (" + joined(names) +
                    "), in any order");
  std::vector<std::size_t> indices;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto found = std::find(model_names.begin(), model_names.end(), names[j]);
    indices.push_back(static_cast<std::size_t>(found - model_names.begin()));
    if (model.moving_joint(indices.back()).is_revolute() != robot.moving_joint(j).is_revolute())
      throw Error("the model " + model.name(),
                  "joint " + in_quotes(names[j]) +
                      (robot.moving_joint(j).is_revolute() ? " is prismatic, but revolute in the robot"
                                                           : " is revolute, but prismatic in the robot") +
                      ": expected joints of the same kinds");
  }
  return indices;
}

}  // namespace

Controller::Controller(const Robot& robot, const Robot& model, const DynamicsSettings& dynamics,
                       const ControlSettings& settings)
    : dynamics_(model, dynamics), settings_(settings), model_index_(indices_in_model(robot, model)) {
  assert(settings.law == ControlLaw::feedforward ||
         (settings.kp.size() == static_cast<Eigen::Index>(robot.dof()) &&
          settings.kv.size() == static_cast<Eigen::Index>(robot.dof())));
  for (const std::size_t m : model_index_) {
    Drive& drive = drives_.emplace_back(model.moving_joint(m).drive);
    if (!dynamics.friction) drive.motor = drive.joint = {}, drive.offset = drive.load = 0;
    if (!dynamics.rotor) drive.rotor_inertia = 0;
    if (!drive.turns_with.empty()) drive.motor = drive.joint = {};
  }
  if (!dynamics.friction) return;
  for (CoupledDrive& each : coupled_drives(model)) {
    const std::size_t drive = each.drive;
    coupled_.emplace_back(std::move(each), model.moving_joint(drive).drive);
  }
}

double Controller::stable_period(const Eigen::MatrixXd& M) const {
  if (settings_.law == ControlLaw::feedforward) return std::numeric_limits<double>::infinity();
  const double rate = settings_.law == ControlLaw::pd ? symmetric_inverse(M).diagonal().dot(settings_.kv)
                                                      : settings_.kv.maxCoeff();
  double period = 2 / rate;
  for (Eigen::Index j = 0; j < settings_.kp.size(); ++j)
    if (settings_.kp[j] > 0 && settings_.kv[j] > 0)
      period = std::min(period, 2 * settings_.kv[j] / settings_.kp[j]);
  return period;
}

void Controller::control_torques(const JointMotion<double>& desired, std::span<const double> q,
                                 std::span<const double> dq, Workspace& w, std::span<double> tau) const {
  if (settings_.law == ControlLaw::pd) {
    for (std::size_t j = 0; j < dof(); ++j) {
      const auto i = static_cast<Eigen::Index>(j);
      tau[j] = settings_.kv[i] * (desired.dq[j] - dq[j]) + settings_.kp[i] * (desired.q[j] - q[j]);
    }
    return;
  }
  for (std::size_t j = 0; j < dof(); ++j) {
    const std::size_t m = model_index_[j];
    if (settings_.law == ControlLaw::feedforward) {
      w.q[m] = desired.q[j];
      w.dq[m] = desired.dq[j];
      w.ddq[m] = desired.ddq[j];
    } else {
      const auto i = static_cast<Eigen::Index>(j);
      w.q[m] = q[j];
      w.dq[m] = dq[j];
      w.ddq[m] = commanded_acceleration(desired.ddq[j], desired.dq[j], desired.q[j], dq[j], q[j],
                                        settings_.kv[i], settings_.kp[i]);
    }
  }
  dynamics_.torques(JointMotion<double>{w.q, w.dq, w.ddq}, w.dynamics, std::span<double>(w.tau));
  // Inverse dynamics omits dry friction at rest. But there it holds the joint back, so it is added.
  for (std::size_t j = 0; j < dof(); ++j) w.desired_dq[model_index_[j]] = desired.dq[j];
  for (const auto& [coupled, drive] : coupled_) {
    double speed = 0, wanted = 0;
    for (const auto& [joint, factor] : coupled.joints)
      speed += factor * w.dq[joint], wanted += factor * w.desired_dq[joint];
    if (settings_.law != ControlLaw::computed_torque || speed != 0) continue;
    const double friction = coulomb_friction(wanted, drive.coulomb_positive(), drive.coulomb_negative());
    for (const auto& [joint, factor] : coupled.joints) w.tau[joint] += factor * friction;
  }
  for (std::size_t j = 0; j < dof(); ++j) {
    tau[j] = w.tau[model_index_[j]];
    if (settings_.law == ControlLaw::computed_torque && dq[j] == 0) {
      const Drive& drive = drives_[j];
      const double passed = tau[j] - drive.offset - drive.reflected_inertia() * w.ddq[model_index_[j]];
      tau[j] += coulomb_friction(desired.dq[j], drive.coulomb_positive(), drive.coulomb_negative()) +
                coulomb_friction(desired.dq[j], drive.load, -drive.load) * std::abs(passed);
    }
  }
}

}  // namespace invdyn
