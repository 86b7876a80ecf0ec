#pragma once

#include <string>

#include "benchmark/effort.h"
#include "benchmark/times.h"

namespace invdyn::bench {

/// Inverse dynamics by method and robot, against KDL's solvers.
Findings kernels(const Effort& effort);

/// Numbers to and from text, and differences, against what others offer.
Findings text(const Effort& effort);

/// Programs, from file to file in the folder.
Findings end_to_end(const Effort& effort, const std::string& folder);

}  // namespace invdyn::bench
