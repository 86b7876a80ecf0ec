#pragma once

#include <string>

#include "trajectory/files/shard.h"

namespace invdyn {

/// The value of --shard: `I/N`, or `slurm` for the variables of a task of a Slurm job array. Throws
/// UsageError.
Shard shard_argument(const std::string& text);

}  // namespace invdyn
