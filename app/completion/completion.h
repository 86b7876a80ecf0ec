#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "robot_names.h"
#include "shell_line.h"

namespace invdyn {

/// What can be the word at the cursor.
struct Completion {
  enum class Paths { none, files, folders };

  std::vector<Candidate> candidates;      ///< whole words; they need not begin with the text at the cursor
  Paths paths = Paths::none;              ///< paths are candidates, too
  std::string before_path;                ///< the beginning of the word that is not of the path: `--motors=`
  std::vector<std::string> endings = {};  ///< of the files that are wanted, such as `.csv`; none: of all
};

/// The completion of the last word by the definitions of commands, options and their values.
Completion completion_of(const CLI::App& program, const ShellLine& line);

}  // namespace invdyn
