#include "driven_tree.h"

#include <algorithm>

#include "../../trajectory/pose/quaternion.h"

namespace invdyn {

DrivenTree::DrivenTree(const Robot& robot, std::shared_ptr<const BaseMotion> base,
                       const Eigen::Vector3d& gravity)
    : tree_(robot.with_independent_mimics().with_floating_base(base || robot.base_floats())),
      base_(std::move(base)),
      gravity_(gravity),
      columns_(robot.dof()),
      is_plain_(!robot.has_mimics()) {
  const std::vector<std::size_t>& own = robot.moving_joints();
  for (const std::size_t joint : tree_.moving_joints()) {
    const std::optional<Mimic>& mimic = robot.joints()[joint].mimic;
    const std::size_t followed = mimic ? mimic->joint : joint;
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
  MotionRows rows{.q = q, .dq = dq, .ddq = ddq, .tau = memory.tau.data(), .stride = count, .count = count};
  for (std::size_t j = 0; j < followers_.size(); ++j) {
    const auto& [column, multiplier, offset] = followers_[j];
    const std::size_t from = column * block.capacity + begin, to = j * rows.stride;
    for (std::size_t k = 0; k < rows.count; ++k) {
      q[to + k] = multiplier * block.q.data()[from + k] + offset;
      dq[to + k] = rates.velocity ? multiplier * block.dq.data()[from + k] : 0;
      ddq[to + k] = rates.acceleration ? multiplier * block.ddq.data()[from + k] : 0;
    }
  }
  set_base(block, begin, rates, memory, rows);
  return rows;
}

BaseState DrivenTree::base_state_in(const Block& block, Eigen::Index row) const {
  if (block.has_base()) return base_state(block.base, row);
  if (base_) return base_state(*base_, block.t[row], tree_.T_world_base());
  return {.p = tree_.T_world_base().translation(), .R = Eigen::Quaterniond(tree_.T_world_base().linear())};
}

void DrivenTree::set_base(const Block& block, std::size_t begin, Rates rates, Rows& memory,
                          MotionRows& rows) const {
  if (!base_moves()) return;
  rows.contacts = block.contacts.cols() > 0 ? block.contacts.data() + begin : nullptr;
  rows.contact_stride = block.capacity;
  const std::size_t stride = rows.count;
  memory.base.resize(std::max(memory.base.size(), (7 + 3 + 9 + 6) * stride));
  double *const pose = memory.base.data(), *const velocity = pose + 7 * stride,
                *const motion = velocity + 3 * stride;
  rows.base = {
      .pose = pose, .velocity = velocity, .motion = motion, .wrench = motion + 9 * stride, .stride = stride};
  for (std::size_t k = 0; k < rows.count; ++k) {
    BaseState at = base_state_in(block, static_cast<Eigen::Index>(begin + k));
    if (!rates.velocity) at.v.setZero(), at.w.setZero();
    if (!rates.acceleration) at.dv.setZero(), at.dw.setZero();
    if (rates.gravity) at.dv -= gravity_;
    const Eigen::Vector3d a = at.R.conjugate() * at.dv;
    const double of_pose[] = {at.p.x(), at.p.y(), at.p.z(), at.R.w(), at.R.x(), at.R.y(), at.R.z()};
    for (std::size_t i = 0; i < 7; ++i) pose[i * stride + k] = of_pose[i];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto component = static_cast<Eigen::Index>(i);
      velocity[i * stride + k] = at.v[component];
      motion[i * stride + k] = a[component];
      motion[(3 + i) * stride + k] = at.w[component];
      motion[(6 + i) * stride + k] = at.dw[component];
    }
  }
}

void DrivenTree::collect(const MotionRows& rows, double* tau, std::size_t stride) const {
  for (std::size_t j = 0; j < columns_; ++j) std::fill_n(tau + j * stride, rows.count, 0.0);
  for (std::size_t j = 0; j < followers_.size(); ++j) {
    const Follower& follower = followers_[j];
    double* sum = tau + follower.column * stride;
    for (std::size_t k = 0; k < rows.count; ++k)
      sum[k] += follower.multiplier * rows.tau[j * rows.stride + k];
  }
}

void DrivenTree::collect_wrench(const MotionRows& rows, std::size_t begin, Block& block) const {
  if (!base_moves() || !block.has_base()) return;
  const MotionRows::Base& base = rows.base;
  for (std::size_t k = 0; k < rows.count; ++k) {
    const double *const pose = base.pose + k, *const wrench = base.wrench + k;
    const std::size_t s = base.stride;
    const Quaternion R{pose[3 * s], pose[4 * s], pose[5 * s], pose[6 * s]};
    const auto row = static_cast<Eigen::Index>(begin + k);
    for (const std::size_t first : {std::size_t{0}, std::size_t{3}}) {
      const double* const x = wrench + first * s;
      const Eigen::Vector3d in_world = rotated(R, {x[0], x[s], x[2 * s]});
      block.base.wrench.block<1, 3>(row, static_cast<Eigen::Index>(first)) = in_world.transpose().array();
    }
  }
}

}  // namespace invdyn
