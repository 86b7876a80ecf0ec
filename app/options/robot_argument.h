#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "command_line/offers.h"
#include "ground/base/error.h"
#include "ground/job/protected_files.h"
#include "robot/files/check.h"
#include "robot/files/read.h"

namespace invdyn {

std::vector<std::string> names_of_shipped_robots();

/// States that the value of the option is a robot: a file or a shipped robot. Returns the option.
CLI::Option* offer_robot(CLI::Option* option, RobotRole role);

/// If the copy that `robot convert --correct-inertia` writes of the robot's file can be read: throws the
/// error with the line to type.
void tell_how_to_correct(const Error& error, const std::string& path);

/// A robot and the options that say how its file is read: ROBOT, --base, --independent-mimic, --fix,
/// --include-outside.
struct RobotArgument {
  std::string path;  ///< or a shipped robot's name
  std::string base;  ///< empty: as the file says
  bool independent_mimics = false, include_outside = false;
  std::vector<std::string> fixed;
  std::vector<std::string> xacro_arguments;
  std::string other;                    ///< another robot, of a command that has two
  std::string command_for_fixed_bases;  ///< the command, if it takes no robot whose base floats
  bool takes_free_base = false;
  bool judges_limits = false;  ///< their units matter

  /// ROBOT, which is required, and the options.
  void add_to(CLI::App& command);
  /// The same with a second robot, OTHER.
  void add_pair_to(CLI::App& command);
  /// The same with a ROBOT that may be left out, whose help this is.
  void add_as_choice_to(CLI::App& command, const std::string& help);
  /// The same with the robot as an option --robot.
  void add_as_option_to(CLI::App& command, const std::string& help);

  /// Whether no force acts on the base, so that its motion follows from the joints'.
  bool is_base_free() const { return base == "free"; }

  /// Throws UsageError. Once its file has been read, xacro is not run again.
  RobotReading reading() const;
  /// The path of its file; empty for a shipped robot and for no robot.
  std::string file() const;
  Robot read(const Warn& warn) const { return read(path, warn); }
  /// The same with all that its file holds, of a robot too none of whose joints moves. `edit` changes what
  /// the file says before it is checked; then the first of elements that are repeated with other values
  /// counts.
  RobotFile read_file(const Warn& warn, const std::function<void(RobotDescription&)>& edit = {}) const;
  /// Another robot, read in the same way.
  Robot read(const std::string& path_or_name, const Warn& warn) const;
  /// Other files that a robot was read from: its sub-bodies. Known when it has been read.
  const std::vector<std::string>& parts() const { return parts_; }
  /// What `robot check` calls an error in its file, apart from what the file accepts. Known when it has been
  /// read.
  const std::vector<Finding>& errors() const { return errors_; }
  /// What its reader notes of a sound file. Known when it has been read.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Throws UsageError if the output, or a file that belongs to it, would replace one of them.
  void expect_parts_kept(const std::string& output, bool resume = false) const;

 private:
  void add_options_to(CLI::App& command);
  RobotFile read_file(const std::string& path_or_name, const RobotReading& reading, const Warn& warn) const;
  void expect_order() const;
  void expect_base(const RobotFile& file, const std::string& path_or_name) const;
  void note_legs(const RobotFile& file) const;

  const CLI::App* command_ = nullptr;  // if the robot is its argument
  mutable std::vector<std::string> parts_, notes_;
  mutable std::vector<Finding> errors_;
  mutable std::shared_ptr<const std::string> expanded_;
};

}  // namespace invdyn
