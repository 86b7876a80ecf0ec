#include "read.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "../../ground/base/near_file.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/within_memory.h"
#include "../../ground/base/wording.h"
#include "../../ground/compression/compression.h"
#include "../../ground/document/read_text_file.h"
#include "json_reader.h"
#include "robot_formats.h"
#include "xacro.h"

namespace invdyn {
namespace {

[[noreturn]] void fail_to_read(const std::string& path, int reason) {
  throw Error(path, std::string(std::strerror(reason)) + ": expected a file that can be read");
}

const ShippedRobot* find_shipped(const std::string& name) {
  for (const ShippedRobot& robot : shipped_robots())
    if (robot.name == name) return &robot;
  return nullptr;
}

RobotFile robot_in(const std::string& text, const std::string& file, const RobotFormat& format,
                   const RobotReading& reading, const Warn& warn) {
  RobotFile found = format.read(text, file, reading, warn);
  if (reading.base_floats) found.robot = found.robot.with_floating_base(*reading.base_floats);
  if (found.robot.dof() == 0 && !found.robot.base_floats() && !reading.without_motion)
    throw Error(file, "no joint moves: expected at least one moving joint, or `base` floating");
  return found;
}

RobotFile robot_at(const std::string& path, const RobotReading& reading, const Warn& warn) {
  const auto expanded = reading.expanded ? reading.expanded : expanded_robot_file(path, reading, warn);
  if (expanded) return robot_in(*expanded, expanded_name(path), *format_in_name(path), reading, warn);
  const std::string text = read_text_file(path);
  return robot_in(text, path, format_of_text(text, path), reading, warn);
}

// "a, b, c; did you mean "b"?"
std::string shipped_names(const std::string& wanted) {
  std::vector<std::string> names;
  for (const ShippedRobot& robot : shipped_robots()) names.emplace_back(robot.name);
  return joined(names) + did_you_mean(wanted, names);
}

}  // namespace

const ShippedRobot& shipped_robot(const std::string& name) {
  if (const ShippedRobot* robot = find_shipped(name)) return *robot;
  throw Error(name, "is not a shipped robot: expected one of " + shipped_names(name));
}

Robot read_robot(const ShippedRobot& robot, const Warn& warn) {
  return read_json_robot(std::string(robot.json), std::string(robot.name) + ".json", warn);
}

bool is_file(const std::string& path_or_name) {
  struct stat status {};
  return ::stat(path_or_name.c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
}

std::shared_ptr<const std::string> expanded_robot_file(const std::string& path, const RobotReading& reading,
                                                       const Warn& warn) {
  const std::string inner(without_compression_ending(path));
  if (!is_xacro_name(inner) || !is_file(path)) return {};
  if (!std::filesystem::is_regular_file(path))
    throw Error(path, "is not a regular file, but xacro reads the file by its name: expected a regular file");
  const bool is_packed = inner != path;
  if ((is_packed || reading.xacro_arguments.empty()) && !has_xacro(read_text_file(path))) return {};
  if (is_packed)
    throw Error(path, "is a compressed xacro file, which xacro cannot read. To unpack the file, type: " +
                          std::string(unpacking_command(compression_in_name(path))) + " " + path);
  return std::make_shared<const std::string>(expanded_by_xacro(path, reading.xacro_arguments, warn));
}

std::string expanded_name(const std::string& path) {
  return path + " (expanded by xacro)";
}

RobotFile read_robot_file(const std::string& path_or_name, const RobotReading& reading, const Warn& warn) {
  struct stat status {};
  const bool exists = ::stat(path_or_name.c_str(), &status) == 0;
  if (!exists && errno != ENOENT && errno != ENOTDIR) fail_to_read(path_or_name, errno);
  if (is_file(path_or_name))
    return within_memory(path_or_name, [&] { return robot_at(path_or_name, reading, warn); });
  if (path_or_name == "-")
    throw Error("-",
                "a robot is not read from standard input: expected a path, or the name of a shipped robot");
  if (const ShippedRobot* robot = find_shipped(path_or_name))
    return robot_in(std::string(robot->json), path_or_name + ".json", robot_formats().front(), reading, warn);
  throw Error(path_or_name, std::string(exists ? "is a folder" : "no such file") +
                                ", and no shipped robot has this name: expected a path or one of " +
                                shipped_names(path_or_name) +
                                (exists ? "" : did_you_mean_file(path_or_name)));
}

Robot read_robot(const std::string& path_or_name, const Warn& warn) {
  return read_robot_file(path_or_name, {}, warn).robot;
}

}  // namespace invdyn
