#include "trajectory_torques.h"

#include <utility>

namespace invdyn {
namespace {

DynamicsSettings on_tree(DynamicsSettings settings, const DrivenTree& tree) {
  if (settings.wrench) settings.wrench->link = tree.link(settings.wrench->link);
  return settings;
}

std::vector<TimedWrench> on_tree(std::vector<TimedWrench> wrenches, const DrivenTree& tree) {
  for (TimedWrench& each : wrenches) each.wrench.link = tree.link(each.wrench.link);
  return wrenches;
}

}  // namespace

TrajectoryTorques::TrajectoryTorques(const Robot& robot, const DynamicsSettings& settings,
                                     const Surroundings& surroundings, DrivenTree::Rates rates)
    : dof_(robot.dof()),
      settings_(settings),
      tree_(robot, surroundings.base),
      dynamics_(tree_.tree(), on_tree(settings, tree_)),
      wrenches_(tree_.tree(), on_tree(surroundings.wrenches, tree_)),
      rates_(rates) {
  for (const TimedWrench& each : surroundings.wrenches)
    if (each.history) spans_.push_back({each.history->file, each.history->t.front(), each.history->t.back()});
  if (const auto& base = surroundings.base)
    spans_.push_back({base->file, base->motion.begin(), base->motion.end()});
}

void TrajectoryTorques::fill_torques(Block& block, Workspace& workspace) const {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  if (count == 0) return;
  const std::span<const double> t(block.t.data() + begin, count);
  if (tree_.is_plain() && rates_.velocity && rates_.acceleration) {
    const MotionRows rows{.q = block.q.data() + begin,
                          .dq = block.dq.data() + begin,
                          .ddq = block.ddq.data() + begin,
                          .tau = block.tau.data() + begin,
                          .stride = block.capacity,
                          .count = count};
    dynamics_.begin_row_torques(rows, workspace.dynamics);
    wrenches_.add(t, rows, workspace.places);
    dynamics_.end_row_torques(rows);
    return;
  }
  const MotionRows rows = tree_.expanded(block, begin, count, rates_, workspace.rows);
  dynamics_.begin_row_torques(rows, workspace.dynamics);
  wrenches_.add(t, rows, workspace.places);
  dynamics_.end_row_torques(rows);
  tree_.collect(rows, block.tau.data() + begin, block.capacity);
}

}  // namespace invdyn
