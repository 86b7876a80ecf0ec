#include "motion_track.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace invdyn {
namespace {

constexpr std::size_t max_numbers = std::size_t{1} << 18, few_runs = 2, many_runs = 6;
// The first rows, which are points, tell how many rows are between later points.
constexpr std::size_t first_rows = 8, max_stride_of_points = 64;

double at(const Eigen::ArrayXXd& values, std::size_t row, std::size_t joint) {
  return values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(joint));
}

}  // namespace

MotionTrack::MotionTrack(const Robot& robot, Known known, std::optional<double> step)
    : robot_(robot),
      step_(step),
      max_runs_(std::clamp(max_numbers / (run_points * (1 + 5 * robot.dof())), few_runs, many_runs)),
      reaches_(robot.dof()) {
  const auto integrate = [&](Quantity of, std::vector<std::vector<double>> Run::*in_run) {
    integrals_.push_back({of, in_run, std::vector<double>(robot.dof()), {}});
  };
  integrate(Quantity::tau, &Run::integral_of_tau);
  if (known != Known::q) integrate(Quantity::dq, &Run::integral_of_dq);
  if (known == Known::q_dq_ddq) integrate(Quantity::ddq, &Run::integral_of_ddq);
}

void MotionTrack::take(const Block& block) {
  const std::size_t end = block.own_end();
  for (std::size_t row = block.own_begin(); row < end;) {
    const bool after_gap = !block.after_gap.empty() && block.after_gap[row];
    if (rows_ == 0 || rows_of_run_ == run_points * stride_of_points_ || (after_gap && rows_of_run_ > 0))
      begin_run();
    if (!is_kept_ && block.after_gap.empty()) {  // nothing to do up to the next run
      const std::size_t rows = std::min(end - row, run_points * stride_of_points_ - rows_of_run_);
      row += rows;
      rows_ += rows;
      rows_of_run_ += rows;
      continue;
    }
    if (is_kept_) see(block, row);
    ++row;
    ++rows_;
    ++rows_of_run_;
  }
}

void MotionTrack::see(const Block& block, std::size_t row) {
  const double t = step_ ? static_cast<double>(rows_) * *step_ : block.t[static_cast<Eigen::Index>(row)];
  if (rows_ == 0) first_ = t;
  if (rows_ == first_rows) {
    const double mean = (t - first_) / first_rows, most = max_stride_of_points;
    stride_of_points_ = static_cast<std::size_t>(std::clamp(std::ceil(0.99 * spacing / mean), 1.0, most));
    rows_of_run_ = 0;  // all rows up to here are points
  }
  if (rows_of_run_ > 0 || rows_ == first_rows) integrate(block, row, t - last_);
  last_ = t;
  if (rows_of_run_ % stride_of_points_ == 0) add_point(block, row, t);
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
  run.t.reserve(run_points);
  const auto make_room = [&](std::vector<std::vector<double>>& columns) {
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

void MotionTrack::integrate(const Block& block, std::size_t row, double step) {
  for (Integral& integral : integrals_) {
    const double* value = values(block, integral.of).data() + row;
    for (std::size_t j = 0; j < integral.sum.size(); ++j, value += block.capacity) {
      integral.sum[j] += step / 2 * (*value + integral.last[j]);
      integral.last[j] = *value;
    }
  }
}

void MotionTrack::add_point(const Block& block, std::size_t row, double t) {
  constexpr double turn = 2 * std::numbers::pi;
  Run& run = runs_.back();
  const bool is_first = run.t.empty();
  run.t.push_back(t);
  for (std::size_t j = 0; j < run.q.size(); ++j) {
    double q = at(block.q, row, j);
    reaches_[j].lowest = std::min(reaches_[j].lowest, q);
    reaches_[j].highest = std::max(reaches_[j].highest, q);
    if (!is_first && robot_.moving_joint(j).is_revolute() && std::abs(q - run.q[j].back()) > turn / 2) {
      q -= turn * std::round((q - run.q[j].back()) / turn);
      has_jumps_ = true;
    }
    run.q[j].push_back(q);
    run.dq[j].push_back(at(block.dq, row, j));
    for (Integral& integral : integrals_) {
      (run.*integral.in_run)[j].push_back(integral.sum[j]);
      if (is_first) integral.last[j] = at(values(block, integral.of), row, j);
    }
  }
}

}  // namespace invdyn
