#include "legs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

// Words of a name: `LF_FOOT`, `leftFoot`, `l_foot2` and `left-foot` have the word foot.
std::vector<std::string> words_in(const std::string& name) {
  std::vector<std::string> words{""};
  char before = ' ';
  for (const char c : name) {
    const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    const bool begins =
        std::isupper(static_cast<unsigned char>(c)) && std::islower(static_cast<unsigned char>(before));
    if (!is_letter || begins) words.emplace_back();
    if (is_letter) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    before = c;
  }
  return words;
}

bool is_named_as_foot(const std::string& name) {
  static constexpr std::array<std::string_view, 14> feet{"foot", "feet", "ankle", "calf", "shank",
                                                         "toe",  "toes", "sole",  "shin", "tibia",
                                                         "hoof", "paw",  "lleg",  "rleg"};
  const std::vector<std::string> words = words_in(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(feet.begin(), feet.end(), words[i]) != feet.end()) return true;
    if (i > 0 && words[i - 1] == "lower" && words[i] == "leg") return true;
  }
  return false;
}

constexpr std::size_t min_joints = 2;  // of a leg

// By link: how many moving joints, and how many slides, are between it and the base.
struct Depth {
  std::size_t joints = 0, slides = 0;
};

// Whether two links end branches of their own, each with joints enough for a leg.
bool are_on_two_legs(const Robot& robot, const std::vector<Depth>& depths, std::size_t a, std::size_t b) {
  std::vector<bool> carries_a(robot.links().size(), false);
  const auto parent = [&](std::size_t link) { return robot.joints()[link - 1].parent; };
  for (std::size_t link = a; link > 0; link = parent(link)) carries_a[link] = true;
  carries_a[0] = true;
  std::size_t common = b;
  while (!carries_a[common]) common = parent(common);
  const std::size_t before = depths[common].joints;
  return depths[a].joints >= before + min_joints && depths[b].joints >= before + min_joints;
}

// Whether it is named so, and no link on it is: of shin, ankle and foot the last one.
bool ends_leg(const Robot& robot, std::size_t link) {
  if (!is_named_as_foot(robot.links()[link].name)) return false;
  for (std::size_t i = 0; i < robot.joints().size(); ++i)
    if (robot.joints()[i].parent == link && is_named_as_foot(robot.links()[i + 1].name)) return false;
  return true;
}

}  // namespace

std::vector<std::size_t> feet(const Robot& robot) {
  std::vector<Depth> depths(robot.links().size());
  std::vector<std::size_t> ends;
  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    const std::size_t link = i + 1;
    depths[link] = depths[joint.parent];
    depths[link].joints += joint.moves();
    depths[link].slides += joint.type == JointType::prismatic;
    if (depths[link].joints < min_joints || depths[link].slides > 0) continue;
    if (!ends_leg(robot, link)) continue;
    const auto same_leg = std::find_if(ends.begin(), ends.end(), [&](std::size_t other) {
      return !are_on_two_legs(robot, depths, other, link);
    });
    if (same_leg == ends.end())
      ends.push_back(link);
    else if (depths[link].joints > depths[*same_leg].joints)  // the other is the rotor of a calf, say
      *same_leg = link;
  }
  if (ends.size() < 2) ends.clear();
  return ends;
}

std::string text_of_feet(const Robot& robot) {
  const std::vector<std::size_t> legs = feet(robot);
  std::string text;
  for (std::size_t i = 0; i < legs.size(); ++i)
    text += (i == 0 ? "" : i + 1 < legs.size() ? ", " : " and ") + in_quotes(robot.links()[legs[i]].name);
  return text;
}

}  // namespace invdyn
