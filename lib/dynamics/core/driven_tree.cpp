#include "driven_tree.h"

#include <algorithm>
#include <array>

namespace invdyn {

DrivenTree::DrivenTree(const Robot& robot, std::shared_ptr<const BaseMotion> base)
    : tree_((base ? robot.on_moving_base() : robot).with_independent_mimics()),
      base_(std::move(base)),
      columns_(robot.dof()),
      is_plain_(!base_ && !robot.has_mimics()) {
  const std::size_t in_front = tree_.joints().size() - robot.joints().size();
  links_in_front_ = in_front;
  const std::vector<std::size_t>& own = robot.moving_joints();
  for (const std::size_t joint : tree_.moving_joints()) {
    if (joint < in_front) {
      followers_.push_back({.of_base = true, .column = joint});
      continue;
    }
    const std::optional<Mimic>& mimic = robot.joints()[joint - in_front].mimic;
    const std::size_t followed = mimic ? mimic->joint : joint - in_front;
    const auto column = static_cast<std::size_t>(std::find(own.begin(), own.end(), followed) - own.begin());
    followers_.push_back(
        {.column = column, .multiplier = mimic ? mimic->multiplier : 1, .offset = mimic ? mimic->offset : 0});
  }
}

MotionRows DrivenTree::expanded(const Block& block, std::size_t begin, std::size_t count, Rates rates,
                                Rows& memory) const {
  for (std::vector<double>* values : {&memory.q, &memory.dq, &memory.ddq, &memory.tau})
    values->resize(std::max(values->size(), followers_.size() * count));
  double *q = memory.q.data(), *dq = memory.dq.data(), *ddq = memory.ddq.data();
  const MotionRows rows{
      .q = q, .dq = dq, .ddq = ddq, .tau = memory.tau.data(), .stride = count, .count = count};
  for (std::size_t j = 0; j < followers_.size(); ++j) {
    if (followers_[j].of_base) continue;
    const auto& [of_base, column, multiplier, offset] = followers_[j];
    const std::size_t from = column * block.capacity + begin, to = j * rows.stride;
    for (std::size_t k = 0; k < rows.count; ++k) {
      q[to + k] = multiplier * block.q.data()[from + k] + offset;
      dq[to + k] = rates.velocity ? multiplier * block.dq.data()[from + k] : 0;
      ddq[to + k] = rates.acceleration ? multiplier * block.ddq.data()[from + k] : 0;
    }
  }
  if (!base_) return rows;
  std::array<double, 6> at{}, rate{}, second_rate{};
  for (std::size_t k = 0; k < rows.count; ++k) {
    base_->motion.at(block.t[static_cast<Eigen::Index>(begin + k)], at, rate, second_rate);
    for (std::size_t j = 0; j < followers_.size(); ++j) {
      const Follower& follower = followers_[j];
      if (!follower.of_base) continue;
      q[j * rows.stride + k] = at[follower.column];
      dq[j * rows.stride + k] = rates.velocity ? rate[follower.column] : 0;
      ddq[j * rows.stride + k] = rates.acceleration ? second_rate[follower.column] : 0;
    }
  }
  return rows;
}

void DrivenTree::collect(const MotionRows& rows, double* tau, std::size_t stride) const {
  for (std::size_t j = 0; j < columns_; ++j) std::fill_n(tau + j * stride, rows.count, 0.0);
  for (std::size_t j = 0; j < followers_.size(); ++j) {
    const Follower& follower = followers_[j];
    if (follower.of_base) continue;
    double* sum = tau + follower.column * stride;
    for (std::size_t k = 0; k < rows.count; ++k)
      sum[k] += follower.multiplier * rows.tau[j * rows.stride + k];
  }
}

}  // namespace invdyn
