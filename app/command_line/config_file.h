#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ground/job/protected_files.h"

namespace invdyn {

/// Gives every command that has options --config FILE.
void add_config_options(CLI::App& program);

/// The key of an option of the command: its name without dashes, or an argument's name in small letters.
/// Empty: it has no key.
std::string config_key(const CLI::App& command, const CLI::Option& option);

/// Fills the options of the command that the line names from the JSON file of its --config, if it is given,
/// before the line is parsed. Keys are read from the top of the file and from the object of the command's
/// name, which takes precedence. Objects of other `command_names` are ignored. Options on the line take
/// precedence over the file. Throws UsageError for unknown keys, arguments, keys that decide which files are
/// written (is_settable()) and values of the wrong kind. Throws Error, with the line, for a file that cannot
/// be read or is not JSON.
void take_config_file(CLI::App& program, const std::vector<std::string>& command_names, int argc,
                      const char* const* argv);

/// Adds the file of --config of a command that is parsed.
void keep_config(const CLI::App& command, ProtectedFiles& kept);

/// For a parsed command: throws UsageError if its output would replace the file of --config.
void expect_config_kept(const CLI::App& command);

}  // namespace invdyn
