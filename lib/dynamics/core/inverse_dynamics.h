#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "../../trajectory/data/block.h"
#include "drive_torques.h"
#include "dynamics_settings.h"
#include "formulation.h"

namespace invdyn {

/// Joint torques of a robot in motion:
///   tau = M(q) ddq + C(q, dq) dq + g(q) - J(q)^T wrench
///         + gear_ratio^2 rotor_inertia ddq + friction(dq, load) + stiffness (q - reference).
/// For a robot whose base floats: rows alone (a workspace for samples throws std::logic_error), with
/// MotionRows::Base, which has gravity too; wrenches and gravity compensation are then added as
/// WrenchTorques. Immutable: one object serves any number of threads, each with a workspace of its own.
class InverseDynamics {
 public:
  template <class T>
  struct Workspace {
    explicit Workspace(const InverseDynamics& dynamics) : links(dynamics.of_fixed_base().computation<T>()) {}
    std::unique_ptr<TorqueComputation<T>> links;
  };
  /// For blocks of rows, which go through whole batches at a time.
  struct BlockWorkspace {
    explicit BlockWorkspace(const InverseDynamics& dynamics)
        : rows(dynamics.links_->rows(dynamics.drives_)) {}
    std::unique_ptr<RowTorques> rows;
  };

  /// Throws NotRepresentable where the formulation does not cover the robot or its loads, UsageError for a
  /// method that is not in the list.
  explicit InverseDynamics(const Robot& robot, const DynamicsSettings& settings = {});

  std::size_t dof() const { return drives_.dof(); }
  const DriveTorques& drives() const { return drives_; }

  /// One sample. All spans have the length robot.dof(); tau in N m, for prismatic joints in N.
  template <class T>
  void torques(const std::type_identity_t<JointMotion<T>>& motion, Workspace<T>& workspace,
               std::type_identity_t<std::span<T>> tau) const {
    workspace.links->torques(motion, tau);
    drives_.add(motion, tau);
    drives_.add_gears(motion, tau);
  }

  /// Rows of a trajectory.
  void row_torques(const MotionRows& rows, BlockWorkspace& workspace) const {
    begin_row_torques(rows, workspace);
    end_row_torques(rows);
  }
  /// The same in two steps. Between them, torques of further wrenches can be added: they are loads.
  void begin_row_torques(const MotionRows& rows, BlockWorkspace& workspace) const {
    workspace.rows->row_torques(rows);
  }
  void end_row_torques(const MotionRows& rows) const { drives_.add_gears(rows); }
  /// Fills tau of the block's own rows.
  void fill_torques(Block& block, BlockWorkspace& workspace) const;

 private:
  const LinkTorques& of_fixed_base() const;

  bool base_floats_;
  std::unique_ptr<const LinkTorques> links_;
  DriveTorques drives_;
};

}  // namespace invdyn
