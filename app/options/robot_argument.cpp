#include "robot_argument.h"

#include <algorithm>
#include <optional>

#include "arguments.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "command_line/wrong_files.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "robot/files/robot_formats.h"
#include "robot/files/xacro.h"
#include "robot/model/legs.h"
#include "trajectory/files/formats.h"

namespace invdyn {

std::vector<std::string> names_of_shipped_robots() {
  std::vector<std::string> names;
  for (const ShippedRobot& robot : shipped_robots()) names.emplace_back(robot.name);
  return names;
}

CLI::Option* offer_robot(CLI::Option* option, RobotRole role) {
  Offer what{.parts = {}, .robot = role};
  for (const std::string& name : names_of_shipped_robots()) what.parts.push_back({name});
  return offer(option, std::move(what));
}

namespace {

// xacro would ignore an empty value and a name with an underscore, and refuse a second ":=".
std::string xacro_argument(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size() || text[0] == '_' ||
      text.find(":=") != std::string::npos)
    throw UsageError("--xacro-arg", "is " + in_quotes(text) + ": expected NAME=VALUE, such as prefix=left_");
  return text;
}

const std::vector<std::string> bases{"fixed", "floating", "free"};

// Of two robots, one may be a copy of the other, in which the joint is fixed already.
std::vector<std::string> fixable_in(const RobotFile& file, const RobotFile& other,
                                    const std::vector<std::string>& names) {
  const auto has_still = [](const RobotFile& robot, const std::string& name) {
    const std::vector<Joint>& joints = robot.robot.joints();
    return std::any_of(joints.begin(), joints.end(),
                       [&](const Joint& joint) { return !joint.moves() && joint.name == name; });
  };
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (!has_still(file, name) && !has_still(other, name))
      throw UsageError("--fix", "no joint that can be fixed is named " + in_quotes(name) +
                                    ": expected a floating, planar, free or ball joint");
    if (std::find(file.fixed.begin(), file.fixed.end(), name) != file.fixed.end()) found.push_back(name);
  }
  return found;
}

// Friction that no body has does not matter where friction is left out; simulators read it.
void drop_impossible_friction(RobotDescription& description) {
  for (auto& entry : description.joints)
    for (Friction* side : {&entry.joint.drive.motor, &entry.joint.drive.joint}) {
      side->damping = std::max(side->damping, 0.0);
      side->coulomb_positive = std::max(side->coulomb_positive, 0.0);
      side->coulomb_negative = std::min(side->coulomb_negative, 0.0);
    }
}

}  // namespace

void tell_how_to_correct(const Error& error, const std::string& path) {
  const std::string text = error.what();
  if (!format_in_name(path) && trajectory_format_of(path))
    throw UsageError("ROBOT", "is " + path +
                                  ", the name of a trajectory: expected a robot (invdyn torque ROBOT " +
                                  shell_word(path) +
                                  " takes a trajectory; invdyn robot init arm.json --convention "
                                  "dh --dh-table " +
                                  shell_word(path) + " makes a robot from a DH table)");
  if (text.find("`correct-inertia` of robot convert") == std::string::npos || !is_file(path)) return;
  const RobotFormat* format = written_format_in_name(path);
  const std::size_t end = text.find(": ");
  throw Error(text.substr(0, end), text.substr(end + 2) + ": invdyn robot convert " + shell_word(path) +
                                       " corrected" + (format ? format : &robot_formats()[0])->ending() +
                                       " `correct-inertia`");
}

void RobotArgument::add_to(CLI::App& command) {
  offer_robot(
      command.add_option(
          "ROBOT", path,
          "Robot description, or the name of a shipped robot. To list the shipped robots: invdyn robots"),
      RobotRole::named)
      ->required();
  command_ = &command;
  add_options_to(command);
}

void RobotArgument::add_pair_to(CLI::App& command) {
  add_to(command);
  offer_robot(command.add_option("OTHER", other, "Robot to compare with, in any format"), RobotRole::other)
      ->required();
}

