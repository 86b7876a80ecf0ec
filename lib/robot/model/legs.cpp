#include "legs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

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
  static constexpr std::array<std::string_view, 12> feet{"foot", "feet", "ankle", "calf",  "shank", "toe",
                                                         "toes", "sole", "shin",  "tibia", "hoof",  "paw"};
  const std::vector<std::string> words = words_in(name);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return std::find(feet.begin(), feet.end(), word) != feet.end();
  });
}

}  // namespace

std::vector<std::string> feet(const Robot& robot) {
  constexpr std::size_t min_joints = 2;  // of a leg
  // By link: the moving joints and slides before it, and whether a link that it carries is a foot.
  std::vector<std::size_t> joints(robot.links().size(), 0), slides = joints;
  std::vector<bool> carries_foot(robot.links().size(), false);
  std::vector<std::string> names;
  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    joints[i + 1] = joints[joint.parent] + joint.moves();
    slides[i + 1] = slides[joint.parent] + (joint.type == JointType::prismatic);
  }
  const std::vector<std::size_t>& order = robot.parents_first();
  for (auto each = order.rbegin(); each != order.rend(); ++each) {
    const std::size_t link = *each + 1;
    const bool is_foot = joints[link] >= min_joints && is_named_as_foot(robot.links()[link].name);
    if (is_foot && !carries_foot[link] && slides[link] == 0) names.push_back(robot.links()[link].name);
    if (is_foot || carries_foot[link]) carries_foot[robot.joints()[*each].parent] = true;
  }
  if (names.size() < 2) return {};
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace invdyn
