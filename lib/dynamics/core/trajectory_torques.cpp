#include "trajectory_torques.h"

#include <utility>

#include "gravity_compensation.h"

namespace invdyn {
namespace {

// On a base that moves, all wrenches act by virtual work, those of gravity compensation too.
DynamicsSettings of_recursion(DynamicsSettings settings, const DrivenTree& tree) {
  if (tree.base_moves()) settings.wrench.reset();
  return settings;
}

std::vector<TimedWrench> by_virtual_work(const DynamicsSettings& settings, const Surroundings& surroundings,
                                         const Robot& robot, const DrivenTree& tree) {
  std::vector<TimedWrench> wrenches = surroundings.wrenches;
  if (!tree.base_moves()) return wrenches;
  if (settings.wrench) wrenches.push_back({*settings.wrench});
  for (TimedWrench& each : compensating_wrenches(robot, settings.gravity.value_or(robot.gravity())))
    wrenches.push_back(std::move(each));
  return wrenches;
}

}  // namespace

TrajectoryTorques::TrajectoryTorques(const Robot& robot, const DynamicsSettings& settings,
                                     const Surroundings& surroundings, DrivenTree::Rates rates)
    : dof_(robot.dof()),
      settings_(settings),
      tree_(robot, surroundings.base, settings.gravity.value_or(robot.gravity())),
      dynamics_(tree_.tree(), of_recursion(settings, tree_)),
      wrenches_(tree_.tree(), by_virtual_work(settings, surroundings, robot, tree_)),
      contacts_(tree_.tree(), surroundings.contacts, surroundings.ground,
                settings.gravity.value_or(robot.gravity())),
      of_contacts_(tree_.tree(), contact_wrenches(surroundings.contacts)),
      rates_(rates) {
  for (const TimedWrench& each : surroundings.wrenches)
    if (each.history) spans_.push_back({each.history->file, each.history->t.front(), each.history->t.back()});
  if (const auto& base = surroundings.base)
    spans_.push_back({base->file, base->motion.begin(), base->motion.end()});
}

// The forces at contacts are those that the rest needs. Friction that depends on the load sees them.
void TrajectoryTorques::add_wrenches(Block& block, std::size_t begin, const MotionRows& rows,
                                     Workspace& workspace) const {
  BodyPoses& places = workspace.places;
  if (wrenches_.count() + contacts_.count() == 0) return;
  for (std::size_t k = 0; k < rows.count; ++k) {
    const double t = block.t[static_cast<Eigen::Index>(begin + k)];
    wrenches_.find(rows, k, places);
    wrenches_.add(t, rows, k, places);
    contacts_.find(rows, k, places, block, begin + k, workspace.contacts);
    of_contacts_.add(t, rows, k, places);
  }
}

void TrajectoryTorques::fill_torques(Block& block, Workspace& workspace) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  if (count == 0) return;
  block.hold_contacts(contacts_.count());
  if (tree_.is_plain() && rates_.velocity && rates_.acceleration) {
    MotionRows rows{.q = block.q.data() + begin,
                    .dq = block.dq.data() + begin,
                    .ddq = block.ddq.data() + begin,
                    .tau = block.tau.data() + begin,
                    .stride = block.capacity,
                    .count = count};
    tree_.set_base(block, begin, rates_, workspace.rows, rows);
    dynamics_.begin_row_torques(rows, workspace.dynamics);
    add_wrenches(block, begin, rows, workspace);
    dynamics_.end_row_torques(rows);
    tree_.collect_wrench(rows, begin, block);
    return;
  }
  const MotionRows rows = tree_.expanded(block, begin, count, rates_, workspace.rows);
  dynamics_.begin_row_torques(rows, workspace.dynamics);
  add_wrenches(block, begin, rows, workspace);
  dynamics_.end_row_torques(rows);
  tree_.collect(rows, block.tau.data() + begin, block.capacity);
  tree_.collect_wrench(rows, begin, block);
}

}  // namespace invdyn
