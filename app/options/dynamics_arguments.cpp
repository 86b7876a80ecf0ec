#include "dynamics_arguments.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "arguments.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "contact_argument.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "link_argument.h"
#include "lock_argument.h"
#include "payload_argument.h"
#include "pose_argument.h"
#include "robot/geometry/touch_points.h"
#include "robot/model/bodies.h"
#include "robot/model/floating_base.h"
#include "robot/model/legs.h"
#include "robot/model/moved_mass.h"
#include "robot/model/rotation.h"
#include "trajectory/data/position_limits.h"
#include "trajectory/load_files/base_motion_file.h"
#include "wrench_argument.h"

namespace invdyn {
namespace {

constexpr double turn = 2 * std::numbers::pi, rounding = 0.01;
constexpr double degree = std::numbers::pi / 180;

// An angle, in rad as the option states it, that can hardly be meant.
void doubt_turns(const std::string& option, double angle, const std::string& in_radians, Report& report) {
  report.doubt(option, "has " + three_digits(angle) + " rad, which is " + three_digits(angle / turn) +
                           " turns: is it in degrees? Then give `" + option.substr(2) + "` " + in_radians);
}

void doubt_base(const Eigen::Vector3d& angles, Report& report) {
  const double largest = angles.cwiseAbs().maxCoeff();
  if (!(largest > turn + rounding)) return;
  std::string in_radians;
  for (const double angle : angles)
    in_radians += (in_radians.empty() ? "" : ",") + six_digits(angle * degree);
  doubt_turns("--base-rpy", largest, in_radians, report);
}

// `--contact l_foot --contact r_foot`
std::string contact_text(const RobotArgument& argument, const Robot& robot) {
  const std::vector<std::size_t> legs = feet(robot);
  if (legs.empty()) return "`contact` LINK for each link that carries load";
  std::string text;
  for (const std::string& name :
       feet_with_points(argument.file(), robot, {.expanded = argument.reading().expanded}))
    text += (text.empty() ? "`contact` " : " `contact` ") + shell_word(name);
  if (!text.empty()) return text;
  return "`contact` \"link=" + robot.links()[legs.front()].name + " points=X,Y,Z;X,Y,Z\" for each foot";
}

// A screw joint may turn many times within its limits.
Robot locked(const Robot& robot, const std::vector<std::string>& locks, bool degrees, Report& report) {
  const auto held = locks_argument("--lock", locks, robot, degrees);
  for (const auto& [index, position] : held) {
    const Joint& joint = robot.joints()[index];
    const bool is_limited = joint.limits.lower || joint.limits.upper;
    if (is_limited && is_within_limits(joint, position)) continue;
    if (joint.is_revolute() && !degrees && std::abs(position) > turn + rounding)
      doubt_turns("--lock", std::abs(position), joint.name + "=" + six_digits(position * degree), report);
    else if (is_limited)
      report.warning("--lock: " + beyond_limits_text(joint, position));
  }
  return robot.with_locked_joints(held);
}

// The ground carries, so its forces point against gravity.
void warn_of_axes(const WrenchHistory& forces, const Eigen::Vector3d& gravity, const Warn& warn) {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const WrenchValues& values : forces.values) mean += values.head<3>();
  mean /= static_cast<double>(forces.values.size());
  if (!forces.is_of_ground || -mean.dot(gravity) >= 0.5 * mean.norm() * gravity.norm()) return;
  const auto text = [](const Eigen::Vector3d& v) {
    return six_digits(v.x()) + "," + six_digits(v.y()) + "," + six_digits(v.z());
  };
  Eigen::Index main = 0;
  mean.cwiseAbs().maxCoeff(&main);
  Eigen::Vector3d expected = Eigen::Vector3d::Zero();
  expected[main] = std::copysign(gravity.norm(), -mean[main]);
  warn(forces.file + ": the mean force of the ground (" + text(mean) + " N) is not opposite to gravity (" +
       text(gravity) +
       " m/s^2). Gravity and the pose of the base must be in the axes of these forces: expected "
       "`gravity` " +
       text(expected) + " (in OpenSim's files, y is up)");
}

}  // namespace

