#include "base_reading.h"

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

class BaseColumnsThere {
 public:
  explicit BaseColumnsThere(const std::array<bool, base_columns.size()>& is_there) : is_there_(is_there) {}

  bool any(const BasePart& part) const { return count(part) > 0; }
  bool all(const BasePart& part) const { return count(part) == part.count; }
  // Those that the part lacks, or has.
  std::string names(const BasePart& part, bool there) const {
    std::vector<std::string> names;
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
      if (is_there_[i] == there) names.emplace_back(base_columns[i].name);
    return joined(names);
  }

 private:
  std::size_t count(const BasePart& part) const {
    std::size_t count = 0;
    for (std::size_t i = part.first; i < part.first + part.count; ++i) count += is_there_[i] ? 1 : 0;
    return count;
  }
  const std::array<bool, base_columns.size()>& is_there_;
};

constexpr const char* expected_pose =
    ": expected base_x, base_y, base_z, and base_qw, base_qx, base_qy, base_qz or base_roll, "
    "base_pitch, base_yaw "
    "(or give `base` fixed for a base that does not move)";

std::string fault_of_pose(const BaseColumnsThere& columns) {
  const bool quaternion = columns.any(base_quaternion), angles = columns.any(base_angles);
  if (quaternion && angles)
    return columns.names(base_quaternion, true) + " and " + columns.names(base_angles, true) +
           " are columns: expected the base's orientation as a quaternion or as angles, not as both";
  if (!columns.any(base_position) && !quaternion && !angles)
    return std::string("no columns for the pose of the floating base") + expected_pose;
  for (const BasePart& part : {base_position, quaternion ? base_quaternion : base_angles})
    if (!columns.all(part) && columns.any(part))
      return "no column " + columns.names(part, false) + ", but the file has " + columns.names(part, true) +
             (part.first == base_quaternion.first ? ": expected the whole quaternion"
                                                  : ": expected all columns of this kind");
  if (!columns.any(base_position))
    return std::string("no columns for the position of the floating base") + expected_pose;
  if (!quaternion && !angles)
    return std::string("no columns for the orientation of the floating base") + expected_pose;
  return "";
}

}  // namespace

BaseChoice choose_base_columns(const std::array<bool, base_columns.size()>& is_there, bool takes_rates,
                               bool needs_rates) {
  const BaseColumnsThere columns(is_there);
  BaseChoice choice{.reading = {}, .parts = {}, .fault = fault_of_pose(columns)};
  choice.reading.has_angles = columns.any(base_angles);
  choice.parts = {base_position, choice.reading.has_angles ? base_angles : base_quaternion};
  if (!choice.fault.empty() || !takes_rates) return choice;
  for (const BasePart& part : {base_twist, base_rates}) {
    const bool lacks_all = !columns.any(part);
    if (lacks_all && !needs_rates && !(part.first == base_twist.first && columns.any(base_rates)))
      return choice;
    if (!columns.all(part)) {
      choice.fault =
          "no column " + columns.names(part, false) +
          (needs_rates
               ? ": expected all columns base_vx to base_wz and base_dvx to base_dwz, because `differentiate` "
                 "given needs all these columns"
               : ": expected all or none of base_vx to base_wz, and all or none of base_dvx to base_dwz (which "
                 "need "
                 "base_vx to base_wz). To use only the pose, give `differentiate` backward or central");
      return choice;
    }
    choice.parts.push_back(part);
    choice.reading.known = part.first == base_twist.first ? Known::q_dq : Known::q_dq_ddq;
  }
  return choice;
}

void expect_no_joint_like_base(const Robot& robot, const std::string& place) {
  for (const std::size_t joint : robot.moving_joints()) {
    const std::string& name = robot.joints()[joint].name;
    if (base_column(name))
      throw Error(place, "the column " + in_quotes(name) + " can belong to the base or to the joint " +
                             in_quotes(name) +
                             ": expected another name of the joint in the robot's file (or `base` fixed)");
  }
}

}  // namespace invdyn
