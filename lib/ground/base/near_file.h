#pragma once

#include <string>

namespace invdyn {

/// `; did you mean "motion.csv"?` for the end of the error of a file that does not exist: a file of the same
/// ending in its folder, with a name that is near. Empty: there is none.
std::string did_you_mean_file(const std::string& path);

}  // namespace invdyn
