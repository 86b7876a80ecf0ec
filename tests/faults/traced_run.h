#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace invdyn::test {

/// The fault of one system call: it fails with this error and does nothing, or the process is killed.
struct Fault {
  std::size_t call = 0;      ///< index among the calls on outputs, from 0
  std::optional<int> error;  ///< none: killed
};

struct TracedRun {
  int code = 0;  ///< exit code, or 128 plus the number of the signal that ended the run
  std::string err;
  std::vector<std::string> calls;  ///< on outputs: "rename out/.a.invdyn-abcdef"
};

/// Empty if this system allows tracing; otherwise the reason why not.
std::optional<std::string> reason_not_to_trace();

/// Runs a program in a folder and watches each of its system calls that creates, writes, renames, links,
/// removes, syncs, truncates or closes a file below the subfolder `out`, or sets its permissions.
TracedRun traced_run(const std::vector<std::string>& arguments, const std::string& folder,
                     const std::optional<Fault>& fault = {});

}  // namespace invdyn::test
