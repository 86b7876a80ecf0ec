#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "../dynamics/dynamics_settings.h"
#include "../loads/surroundings.h"
#include "../robot/robot.h"
#include "motion_loads.h"
#include "recorded_motion.h"

namespace invdyn {

/// A point mass on a link, at a place in the link's axes, m.
struct PayloadPlace {
  std::size_t link = 0;  ///< index into Robot::links()
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
};

/// Motions under other conditions: how their limits fare then.
struct SweepPoint {
  std::optional<double> payload;  ///< kg, added to the robot's own payload; none: it is not swept
  std::optional<double> speed;    ///< how many times as fast the motions go; none: not swept
  std::vector<LimitCheck> checks;
};

struct SweepRequest {
  std::vector<double> payloads, speeds;  ///< either may be empty
  PayloadPlace place;
  std::size_t threads = 1;
};

/// A point for each payload and speed, payload by payload. The robot is the one with the drives of its
/// motors.
std::vector<SweepPoint> swept(const Robot& robot, const DynamicsSettings& settings,
                              const Surroundings& surroundings, const Ratings& ratings,
                              const std::vector<RecordedMotion>& motions, const SweepRequest& request);

}  // namespace invdyn
