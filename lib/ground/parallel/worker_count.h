#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace invdyn {

/// The default number of threads for a computation, at least 1. It is the task's share from Slurm, if set
/// (SLURM_CPUS_PER_TASK). Otherwise it is the number of cores that this process may run on; a container's
/// share of time (cgroup v2) may reduce it.
std::size_t usual_worker_count();

/// The cores that a container's share of time is worth, rounded up; none, if it is not limited. `groups` is
/// the text of /proc/self/cgroup, and `folder` has the control groups: each has a file cpu.max,
/// `<microseconds or max> <period in microseconds>`. The smallest share counts, of the process's group and of
/// those above.
std::optional<std::size_t> share_of_group(const std::string& groups, const std::string& folder);

}  // namespace invdyn
