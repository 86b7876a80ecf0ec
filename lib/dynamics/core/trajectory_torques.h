#pragma once

#include <string>
#include <vector>

#include "../../trajectory/data/block.h"
#include "../contacts/contact_forces.h"
#include "driven_tree.h"
#include "inverse_dynamics.h"
#include "wrench_torques.h"

namespace invdyn {

/// The torques of a trajectory's rows, with all that goes on around the robot: inverse dynamics of the whole
/// tree, in which joints follow others and the base moves, and wrenches that change with time. Immutable: one
/// object serves any number of threads, each with a workspace of its own.
class TrajectoryTorques {
 public:
  struct Workspace {
    explicit Workspace(const TrajectoryTorques& torques) : dynamics(torques.dynamics_) {}
    InverseDynamics::BlockWorkspace dynamics;
    DrivenTree::Rows rows;
    BodyPoses places;
    ContactForces::Workspace contacts;
  };

  /// Throws as InverseDynamics and ContactForces do.
  explicit TrajectoryTorques(const Robot& robot, const DynamicsSettings& settings = {},
                             const Surroundings& surroundings = {}, DrivenTree::Rates rates = {});

  /// Of the trajectory: the joints that move by themselves.
  std::size_t dof() const { return dof_; }

  const DynamicsSettings& settings() const { return settings_; }

  /// Whether torques at s times the speed are square s^2 + linear s + constant: friction that depends on the
  /// load or on a curve makes others.
  bool are_quadratic() const { return dynamics_.drives().are_quadratic(); }

  /// The files that the surroundings are from: a row's time must lie in the span of each of them.
  const std::vector<TimeSpan>& spans() const { return spans_; }

  /// The links with contacts, by name.
  std::vector<std::string> contact_links() const { return contacts_.links(); }

  /// Fills tau of the block's own rows, the wrench on the base if the block holds one, and the contacts. Then
  /// tau and the wrench are what is left after their forces.
  void fill_torques(Block& block, Workspace& workspace) const;

 private:
  void add_wrenches(Block& block, std::size_t begin, const MotionRows& rows, Workspace& workspace) const;

  std::size_t dof_;
  DynamicsSettings settings_;
  DrivenTree tree_;
  InverseDynamics dynamics_;
  WrenchTorques wrenches_;
  ContactForces contacts_;
  WrenchTorques of_contacts_;
  DrivenTree::Rates rates_;
  std::vector<TimeSpan> spans_;
};

}  // namespace invdyn