void RobotArgument::add_as_choice_to(CLI::App& command, const std::string& help) {
  offer_robot(command.add_option("ROBOT", path, help), RobotRole::named);
  add_options_to(command);
}

void RobotArgument::add_as_option_to(CLI::App& command, const std::string& help) {
  offer_robot(command.add_option("--robot", path, help), RobotRole::named)
      ->type_name("ROBOT")
      ->group(group::robot);
  add_options_to(command);
}

void RobotArgument::add_options_to(CLI::App& command) {
  CLI::Option* of_base = offer_words(
      command.add_option(
          "--base", base,
          "Base of the robot: fixed, floating or free. fixed: the base is where the robot's file places "
          "it. floating: the base's motion is in the trajectory, as columns base_x and so on. free: no "
          "force acts on the base, and the base moves as the joints' motion requires. Default: fixed or "
          "floating, as the robot's file says"),
      bases);
  of_base->type_name("KIND")->group(group::robot);
  takes_free_base = command.get_name() == "torque" || command.get_name() == "validate";
  judges_limits = command.get_name() == "size";
  if (command.get_name() != "torque") rare(of_base);
  rare(command.add_flag("--independent-mimic", independent_mimics,
                        "Mimic joints move independently. Each mimic joint has its own q and tau"))
      ->group(group::robot);
  offer(rare(command.add_option(
                 "--fix", fixed,
                 std::string(
                     "Fix a floating, planar, free or ball joint at its zero position. Floating and planar "
                     "joints come from a URDF, free joints from a .body file or MJCF, ball joints from "
                     "MJCF. ") +
                     repeated_list))
            ->type_name("JOINT")
            ->group(group::robot)
            ->allow_extra_args(false),  // one argument each time
        {{{.names = RobotNames::fixable_joints}}});
  mark(rare(command.add_option(
           "--xacro-arg", xacro_arguments,
           "Set an argument of a robot in xacro. For a file NAME.xacro, invdyn runs the program xacro "
           "of your computer, without a shell. May be repeated")),
       Decides::program)
      ->type_name("NAME=VALUE")
      ->group(group::robot)
      ->allow_extra_args(false);
  rare(command.add_flag("--include-outside", include_outside,
                        "Let an MJCF file include files from any folder"))
      ->group(group::robot);
}

RobotReading RobotArgument::reading() const {
  RobotReading reading{.independent_mimics = independent_mimics, .include_outside = include_outside};
  for (const std::string& text : fixed)
    for (const std::string& name : words_argument(text)) reading.fixed.push_back(name);
  for (const std::string& text : xacro_arguments) reading.xacro_arguments.push_back(xacro_argument(text));
  if (!xacro_arguments.empty() && !is_xacro_name(path) && !is_xacro_name(other))
    throw UsageError("--xacro-arg", "is given, and " + (path.empty() ? "no robot" : path) +
                                        " is not expanded by xacro: expected a robot NAME.xacro");
  if (!base.empty()) reading.base_floats = choice_argument("--base", base, bases) > 0;
  if (is_base_free() && !takes_free_base)
    throw UsageError("--base",
                     "is free, which only invdyn torque and validate support: expected fixed or floating");
  reading.expanded = expanded_;
  if (const CLI::Option* option = command_ ? command_->get_option_no_throw("--no-friction") : nullptr;
      option && option->count() > 0 && option->as<bool>())
    reading.edit = drop_impossible_friction;
  return reading;
}

std::string RobotArgument::file() const {
  return !path.empty() && is_file(path) ? path : "";
}

// For a robot that could not be read: throws UsageError if robot and trajectory are exchanged.
void RobotArgument::expect_order() const {
  const bool is_argument = command_ && command_->get_option_no_throw("ROBOT");
  const CLI::Option* trajectory = is_argument ? trajectories_of(*command_) : nullptr;
  if (!trajectory || format_in_name(path)) return;
  const std::vector<std::string> paths = trajectory->results();
  if (const auto robot = std::find_if(paths.begin(), paths.end(), names_robot); robot != paths.end())
    throw UsageError(full_name(*command_), "the robot comes first, then the trajectory: expected " +
                                               full_name(*command_) + " " + *robot + " " + path);
  if (trajectory_format_of(path))
    throw UsageError(
        full_name(*command_),
        path + " is given as the robot, but its name ends like a trajectory's name: expected " +
            full_name(*command_) + " ROBOT " + path +
            (command_->get_name() == "view" ? " (invdyn plot " + path + " draws it alone)" : ""));
}

