#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "job/job_files.h"
#include "terminal.h"

namespace invdyn {

struct BatchSettings {
  std::string folder;         ///< of the outputs; made if it is not there
  std::size_t at_a_time = 1;  ///< files
};

/// Makes every output of a batch, several at the same time. `work` makes one, says what it has to say to the
/// terminal that it is given, and returns the number of rows; none: the output was complete. All that is said
/// of a file stands together, with a line that reports it, in the order of the files. Those that fail are
/// named again in the end, and the others are done. Returns the exit code.
int run_batch(const std::vector<BatchFile>& files, const BatchSettings& settings,
              const std::function<std::optional<std::size_t>(const BatchFile&, Terminal&)>& work,
              Terminal& terminal);

}  // namespace invdyn
