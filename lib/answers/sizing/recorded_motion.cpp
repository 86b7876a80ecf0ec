#include "recorded_motion.h"

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {

void RecordedMotion::take(const Block& block) {
  const std::size_t begin = block.own_begin(), count = block.own_end() - begin;
  rows_ += count;
  if (when_too_long_ == WhenTooLong::forget && rows_ * (3 * block.dof + 2) > max_numbers_)
    return blocks_.clear();
  expect_kept_rows("the trajectory", rows_, 3 * block.dof + 2, max_numbers_);
  Block kept(block.dof, count);
  kept.rows = count;
  kept.first_row = block.first_row + begin;
  kept.line.assign(block.line.begin() + static_cast<std::ptrdiff_t>(begin),
                   block.line.begin() + static_cast<std::ptrdiff_t>(begin + count));
  const auto first = static_cast<Eigen::Index>(begin), rows = static_cast<Eigen::Index>(count);
  kept.t.head(rows) = block.t.segment(first, rows);
  kept.q.topRows(rows) = block.q.middleRows(first, rows);
  kept.dq.topRows(rows) = block.dq.middleRows(first, rows);
  kept.ddq.topRows(rows) = block.ddq.middleRows(first, rows);
  kept.tau.resize(0, 0);
  blocks_.push_back(std::move(kept));
}

double RecordedMotion::begin() const {
  return blocks_.front().t[0];
}

double RecordedMotion::duration() const {
  const Block& last = blocks_.back();
  return last.t[static_cast<Eigen::Index>(last.rows) - 1] - begin();
}

std::vector<double> RecordedMotion::times() const {
  std::vector<double> times;
  for (const Block& block : blocks_) times.insert(times.end(), block.t.data(), block.t.data() + block.rows);
  return times;
}

void RecordedMotion::replay(double speed, const TrajectoryTorques& dynamics, Sink& sink) const {
  TrajectoryTorques::Workspace workspace(dynamics);
  for (const Block& kept : blocks_) {
    Block block = kept;
    block.tau.resize(block.q.rows(), block.q.cols());
    block.dq *= speed;
    block.ddq *= speed * speed;
    dynamics.fill_torques(block, workspace);
    block.t = begin() + (kept.t - begin()) / speed;
    const bool all_finite = block.t.isFinite().all() && block.dq.isFinite().all() &&
                            block.ddq.isFinite().all() && block.tau.isFinite().all();
    if (!all_finite)
      throw Error(six_digits(speed) + " times the motion's speed",
                  "its velocities or torques are too large to compute: expected realistic rows, speeds and "
                  "payloads");
    sink.take(block);
  }
}

MotionLoads loads_of_cycle(const Ratings& ratings, const TrajectoryTorques& dynamics,
                           std::span<const RecordedMotion> motions, double speed) {
  MotionLoads all(ratings);
  motions.front().replay(speed, dynamics, all);
  for (std::size_t m = 1; m < motions.size(); ++m) {
    MotionLoads loads(ratings, m);
    motions[m].replay(speed, dynamics, loads);
    all.add(loads);
  }
  return all;
}

}  // namespace invdyn
