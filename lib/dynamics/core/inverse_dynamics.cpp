#include "inverse_dynamics.h"

namespace invdyn {

namespace {

std::unique_ptr<const LinkTorques> prepared(const Robot& robot, const DynamicsSettings& settings) {
  const Formulation& method =
      settings.method.empty() ? formulations().front() : formulation("`method`", settings.method);
  return method.prepare(robot, {settings.gravity.value_or(robot.gravity()), settings.wrench});
}

}  // namespace

InverseDynamics::InverseDynamics(const Robot& robot, const DynamicsSettings& settings)
    : links_(prepared(robot, settings)), drives_(robot, settings.friction, settings.rotor, settings.spring) {}

void InverseDynamics::fill_torques(Block& block, BlockWorkspace& workspace) const {
  const std::size_t begin = block.own_begin(), rows = block.own_end() - begin;
  if (rows == 0) return;
  row_torques({.q = block.q.data() + begin,
               .dq = block.dq.data() + begin,
               .ddq = block.ddq.data() + begin,
               .tau = block.tau.data() + begin,
               .stride = block.capacity,
               .count = rows},
              workspace);
}

}  // namespace invdyn