namespace {

// Without those of which the reader of the file, or the changed robot, warns.
std::vector<Finding> untold_errors_of(const RobotFile& file, const std::string& path, bool with_limits) {
  std::vector<Finding> findings = errors_of(file, path, with_limits);
  std::erase_if(findings, [](const Finding& finding) {
    return finding.kind == "no_mass" || finding.kind == "impossible_moments";
  });
  return findings;
}

}  // namespace

void RobotArgument::expect_base(const RobotFile& file, const std::string& path_or_name) const {
  if (file.robot.base_floats() && !command_for_fixed_bases.empty())
    throw UsageError(
        "--base",
        "the base of " + path_or_name + " floats, and " + command_for_fixed_bases +
            " takes only a robot on a fixed base: expected --base fixed, which keeps the base where the file "
            "places it");
}

void RobotArgument::note_legs(const RobotFile& file) const {
  if (!base.empty() || !file.fixed.empty() || file.robot.base_floats() || !command_for_fixed_bases.empty())
    return;
  if (const std::string legs = text_of_feet(file.robot); !legs.empty())
    notes_.push_back(
        path + ": the base is taken as fixed, but the robot seems to have feet: " + legs +
        ". If the trajectory has the motion of the base, give --base floating; otherwise, give --base fixed");
}

RobotFile RobotArgument::read_file(const std::string& path_or_name, const RobotReading& reading,
                                   const Warn& warn) const {
  RobotReading own = reading;
  const auto read = [&] {
    try {
      if (path_or_name == path && !own.expanded)
        own.expanded = expanded_ = expanded_robot_file(path, reading, warn);
      return read_robot_file(path_or_name, own, warn);
    } catch (const Error& error) {
      if (path_or_name == path) expect_order();
      tell_how_to_correct(error, path_or_name);
      throw;
    }
  };
  RobotFile file = read();
  expect_base(file, path_or_name);
  parts_.insert(parts_.end(), file.parts.begin(), file.parts.end());
  if (path_or_name == path) {
    errors_ = untold_errors_of(file, path, judges_limits);
    notes_ = file.notes;
    note_legs(file);
  }
  return file;
}

RobotFile RobotArgument::read_file(const Warn& warn,
                                   const std::function<void(RobotDescription&)>& edit) const {
  RobotReading any = reading();
  if (edit) any.edit = edit;
  any.take_first = static_cast<bool>(edit);
  any.without_motion = true;
  return read_file(path, any, warn);
}

Robot RobotArgument::read(const std::string& path_or_name, const Warn& warn) const {
  RobotReading own = reading();
  const auto with_all_fixed = [&](const std::string& each) {
    RobotReading all = reading();
    all.fixed.clear();
    all.fix_all = all.without_motion = true;
    if (each != path) all.expanded.reset();
    return read_file(each, all, [](const std::string&) {});
  };
  if (!other.empty() && !own.fixed.empty()) {
    const RobotFile a = with_all_fixed(path), b = with_all_fixed(other);
    own.fixed = fixable_in(path_or_name == path ? a : b, path_or_name == path ? b : a, own.fixed);
  }
  if (path_or_name != path) own.expanded.reset();
  return read_file(path_or_name, own, warn).robot;
}

void RobotArgument::expect_parts_kept(const std::string& output, bool resume) const {
  if (parts_.empty() || output.empty()) return;
  ProtectedFiles kept;
  for (const std::string& part : parts_) kept.add(part, "a part of the robot");
  if (const auto replaced = kept.replaced_by(output, resume))
    throw UsageError("an output", "would replace " + *replaced + ": expected another file");
}

}  // namespace invdyn
