#include "reach.h"

#include <algorithm>
#include <cmath>

#include "moved_mass.h"

namespace invdyn {

double reach(const Robot& robot) {
  constexpr double endless = 1000;  // m: such a limit means none
  std::vector<double> to_link(robot.links().size(), 0);
  double farthest = 0;
  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    double travel = 0;
    if (joint.type == JointType::prismatic)
      travel = std::max(std::abs(joint.limits.lower.value_or(0)), std::abs(joint.limits.upper.value_or(0)));
    to_link[i + 1] = to_link[joint.parent] + joint.T_parent_joint.translation().norm() +
                     joint.T_joint_link.translation().norm() + (travel < endless ? travel : 0);
    farthest = std::max(farthest, to_link[i + 1] + robot.links()[i + 1].mass_properties.com.norm());
  }
  return farthest;
}

double moving_mass(const Robot& robot) {
  const std::vector<bool> moves = links_that_move(robot);
  double mass = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i]) mass += robot.links()[i].mass_properties.mass;
  return mass;
}

}  // namespace invdyn
