#include "inverse_dynamics.h"

#include <stdexcept>

namespace invdyn {

namespace {

std::unique_ptr<const LinkTorques> prepared(const Robot& robot, const DynamicsSettings& settings) {
  const Formulation& method =
      settings.method.empty() ? formulations().front() : formulation("`method`", settings.method);
  return method.prepare(robot, {settings.gravity.value_or(robot.gravity()), settings.wrench});
}

}  // namespace

InverseDynamics::InverseDynamics(const Robot& robot, const DynamicsSettings& settings)
    : base_floats_(robot.base_floats()),
      links_(prepared(robot, settings)),
      drives_(robot, settings.friction, settings.rotor, settings.spring) {}

const LinkTorques& InverseDynamics::of_fixed_base() const {
  if (base_floats_) throw std::logic_error("InverseDynamics: a sample has no motion for a base that floats");
  return *links_;
}

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
