#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace invdyn::test {

/// What happens to one system call: it fails with this error and does nothing, or the process is killed.
struct Fault {
  std::size_t call = 0;      ///< which of the calls on outputs, from 0
  std::optional<int> error;  ///< none: killed
};

struct TracedRun {
  int code = 0;  ///< 128 and the signal's number for one that was ended by it
  std::string err;
  std::vector<std::string> calls;  ///< on outputs: "rename out/.a.invdyn-abcdef"
};

/// Whether this system lets us trace; else why not.
std::optional<std::string> reason_not_to_trace();

/// Runs a program in a folder, and watches every system call of it that makes, writes, renames, links,
/// removes, syncs, cuts, closes or gives permissions to a file below the subfolder `out`.
TracedRun traced_run(const std::vector<std::string>& arguments, const std::string& folder,
                     const std::optional<Fault>& fault = {});

}  // namespace invdyn::test
