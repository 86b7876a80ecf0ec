#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/loads/surroundings.h"
#include "motion_loads.h"
#include "recorded_motion.h"

namespace invdyn {

/// A point mass on a link, at a point in the link's axes, m.
struct PayloadPlace {
  std::size_t link = 0;  ///< index into Robot::links()
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
};

/// The limits of motions under other conditions.
struct SweepPoint {
  std::optional<double> payload;  ///< kg, added to the robot's own payload; none: it is not swept
  std::optional<double> speed;    ///< relative to the recorded motions; none: not swept
  std::optional<double> ratio;    ///< gear ratio of one joint, in place of its own; none: not swept
  std::vector<LimitCheck> checks;
};

struct SweepRequest {
  std::vector<double> payloads, speeds, ratios;  ///< any may be empty
  PayloadPlace place;
  std::size_t geared = 0;  ///< joint of the ratios: index into moving_joints()
  std::size_t threads = 1;
  /// Called by any of the threads, one at a time, with the number of finished points and of all.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// A point for each payload, speed and gear ratio; for each payload, all speeds. The robot must have the
/// drives of its motors.
std::vector<SweepPoint> swept(const Robot& robot, const DynamicsSettings& settings,
                              const Surroundings& surroundings, const Ratings& ratings,
                              const std::vector<RecordedMotion>& motions, const SweepRequest& request);

}  // namespace invdyn
