#pragma once

#include <cstddef>

namespace invdyn {

/// Threads that a computation uses unless told otherwise: what Slurm gave to the task where the environment
/// has it (SLURM_CPUS_PER_TASK), else the cores that this process may run on, of which a container's share of
/// time (cgroup v2) may leave fewer. At least 1.
std::size_t usual_worker_count();

}  // namespace invdyn
