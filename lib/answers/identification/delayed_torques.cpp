#include "delayed_torques.h"

#include <algorithm>

namespace invdyn {
namespace {

using Eigen::Index;

// Copies rows to the row `to` of another block.
void copy(const Block& from, Index first, Index count, Block& block, Index to) {
  block.t.segment(to, count) = from.t.segment(first, count);
  block.q.middleRows(to, count) = from.q.middleRows(first, count);
  block.dq.middleRows(to, count) = from.dq.middleRows(first, count);
  block.ddq.middleRows(to, count) = from.ddq.middleRows(first, count);
  block.tau.middleRows(to, count) = from.tau.middleRows(first, count);
  block.measured.middleRows(to, count) = from.measured.middleRows(first, count);
}

std::unique_ptr<Block> block_of(std::size_t dof, Index rows) {
  auto block = std::make_unique<Block>(dof, static_cast<std::size_t>(std::max<Index>(1, rows)));
  block->hold_measured(true);
  block->rows = static_cast<std::size_t>(rows);
  return block;
}

}  // namespace

DelayedTorques::DelayedTorques(std::vector<double> delays, std::vector<Sink*> sinks)
    : delays_(std::move(delays)),
      latest_(std::max(0.0, *std::max_element(delays_.begin(), delays_.end()))),
      earliest_(std::min(0.0, *std::min_element(delays_.begin(), delays_.end()))),
      sinks_(std::move(sinks)) {}

// Drops the rows that no later one needs.
void DelayedTorques::append(const Block& block) {
  const auto own = static_cast<Index>(block.own_end() - block.own_begin());
  Index kept = held_ ? static_cast<Index>(held_->rows) : 0, first = 0;
  while (first + 1 < next_ && held_->t[first + 1] <= held_->t[next_ - 1] + earliest_) ++first;
  kept -= first;
  std::unique_ptr<Block> both = block_of(block.dof, kept + own);
  both->first_row =
      held_ ? held_->first_row + static_cast<std::size_t>(first) : block.first_row + block.own_begin();
  if (held_) copy(*held_, first, kept, *both, 0);
  copy(block, static_cast<Index>(block.own_begin()), own, *both, kept);
  held_ = std::move(both);
  next_ -= first;
}

double DelayedTorques::measured_at(double t, Index joint, Index& from) const {
  const auto last = static_cast<Index>(held_->rows) - 1;
  while (from < last && held_->t[from + 1] <= t) ++from;
  const double here = held_->measured(from, joint);
  if (from == last) return here;
  const double share = (t - held_->t[from]) / (held_->t[from + 1] - held_->t[from]);
  return here + share * (held_->measured(from + 1, joint) - here);
}

void DelayedTorques::take(const Block& block) {
  if (block.own_end() == block.own_begin()) return;
  append(block);
  const auto rows = static_cast<Index>(held_->rows);
  if (held_->first_row == 0)
    while (next_ < rows && held_->t[next_] + earliest_ < held_->t[0]) ++next_;
  Index end = next_;
  while (end < rows && held_->t[end] + latest_ <= held_->t[rows - 1]) ++end;
  if (end == next_) return;
  std::unique_ptr<Block> passed = block_of(block.dof, end - next_);
  passed->first_row = held_->first_row + static_cast<std::size_t>(next_);
  passed->last = block.last;
  copy(*held_, next_, end - next_, *passed, 0);
  for (std::size_t j = 0; j < delays_.size(); ++j) {
    if (delays_[j] == 0) continue;
    Index from = 0;
    for (Index row = next_; row < end; ++row)
      passed->measured(row - next_, static_cast<Index>(j)) =
          measured_at(held_->t[row] + delays_[j], static_cast<Index>(j), from);
  }
  next_ = end;
  for (Sink* sink : sinks_) sink->take(*passed);
}

}  // namespace invdyn
