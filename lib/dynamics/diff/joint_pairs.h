#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "../../robot/model/robot.h"

namespace invdyn {

/// A joint of the first robot and its partner in the second one, as indices into joints().
struct JointPair {
  std::size_t a, b;
};

/// Which moving joints of two robots are the same one.
struct JointPairs {
  std::vector<JointPair> pairs;                     ///< in the order of the first robot's file
  std::vector<std::size_t> alone_in_a, alone_in_b;  ///< moving joints without a partner

  /// Whether a joint of each robot has no partner: probably they are the same one, under two names.
  bool may_be_renamed() const { return !alone_in_a.empty() && !alone_in_b.empty(); }
};

/// What errors call the two robots: their files, as both may have one name.
struct RobotPlaces {
  std::string a, b;
};

/// Pairs the moving joints: first as `names` says (a name of the first robot, then one of the second), then
/// by equal names. A revolute joint is no partner of a prismatic one. Throws Error for a name that is no
/// moving joint, or is given twice.
JointPairs pair_joints(const Robot& a, const Robot& b,
                       const std::vector<std::pair<std::string, std::string>>& names,
                       const RobotPlaces& places);
/// The same; errors have the names of the robots.
JointPairs pair_joints(const Robot& a, const Robot& b,
                       const std::vector<std::pair<std::string, std::string>>& names = {});

/// The joints without partners in their order, as far as their kinds agree: `lift=joint1`.
std::vector<std::string> possible_partners(const Robot& a, const Robot& b, const JointPairs& joints);

}  // namespace invdyn
