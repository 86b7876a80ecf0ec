#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ground/job/job_files.h"
#include "terminal.h"

namespace invdyn {

struct BatchSettings {
  std::string folder;         ///< of the outputs; made if it is not there
  std::size_t at_a_time = 1;  ///< files
  bool resumes = false;       ///< outputs that are complete are skipped
};

/// Makes the folder, with those above it, if it is not there. Throws Error.
void make_folder(const std::string& folder);

/// Makes every output of a batch, several at the same time. `work` makes the output of one file, by its
/// number. It prints to the terminal that it is given, and returns the number of rows, or none if the output
/// was already complete. Errors and tables of files are printed in the order of the files, then notes and
/// warnings, each once for all files that have it; equal errors are counted. Files that fail do not stop the
/// others, and are named again at the end. Returns the exit code.
int run_batch(const std::vector<BatchFile>& files, const BatchSettings& settings,
              const std::function<std::optional<std::size_t>(std::size_t file, Terminal&)>& work,
              Terminal& terminal);

/// For a signal handler that ends the program: prints how many files of the batch are done, if one runs.
void tell_of_interrupted_batch();

}  // namespace invdyn
