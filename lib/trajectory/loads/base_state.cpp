#include "base_state.h"

#include <array>

#include "../../robot/model/rotation.h"
#include "../pose/base_numbers.h"

namespace invdyn {

BaseState base_state(const Block::Base& base, Eigen::Index row) {
  const Quaternion q = orientation_in(base.pose, row);
  const Twist twist = twist_in(base.twist, base.rates, row);
  return {.p = three_in(base.pose, row, 0),
          .v = twist.v,
          .dv = twist.dv,
          .R = Eigen::Quaterniond(q.w, q.x, q.y, q.z),
          .w = twist.w,
          .dw = twist.dw};
}

void put_base(const BaseState& at, Eigen::Index row, Block::Base& base) {
  base.pose.row(row) << at.p.x(), at.p.y(), at.p.z(), at.R.w(), at.R.x(), at.R.y(), at.R.z();
  base.twist.row(row) << at.v.x(), at.v.y(), at.v.z(), at.w.x(), at.w.y(), at.w.z();
  base.rates.row(row) << at.dv.x(), at.dv.y(), at.dv.z(), at.dw.x(), at.dw.y(), at.dw.z();
}

namespace {

// The quaternion s(t) between rows is not of length 1: w = 2 vec(s* s')/|s|^2, and the derivative of that.
BaseState state_of_pose(const SampledMotion& motion, double t, const Eigen::Isometry3d& T_world_base) {
  std::array<double, 7> at{}, rate{}, second_rate{};
  motion.at(t, at, rate, second_rate);
  const auto place = [](const std::array<double, 7>& of) { return Eigen::Vector3d(of[0], of[1], of[2]); };
  const auto turn = [](const std::array<double, 7>& of) { return Quaternion{of[3], of[4], of[5], of[6]}; };
  const Quaternion s = turn(at), ds = turn(rate), dds = turn(second_rate), R = s.normalized();
  const double squared = s.dot(s), growth = s.dot(ds) / squared;
  const Eigen::Vector3d w = (2 / squared) * (s.conjugate() * ds).vector();
  const Eigen::Vector3d dw = (2 / squared) * (s.conjugate() * dds).vector() - 2 * growth * w;
  const Eigen::Matrix3d& placed = T_world_base.linear();
  return {.p = T_world_base.translation() + place(at),
          .v = place(rate),
          .dv = place(second_rate),
          .R = Eigen::Quaterniond(R.w, R.x, R.y, R.z) * Eigen::Quaterniond(placed),
          .w = placed.transpose() * w,
          .dw = placed.transpose() * dw};
}

BaseState state_of_angles(const SampledMotion& motion, double t, const Eigen::Isometry3d& T_world_base) {
  std::array<double, 6> at{}, rate{}, second_rate{};
  motion.at(t, at, rate, second_rate);
  const auto first_three = [](const std::array<double, 6>& of) {
    return Eigen::Vector3d(of[0], of[1], of[2]);
  };
  const Eigen::Matrix3d& placed = T_world_base.linear();
  const Eigen::Matrix3d roll = rotation_x(at[5]), pitch_roll = rotation_y(at[4]) * roll;
  // Yaw, pitch, roll: each axis in the axes after all three rotations. It turns as the rotations after its
  // own do: backwards, as seen from the base.
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = roll.row(1), z = pitch_roll.row(2);
  const Eigen::Vector3d w_roll = rate[5] * x, w_pitch = w_roll + rate[4] * y, w = w_pitch + rate[3] * z;
  const Eigen::Vector3d dw = second_rate[5] * x + second_rate[4] * y + second_rate[3] * z +
                             rate[4] * y.cross(w_roll) + rate[3] * z.cross(w_pitch);
  const Eigen::Matrix3d R = rotation_z(at[3]) * pitch_roll * placed;
  return {.p = T_world_base.translation() + first_three(at),
          .v = first_three(rate),
          .dv = first_three(second_rate),
          .R = Eigen::Quaterniond(R),
          .w = placed.transpose() * w,
          .dw = placed.transpose() * dw};
}

}  // namespace

BaseState base_state(const BaseMotion& base, double t, const Eigen::Isometry3d& T_world_base) {
  const BaseState state = base.motion.dof() == 7 ? state_of_pose(base.motion, t, T_world_base)
                                                 : state_of_angles(base.motion, t, T_world_base);
  return base.is_at_rest ? BaseState{.p = state.p, .R = state.R} : state;
}

}  // namespace invdyn
