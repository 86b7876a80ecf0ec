#pragma once

#include "../core/formulation.h"
#include "../core/gravity_compensation.h"
#include "batched_rows.h"
#include "six_joints.h"

namespace invdyn {

/// Binds a formulation's template to the scalars of LinkTorques.
template <class F>
class BoundFormulation : public LinkTorques {
 public:
  BoundFormulation(const Robot& robot, const Loads& loads) : formulation_(robot, loads) {}

  std::unique_ptr<RowTorques> rows(const DriveTorques& drives) const override {
    if constexpr (requires { formulation_.rows(drives); })
      return formulation_.rows(drives);
    else
      return std::make_unique<BatchedRows<F>>(formulation_, drives);
  }

 private:
  template <class T>
  class Computation : public TorqueComputation<T> {
   public:
    explicit Computation(const F& formulation) : formulation_(formulation), workspace_(formulation) {}
    void torques(const JointMotion<T>& motion, std::span<T> tau) override {
      formulation_.torques(motion, workspace_, tau);
    }

   private:
    const F& formulation_;
    typename F::template Workspace<T> workspace_;
  };

  std::unique_ptr<TorqueComputation<double>> begin(const double*) const override {
    return std::make_unique<Computation<double>>(formulation_);
  }
  std::unique_ptr<TorqueComputation<long double>> begin(const long double*) const override {
    return std::make_unique<Computation<long double>>(formulation_);
  }
  std::unique_ptr<TorqueComputation<Counted>> begin(const Counted*) const override {
    return std::make_unique<Computation<Counted>>(formulation_);
  }

  F formulation_;
};

/// A formulation that knows bases that move.
template <class F>
class OnMovingBase : public RowsAlone {
 public:
  explicit OnMovingBase(const Robot& robot) : formulation_(robot, {Eigen::Vector3d::Zero()}) {}
  std::unique_ptr<RowTorques> rows(const DriveTorques& drives) const override {
    return formulation_.rows(drives);
  }

 private:
  F formulation_;
};

template <class F>
std::unique_ptr<const LinkTorques> bound(const Robot& robot, const Loads& loads) {
  return std::make_unique<BoundFormulation<F>>(robot, loads);
}

template <class F>
std::unique_ptr<const LinkTorques> on_moving_base(const Robot& robot) {
  if constexpr (requires { F::moves_base; })
    return std::make_unique<OnMovingBase<F>>(robot);
  else
    return on_six_joints(robot, bound<F>);
}

template <class F>
Formulation entry() {
  return {F::name, F::source, [](const Robot& robot, const Loads& loads) {
            return robot.base_floats() ? on_moving_base<F>(robot)
                                       : with_gravity_compensation(robot, loads, bound<F>);
          }};
}

}  // namespace invdyn
