#include "read.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/within_memory.h"
#include "../../ground/base/wording.h"
#include "../../ground/compression/compression.h"
#include "../../ground/document/read_text_file.h"
#include "../mjcf/mjcf_reader.h"
#include "body_reader.h"
#include "json_reader.h"
#include "urdf_reader.h"
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

// The first character after the byte order mark and white space; std::string::npos if there is none.
std::size_t beginning_of(const std::string& text) {
  const std::size_t mark = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // byte order mark
  return text.find_first_not_of(" \t\r\n", mark);
}

[[noreturn]] void fail_as_empty(const std::string& file) {
  switch (format_in_name(file).value_or(RobotFormat::json)) {
    case RobotFormat::urdf:
      throw Error(file, "is empty: expected URDF, whose root element is <robot>");
    case RobotFormat::mjcf:
      throw Error(file, "is empty: expected MJCF, whose root element is <mujoco>");
    case RobotFormat::body:
      throw Error(file, "is empty: expected a .body file of Choreonoid, with format: ChoreonoidBody");
    case RobotFormat::json:
      break;
  }
  throw Error(file, "is empty: expected a robot description in JSON, { ... }");
}

// The first element's name. Before it, there may be declarations and comments.
std::string_view root_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    const bool is_comment = rest.starts_with("<!--");
    if (!is_comment && !rest.starts_with("<?") && !rest.starts_with("<!"))
      return rest.substr(1, rest.find_first_of(" \t\r\n/>") - 1);
    at = text.find(is_comment ? "-->" : ">", at + 1);
  }
  return {};
}

// Our own format has no floating or planar joints; a copy of a robot with such a joint has it fixed.
void expect_fixed(const Robot& robot, const std::vector<std::string>& names, const std::string& file) {
  std::vector<std::string> fixed_joints;
  for (const Joint& joint : robot.joints())
    if (!joint.moves()) fixed_joints.push_back(joint.name);
  for (const std::string& name : names)
    if (std::find(fixed_joints.begin(), fixed_joints.end(), name) == fixed_joints.end())
      throw Error(file, "has no floating or planar joint " + in_quotes(name) +
                            " to be fixed: expected the name of one, in a URDF" +
                            did_you_mean(name, fixed_joints));
}

// A robot in our own format.
RobotFile read_json(const std::string& text, const std::string& file, const RobotReading& reading,
                    const Warn& warn) {
  DescribedRobot described = describe_json_robot(text, file);
  if (reading.edit) reading.edit(described.description);
  RobotFile found = robot_as_described(described, warn);
  expect_fixed(found.robot, reading.fixed, file);
  if (reading.independent_mimics) found.robot = found.robot.with_independent_mimics();
  return found;
}

RobotFile read_mjcf_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn) {
  MjcfRobot found = read_mjcf(text, file,
                              {.fixed = reading.fixed,
                               .fix_all = reading.fix_all,
                               .include_outside = reading.include_outside,
                               .edit = reading.edit},
                              warn);
  if (reading.independent_mimics) found.robot = found.robot.with_independent_mimics();
  return {.format = RobotFormat::mjcf,
          .robot = std::move(found.robot),
          .unused = std::move(found.unused),
          .parts = std::move(found.parts),
          .fixed = std::move(found.fixed)};
}

RobotFile parsed(const std::string& text, const std::string& file, const RobotReading& reading,
                 const Warn& warn) {
  switch (format_of_text(text, file)) {
    case RobotFormat::urdf:
      return read_urdf_robot(text, file, reading, warn);
    case RobotFormat::body:
      return read_body_robot(text, file, reading, warn);
    case RobotFormat::mjcf:
      return read_mjcf_robot(text, file, reading, warn);
    case RobotFormat::json:
      break;
  }
  return read_json(text, file, reading, warn);
}

RobotFile with_motion(RobotFile found, const std::string& file, const RobotReading& reading) {
  if (found.robot.dof() == 0 && !reading.without_motion)
    throw Error(file, "no joint moves: expected at least one moving joint");
  return found;
}

