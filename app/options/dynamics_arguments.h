#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "dynamics/core/inverse_dynamics.h"
#include "ground/base/report.h"
#include "ground/job/job_files.h"
#include "robot/model/robot.h"
#include "trajectory/loads/surroundings.h"

namespace invdyn {

struct RobotArgument;

/// The options of the robot's dynamics and loads: --gravity, --no-friction, --no-rotor, --no-spring, --lock,
/// --payload, --base-rpy, --wrench; for commands with a trajectory --base-motion, --coupling, --contact and
/// --ground too.
struct DynamicsArguments {
  std::string gravity, base_rpy, base_motion, coupling, ground;
  bool no_friction = false, no_rotor = false, no_spring = false;
  bool is_static = false;  ///< --static, of the command: a moving base is held in each row
  std::vector<std::string> locks, payloads, wrenches, contacts;

  void add_to(CLI::App& command);
  /// Only --gravity, --lock, --payload and --base-rpy.
  void add_model_to(CLI::App& command);
  void add_base_motion_to(CLI::App& command);
  void add_coupling_to(CLI::App& command);
  /// --contact and --ground.
  void add_contacts_to(CLI::App& command);

  /// The robot as the options change it: with locked joints, at positions in degrees or radians, payloads,
  /// and a rotated base. The limits of joints with followers also keep the followers within their limits.
  /// Warns of positions outside the limits. Also warns if no moving link has mass and no wrench acts. Doubts
  /// angles of more than a turn that are not stated to be in degrees.
  Robot modified_robot(const Robot& robot, bool degrees, Report& report) const;

  /// Notes what the robot's file adds to the torques of its links: friction, rotors, joints that follow
  /// others; and what a floating base leaves out, unless it is free of contacts.
  void note_drives(const RobotArgument& argument, const Robot& robot, const Warn& note) const;

  /// Whether the base floats, and nothing pushes on the robot.
  bool lacks_contacts(const Robot& robot) const;
  /// Then, for a robot with legs, what precedes the verdict on its limits; else empty.
  std::string unchecked_legs(const RobotArgument& argument, const Robot& robot) const;

  /// The names of the locked ones, once modified_robot() has found them to be right.
  std::vector<std::string> locked_joints() const;
  void say_gravity_is_upwards(const Robot& robot, Report& report) const;
  Eigen::Vector3d gravity_argument() const;  ///< if it is given

  struct Loads {
    DynamicsSettings settings;
    Surroundings surroundings;
  };
  /// For the changed robot. A single constant wrench is part of the settings, so that the method includes it;
  /// other wrenches are part of the surroundings. Warns of a wrench on a link that does not move.
  Loads collect_loads(const Robot& robot, bool degrees, const Warn& warn) const;
  /// For commands that take one wrench at the most, and none over time. Throws UsageError for more.
  DynamicsSettings settings(const Robot& robot, const Warn& warn) const;

  /// The files that these options read.
  std::vector<std::string> files() const;
  void keep_files(ProtectedFiles& kept) const;
  /// Throws UsageError for what pushes on a free base.
  void expect_no_push() const;
};

}  // namespace invdyn
