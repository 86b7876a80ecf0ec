#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// The candidate that was probably meant by `name`. It has the smallest edit distance (insertions, deletions,
/// substitutions and swaps of neighbours, ignoring case), which must be at most a third of the longer name's
/// length; otherwise none.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// `; did you mean "candidate"?` for the end of an error's text; empty if no candidate is near. `elbow` is
/// near to `elbow_joint`, and `ur5e.urdf` to `ur5e`, if they are to no other.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace invdyn
