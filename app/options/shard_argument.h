#pragma once

#include <string>

#include "trajectory_files/shard.h"

namespace invdyn {

/// The value of --shard: `I/N`, or `slurm` for what the variables of a task of a Slurm job array say. Throws
/// UsageError.
Shard shard_argument(const std::string& text);

}  // namespace invdyn
