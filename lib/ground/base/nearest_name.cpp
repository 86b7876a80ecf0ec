#include "nearest_name.h"

#include <algorithm>
#include <utility>

#include "lower_case.h"

namespace invdyn {
namespace {

// Optimal string alignment distance: three rows of the table suffice.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substitution});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, std::exchange(row, std::move(before_last)));
  }
  return last[b.size()];
}

// Compares only the lengths, whose difference is a lower bound of the distance. Nobody mistypes very long
// names, and computing the distance takes time proportional to the product of both lengths.
bool may_be_near(std::size_t a, std::size_t b) {
  constexpr std::size_t longest = 200;
  const auto [shorter, longer] = std::minmax(a, b);
  return longer <= longest && 3 * (longer - shorter) <= longer;
}

// Whether `whole` is `part`, a sign, and more: `elbow_joint`.
bool goes_on(const std::string& part, const std::string& whole, std::string_view signs) {
  return part.size() > 2 && whole.size() > part.size() && whole.starts_with(part) &&
         signs.find(whole[part.size()]) != signs.npos;
}

// The only candidate that begins with the whole name, or is the name without its ending.
std::optional<std::string> only_beginning(const std::string& wanted,
                                          const std::vector<std::string>& candidates) {
  std::optional<std::string> only;
  for (const std::string& candidate : candidates) {
    const std::string lower = lower_case(candidate);
    if (!goes_on(wanted, lower, "_-. /") && !goes_on(lower, wanted, ".")) continue;
    if (only) return std::nullopt;
    only = candidate;
  }
  return only;
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string wanted = lower_case(name);
  std::optional<std::string> nearest;
  std::size_t smallest = 0;
  for (const std::string& candidate : candidates) {
    if (!may_be_near(wanted.size(), candidate.size())) continue;
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    const bool near = 3 * distance <= std::max(wanted.size(), candidate.size());
    if (near && (!nearest || distance < smallest)) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  auto nearest = nearest_name(name, candidates);
  if (!nearest) nearest = only_beginning(lower_case(name), candidates);
  return nearest && *nearest != name ? "; did you mean \"" + *nearest + "\"?" : "";
}

}  // namespace invdyn
