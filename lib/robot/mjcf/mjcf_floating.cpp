#include "mjcf_floating.h"

#include <algorithm>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

class FreeBodies {
 public:
  FreeBodies(const std::vector<MjcfBody>& bodies, const std::vector<std::vector<std::string>>& joint_names,
             const std::function<bool(const std::string&)>& is_fixed)
      : bodies_(bodies), joint_names_(joint_names), carries_motion_(bodies.size(), false) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const MjcfBody& body = bodies[b];
      root_.push_back(body.parent ? root_[*body.parent] : b);
      for (const MjcfElement& joint : body.joints)
        if (kind_of_joint(joint) != MjcfJointKind::free) carries_motion_[root_[b]] = true;
      if (!body.parent && body.joints.size() == 1 && kind_of_joint(body.joints[0]) == MjcfJointKind::free &&
          !is_fixed(joint_names[b][0]))
        free_.push_back(b);
    }
  }

  MjcfFloating floating(bool is_wanted) const {
    if (free_.empty()) return {is_wanted ? only_body() : std::nullopt, root_};
    // The robot has joints, and what lies about has none.
    const auto robot =
        std::find_if(free_.begin(), free_.end(), [&](std::size_t b) { return carries_motion_[b]; });
    const std::size_t body = robot == free_.end() ? free_[0] : *robot;
    expect_others_still(body);
    return {body, root_};
  }

 private:
  // The body of the world that carries joints, or all bodies; none if there are several.
  std::optional<std::size_t> only_body() const {
    const bool is_alone =
        std::count(root_.begin(), root_.end(), 0) == static_cast<std::ptrdiff_t>(root_.size());
    std::optional<std::size_t> found;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (root_[b] != b || !bodies_[b].joints.empty() || !(carries_motion_[b] || is_alone)) continue;
      if (found) return std::nullopt;
      found = b;
    }
    return found;
  }

  // Throws Error with the free joints that are to be fixed.
  void expect_others_still(std::size_t body) const {
    std::vector<std::size_t> others = free_;
    std::erase(others, body);
    std::string names;
    for (const std::size_t b : others) names += (names.empty() ? "" : ",") + joint_names_[b][0];
    const MjcfElement& joint = bodies_[body].joints[0];
    const std::string own = joint_names_[body][0];
    if (!others.empty())
      throw Error(bodies_[others[0]].joints[0].own().place(),
                  "is the free joint " + in_quotes(joint_names_[others[0]][0]) + ", and " + in_quotes(own) +
                      " in line " + std::to_string(joint.own().line()) +
                      " is another free joint: expected one free joint, at the robot's base. To read " +
                      (others.size() == 1 ? "this joint" : "these joints") + " as fixed, give `fix` " +
                      names);
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      if (root_[b] == b && b != body && carries_motion_[b])
        throw Error(joint.own().place(),
                    "is the free joint " + in_quotes(own) + ". Body " + in_quotes(bodies_[b].name) +
                        " in the world also has joints: expected a single robot. To read "
                        "the free joint as fixed, give `fix` " +
                        own);
  }

  const std::vector<MjcfBody>& bodies_;
  const std::vector<std::vector<std::string>>& joint_names_;
  std::vector<std::size_t> root_, free_;
  std::vector<bool> carries_motion_;  // by body of the world: joints but its free one move
};

}  // namespace

MjcfFloating find_floating_body(const std::vector<MjcfBody>& bodies,
                                const std::vector<std::vector<std::string>>& joint_names,
                                const std::function<bool(const std::string& joint)>& is_fixed,
                                bool is_wanted) {
  return FreeBodies(bodies, joint_names, is_fixed).floating(is_wanted);
}

void warn_of_losses(const MjcfBody& base, const Warn& warn) {
  if (base.joints.empty()) return;
  const MjcfElement& joint = base.joints[0];
  if (joint.own().tag() == "freejoint") return;
  for (const char* attribute : {"armature", "damping", "frictionloss", "stiffness"})
    if (joint.number_or(attribute, "a number", 0) != 0)
      warn(joint.place(attribute) +
           ": is not used: a floating base has no armature, friction or springs in invdyn. With "
           "<freejoint/>, MuJoCo also leaves out armature, friction and springs");
}

}  // namespace invdyn
