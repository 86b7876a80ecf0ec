#pragma once

#include <memory>

#include "../core/formulation.h"

namespace invdyn {

/// A formulation of rows alone: nothing asks for single samples of a base that moves.
class RowsAlone : public LinkTorques {
 private:
  std::unique_ptr<TorqueComputation<double>> begin(const double*) const override { return nullptr; }
  std::unique_ptr<TorqueComputation<long double>> begin(const long double*) const override { return nullptr; }
  std::unique_ptr<TorqueComputation<Counted>> begin(const Counted*) const override { return nullptr; }
};

/// Any formulation for a base that moves as MotionRows::Base says. The base is on six joints, those of
/// Robot::on_moving_base(), in the inertial frame that coincides with its own at the instant: they are at
/// zero, whatever its attitude, so that none of them is singular. Their torques are the wrench. `prepare`
/// makes the formulation for the robot with these joints, without loads.
std::unique_ptr<const LinkTorques> on_six_joints(
    const Robot& robot,
    std::unique_ptr<const LinkTorques> (*prepare)(const Robot& robot, const Loads& loads));

}  // namespace invdyn
