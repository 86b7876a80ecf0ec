#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// The candidate that `name` was probably meant to be: the one with the smallest edit distance (insertions,
/// deletions, substitutions and swaps of neighbours, letter case ignored) if that is at most a third of the
/// longer of the two; none otherwise.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// `; did you mean "candidate"?` for the end of an error's text, or nothing where no candidate is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace invdyn
