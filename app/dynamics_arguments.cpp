#include "dynamics_arguments.h"

#include "arguments.h"
#include "error.h"
#include "lock_argument.h"
#include "robot/bodies.h"
#include "trajectory/position_limits.h"
#include "wording.h"
#include "wrench_argument.h"

namespace invdyn {
void DynamicsArguments::add_to(CLI::App& command) {
  command.add_option("--gravity", gravity, "Acceleration of a free fall in world axes, in m/s^2")
      ->type_name("X,Y,Z");
  command.add_flag("--no-friction", no_friction, "Leave viscous and Coulomb friction out");
  command.add_flag("--no-rotor", no_rotor, "Leave the inertia of the motors' rotors out");
  command
      .add_option(
          "--lock", locks,
          "Hold a joint at a position, in rad or m, as if it were fixed there (with --degrees: turning "
          "joints in deg). May be repeated; several are separated by commas")
      ->type_name("JOINT=VALUE")
      ->allow_extra_args(false);  // one argument each time
  command
      .add_option(
          "--wrench", wrench,
          "Force and moment that act on a link from outside, such as \"link=tool frame=world fz=-10\". "
          "link: default the last one. frame: the axes of force and moment, link (default) or world. "
          "point: X,Y,Z in the frame's coordinates, in m, default the link's origin; point-frame where "
          "it is in the other's. fx, fy, fz in N, nx, ny, nz in N m")
      ->type_name("SPEC");
}

Robot DynamicsArguments::with_locked_joints(const Robot& robot, bool degrees, const Warn& warn) const {
  if (locks.empty()) return robot;
  const auto held = locks_argument("--lock", locks, robot, degrees);
  for (const auto& [index, position] : held) {
    const Joint& joint = robot.joints()[index];
    if (!is_within_limits(joint, position)) warn("--lock: " + beyond_limits_text(joint, position));
  }
  return robot.with_locked_joints(held);
}

DynamicsSettings DynamicsArguments::settings(const Robot& robot, const Warn& warn) const {
  DynamicsSettings settings;
  settings.friction = !no_friction;
  settings.rotor = !no_rotor;
  if (!gravity.empty()) {
    const Eigen::VectorXd acceleration = numbers_argument("--gravity", gravity);
    if (acceleration.size() != 3)
      throw UsageError("--gravity", "has " +
                                        counted(static_cast<std::size_t>(acceleration.size()), "number") +
                                        ": expected three, X,Y,Z in m/s^2, such as 0,0,-9.81");
    settings.gravity = acceleration;
  }
  if (!wrench.empty()) {
    settings.wrench = parse_wrench("--wrench", wrench, robot);
    if (!link_seats(robot)[settings.wrench->link].body) {
      warn("--wrench: no joint moves the link " + invdyn::quoted(robot.links()[settings.wrench->link].name) +
           ": the wrench changes no torque");
      settings.wrench.reset();
    }
  }
  return settings;
}

}  // namespace invdyn
