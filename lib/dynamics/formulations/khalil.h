#pragma once

// The default: inverse dynamics of trees with few operations, in the frames and with the base parameters of
// regrouped_tree(). Source and equations are in lanes/kernel/recursion.h, which is the recursion;
// here it meets single samples of any scalar. Rows of a trajectory go through lanes/kernel/kernel.h, the same
// recursion compiled for the processor's instruction set.

#include <memory>
#include <span>
#include <vector>

#include "../../lanes/kernel/instruction_set.h"
#include "../../lanes/kernel/recursion.h"
#include "../../lanes/kernel/rows.h"
#include "../../lanes/scalar/counted.h"
#include "../core/drive_torques.h"
#include "../core/joint_motion.h"
#include "../core/regrouped_tree.h"

namespace invdyn {

class Khalil {
 public:
  static constexpr const char* name = "khalil";
  static constexpr bool moves_base = true;
  static constexpr const char* source = "Khalil & Kleinfinger 1987, base parameters, trees";

  /// Temporaries of torques(), owned by the caller and used again from sample to sample.
  template <class T>
  struct Workspace {
    explicit Workspace(const Khalil& method)
        : theta(method.tree_.bodies.size()),
          forces(method.tree_.bodies.size()),
          branches(method.tree_.bodies.size()) {}
    std::vector<SinCos<T>> theta;
    std::vector<recursion::BodyForces<T>> forces;
    std::vector<recursion::BodyMotion<T>> branches;
  };

  /// Throws UsageError for an INVDYN_ISA that is none.
  Khalil(const Robot& robot, const Loads& loads)
      : tree_(regrouped_tree(robot, loads)), instruction_set_(chosen_instruction_set()) {}

  /// The torques (N m; forces in N for prismatic joints) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    const Sample<T> sample{motion, tau};
    line_item<T>("theta");
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      const TreeBody& body = tree_.bodies[i];
      w.theta[i] = body.is_revolute ? recursion::theta_of(body, sin_cos(sample.q(body.dof, 0)))
                                    : recursion::constant_theta<T>(body);
    }
    recursion::batch_torques(tree_.bodies.data(), static_cast<int>(tree_.bodies.size()), nullptr,
                             tree_.wrench, sample, 1,
                             recursion::Workspace<T>{w.theta.data(), w.forces.data(), w.branches.data()});
  }

  /// Torques with those of the drives, for rows of a trajectory.
  std::unique_ptr<RowTorques> rows(const DriveTorques& drives) const;

 private:
  template <class T>
  struct Sample {  // as the recursion reads and writes it
    static constexpr bool base_moves = false;
    const JointMotion<T>& motion;
    std::span<T> tau;

    T q(int dof, int) const { return motion.q[static_cast<std::size_t>(dof)]; }
    T dq(int dof, int) const { return motion.dq[static_cast<std::size_t>(dof)]; }
    T ddq(int dof, int) const { return motion.ddq[static_cast<std::size_t>(dof)]; }
    void set_tau(int dof, int, const T& value) const { tau[static_cast<std::size_t>(dof)] = value; }
  };

  Tree tree_;
  InstructionSet instruction_set_;
};

}  // namespace invdyn
