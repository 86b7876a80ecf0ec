#pragma once

#include <algorithm>

#include "robot.h"

namespace invdyn {

/// The friction curve of a slower speed is a jump, as Coulomb friction is; rad/s or m/s.
inline constexpr double min_curve_speed = 1e-6;
/// Of the friction of the load. A drive with more passes on almost nothing as it brakes.
inline constexpr double max_load = 0.95;

inline bool has_load_or_curve(const Drive& drive) {
  return drive.load != 0 || drive.curve.torque != 0;
}

/// What a robot's file can state of a drive: a number, or the two of Coulomb friction. The reader and the
/// writer of our JSON, the places in errors, and the checks of values go over the list of them.
struct DriveField {
  RobotDescription::Part part;
  const char *group, *key;        ///< in our JSON: `motor`, `rotor_inertia`
  double& (*number)(Drive&);      ///< nullptr: Coulomb friction
  Friction& (*friction)(Drive&);  ///< whose Coulomb friction it is
  bool (*is_valid)(Drive&);
  const char* expected;      ///< in errors of other values
  const char *what, *unit;   ///< in errors of values beyond all sense
  bool is_position = false;  ///< of the joint: in our JSON in the file's unit of angles
};

inline constexpr DriveField drive_fields[] = {
    {RobotDescription::Part::rotor_inertia, "motor", "rotor_inertia",
     [](Drive& drive) -> double& { return drive.rotor_inertia; }, nullptr,
     [](Drive& drive) { return drive.rotor_inertia >= 0; }, "0 or more (kg m^2)", "the rotor's inertia",
     " kg m^2"},
    {RobotDescription::Part::gear_ratio, "motor", "gear_ratio",
     [](Drive& drive) -> double& { return drive.gear_ratio; }, nullptr,
     [](Drive& drive) { return drive.gear_ratio != 0; }, "motor speed over joint speed, not 0",
     "the gear ratio", ""},
    {RobotDescription::Part::efficiency, "motor", "efficiency",
     [](Drive& drive) -> double& { return drive.efficiency; }, nullptr,
     [](Drive& drive) { return drive.efficiency > 0 && drive.efficiency <= 1; },
     "output power over input power, above 0 and up to 1", "the efficiency", ""},
    {RobotDescription::Part::motor_damping, "motor", "damping",
     [](Drive& drive) -> double& { return drive.motor.damping; }, nullptr,
     [](Drive& drive) { return drive.motor.damping >= 0; }, "0 or more; friction opposes the motion",
     "damping", " N m s/rad"},
    {RobotDescription::Part::motor_coulomb, "motor", "coulomb", nullptr,
     [](Drive& drive) -> Friction& { return drive.motor; },
     [](Drive& drive) { return drive.motor.coulomb_positive >= 0 && drive.motor.coulomb_negative <= 0; },
     "0 or more, or [0 or more for dq > 0, 0 or less for dq < 0]", "Coulomb friction", " N m"},
    {RobotDescription::Part::joint_damping, "friction", "damping",
     [](Drive& drive) -> double& { return drive.joint.damping; }, nullptr,
     [](Drive& drive) { return drive.joint.damping >= 0; }, "0 or more; friction opposes the motion",
     "damping", " N m s/rad"},
    {RobotDescription::Part::joint_coulomb, "friction", "coulomb", nullptr,
     [](Drive& drive) -> Friction& { return drive.joint; },
     [](Drive& drive) { return drive.joint.coulomb_positive >= 0 && drive.joint.coulomb_negative <= 0; },
     "0 or more, or [0 or more for dq > 0, 0 or less for dq < 0]", "Coulomb friction", " N m"},
    {RobotDescription::Part::joint_offset, "friction", "offset",
     [](Drive& drive) -> double& { return drive.offset; }, nullptr, [](Drive&) { return true; }, "",
     "the torque offset", " N m"},
    {RobotDescription::Part::joint_load, "friction", "load",
     [](Drive& drive) -> double& { return drive.load; }, nullptr,
     [](Drive& drive) { return drive.load >= 0 && drive.load <= max_load; },
     "friction for each N m (N) that the drive transmits, 0 to 0.95", "friction of the load", ""},
    {RobotDescription::Part::joint_curve, "friction", "curve",
     [](Drive& drive) -> double& { return drive.curve.torque; }, nullptr,
     [](Drive& drive) {
       return drive.curve.torque >= std::max(-drive.coulomb_positive(), drive.coulomb_negative());
     },
     "minus the Coulomb friction or more; a negative curve reduces this friction at higher speed",
     "the torque of the friction curve", " N m"},
    {RobotDescription::Part::joint_curve_speed, "friction", "curve_speed",
     [](Drive& drive) -> double& { return drive.curve.speed; }, nullptr,
     [](Drive& drive) {
       return drive.curve.speed >= min_curve_speed || (drive.curve.torque == 0 && drive.curve.speed == 0);
     },
     "1e-06 or more, the speed at which the curve has 0.71 of its torque", "the speed of the friction curve",
     " rad/s"},
    {RobotDescription::Part::spring, "spring", "stiffness",
     [](Drive& drive) -> double& { return drive.spring.stiffness; }, nullptr,
     [](Drive& drive) { return drive.spring.stiffness >= 0; }, "a stiffness of 0 or more",
     "the spring's stiffness", " N m/rad"},
    {RobotDescription::Part::spring_reference, "spring", "reference",
     [](Drive& drive) -> double& { return drive.spring.reference; }, nullptr, [](Drive&) { return true; }, "",
     "the spring's reference", " rad or m", true}};

}  // namespace invdyn
