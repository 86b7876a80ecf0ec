#include "sampled_motion.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace invdyn {
namespace {

// Times that differ by less than this part of a step count as equal.
constexpr double same_time = 1e-9;

}  // namespace

void SampledMotion::take(const Block& block) {
  assert(block.dof == dof_);
  expect_kept_rows("the trajectory", rows() + block.own_end() - block.own_begin(), 3 * dof_ + 1,
                   max_numbers_);
  const auto joints = static_cast<Eigen::Index>(dof_);
  for (auto row = static_cast<Eigen::Index>(block.own_begin());
       row < static_cast<Eigen::Index>(block.own_end()); ++row) {
    times_.push_back(block.t[row]);
    for (const Eigen::ArrayXXd* quantity : {&block.q, &block.dq, &block.ddq})
      for (Eigen::Index j = 0; j < joints; ++j) values_.push_back((*quantity)(row, j));
  }
}

SampledMotion::Row SampledMotion::row(std::size_t k) const {
  const double* q = values_.data() + 3 * dof_ * k;
  return {q, q + dof_, q + 2 * dof_};
}

std::optional<std::size_t> SampledMotion::row_at(double t) const {
  const auto next = std::lower_bound(times_.begin(), times_.end(), t);
  const auto k = static_cast<std::size_t>(next - times_.begin());
  if (k < rows() && times_[k] == t) return k;
  if (k == 0 || k == rows()) {
    if (rows() < 2) return std::nullopt;
    const std::size_t edge = k == 0 ? 0 : rows() - 1, neighbour = k == 0 ? 1 : rows() - 2;
    const double step = std::abs(times_[neighbour] - times_[edge]);
    return std::abs(t - times_[edge]) <= same_time * step ? std::optional(edge) : std::nullopt;
  }
  const double tolerance = same_time * (times_[k] - times_[k - 1]);
  if (t - times_[k - 1] <= tolerance) return k - 1;
  if (times_[k] - t <= tolerance) return k;
  return std::nullopt;
}

void SampledMotion::at(double t, std::span<double> q, std::span<double> dq, std::span<double> ddq) const {
  assert(rows() > 0);
  std::optional<std::size_t> only = row_at(t);
  if (!only && t <= begin()) only = 0;
  if (!only && t >= end()) only = rows() - 1;
  if (only) {
    const Row there = row(*only);
    std::copy_n(there.q, dof_, q.begin());
    std::copy_n(there.dq, dof_, dq.begin());
    std::copy_n(there.ddq, dof_, ddq.begin());
    return;
  }
  const auto k = static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), t) - times_.begin());
  const Row from = row(k - 1), to = row(k);
  const double h = times_[k] - times_[k - 1];
  const double s = (t - times_[k - 1]) / h;
  for (std::size_t j = 0; j < dof_; ++j) {
    // Powers of s from 0 to 5. The row before determines the first three; the others make up the difference
    // to the next row.
    const double c1 = h * from.dq[j], c2 = h * h * from.ddq[j] / 2;
    const double way = to.q[j] - from.q[j] - c1 - c2;
    const double speed = h * to.dq[j] - c1 - 2 * c2;
    const double acceleration = h * h * to.ddq[j] - 2 * c2;
    const double c3 = 10 * way - 4 * speed + acceleration / 2;
    const double c4 = -15 * way + 7 * speed - acceleration;
    const double c5 = 6 * way - 3 * speed + acceleration / 2;
    q[j] = from.q[j] + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
    dq[j] = (c1 + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
    ddq[j] = (2 * c2 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (h * h);
  }
}

}  // namespace invdyn
