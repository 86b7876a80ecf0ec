#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../ground/base/report.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/loads/surroundings.h"
#include "trajectory_settings.h"

namespace invdyn {

/// What torques are computed of: a robot, its trajectory, and what acts on it.
struct TorqueJob {
  const Robot& robot;
  TrajectorySettings trajectory;
  DynamicsSettings dynamics = {};
  Surroundings surroundings = {};
};

/// A whole motion with its torques: one row per sample, one column per moving joint, in the order of the
/// robot's file. t in s; q in rad or m, dq and ddq per s and s^2; tau in N m or N, at the joint.
struct TorqueRows {
  std::vector<std::string> joints;
  Eigen::ArrayXd t;
  Eigen::ArrayXXd q, dq, ddq, tau;
};

/// Writes t and the torques of all joints to a file: CSV, or an array and its names if the path ends in
/// `.npy`; `-` is standard output, for CSV. The file is replaced only when it is complete. Returns the number
/// of rows. Throws Error for bad data and files that cannot be read or written, UsageError for settings that
/// do not go together and an output that is one of the inputs.
std::size_t write_torques(const TorqueJob& job, const std::string& output, Report& report);

/// The same rows in memory. Throws Error also for trajectories of more than 50 million numbers.
TorqueRows compute_torques(const TorqueJob& job, Report& report);

}  // namespace invdyn