void DynamicsArguments::add_model_to(CLI::App& command) {
  command
      .add_option("--gravity", gravity,
                  "Acceleration of free fall in world axes, in m/s^2. Default: the value in the robot's file")
      ->type_name("X,Y,Z")
      ->group(group::robot);
  offer_payload(
      command
          .add_option(
              "--payload", payloads,
              "Body fixed to a link. Example: \"link=tool mass=2 com=0,0,0.05\". link: the link's name "
              "(default: the last link). mass: in kg. com: centre of mass in the link's axes, in m. ixx, "
              "iyy, izz, ixy, ixz, iyz: inertia about the payload's centre of mass, in kg m^2. May be "
              "repeated")
          ->type_name("SPEC")
          ->group(group::robot)
          ->allow_extra_args(false));
  command
      .add_option("--base-rpy", base_rpy,
                  "Orientation of the base in the world, in rad. It replaces the orientation in the robot's "
                  "file. Roll, pitch and yaw are rotations about the world's x, y and z axes, in this order. "
                  "With --degrees, the angles are in degrees")
      ->type_name("R,P,Y")
      ->group(group::robot);
  offer_joint_values(
      command
          .add_option(
              "--lock", locks,
              std::string(
                  "Fix a joint at a position, in rad or m. With --degrees: revolute joints in degrees. ") +
                  repeated_list)
          ->type_name("JOINT=VALUE")
          ->group(group::robot)
          ->allow_extra_args(false));  // one argument each time
}

void DynamicsArguments::add_to(CLI::App& command) {
  add_model_to(command);
  offer_wrench(
      command
          .add_option(
              "--wrench", wrenches,
              "External force and moment on a link. Example: \"link=tool frame=world fz=-10\". link: the "
              "link's name (default: the last link). frame: the frame of force, moment and point, link "
              "(default) or world. point: X,Y,Z in m, from the origin of the frame (default: the link's "
              "origin). point-frame: the frame of the point, link or world, if it is not the frame of "
              "the force. fx, fy, fz: in N. nx, ny, nz: in N m. file=FILE, or only FILE: a file with "
              "columns fx to nz over time, and px, py, pz (the point of the force, in m). OpenSim writes "
              "such files. columns=1_: only the columns whose names begin with 1_ (one force plate of "
              "OpenSim). May be repeated")
          ->type_name("SPEC|FILE")
          ->group(group::robot)
          ->allow_extra_args(false));
  command.add_flag("--no-friction", no_friction, "Leave out friction and torque offsets")
      ->group(group::robot);
  rare(command.add_flag("--no-rotor", no_rotor, "Leave out the inertia of the motors' rotors"))
      ->group(group::robot);
  rare(command.add_flag("--no-spring", no_spring, "Leave out the springs of joints"))->group(group::robot);
}

void DynamicsArguments::add_base_motion_to(CLI::App& command) {
  rare(
      command.add_option(
          "--base-motion", base_motion,
          "CSV file of the base's motion in the world. Its columns are t, and any of x, y, z (m) and roll, "
          "pitch, yaw (rad; with --degrees: degrees). In place of the angles, the file may have qw, qx, qy, "
          "qz. If the base floats, these columns are the base's pose. If the base is fixed, these columns are "
          "added to the pose in the robot's file"))
      ->type_name("FILE")
      ->group(group::robot);
}

void DynamicsArguments::add_coupling_to(CLI::App& command) {
  rare(
      command.add_option(
          "--coupling", coupling,
          "CSV file of motors that move several joints. The trajectory has columns of these motors "
          "instead of joints. The header is motor,JOINT,... Each row has the name of a motor, then one "
          "number for each joint. This number is how far the motor moves if the joint moves by 1 rad or 1 m. "
          "One more row, named zero, gives the joint positions (rad or m) at which the motors are at 0"))
      ->type_name("FILE")
      ->group(group::input);
}

void DynamicsArguments::add_contacts_to(CLI::App& command) {
  rare(offer_contact(
      command
          .add_option(
              "--contact", contacts,
              "Link of a floating robot that may touch the ground. Torques are computed with the smallest "
              "contact forces that keep the limits of friction. Example: \"link=l_foot "
              "points=0.1,0.05,-0.04;0.1,-0.05,-0.04 mu=0.7 when=auto\"; l_foot alone means link=l_foot. "
              "points: in the link's axes, in m (default: spheres, ends of capsules and lower corners of "
              "boxes in its collision geometry). mu: coefficient of friction (default: 0.7). normal: X,Y,Z "
              "out of the ground, in world axes (default: up). when: auto, always, COLUMN or COLUMN>VALUE. "
              "auto (default): a point carries load if it is at most height=0.02 m above --ground and slower "
              "than speed=0.5 m/s. COLUMN: the points carry load while this column of the trajectory is not "
              "0. May be repeated")
          ->type_name("SPEC|LINK")
          ->group(group::robot)
          ->allow_extra_args(false)));
  rare(command.add_option(
           "--ground", ground,
           "Plane of the ground. Z: its height, in m. X,Y,Z: one of its points in the world, in m "
           "(default: 0,0,0). NX,NY,NZ: the upward direction of the ground (default: against gravity)"))
      ->type_name("Z|X,Y,Z[,NX,NY,NZ]")
      ->group(group::robot);
}

