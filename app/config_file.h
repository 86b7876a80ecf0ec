#pragma once

#include <CLI/CLI.hpp>

namespace invdyn {

/// Gives every command that has options --config FILE.
void add_config_options(CLI::App& program);

/// The key that stands for an option of the command: its name without dashes, or an argument's in small
/// letters. Empty: none does.
std::string config_key(const CLI::App& command, const CLI::Option& option);

/// Fills the options of the command that the line names from the TOML file behind its --config, if there is
/// one, before the line is parsed. What the line gives counts for more than the file. Throws UsageError for
/// keys that the command does not know and values of the wrong kind, Error for a file that cannot be read or
/// is no TOML, with its line.
/// An argument in the file leaves its place on the line to the next.
void take_config_file(CLI::App& program, int argc, const char* const* argv);

/// Of a command that is parsed: throws UsageError where its output would replace the file of --config.
void expect_config_kept(const CLI::App& command);

}  // namespace invdyn
