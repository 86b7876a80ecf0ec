#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace invdyn {

/// Whether this is a robot by its name: by a file's ending, or a shipped one.
bool names_robot(const std::string& word);

/// The argument of the command that takes trajectories or logs; null: it has none.
const CLI::Option* trajectories_of(const CLI::App& command);

/// Throws UsageError, with the line to type, if the parsed command is given a folder, a pattern in quotes, a
/// list `@FILE` or a robot in place of a trajectory or a log. `words`: the whole line.
void expect_trajectories(const CLI::App& command, const std::vector<const char*>& words);

}  // namespace invdyn
