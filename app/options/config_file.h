#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "job/protected_files.h"

namespace invdyn {

/// Gives every command that has options --config FILE.
void add_config_options(CLI::App& program);

/// The key that stands for an option of the command: its name without dashes, or an argument's in small
/// letters. Empty: none does.
std::string config_key(const CLI::App& command, const CLI::Option& option);

/// Fills the options of the command that the line names from the TOML file behind its --config, if there is
/// one, before the line is parsed: from what stands at its top and from the table of the command's name,
/// which counts for more; tables of other `command_names` are ignored. Options on the line count for more
/// than those in the file. Throws UsageError for keys that the command does not know, arguments, keys that
/// decide which files are written (decided_by()) and values of the wrong kind, Error for a file that cannot
/// be read or is not TOML, with its line.
void take_config_file(CLI::App& program, const std::vector<std::string>& command_names, int argc,
                      const char* const* argv);

/// Adds the file of --config of a command that is parsed.
void keep_config(const CLI::App& command, ProtectedFiles& kept);

/// Of a command that is parsed: throws UsageError where its output would replace the file of --config.
void expect_config_kept(const CLI::App& command);

}  // namespace invdyn