Robot DynamicsArguments::modified_robot(const Robot& robot, bool degrees, Report& report) const {
  const Warn warn = report.warn();
  expect_few("--payload", payloads.size());
  Robot result = robot.with_limits_of_followers();
  for (const std::string& text : payloads) {
    const Payload payload = payload_argument("--payload", text, result, warn);
    if (!payload.is_placed && payload.body.mass > 0)
      report.note("--payload: " + text_of_place(six_digits(payload.body.mass) + " kg", result, payload.link));
    const std::string finger = payload.has_link ? "" : text_of_finger(result, payload.link);
    if (!finger.empty()) report.note("--payload: " + six_digits(payload.body.mass) + " kg on " + finger);
    result = with_payload(result, payload.link, payload.body);
  }
  if (robot.base_floats() && !base_rpy.empty())
    throw UsageError("--base-rpy",
                     "turns the base, but the pose of a floating base is in the trajectory: leave out "
                     "--base-rpy, or give --base fixed");
  if (!gravity.empty() && robot.gravity().z() < 0 && gravity_argument().z() > 0)
    say_gravity_is_upwards(robot, report);
  if (!base_rpy.empty()) {
    const Eigen::Vector3d angles = vector_argument("--base-rpy", base_rpy, "ROLL,PITCH,YAW, such as 0,0.5,0");
    if (!degrees) doubt_base(angles, report);
    result = result.with_base_rotation(rotation_rpy(angles * (degrees ? degree : 1)));
  }
  if (!locks.empty()) result = locked(result, locks, degrees, report);
  if (wrenches.empty()) warn_of_no_mass(result, warn);  // with a wrench, statics alone may be meant
  if (floats_without_mass(result)) warn(result.name() + ": " + massless_base_text(result));
  return result;
}

// With a base that is turned or floats, it may be meant.
void DynamicsArguments::say_gravity_is_upwards(const Robot& robot, Report& report) const {
  const Eigen::Vector3d down = Eigen::Vector3d::Zero() - gravity_argument();
  const std::string text = "points upwards, opposite to the gravity of " + robot.name() +
                           ": expected `gravity` " + shortest(down.x()) + "," + shortest(down.y()) + "," +
                           shortest(down.z());
  if (robot.base_floats() || !base_rpy.empty())
    report.note("`gravity` " + gravity + " " + text);
  else
    report.doubt("--gravity " + gravity,
                 text + " (for a robot on a ceiling, give `base-rpy` 3.14159265,0,0 instead of `gravity`)");
}

void DynamicsArguments::note_drives(const RobotArgument& argument, const Robot& robot,
                                    const Warn& note) const {
  bool friction = false, rotors = false, springs = false;
  std::vector<std::string> followers;
  for (const Joint& joint : robot.joints()) {
    if (!joint.moves()) continue;
    const Drive& drive = joint.drive;
    friction |= drive.has_friction();
    rotors |= drive.rotor_inertia != 0;
    springs |= drive.spring.stiffness != 0;
    if (joint.mimic) followers.push_back(joint.name);
  }
  friction &= !no_friction;
  rotors &= !no_rotor;
  if (friction && rotors)
    note(robot.name() +
         ": friction and rotors are included in the torques (`no-friction`, `no-rotor` leave them out)");
  else if (friction)
    note(robot.name() + ": friction is included in the torques (`no-friction` leaves it out)");
  else if (rotors)
    note(robot.name() + ": rotors are included in the torques (`no-rotor` leaves them out)");
  if (springs && !no_spring)
    note(robot.name() + ": springs are included in the torques (`no-spring` leaves them out)");
  if (compensated_part(robot))
    note(
        robot.name() +
        ": gravity compensation cancels a part of the weight: the torques include only the rest of the weight");
  if (!argument.is_base_free() && lacks_contacts(robot))
    note(robot.name() +
         ": the base floats, and the torques do not include contact forces: forces on feet and hands are "
         "part of the wrench on the base (to include them: " +
         contact_text(argument, robot) + ")");
  if (!gravity.empty() && robot.gravity().z() < 0 && gravity_argument().z() > 0) {
    const Eigen::Vector3d down = Eigen::Vector3d::Zero() - gravity_argument();
    note("`gravity` " + gravity + " points upwards, opposite to the gravity of " + robot.name() +
         ": expected `gravity` " + shortest(down.x()) + "," + shortest(down.y()) + "," + shortest(down.z()) +
         " (for a robot on a ceiling, turn its base instead)");
  }
  if (!followers.empty())
    note(robot.name() + ": torques of mimic joints (" + joined(followers) +
         ") are included in the torques of the joints that they follow");
}

