#include "drive_demands.h"

#include <algorithm>

namespace invdyn {
namespace {

DynamicsSettings without_rotors() {
  DynamicsSettings settings;
  settings.rotor = false;
  return settings;
}

}  // namespace

DriveDemands::DriveDemands(const Robot& robot, std::size_t max_numbers)
    : free_(robot.with_independent_mimics()),
      inertia_(free_, without_rotors()),
      workspace_(inertia_),
      max_numbers_(max_numbers),
      samples_(robot.dof()),
      load_inertia_(robot.dof(), 0) {
  for (std::size_t i = 0; i < free_.dof(); ++i) {
    const std::size_t index = free_.moving_joints()[i];
    const Joint& joint = robot.joints()[index];
    Follower follower;
    if (joint.mimic)
      follower = {0, joint.mimic->multiplier, joint.mimic->offset, joint.drive.reflected_inertia()};
    const auto& moving = robot.moving_joints();
    follower.joint = static_cast<std::size_t>(
        std::find(moving.begin(), moving.end(), joint.mimic ? joint.mimic->joint : index) - moving.begin());
    followers_.push_back(follower);
  }
}

void DriveDemands::begin_motion() {
  motions_ += begun_;
  begun_ = false;
}

void DriveDemands::take_inertia(const Block& block, Eigen::Index row) {
  std::vector<double> q(followers_.size());
  for (std::size_t i = 0; i < q.size(); ++i)
    q[i] = followers_[i].multiplier * block.q(row, static_cast<Eigen::Index>(followers_[i].joint)) +
           followers_[i].offset;
  const auto size = static_cast<Eigen::Index>(q.size());
  Eigen::MatrixXd M(size, size);
  inertia_.compute<double>(q, workspace_, M);
  std::vector<double> moved(samples_.size(), 0);
  for (std::size_t a = 0; a < q.size(); ++a) {
    const Follower& follower = followers_[a];
    moved[follower.joint] += follower.multiplier * follower.multiplier * follower.rotor;
    for (std::size_t b = 0; b < q.size(); ++b)
      if (followers_[b].joint == follower.joint)
        moved[follower.joint] += follower.multiplier * followers_[b].multiplier *
                                 M(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
  }
  for (std::size_t j = 0; j < moved.size(); ++j) load_inertia_[j] = std::max(load_inertia_[j], moved[j]);
}

void DriveDemands::take(const Block& block) {
  expect_kept_rows("the trajectory", instants_.size() + block.own_end() - block.own_begin(),
                   3 * samples_.size() + 3, max_numbers_);
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    const double step = begun_ ? block.t[k] - instants_.back().time : 0;
    instants_.push_back({block.t[k], step, motions_});
    duration_ += step;
    begun_ = true;
    for (std::size_t j = 0; j < samples_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      samples_[j].push_back({block.dq(k, column), block.ddq(k, column), block.tau(k, column)});
    }
    take_inertia(block, k);
  }
}

}  // namespace invdyn
