#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../robot/model/robot.h"
#include "joint_pairs.h"

namespace invdyn {

/// A difference between two robots that is not only another way to write the same robot.
struct Difference {
  std::string subject;          ///< `robot`, `joint elbow`, `link forearm`
  std::string quantity;         ///< `mass`
  std::optional<double> a, b;   ///< of each robot; none: it has none, or the difference is no such number
  std::string unit = {};        ///< of a and b
  double difference = 0;        ///< b - a, or a distance or an angle
  std::string difference_unit;  ///< of the difference
  double relative = 0;          ///< to the larger value, to the robot's size or to half a turn
  std::string text;             ///< in words and numbers, without subject and quantity
};

/// What two robots are compared by.
struct DiffSettings {
  /// A smaller relative difference is rounding. Lengths are relative to the robot's size. Files often have
  /// six digits: 3.14159.
  double rounding = 5e-6;
};

/// How the second robot's joint moves when both move alike: q of the second is sign * (q of the first -
/// zero).
struct JointMapping {
  double sign = 1, zero = 0;
};

struct RobotDifferences {
  std::vector<Difference> list;        ///< by subject, that with the largest relative difference first
  std::vector<JointMapping> mappings;  ///< by pair of joints
};

/// Compares what moves: axes as lines in space, what each joint carries, limits, friction, springs, rotors,
/// gears, followers, gravity and its compensation. Names of links, places and directions of frames, fixed
/// joints, the order of joints and the split of friction between motor and joint are only ways to write a
/// robot.
RobotDifferences differences(const Robot& a, const Robot& b, const JointPairs& joints,
                             const DiffSettings& settings);

/// What a ratio of two values in this unit suggests: `g and kg?`; empty: nothing.
std::string guess_of_ratio(double ratio, std::string_view unit);

}  // namespace invdyn