bool DynamicsArguments::lacks_contacts(const Robot& robot) const {
  return robot.base_floats() && wrenches.empty() && contacts.empty();
}

std::string DynamicsArguments::unchecked_legs(const RobotArgument& argument, const Robot& robot) const {
  if (!lacks_contacts(robot) || feet(robot).empty()) return "";
  return "legs not checked, because the ground forces are missing (to add them: " +
         contact_text(argument, robot) + "); other joints: ";
}

Eigen::Vector3d DynamicsArguments::gravity_argument() const {
  return vector_argument("--gravity", gravity, "X,Y,Z in m/s^2, such as 0,0,-9.81, or 0,0,0 for none");
}

std::vector<std::string> DynamicsArguments::locked_joints() const {
  std::vector<std::string> names;
  for (const std::string& text : locks)
    for (const std::string& word : words_argument(text))
      names.emplace_back(trimmed(std::string_view(word).substr(0, word.rfind('='))));
  return names;
}

DynamicsArguments::Loads DynamicsArguments::collect_loads(const Robot& robot, bool degrees,
                                                          const Warn& warn) const {
  expect_few("--wrench", wrenches.size());
  Loads acting;
  DynamicsSettings& settings = acting.settings;
  settings.friction = !no_friction;
  settings.rotor = !no_rotor;
  settings.spring = !no_spring;
  if (!gravity.empty()) settings.gravity = gravity_argument();
  std::vector<TimedWrench>& all = acting.surroundings.wrenches;
  for (const std::string& text : wrenches)
    for (TimedWrench& each : wrench_argument("--wrench", text, robot, warn)) {
      if (each.history) warn_of_axes(*each.history, settings.gravity.value_or(robot.gravity()), warn);
      all.push_back(std::move(each));
    }
  if (all.size() == 1 && !all.front().history) {
    settings.wrench = all.front().wrench;
    all.clear();
  }
  if (!base_motion.empty())
    acting.surroundings.base = std::make_shared<const BaseMotion>(
        BaseMotion{.file = base_motion,
                   .motion = read_base_motion(base_motion, degrees,
                                              robot.base_floats() ? PoseParts::all : PoseParts::some, warn),
                   .is_at_rest = is_static});
  return acting;
}

DynamicsSettings DynamicsArguments::settings(const Robot& robot, const Warn& warn) const {
  const Loads all = collect_loads(robot, false, warn);
  if (!all.surroundings.wrenches.empty())
    throw UsageError(
        "--wrench",
        "gives several wrenches, or a wrench over time: expected one constant wrench. The commands torque and "
        "size accept both");
  return all.settings;
}

std::vector<std::string> DynamicsArguments::files() const {
  expect_few("--wrench", wrenches.size());
  std::vector<std::string> files;
  for (const std::string& text : wrenches)
    if (std::string file = wrench_file_in(text); !file.empty()) files.push_back(std::move(file));
  if (!base_motion.empty()) files.push_back(base_motion);
  if (!coupling.empty()) files.push_back(coupling);
  return files;
}

void DynamicsArguments::expect_no_push() const {
  if (!base_motion.empty())
    throw UsageError("--base-motion",
                     "gives the motion of the base, but --base free computes this motion from the motion of "
                     "the joints: leave out --base-motion, or give --base floating");
  if (!wrenches.empty())
    throw UsageError(
        "--wrench",
        "pushes on the robot, but --base free allows no outside force: leave out --wrench, or give --base "
        "floating and the base's motion in the trajectory");
}

void DynamicsArguments::keep_files(ProtectedFiles& kept) const {
  for (const std::string& file : files()) kept.add(file, "an input of --wrench, --base-motion or --coupling");
}

}  // namespace invdyn
