#pragma once

#include <functional>
#include <string>
#include <vector>

#include "protected_files.h"

namespace invdyn {

/// A file that a run reads, and those that it writes for it.
struct BatchFile {
  std::string input, output;
  std::string record = {};   ///< of `resume`; empty: none
  std::string sidecar = {};  ///< empty: none
};

/// The outputs of many files: all in one folder, each under the name that `name_of` gives for its input.
/// `resume`: each output has its record next to it. Throws UsageError, before anything is written, if two
/// inputs have one name, an output would replace an input or another file to keep, or an input has no name.
std::vector<BatchFile> batch_files(const std::vector<std::string>& inputs, const std::string& folder,
                                   const std::function<std::string(const std::string& input)>& name_of,
                                   ProtectedFiles kept = {}, bool resume = false);

/// The paths in a list, one per line; separated by NUL bytes if it has any (`find -print0`). Empty lines are
/// ignored.
/// `-`: standard input. Throws Error if the list cannot be read or is empty.
std::vector<std::string> paths_listed_in(const std::string& list);

}  // namespace invdyn
