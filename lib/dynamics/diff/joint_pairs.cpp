#include "joint_pairs.h"

#include <algorithm>
#include <map>
#include <optional>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

std::map<std::string, std::size_t> moving_joints_by_name(const Robot& robot) {
  std::map<std::string, std::size_t> joints;
  for (std::size_t i = 0; i < robot.joints().size(); ++i)
    if (robot.joints()[i].moves()) joints.emplace(robot.joints()[i].name, i);
  return joints;
}

class Partners {
 public:
  Partners(const Robot& robot, const std::string& place)
      : robot_(robot), place_(place), free_(moving_joints_by_name(robot)) {}

  // The joint of this name, once.
  std::size_t take(const std::string& name) {
    const auto found = free_.find(name);
    if (found == free_.end()) refuse(name);
    const std::size_t index = found->second;
    free_.erase(found);
    return index;
  }

  std::optional<std::size_t> take_if_free(const std::string& name) {
    return free_.contains(name) ? std::optional(take(name)) : std::nullopt;
  }

  void put_back(std::size_t joint) { free_.emplace(robot_.joints()[joint].name, joint); }

  std::vector<std::size_t> rest() const {
    std::vector<std::size_t> joints;
    for (const auto& [name, index] : free_) joints.push_back(index);
    std::sort(joints.begin(), joints.end());
    return joints;
  }

 private:
  [[noreturn]] void refuse(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [each, index] : moving_joints_by_name(robot_)) names.push_back(each);
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw Error(place_, "joint " + in_quotes(name) + " is given twice: expected each joint once");
    throw Error(place_, "has no moving joint " + in_quotes(name) + ": expected one of " + joined(names) +
                            did_you_mean(name, names));
  }

  const Robot& robot_;
  std::string place_;
  std::map<std::string, std::size_t> free_;
};

bool are_alike(const Joint& a, const Joint& b) {
  return a.is_revolute() == b.is_revolute();
}

}  // namespace

JointPairs pair_joints(const Robot& a, const Robot& b,
                       const std::vector<std::pair<std::string, std::string>>& names) {
  return pair_joints(a, b, names, {a.name(), b.name()});
}

JointPairs pair_joints(const Robot& a, const Robot& b,
                       const std::vector<std::pair<std::string, std::string>>& names,
                       const RobotPlaces& places) {
  Partners of_a(a, places.a), of_b(b, places.b);
  JointPairs joints;
  for (const auto& [first, second] : names) {
    const JointPair pair{of_a.take(first), of_b.take(second)};
    if (!are_alike(a.joints()[pair.a], b.joints()[pair.b]))
      throw Error(places.b, "joint " + in_quotes(second) + " cannot be paired with " + in_quotes(first) +
                                ": expected both revolute, or both prismatic");
    joints.pairs.push_back(pair);
  }
  for (const std::size_t i : of_a.rest()) {
    const std::optional<std::size_t> partner = of_b.take_if_free(a.joints()[i].name);
    if (!partner) continue;
    if (are_alike(a.joints()[i], b.joints()[*partner]))
      joints.pairs.push_back({of_a.take(a.joints()[i].name), *partner});
    else
      of_b.put_back(*partner);
  }
  std::sort(joints.pairs.begin(), joints.pairs.end(),
            [](const JointPair& one, const JointPair& other) { return one.a < other.a; });
  joints.alone_in_a = of_a.rest();
  joints.alone_in_b = of_b.rest();
  return joints;
}

std::vector<std::string> possible_partners(const Robot& a, const Robot& b, const JointPairs& joints) {
  std::vector<std::string> partners;
  const std::size_t count = std::min(joints.alone_in_a.size(), joints.alone_in_b.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Joint &one = a.joints()[joints.alone_in_a[i]], &other = b.joints()[joints.alone_in_b[i]];
    if (are_alike(one, other)) partners.push_back(one.name + "=" + other.name);
  }
  return partners;
}

}  // namespace invdyn
