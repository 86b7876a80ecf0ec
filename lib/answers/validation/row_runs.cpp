#include "row_runs.h"

#include <algorithm>
#include <cmath>

namespace invdyn {

void RowRuns::Run::append(const Block& block, std::size_t row) {
  const auto at = static_cast<Eigen::Index>(row);
  values_.push_back(block.t[at]);
  for (const Eigen::ArrayXXd* quantity : {&block.q, &block.dq, &block.ddq, &block.tau, &block.measured})
    for (std::size_t j = 0; j < dof_; ++j) values_.push_back((*quantity)(at, static_cast<Eigen::Index>(j)));
}

Block RowRuns::Run::block() const {
  Block block(dof_, rows());
  block.rows = rows();
  block.hold_measured(true);
  for (std::size_t row = 0; row < rows(); ++row) {
    const auto at = static_cast<Eigen::Index>(row);
    block.t[at] = t(row);
    for (std::size_t j = 0; j < dof_; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      block.q(at, column) = q(row, j);
      block.dq(at, column) = dq(row, j);
      block.ddq(at, column) = ddq(row, j);
      block.measured(at, column) = measured(row, j);
    }
  }
  return block;
}

RowRuns::RowRuns(std::size_t dof)
    : dof_(dof), capacity_(std::clamp<std::size_t>(max_numbers / (run_rows * (1 + 5 * dof)), 2, max_runs)) {}

void RowRuns::begin_run() {
  in_run_ = 0;
  is_kept_ = begun_++ % every_ == 0;
  if (!is_kept_) return;
  if (runs_.size() == capacity_) {
    for (std::size_t i = 1; 2 * i < runs_.size(); ++i) runs_[i] = std::move(runs_[2 * i]);
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>((runs_.size() + 1) / 2), runs_.end());
    every_ *= 2;
    is_kept_ = (begun_ - 1) % every_ == 0;
  }
  if (is_kept_) runs_.emplace_back(dof_);
}

void RowRuns::take(const Block& block) {
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const bool after_gap = !block.after_gap.empty() && block.after_gap[row];
    if (in_run_ == run_rows || after_gap) begin_run();
    if (is_kept_) runs_.back().append(block, row);
    ++in_run_;
  }
}

double RowRuns::top_speed(std::size_t joint) const {
  double top = 0;
  for (const Run& run : runs_)
    for (std::size_t row = 0; row < run.rows(); ++row) top = std::max(top, std::abs(run.dq(row, joint)));
  return top;
}

}  // namespace invdyn
