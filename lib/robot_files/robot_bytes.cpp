#include "robot_bytes.h"

#include <cassert>
#include <cstring>
#include <type_traits>

namespace invdyn {
namespace {

struct Writer {
  std::string bytes;

  void copy(const void* from, std::size_t size) { bytes.append(static_cast<const char*>(from), size); }
};

struct Reader {
  std::string_view bytes;

  void copy(void* to, std::size_t size) {
    assert(size <= bytes.size());
    std::memcpy(to, bytes.data(), size);
    bytes.remove_prefix(size);
  }
};

// pass() passes a value through a Writer or a Reader: so both have the same fields in the same order. The
// number of names in the brackets must be that of the fields, so a new field cannot be forgotten.

template <typename Way, typename Value>
requires std::is_arithmetic_v<Value> || std::is_enum_v<Value>
void pass(Way& way, Value& value) {
  way.copy(&value, sizeof value);
}

template <typename Way, int rows, int columns>
void pass(Way& way, Eigen::Matrix<double, rows, columns>& matrix) {
  way.copy(matrix.data(), sizeof matrix);
}

template <typename Way>
void pass(Way& way, Eigen::Isometry3d& pose) {
  pass(way, pose.matrix());
}

template <typename Way>
void pass(Way& way, std::string& text) {
  std::size_t length = text.size();
  pass(way, length);
  text.resize(length);
  way.copy(text.data(), length);
}

template <typename Way, typename... Values>
void pass_all(Way& way, Values&... values) {
  (pass(way, values), ...);
}

template <typename Way>
void pass(Way& way, MassProperties& body) {
  auto& [mass, com, inertia] = body;
  pass_all(way, mass, com, inertia);
}

template <typename Way>
void pass(Way& way, Link& link) {
  auto& [name, mass_properties, gravity_compensation] = link;
  pass_all(way, name, mass_properties, gravity_compensation);
}

template <typename Way>
void pass(Way& way, Limits& limits) {
  auto& [lower, upper, velocity, effort] = limits;
  pass_all(way, lower, upper, velocity, effort);
}

template <typename Way>
void pass(Way& way, Friction& friction) {
  auto& [damping, coulomb_positive, coulomb_negative] = friction;
  pass_all(way, damping, coulomb_positive, coulomb_negative);
}

template <typename Way>
void pass(Way& way, Spring& spring) {
  auto& [stiffness, reference] = spring;
  pass_all(way, stiffness, reference);
}

template <typename Way>
void pass(Way& way, Drive& drive) {
  auto& [rotor_inertia, gear_ratio, motor, joint, offset, efficiency, spring] = drive;
  pass_all(way, rotor_inertia, gear_ratio, motor, joint, offset, efficiency, spring);
}

template <typename Way>
void pass(Way& way, Mimic& mimic) {
  auto& [joint, multiplier, offset] = mimic;
  pass_all(way, joint, multiplier, offset);
}

template <typename Way>
void pass(Way& way, Joint& joint) {
  auto& [name, type, parent, T_parent_joint, axis, T_joint_link, limits, drive, mimic] = joint;
  pass_all(way, name, type, parent, T_parent_joint, axis, T_joint_link, limits, drive, mimic);
}

template <typename Way>
void pass(Way& way, RobotDescription::JointAndLink& both) {
  auto& [joint, parent_link, link, mimicked] = both;
  pass_all(way, joint, parent_link, link, mimicked);
}

template <typename Way>
void pass(Way& way, AcceptedFinding& finding) {
  auto& [kind, subject, reason] = finding;
  pass_all(way, kind, subject, reason);
}

template <typename Way>
void pass(Way& way, NumberOrigin& origin) {
  auto& [subject, numbers, from] = origin;
  pass_all(way, subject, numbers, from);
}

template <typename Way>
void pass(Way& way, DescribedRobot& robot) {
  auto& [description, accepted, origins] = robot;
  auto& [name, source, base_link, base_mass_properties, gravity, T_world_base, joints, place, value] =
      description;
  pass_all(way, name, source, base_link, base_mass_properties, gravity, T_world_base, joints, accepted,
           origins);
}

template <typename Way, typename Value>
void pass(Way& way, std::optional<Value>& value) {
  bool is_there = value.has_value();
  pass(way, is_there);
  if (!is_there) return;
  if (!value) value.emplace();
  pass(way, *value);
}

template <typename Way, typename Value>
void pass(Way& way, std::vector<Value>& values) {
  std::size_t length = values.size();
  pass(way, length);
  values.resize(length);
  for (Value& each : values) pass(way, each);
}

}  // namespace

std::string robot_bytes(const DescribedRobot& robot) {
  Writer writer;
  DescribedRobot copy = robot;  // pass() takes what it may change
  pass(writer, copy);
  return writer.bytes;
}

DescribedRobot robot_of_bytes(std::string_view bytes, const std::string& file) {
  DescribedRobot robot;
  robot.description.place = [file](std::size_t, RobotDescription::Part) { return file; };
  // Never seen: the build has checked the robot.
  robot.description.value = [](std::size_t, RobotDescription::Part) { return "wrong"; };
  Reader reader{bytes};
  pass(reader, robot);
  assert(reader.bytes.empty());
  return robot;
}

}  // namespace invdyn
