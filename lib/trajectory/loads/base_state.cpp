#include "base_state.h"

#include <array>

#include "../../robot/model/rotation.h"

namespace invdyn {

BaseState base_state(const Block::Base& base, Eigen::Index row) {
  const auto vector = [row](const Eigen::ArrayXXd& of, Eigen::Index first) -> Eigen::Vector3d {
    return of.block<1, 3>(row, first).matrix().transpose();
  };
  const Eigen::ArrayXXd& pose = base.pose;
  return {.p = vector(pose, 0),
          .v = vector(base.twist, 0),
          .dv = vector(base.rates, 0),
          .R = Eigen::Quaterniond(pose(row, 3), pose(row, 4), pose(row, 5), pose(row, 6)),
          .w = vector(base.twist, 3),
          .dw = vector(base.rates, 3)};
}

BaseState base_state(const BaseMotion& base, double t, const Eigen::Isometry3d& T_world_base) {
  std::array<double, 6> at{}, rate{}, second_rate{};
  base.motion.at(t, at, rate, second_rate);
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

}  // namespace invdyn
