#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <string>
#include <vector>

#include "../../answers/sizing/joint_rating.h"
#include "../../dynamics/core/trajectory_torques.h"
#include "../../torques/pipeline/trajectory_run.h"
#include "../../trajectory/loads/surroundings.h"
#include "run_findings.h"

namespace invdyn {

/// A motion with its torques, thinned to the rows that a page holds.
struct ViewedMotion {
  /// A quantity of a joint, in the order of q: `q`, `dq`, `ddq`, `tau`, a term such as `gravity`,
  /// `q_desired`, `tau_from_file`. Of `wrench`, which the world exerts on a floating base, the components are
  /// in place of joints: force and moment about the base's origin, in world axes.
  struct Column {
    std::string quantity;
    std::size_t joint;
    std::vector<double> values;
  };

  std::string name;              ///< of the file
  std::size_t rows_of_file = 0;  ///< before rows were left out
  std::vector<double> t;         ///< s
  std::vector<Column> columns;
  /// A link that the ground may carry.
  struct Contact {
    std::vector<float> wrench;   ///< six numbers a row: about the link's origin, in world axes
    std::vector<float> bearing;  ///< how many points bear in a row
  };
  std::vector<Contact> contacts;        ///< in the order of Surroundings
  std::vector<Eigen::Isometry3d> base;  ///< poses of a floating base by row; none: it is fixed
  std::vector<MotionFinding> findings;
};

/// How motions are computed and how much of them is kept.
struct ViewedMotionSettings {
  const Robot& robot;
  const DynamicsSettings& dynamics;
  const Surroundings& surroundings;
  const Ratings& ratings;
  const MeasuredTorques* measured = nullptr;  ///< null: columns of torque are at the joints
  bool terms = false;                         ///< the terms of the torque too
  std::size_t max_numbers = 1'000'000;        ///< of one motion
};

/// Computes the torques of a trajectory's file. A file of `simulate` also gives the desired motion. Throws as
/// TrajectoryRun does.
ViewedMotion viewed_motion(const TrajectorySettings& trajectory, const ViewedMotionSettings& settings,
                           Report& report);

/// Whether the file is a CSV table with columns `tau_<joint>` and no positions.
bool has_torques_alone(const std::string& path, const Robot& robot);
/// The torques of such a file, as `tau_from_file`. Throws Error.
ViewedMotion viewed_torques(const std::string& path, const ViewedMotionSettings& settings);

}  // namespace invdyn
