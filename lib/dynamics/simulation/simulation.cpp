#include "simulation.h"

#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "../../ground/base/wording.h"
#include "../core/mass_matrix.h"

namespace invdyn {
namespace {

std::span<double> span_of(Eigen::VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}
std::span<const double> span_of(const Eigen::VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

// Warns once for each joint if its torque exceeds the limit of its drive; limits the torque if `apply`.
class TorqueLimits {
 public:
  TorqueLimits(const Robot& robot, bool apply, const Warn& warn)
      : robot_(robot), apply_(apply), warn_(warn), warned_(robot.dof(), false) {}

  void meet(double t, Eigen::VectorXd& tau) {
    for (std::size_t j = 0; j < robot_.dof(); ++j) {
      const Joint& joint = robot_.moving_joint(j);
      double& torque = tau[static_cast<Eigen::Index>(j)];
      if (!joint.limits.effort || std::abs(torque) <= *joint.limits.effort) continue;
      if (!warned_[j]) warn_(text(t, joint, torque));
      warned_[j] = true;
      if (apply_) torque = std::copysign(*joint.limits.effort, torque);
    }
  }

 private:
  std::string text(double t, const Joint& joint, double torque) const {
    const std::string unit = joint.is_revolute() ? " N m" : " N";
    return "joint " + in_quotes(joint.name) + " needs " + six_digits(torque) + unit + " at " + six_digits(t) +
           " s, but its effort limit is " + six_digits(*joint.limits.effort) + unit +
           (apply_ ? ": from this time on, the torque is limited to the effort limit"
                   : "; `torque-limits` limits the torque to the effort limit");
  }

  const Robot& robot_;
  bool apply_;
  const Warn& warn_;
  std::vector<bool> warned_;
};

}  // namespace

Simulation::Simulation(const Robot& robot, const DynamicsSettings& dynamics, const Controller& controller,
                       const SimulationSettings& settings)
    : robot_(robot), dynamics_(dynamics), controller_(&controller), settings_(settings) {
  assert(controller.dof() == robot.dof());
}

void Simulation::run(const SampledMotion& desired, const std::function<void(const ControlSample&)>& take,
                     const Warn& warn) const {
  if (desired.rows() < 2 || !(desired.end() > desired.begin()))
    throw Error("simulation", "the desired motion has " + counted(desired.rows(), "row") +
                                  ": expected at least two rows with different times");
  const std::size_t n = robot_.dof();
  const auto size = static_cast<Eigen::Index>(n);
  assert(desired.dof() == n && (!settings_.initial_q || settings_.initial_q->size() == size));
  Eigen::VectorXd dq_desired(size), ddq_desired(size), q_read(size), dq_read(size);
  ControlSample sample;
  for (Eigen::VectorXd* values :
       {&sample.q, &sample.dq, &sample.ddq, &sample.desired, &sample.error, &sample.tau})
    values->setZero(size);
  const auto desire = [&](double t) {
    desired.at(t, span_of(sample.desired), span_of(dq_desired), span_of(ddq_desired));
  };

  IntegrationSettings integration = settings_.integration;
  integration.shorter_period = shorter_period(desired);
  Plant plant(robot_, dynamics_, integration);
  Controller::Workspace workspace(*controller_);
  Encoder encoder(settings_.encoder);
  TorqueLimits limits(robot_, settings_.torque_limits, warn);
  const ControlInstants times = instants(desired);
  desire(desired.begin());
  plant.place(desired.begin(), span_of(settings_.initial_q.value_or(sample.desired)), span_of(dq_desired));
  for (std::size_t k = 0; k < times.count(); ++k) {
    sample.t = times.time(k);
    if (k > 0) plant.advance_to(sample.t);
    desire(sample.t);
    encoder.read(sample.t, plant.q(), plant.dq(), settings_.period.step(), span_of(q_read), span_of(dq_read));
    const Eigen::VectorXd& q_desired = sample.desired;
    controller_->control_torques(JointMotion<double>{span_of(q_desired), span_of(std::as_const(dq_desired)),
                                                     span_of(std::as_const(ddq_desired))},
                                 span_of(std::as_const(q_read)), span_of(std::as_const(dq_read)), workspace,
                                 span_of(sample.tau));
    refuse_overflow(sample, integration.shorter_period);
    limits.meet(sample.t, sample.tau);
    plant.hold(span_of(std::as_const(sample.tau)));
    const auto copy = [&](std::span<const double> from, Eigen::VectorXd& to) {
      to = Eigen::Map<const Eigen::VectorXd>(from.data(), size);
    };
    copy(plant.q(), sample.q);
    copy(plant.dq(), sample.dq);
    copy(plant.ddq(), sample.ddq);
    sample.error = sample.desired - sample.q;
    take(sample);
  }
}

double Simulation::shorter_period(const SampledMotion& desired) const {
  std::vector<double> q(robot_.dof()), dq(q.size()), ddq(q.size());
  desired.at(desired.begin(), q, dq, ddq);
  const MassMatrix method(robot_, dynamics_);
  MassMatrix::Workspace<double> workspace(method);
  const auto size = static_cast<Eigen::Index>(robot_.dof());
  Eigen::MatrixXd M(size, size);
  method.compute<double>(q, workspace, M);
  const double tenth = settings_.period.step() / 10, half = controller_->stable_period(M) / 2;
  if (!(half > 0 && half < tenth)) return tenth;
  const double digit = std::pow(10, std::floor(std::log10(half)));
  return std::floor(half / digit + 1e-9) * digit;
}

void Simulation::refuse_overflow(const ControlSample& sample, double shorter_period) const {
  for (Eigen::Index j = 0; j < sample.tau.size(); ++j)
    if (!std::isfinite(sample.tau[j]))
      throw Error("simulation at " + six_digits(sample.t) + " s",
                  "joint " + in_quotes(robot_.moving_joint(static_cast<std::size_t>(j)).name) +
                      ": its torque is too large to compute: expected smaller gains, or a shorter "
                      "`control-period`, such as " +
                      six_digits(shorter_period));
}

}  // namespace invdyn
