#include "motion_track.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace invdyn {
namespace {

constexpr std::size_t max_numbers = std::size_t{1} << 18, few_runs = 2, many_runs = 16;

double at(const Eigen::ArrayXXd& values, std::size_t row, std::size_t joint) {
  return values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(joint));
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
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row, ++rows_) {
    const double t = step_ ? static_cast<double>(rows_) * *step_ : block.t[static_cast<Eigen::Index>(row)];
    const bool after_gap = !block.after_gap.empty() && block.after_gap[row];
    if (rows_ == 0 || points_ == run_points || (after_gap && points_ > 0))
      begin_run();
    else if (is_kept_)
      integrate(block, row, t - last_);
    last_ = t;
    if (points_ > 0 && t < next_) continue;
    if (is_kept_) add_point(block, row, t);
    ++points_;
    next_ = t + spacing;
  }
}

void MotionTrack::begin_run() {
  if (rows_ > 0) ++run_;
  points_ = 0;
  if (run_ % stride_ == 0 && runs_.size() == max_runs_) {
    for (std::size_t i = 1; 2 * i < runs_.size(); ++i) runs_[i] = std::move(runs_[2 * i]);
    runs_.resize((runs_.size() + 1) / 2);
    stride_ *= 2;
  }
  is_kept_ = run_ % stride_ == 0;
  if (!is_kept_) return;
  Run& run = runs_.emplace_back();
  run.q.resize(robot_.dof());
  run.dq.resize(robot_.dof());
  for (Integral& integral : integrals_) {
    integral.sum.assign(robot_.dof(), 0);
    (run.*integral.in_run).resize(robot_.dof());
  }
}

void MotionTrack::integrate(const Block& block, std::size_t row, double step) {
  for (Integral& integral : integrals_)
    for (std::size_t j = 0; j < integral.sum.size(); ++j) {
      const double value = at(values(block, integral.of), row, j);
      integral.sum[j] += step / 2 * (value + integral.last[j]);
      integral.last[j] = value;
    }
}

void MotionTrack::add_point(const Block& block, std::size_t row, double t) {
  constexpr double turn = 2 * std::numbers::pi;
  Run& run = runs_.back();
  const bool is_first = run.t.empty();
  run.t.push_back(t);
  for (std::size_t j = 0; j < run.q.size(); ++j) {
    double q = at(block.q, row, j);
    if (!is_first && robot_.moving_joint(j).is_revolute())
      q -= turn * std::round((q - run.q[j].back()) / turn);
    run.q[j].push_back(q);
    run.dq[j].push_back(at(block.dq, row, j));
    for (Integral& integral : integrals_) {
      (run.*integral.in_run)[j].push_back(integral.sum[j]);
      if (is_first) integral.last[j] = at(values(block, integral.of), row, j);
    }
  }
}

}  // namespace invdyn
