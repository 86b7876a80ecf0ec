#pragma once

#include <string>

#include "../../ground/output_files/table.h"
#include "path_fit.h"

namespace invdyn {

// The fastest motion along a path, for people and programs. There must be one. `duration`: of the motion from
// which the path is, s.

/// `fits in 1.5 s instead of 2 s along the same path`, and the RMS torque that it breaks.
std::string path_verdict(const Ratings& ratings, const PathFit& fit, double duration);
/// A row for each limit that binds, the one that binds longest first.
Table share_table(const Ratings& ratings, const PathFit& fit);
/// All numbers.
Table path_quantities(const Ratings& ratings, const PathFit& fit, const std::string& name, double duration);

}  // namespace invdyn
