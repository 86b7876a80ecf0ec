#pragma once

#include <string>

#include "benchmark/effort.h"
#include "benchmark/times.h"

namespace invdyn::bench {

/// Inverse dynamics by method and robot, compared with KDL's solvers.
Findings kernels(const Effort& effort);

/// Conversion of numbers from and to text, and differences, compared with other libraries.
Findings text(const Effort& effort);

/// The fastest motion along a path.
Findings paths(const Effort& effort);

/// Programs, from file to file in the folder.
Findings end_to_end(const Effort& effort, const std::string& folder);

}  // namespace invdyn::bench
