#include "forward_dynamics.h"

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "gravity_compensation.h"

namespace invdyn {

ForwardDynamics::ForwardDynamics(const Robot& robot, const DynamicsSettings& settings)
    : bodies_(moving_bodies(robot)),
      held_(compensated_bodies(robot)),
      carried_mass_(bodies_.size()),
      drives_(robot, settings.friction, settings.rotor, settings.spring),
      base_acceleration_(robot.T_world_base().linear().transpose() *
                         -settings.gravity.value_or(robot.gravity())) {
  if (settings.wrench) wrench_.emplace(robot, *settings.wrench);
  if (settings.rotor && !drives_.coupled().empty()) links_.emplace(robot, DynamicsSettings{.rotor = false});
  std::vector<bool> carries_joints(bodies_.size());
  for (std::size_t i = bodies_.size(); i-- > 0;) {
    carried_mass_[i] += bodies_[i].mass_properties.mass;
    if (!bodies_[i].parent) continue;
    carried_mass_[*bodies_[i].parent] += carried_mass_[i];
    carries_joints[*bodies_[i].parent] = true;
  }
  for (const Body& body : bodies_) joint_names_.push_back(robot.moving_joint(body.dof).name);

  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (carries_joints[i]) continue;
    ArticulatedBody<double> tip;
    tip.omega.setZero();
    set_rigid(bodies_[i].mass_properties, tip);
    const double rotor = drives_.inertia(bodies_[i].dof);
    if (bodies_[i].is_revolute)
      require_resistance(i, tip.J(2, 2) + rotor, tip.trace, "");
    else
      require_resistance(i, tip.M(2, 2) + rotor, carried_mass_[i], "");
  }
}

void ForwardDynamics::fail(std::size_t body, const char* where) const {
  throw Error(
      "joint " + in_quotes(joint_names_[body]),
      std::string("nothing resists its motion") + where +
          ", so its acceleration is undefined; expected a rotor's inertia for this joint, or a link with "
          "mass that this joint moves");
}

std::size_t ForwardDynamics::body_of(std::size_t dof) const {
  std::size_t body = 0;
  while (bodies_[body].dof != dof) ++body;
  return body;
}

void ForwardDynamics::fail_undecided(std::size_t dof) const {
  throw Error("joint " + in_quotes(joint_names_[body_of(dof)]), undecided_effort);
}

}  // namespace invdyn
