#include "motion_track.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace invdyn {
namespace {

constexpr std::size_t max_numbers = std::size_t{1} << 18, few_runs = 2, many_runs = 8;

// The values of a row are Block::capacity apart.
const double* row_of(const Eigen::ArrayXXd& values, std::size_t row) {
  return values.data() + row;
}

double without_full_turns(double angle, double before) {
  constexpr double turn = 2 * std::numbers::pi;
  return std::abs(angle - before) < turn / 2 ? angle : angle - turn * std::round((angle - before) / turn);
}

}  // namespace

MotionTrack::MotionTrack(const Robot& robot, Known known, std::optional<double> step)
    : robot_(robot),
      step_(step),
      max_runs_(std::clamp(max_numbers / (run_points * (1 + 5 * robot.dof())), few_runs, many_runs)) {
  const auto integrate = [&](Quantity of, std::vector<std::vector<double>> Run::*in_run) {
    integrals_.push_back({of, in_run, std::vector<double>(robot.dof()), {}});
  };
  integrate(Quantity::tau, &Run::integral_of_tau);
  if (known != Known::q) integrate(Quantity::dq, &Run::integral_of_dq);
  if (known == Known::q_dq_ddq) integrate(Quantity::ddq, &Run::integral_of_ddq);
}

void MotionTrack::take(const Block& block) {
  for (std::size_t row = block.own_begin(); row < block.own_end();) {
    if (skipped_ > 0) {
      const std::size_t count = std::min(skipped_, block.own_end() - row);
      skipped_ -= count;
      rows_ += count;
      row += count;
      continue;
    }
    const bool after_gap = !block.after_gap.empty() && block.after_gap[row];
    if (is_in_run_ && (after_gap || runs_.back().t.size() == run_points)) {
      is_in_run_ = false;
      skipped_ = (stride_ - 1) * rows_of_run_;
      continue;
    }
    const double t = step_ ? static_cast<double>(rows_) * *step_ : block.t[static_cast<Eigen::Index>(row)];
    const bool begins = !is_in_run_;
    if (begins)
      begin_run();
    else
      integrate(block, row, t - last_);
    if (begins || t >= next_) add_point(block, row, t);
    last_ = t;
    ++rows_;
    ++rows_of_run_;
    ++row;
  }
}

void MotionTrack::begin_run() {
  if (runs_.size() == max_runs_) {
    for (std::size_t i = 1; 2 * i < runs_.size(); ++i) runs_[i] = std::move(runs_[2 * i]);
    runs_.resize((runs_.size() + 1) / 2);
    stride_ *= 2;
  }
  is_in_run_ = true;
  rows_of_run_ = 0;
  Run& run = runs_.emplace_back();
  const auto prepare = [&](std::vector<std::vector<double>>& of_joints) {
    of_joints.resize(robot_.dof());
    for (std::vector<double>& points : of_joints) points.reserve(run_points);
  };
  prepare(run.q);
  prepare(run.dq);
  for (Integral& integral : integrals_) {
    integral.sum.assign(robot_.dof(), 0);
    prepare(run.*integral.in_run);
  }
}

void MotionTrack::integrate(const Block& block, std::size_t row, double step) {
  for (Integral& integral : integrals_) {
    const double* value = row_of(values(block, integral.of), row);
    double* const sum = integral.sum.data();
    double* const last = integral.last.data();
    for (std::size_t j = 0; j < robot_.dof(); ++j, value += block.capacity) {
      sum[j] += step / 2 * (*value + last[j]);
      last[j] = *value;
    }
  }
}

void MotionTrack::add_point(const Block& block, std::size_t row, double t) {
  Run& run = runs_.back();
  const bool is_first = run.t.empty();
  run.t.push_back(t);
  const double* q = row_of(block.q, row);
  const double* dq = row_of(block.dq, row);
  for (std::size_t j = 0; j < run.q.size(); ++j, q += block.capacity, dq += block.capacity) {
    std::vector<double>& points = run.q[j];
    const bool can_jump = !is_first && robot_.moving_joint(j).is_revolute();
    points.push_back(can_jump ? without_full_turns(*q, points.back()) : *q);
    run.dq[j].push_back(*dq);
  }
  for (Integral& integral : integrals_) {
    const double* value = row_of(values(block, integral.of), row);
    for (std::size_t j = 0; j < integral.sum.size(); ++j, value += block.capacity) {
      (run.*integral.in_run)[j].push_back(integral.sum[j]);
      if (is_first) integral.last[j] = *value;
    }
  }
  next_ = t + spacing;
}

}  // namespace invdyn
