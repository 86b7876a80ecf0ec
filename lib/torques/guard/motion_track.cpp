#include "motion_track.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thresholds.h"

namespace invdyn {
namespace {

constexpr std::size_t max_numbers = std::size_t{1} << 18, few_runs = 2, many_runs = 6;
constexpr std::size_t most_rows_to_point = 64;

}  // namespace

MotionTrack::MotionTrack(const Robot& robot, Known known, std::optional<double> step)
    : robot_(robot),
      step_(step),
      max_runs_(std::clamp(max_numbers / (run_points * (1 + 5 * robot.dof())), few_runs, many_runs)),
      reaches_(robot.dof()) {
  const auto integrate = [&](Quantity of, Column in_run) {
    integrals_.push_back({of, in_run, std::vector<double>(robot.dof()), {}});
  };
  integrate(Quantity::tau, &Run::integral_of_tau);
  if (known != Known::q) integrate(Quantity::dq, &Run::integral_of_dq);
  if (known == Known::q_dq_ddq) integrate(Quantity::ddq, &Run::integral_of_ddq);
}

void MotionTrack::take(const Block& block) {
  const std::vector<char>& gaps = block.after_gap;
  const std::size_t end = block.own_end();
  for (std::size_t row = block.own_begin(); row < end;) {
    if (rows_ == 0 || is_over_ || (!gaps.empty() && gaps[row])) begin_run();
    std::size_t stop = gaps.empty() ? end : row + 1;
    while (stop < end && !gaps[stop]) ++stop;
    const std::size_t count =
        is_kept_ ? see(block, row, stop) : std::min(stop - row, run_rows_ - rows_of_run_);
    row += count;
    rows_ += count;
    rows_of_run_ += count;
    is_over_ = is_kept_ ? runs_.back().t.size() == run_points : rows_of_run_ == run_rows_;
    if (is_kept_ && is_over_) run_rows_ = rows_of_run_;
  }
}

void MotionTrack::begin_run() {
  if (rows_ > 0) ++run_;
  rows_of_run_ = 0;
  if (run_ % stride_ == 0 && runs_.size() == max_runs_) {
    for (std::size_t i = 1; 2 * i < runs_.size(); ++i) runs_[i] = std::move(runs_[2 * i]);
    runs_.resize((runs_.size() + 1) / 2);
    stride_ *= 2;
  }
  is_kept_ = run_ % stride_ == 0;
  if (!is_kept_) return;
  Run& run = runs_.emplace_back();
  const auto make_room = [&](Columns& columns) {
    columns.resize(robot_.dof());
    for (std::vector<double>& column : columns) column.reserve(run_points);
  };
  make_room(run.q);
  make_room(run.dq);
  for (Integral& integral : integrals_) {
    integral.sum.assign(robot_.dof(), 0);
    make_room(run.*integral.in_run);
  }
}

// Of the rows of the kept run, up to its last point. Returns how many.
std::size_t MotionTrack::see(const Block& block, std::size_t begin, std::size_t end) {
  find_points(block, begin, end);
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const std::size_t first = j * block.capacity + begin;
    add_positions(block.q.data() + first, block.dq.data() + first, j);
    for (Integral& integral : integrals_) integrate(values(block, integral.of).data() + first, integral, j);
  }
  return half_steps_.size();
}

void MotionTrack::find_points(const Block& block, std::size_t begin, std::size_t end) {
  std::vector<double>& times = runs_.back().t;
  half_steps_.resize(end - begin);
  points_.clear();
  std::size_t row = begin, from_point = rows_from_point_, count = times.size();
  double last = last_, point = count > 0 ? times.back() : 0;
  for (; row < end && count < run_points; ++row) {
    const double t =
        step_ ? static_cast<double>(rows_ + row - begin) * *step_ : block.t[static_cast<Eigen::Index>(row)];
    half_steps_[row - begin] = count > 0 ? (t - last) / 2 : 0;
    last = t;
    if (t - point < spacing && ++from_point < most_rows_to_point && count > 0) continue;
    ++count;
    times.push_back(t);
    points_.push_back(row - begin);
    point = t;
    from_point = 0;
  }
  half_steps_.resize(row - begin);
  rows_from_point_ = from_point;
  last_ = last;
}

void MotionTrack::add_positions(const double* q, const double* dq, std::size_t joint) {
  constexpr double turn = 2 * std::numbers::pi;
  const bool is_revolute = robot_.moving_joint(joint).is_revolute();
  Reach reach = reaches_[joint];
  std::vector<double>&positions = runs_.back().q[joint], &velocities = runs_.back().dq[joint];
  if (points_.empty()) return;
  double last = positions.empty() ? q[points_.front()] : positions.back();
  for (const std::size_t row : points_) {
    double x = q[row];
    reach.lowest = std::min(reach.lowest, x);
    reach.highest = std::max(reach.highest, x);
    reach.beyond_a_turn += std::abs(x) > turn + doubtful::excess;
    if (is_revolute && std::abs(x - last) > turn / 2) {
      x -= turn * std::round((x - last) / turn);
      has_jumps_ = true;
    }
    positions.push_back(x);
    velocities.push_back(dq[row]);
    last = x;
  }
  reach.points += points_.size();
  reaches_[joint] = reach;
}

void MotionTrack::integrate(const double* x, Integral& integral, std::size_t joint) {
  const double* half_steps = half_steps_.data();
  double sum = integral.sum[joint], last = integral.last[joint];
  std::size_t row = 0;
  const auto go_to = [&](std::size_t end) {
    for (; row < end; ++row) {
      sum += half_steps[row] * (x[row] + last);
      last = x[row];
    }
  };
  std::vector<double>& at_points = (runs_.back().*integral.in_run)[joint];
  for (const std::size_t point : points_) {
    go_to(point + 1);
    at_points.push_back(sum);
  }
  go_to(half_steps_.size());
  integral.sum[joint] = sum;
  integral.last[joint] = last;
}

}  // namespace invdyn
