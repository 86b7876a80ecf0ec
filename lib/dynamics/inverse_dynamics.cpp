#include "inverse_dynamics.h"

namespace invdyn {

namespace {

std::unique_ptr<const LinkTorques> prepared(const Robot& robot, const DynamicsSettings& settings) {
  const Formulation& method =
      settings.method.empty() ? formulations().front() : formulation("--method", settings.method);
  return method.prepare(robot, {settings.gravity.value_or(robot.gravity()), settings.wrench});
}

}  // namespace

InverseDynamics::InverseDynamics(const Robot& robot, const DynamicsSettings& settings)
    : links_(prepared(robot, settings)), drives_(robot, settings.friction, settings.rotor) {}

void InverseDynamics::torques(Block& block, Workspace<double>& workspace) const {
  auto& [links, q, dq, ddq, tau] = workspace;
  for (auto row = static_cast<Eigen::Index>(block.own_begin());
       row < static_cast<Eigen::Index>(block.own_end()); ++row) {
    for (std::size_t j = 0; j < block.dof; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      q[j] = block.q(row, column);
      dq[j] = block.dq(row, column);
      ddq[j] = block.ddq(row, column);
    }
    torques(JointMotion<double>{q, dq, ddq}, workspace, std::span<double>(tau));
    for (std::size_t j = 0; j < block.dof; ++j) block.tau(row, static_cast<Eigen::Index>(j)) = tau[j];
  }
}

}  // namespace invdyn
