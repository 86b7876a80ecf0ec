#pragma once

#include <cstddef>

namespace invdyn {

/// The default number of threads for a computation, at least 1. It is the task's share from Slurm, if set
/// (SLURM_CPUS_PER_TASK). Otherwise it is the number of cores that this process may run on; a container's
/// share of time (cgroup v2) may reduce it.
std::size_t usual_worker_count();

}  // namespace invdyn
