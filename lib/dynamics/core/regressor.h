#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/model/bodies.h"
#include "../../robot/model/drive_coupling.h"
#include "../../robot/model/robot.h"
#include "gravity_compensation.h"

namespace invdyn {

class KernelMemory;

/// The parameters of each joint in which torque is linear. Those of the link are for the joint's link with
/// all links fixed to it, in the axes of the joint's link and about its origin; products of inertia are
/// elements of the tensor. `rotor` is the reflected inertia. `coulomb_positive` counts while dq > 0,
/// `coulomb_negative` while dq < 0; it is negative. Of a drive that turns with several joints, rotor and
/// friction but the offset are for its speed w, and the torques of all these joints depend on them.
enum class Parameter {
  m,
  mx,
  my,
  mz,  // kg, kg m
  Ixx,
  Ixy,
  Ixz,
  Iyy,
  Iyz,
  Izz,  // kg m^2
  rotor,
  damping,
  coulomb_positive,
  coulomb_negative,
  offset
};
inline constexpr std::size_t parameters_per_joint = 15, parameters_per_link = 10;

/// The matrix Y of tau = Y(q, dq, ddq) p, for the parameters p of all joints. Parameter k of joint j is at
/// parameters_per_joint * j + k. Immutable: one object serves any number of threads, each with a workspace.
class Regressor {
 public:
  static constexpr std::size_t max_joints = 100;

  /// `gravity`: in place of the robot's. Throws NotRepresentable for a robot with mimic joints or with more
  /// than max_joints joints, or where links that are fixed to each other have different shares of gravity
  /// compensation; UsageError for an INVDYN_ISA that is none.
  explicit Regressor(const Robot& robot, const std::optional<Eigen::Vector3d>& gravity = {});
  ~Regressor();
  Regressor(const Regressor&) = delete;
  Regressor& operator=(const Regressor&) = delete;

  std::size_t dof() const { return columns_.size(); }
  std::size_t parameters() const { return parameters_per_joint * dof(); }
  /// `m_forearm`, ..., `offset_elbow`: by the name of the link or of the joint.
  std::vector<std::string> names() const;
  /// The values of the robot.
  const Eigen::VectorXd& values() const { return values_; }
  /// The parameters on which the torque of a joint can depend: its own, those of the links that it moves, and
  /// of the drives that turn with it.
  const std::vector<Eigen::Index>& columns(std::size_t joint) const { return columns_[joint]; }

  const std::vector<CoupledDrive>& coupled_drives() const { return coupled_; }
  /// How much of the friction of a drive a joint feels: 1 of its own, 0 of others that do not turn with it.
  double share(std::size_t drive, std::size_t joint) const;

  /// Memory for rows.
  class Workspace {
   public:
    explicit Workspace(const Regressor& regressor);
    ~Workspace();

   private:
    friend class Regressor;
    std::unique_ptr<KernelMemory> memory_;
    std::vector<double> coefficients_, changed_;
    std::vector<double> speeds_;  // of a coupled drive, then its accelerations
    RowsAtRest at_rest_;
    std::vector<double> off_;  // of gravity compensation
    std::size_t stride_ = 0;
  };
  using Rows = Eigen::Map<const Eigen::MatrixXd>;

  /// Computes the coefficients of these rows.
  void fill(const MotionRows& rows, Workspace& workspace) const;
  /// After fill(): the coefficients of the torque of a joint, a row for each row and a column for each of
  /// columns(joint).
  Rows of_joint(std::size_t joint, const Workspace& workspace) const;

 private:
  void set_shares(const Robot& robot);
  void subtract_compensation(const MotionRows& rows, Workspace& workspace) const;
  void add_bodies(const Robot& robot, const Eigen::Vector3d& gravity);
  void place_columns();
  void fill_drive(std::size_t joint, const MotionRows& rows, Workspace& workspace) const;
  void set_values(const Robot& robot);

  struct Model;
  std::unique_ptr<Model> model_;
  std::vector<std::string> links_, joints_;  // by joint
  Eigen::VectorXd values_;
  std::vector<std::vector<Eigen::Index>> columns_;
  std::vector<CoupledDrive> coupled_;
  std::vector<std::size_t>
      first_column_;  // of a joint in the workspace; at the end: the number of all columns
};

}  // namespace invdyn