RobotFile robot_in(const std::string& text, const std::string& file, const RobotReading& reading,
                   const Warn& warn) {
  return with_motion(parsed(text, file, reading, warn), file, reading);
}

RobotFile robot_at(const std::string& path, const RobotReading& reading, const Warn& warn) {
  const auto expanded = reading.expanded ? reading.expanded : expanded_robot_file(path, reading, warn);
  if (!expanded) return robot_in(read_text_file(path), path, reading, warn);
  return with_motion(read_urdf_robot(*expanded, expanded_name(path), reading, warn), path, reading);
}

RobotFile read_shipped(const ShippedRobot& robot, const Warn& warn) {
  return read_json_file(std::string(robot.json), std::string(robot.name) + ".json", warn);
}

// "a, b, c; did you mean "b"?"
std::string shipped_names(const std::string& wanted) {
  std::vector<std::string> names;
  for (const ShippedRobot& robot : shipped_robots()) names.emplace_back(robot.name);
  return joined(names) + did_you_mean(wanted, names);
}

}  // namespace

// Every XML file begins with <, and a .body file states its format. All else is JSON, unless the name
// contradicts it.
RobotFormat format_of_text(const std::string& text, const std::string& file) {
  const std::size_t at = beginning_of(text);
  if (at == std::string::npos) fail_as_empty(file);
  if (text[at] == '<') return root_tag(text) == "mujoco" ? RobotFormat::mjcf : RobotFormat::urdf;
  if (text[at] == '{') return RobotFormat::json;
  if (text.find("ChoreonoidBody") != std::string::npos) return RobotFormat::body;
  const RobotFormat named = format_in_name(file).value_or(RobotFormat::json);
  const auto end = text.begin() + static_cast<std::string::difference_type>(at);
  const std::string place = place_in(file, 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n')));
  if (named == RobotFormat::urdf)
    throw Error(place, "does not begin with \"<\": expected URDF, XML whose root element is <robot>");
  if (named == RobotFormat::mjcf)
    throw Error(place, "does not begin with \"<\": expected MJCF, XML whose root element is <mujoco>");
  if (named == RobotFormat::body)
    throw Error(place,
                "does not state its format: expected a .body file of Choreonoid, with format: "
                "ChoreonoidBody");
  return named;
}

std::optional<RobotFormat> format_in_name(const std::string& path) {
  std::string ending = std::filesystem::path(without_compression_ending(path)).extension();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (ending == ".urdf" || ending == ".xacro" || ending == ".xml") return RobotFormat::urdf;
  if (ending == ".mjcf") return RobotFormat::mjcf;
  if (ending == ".body" || ending == ".yaml" || ending == ".yml") return RobotFormat::body;
  return ending == ".json" ? std::optional(RobotFormat::json) : std::nullopt;
}

const ShippedRobot& shipped_robot(const std::string& name) {
  if (const ShippedRobot* robot = find_shipped(name)) return *robot;
  throw Error(name, "is no shipped robot: expected one of " + shipped_names(name));
}

Robot read_robot(const ShippedRobot& robot, const Warn& warn) {
  return read_shipped(robot, warn).robot;
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
    throw Error(path, "is no regular file, and xacro reads it by its name: expected a regular file");
  const bool is_packed = inner != path;
  if ((is_packed || reading.xacro_arguments.empty()) && !has_xacro(read_text_file(path))) return {};
  if (is_packed)
    throw Error(path, "is a compressed xacro file, and xacro reads no such file: expected it unpacked, by " +
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
  if (const ShippedRobot* robot = find_shipped(path_or_name)) {
    const std::string file = path_or_name + ".json";
    return with_motion(read_json(std::string(robot->json), file, reading, warn), file, reading);
  }
  throw Error(path_or_name, std::string(exists ? "is a folder" : "no such file") +
                                ", and no shipped robot has this name: expected a path or one of " +
                                shipped_names(path_or_name));
}

Robot read_robot(const std::string& path_or_name, const Warn& warn) {
  return read_robot_file(path_or_name, {}, warn).robot;
}

}  // namespace invdyn
