#include "motion_sample.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

// Drops every second run.
void halve(std::vector<double>& values) {
  constexpr auto run = static_cast<std::ptrdiff_t>(MotionSample::run_rows);
  const auto runs = static_cast<std::ptrdiff_t>(values.size()) / run;
  for (std::ptrdiff_t i = 1; 2 * i < runs; ++i)
    std::copy_n(values.begin() + 2 * i * run, run, values.begin() + i * run);
  values.resize(static_cast<std::size_t>((runs + 1) / 2 * run));
}

}  // namespace

void MotionSample::take(const Block& block) {
  const std::size_t begin = block.own_begin(), end = block.own_end();
  if (begin == end) return;
  if (rows_ == 0) first_ = block.t[static_cast<Eigen::Index>(begin)];
  last_ = block.t[static_cast<Eigen::Index>(end - 1)];
  for (std::size_t row = begin; row < end;) {
    if (rows_ % run_rows == 0 && rows_ / run_rows % stride_ == 0 && sample_.t.size() == max_runs * run_rows)
      thin_out();
    const std::size_t run = rows_ / run_rows, left = (run + 1) * run_rows - rows_;
    const std::size_t count = std::min(left, end - row);
    if (run % stride_ == 0) add(block, row, count);
    row += count;
    rows_ += count;
  }
}

MotionSample MotionSample::at_even_times(double step) const {
  MotionSample even = *this;
  even.step_ = step;
  for (std::size_t k = 0; k < even.sample_.t.size(); ++k) even.sample_.t[k] = step * static_cast<double>(k);
  return even;
}

std::optional<MotionSample::UnevenClock> MotionSample::uneven_clock() const {
  constexpr double uneven = 0.05;
  UnevenClock clock{step(), 0, {}};
  const std::span all(sample_.t);
  for (std::size_t begin = 0; begin < all.size(); begin += run_rows) {
    const auto times = all.subspan(begin, std::min(run_rows, all.size() - begin));
    if (times.size() < run_rows / 2) continue;
    const TimeLine line = time_line(times);
    // The errors at the ends of a run turn its line.
    if (std::abs(line.step - clock.mean) > 2 * line.range / static_cast<double>(times.size()))
      return std::nullopt;
    clock.range = std::max(clock.range, line.range);
    if (const auto coarse = coarse_clock(times)) clock.step = coarse->step;
  }
  return clock.range > uneven * clock.mean ? std::optional(clock) : std::nullopt;
}

void MotionSample::thin_out() {
  halve(sample_.t);
  for (auto* columns :
       {&sample_.q, &sample_.dq, &sample_.ddq, &sample_.tau, &sample_.pose, &sample_.twist, &sample_.rates})
    for (std::vector<double>& column : *columns) halve(column);
  stride_ *= 2;
}

void MotionSample::add(const Block& block, std::size_t row, std::size_t count) {
  const auto append = [&](const double* from, std::vector<double>& to) {
    to.insert(to.end(), from + row, from + row + count);
  };
  const auto append_all = [&](const Eigen::ArrayXXd& from, std::vector<std::vector<double>>& to) {
    to.resize(static_cast<std::size_t>(from.cols()));
    for (std::size_t j = 0; j < to.size(); ++j) append(from.data() + j * block.capacity, to[j]);
  };
  if (step_)
    for (std::size_t k = 0; k < count; ++k) sample_.t.push_back(*step_ * static_cast<double>(rows_ + k));
  else
    append(block.t.data(), sample_.t);
  append_all(block.q, sample_.q);
  if (holds_ == Holds::positions) return;
  append_all(block.dq, sample_.dq);
  append_all(block.ddq, sample_.ddq);
  append_all(block.tau, sample_.tau);
  append_all(block.base.pose, sample_.pose);
  append_all(block.base.twist, sample_.twist);
  append_all(block.base.rates, sample_.rates);
}

}  // namespace invdyn
