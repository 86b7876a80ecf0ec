#pragma once

#include <string>

#include "path_fit.h"

namespace invdyn {

/// The speed along the path as SVG to stand inside a page, in the colour of the limit that binds, with a line
/// for each of these limits. There must be a motion.
std::string path_picture(const Ratings& ratings, const PathFit& fit);

}  // namespace invdyn
