#pragma once

#include <memory>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../trajectory/loads/external_wrench.h"
#include "formulation.h"

namespace invdyn {

/// The torques of a robot less those that gravity compensation takes off: by any formulation, the torques of
/// `robot` less those of its compensated_part() at rest under the same gravity, without a wrench. `prepare`
/// makes the formulation for a robot that is taken without compensation.
std::unique_ptr<const LinkTorques> with_gravity_compensation(
    const Robot& robot, const Loads& loads,
    std::unique_ptr<const LinkTorques> (*prepare)(const Robot& robot, const Loads& loads));

/// The forces of the compensation, for a base that moves: there the weight has no constant direction in the
/// base's axes.
std::vector<TimedWrench> compensating_wrenches(const Robot& robot, const Eigen::Vector3d& gravity);

/// What the compensation holds of each of moving_bodies(robot); empty: nothing.
std::vector<MassProperties> compensated_bodies(const Robot& robot);

/// Rows with the same positions and without motion.
class RowsAtRest {
 public:
  /// Valid until the next call; tau is left to the caller.
  MotionRows of(const MotionRows& rows, std::size_t dof);

 private:
  std::vector<double> q_, zeros_;
};

}  // namespace invdyn
