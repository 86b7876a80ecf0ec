#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "offers.h"

namespace invdyn {

// Questions about the definitions of commands and options, for help, the manual and completion.

/// `invdyn generate trapezoid`
std::string full_name(const CLI::App& command);

/// The innermost command that a parsed line has named.
const CLI::App& named_command(const CLI::App& program);

/// The commands that have none below them, in the order of their definition.
std::vector<const CLI::App*> commands_of(const CLI::App& program);

/// Whether the option takes a value; else it is a flag.
bool takes_value(const CLI::Option& option);
/// Whether the option takes any number of values.
bool takes_several(const CLI::Option& option);

/// Whether the option is -h or --help.
bool is_help(const CLI::App& command, const CLI::Option& option);

/// `-o` and `--output`, as they stand on a line; none of an argument.
std::vector<std::string> names_of(const CLI::Option& option);
/// `--output`, `-q`, or `ROBOT` of an argument without dashes.
std::string longest_name(const CLI::Option& option);

/// What an option decides in a run.
enum class Decides {
  content,     ///< what the outputs hold
  file,        ///< its value is the path of the output or of the run's record; `-`: standard output
  other_file,  ///< its value is the path of an output besides
  folder,      ///< its value is the path of a folder that files are written into; it may have to be made
  fate,        ///< what becomes of files: of those that are there, or of the page that is opened
  program,     ///< what another program is told
  messages,    ///< what is printed besides the outputs
  run          ///< how the run goes, such as its speed. A run that is repeated has its own
};
/// Marks an option that decides something else than content. Options of files, folders, their fate and
/// programs may be on the command line only, not in a file of settings, and the command can write only to the
/// places that they name. Returns the option.
CLI::Option* mark(CLI::Option* option, Decides what);
Decides decided_by(const CLI::Option& option);
/// Marks an option that few users need: -h leaves it out. Returns the option.
CLI::Option* rare(CLI::Option* option);
bool is_rare(const CLI::Option& option);
/// Whether the value is the path of a file that is written.
bool names_written_file(const CLI::Option& option);
/// Whether a file of settings may give the option.
bool is_settable(const CLI::Option& option);
/// Whether an output that is there holds the same for any value of the option.
bool keeps_outputs(const CLI::Option& option);

}  // namespace invdyn
