#pragma once

#include <string>
#include <vector>

#include "protected_files.h"

namespace invdyn {

/// A file of a batch, and the one that is made from it.
struct BatchFile {
  std::string input, output;
};

/// Where the results of many files go: into one folder, under the name that the input has in its own; of
/// `.sto`,
/// `.mot` and `.pos` with `.csv` in place of that, as no results are written in these formats. Throws
/// UsageError, before anything is written, for two inputs of one name, for an output that would replace one
/// of the inputs or of the other files to keep, and for an input that has no name. `resume`: each output gets
/// its record next to it.
std::vector<BatchFile> batch_files(const std::vector<std::string>& inputs, const std::string& folder,
                                   ProtectedFiles kept = {}, bool resume = false);

/// The paths in a list, one per line; behind NUL bytes where it holds any (`find -print0`). Empty lines are
/// no paths. Reads standard input for `-`. Throws Error where the list cannot be read or names nothing.
std::vector<std::string> paths_listed_in(const std::string& list);

}  // namespace invdyn
