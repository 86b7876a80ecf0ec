#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/virtual_work.h"
#include "trajectory/loads/base_state.h"

namespace invdyn::test {

/// A model loaded by MuJoCo, for its joints of one degree of freedom.
class MujocoModel {
 public:
  /// Throws std::runtime_error with MuJoCo's message.
  explicit MujocoModel(const std::string& path);
  ~MujocoModel();

  std::size_t dof() const { return joints_.size(); }
  bool is_slide(std::size_t dof_index) const;
  /// Names of free and ball joints, if they have names.
  std::vector<std::string> other_joints() const;

  /// A force -share mass gravity at the body's centre of mass, which torques() has by mj_applyFT.
  /// MuJoCo 2.2.2 does not know gravcomp; newer versions compute it so.
  void compensate_gravity(const std::string& body, double share);

  /// qfrc_inverse of mj_inverse at this state, other joints at rest at their zero, without contacts, limits
  /// and equalities. Friction loss, which MuJoCo has as a constraint, is added by its formula: frictionloss
  /// times the sign of the velocity. Passive forces, springs and dampers, are in qfrc_inverse.
  /// With the motion of a root on a free joint, then the six of this joint: the force on it in world axes,
  /// the moment in its own.
  Vector torques(const State& state, const BaseState* base = nullptr) const;

  /// qacc of mj_forward with these torques of the joints, and nothing on the root; in the order of torques().
  /// The state's ddq and the base's accelerations do not count.
  Vector accelerations(const State& state, const BaseState& base, const Vector& torques) const;

 private:
  void put(const State& state, const BaseState* base) const;

  struct Handle;
  std::unique_ptr<Handle> handle_;
  struct Compensation {
    int body;
    double share;
  };
  std::vector<Compensation> compensations_;
  std::vector<int> joints_;
  std::vector<double> friction_loss_;  // by MuJoCo's degree of freedom
};

}  // namespace invdyn::test
