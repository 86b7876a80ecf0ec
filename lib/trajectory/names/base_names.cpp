#include "base_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base_columns.h"
#include "joint_words.h"

namespace invdyn {
namespace {

constexpr std::string_view base_words[] = {"base", "root",     "pelvis", "trunk", "torso", "body",
                                           "pose", "floating", "free",   "waist", "robot"};
constexpr std::string_view other_words[] = {
    "velocity", "vel",     "linear", "angular",    "twist", "acc",  "acceleration", "force",
    "torque",   "wrench",  "gyro",   "imu",        "foot",  "feet", "hand",         "wrist",
    "ankle",    "knee",    "left",   "right",      "com",   "zmp",  "target",       "desired",
    "cmd",      "command", "ref",    "covariance", "error", "lin",  "ang"};

template <class List>
bool has_one_of(const Words& words, const List& list) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
  });
}

// What a name says: the words before the component, and which one it is.
struct PosePart {
  Words before;
  char component;  // x, y, z, w
};

// `x`, or `px`, `tx` of a position, `qx` of a quaternion.
std::optional<PosePart> pose_part_of(const std::string& name) {
  Words words = words_in(name);
  if (words.empty()) return std::nullopt;
  const std::string last = words.back();
  words.pop_back();
  constexpr std::string_view components = "xyzw", kinds = "pqt";
  if (last.empty() || last.size() > 2 || components.find(last.back()) == components.npos) return std::nullopt;
  if (last.size() == 2) {
    if (kinds.find(last.front()) == kinds.npos) return std::nullopt;
    words.emplace_back(1, last.front());
  }
  return PosePart{words, last.back()};
}

// `roll`, `pitch`, `yaw`, by their first letters.
std::optional<PosePart> angle_of(const std::string& name) {
  Words words = words_in(name);
  if (words.empty() || (words.back() != "roll" && words.back() != "pitch" && words.back() != "yaw"))
    return std::nullopt;
  const char component = words.back().front();
  words.pop_back();
  return PosePart{words, component};
}

// Columns with the same words before x, y, z and maybe w.
using PoseGroup = std::map<char, std::size_t>;

// The only one of these groups, or the only one that names a base; null: there is none, or several.
const std::pair<const Words, PoseGroup>* only_one(const std::map<Words, PoseGroup>& groups,
                                                  std::size_t size) {
  const std::pair<const Words, PoseGroup>* found = nullptr;
  int named = 0, all = 0;
  for (const auto& group : groups) {
    if (group.second.size() != size || has_one_of(group.first, other_words)) continue;
    const bool is_named = has_one_of(group.first, base_words);
    ++all;
    if (is_named) ++named;
    if (is_named || !found || named == 0) found = &group;
  }
  return named == 1 || (named == 0 && all == 1) ? found : nullptr;
}

}  // namespace

std::vector<ColumnMapping> base_mappings(const UnreadColumns& columns) {
  std::map<Words, PoseGroup> groups, turns;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (columns.taken[i]) continue;
    if (const auto part = pose_part_of(columns.names[i])) groups[part->before].emplace(part->component, i);
    if (const auto part = angle_of(columns.names[i])) turns[part->before].emplace(part->component, i);
  }
  const auto* const position = only_one(groups, 3);
  const auto* const quaternion = only_one(groups, 4);
  const auto* const angles = quaternion ? nullptr : only_one(turns, 3);
  if (!position || !(quaternion || angles)) return {};
  std::vector<ColumnMapping> mappings;
  for (const auto& [group, part] :
       {std::pair(position, base_position),
        quaternion ? std::pair(quaternion, base_quaternion) : std::pair(angles, base_angles)})
    for (const BaseColumn& column : std::span(base_columns).subspan(part.first, part.count)) {
      const auto found = group->second.find(
          angles && group == angles ? angle_of(std::string(column.name))->component : column.name.back());
      if (found == group->second.end()) return {};
      mappings.push_back({columns.names[found->second], std::string(column.name)});
    }
  return mappings;
}

}  // namespace invdyn
