#include "timed_path.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../trajectory/data/time_grid.h"

namespace invdyn {
namespace {

std::vector<double> speeds_of(const PathRatings& rated) {
  std::vector<double> speeds;
  for (std::size_t j = 0; j < rated.ratings.size(); ++j) speeds.push_back(rated.top_speed(j).value_or(1));
  return speeds;
}

}  // namespace

TimedPath::TimedPath(const RecordedMotion& motion, const PathRatings& rated,
                     const TrajectoryTorques& dynamics, std::size_t points)
    : rated_(rated) {
  std::vector<PathStretch> stretches = stretches_of(motion, speeds_of(rated));
  double length = 0;
  for (const PathStretch& stretch : stretches)
    if (stretch.curve) length += stretch.curve->length();
  constexpr std::size_t least_points = 100;
  for (PathStretch& stretch : stretches) {
    Part& part = parts_.emplace_back();
    part.place = stretch.place;
    part.duration = stretch.rest;
    if (!stretch.curve) continue;
    const double share = stretch.curve->length() / length;
    const auto count = static_cast<std::size_t>(share * static_cast<double>(points));
    part.moving =
        &stretches_.emplace_back(std::move(stretch), rated, dynamics, std::max(least_points, count));
  }
}

const TimedPath::Stretch* TimedPath::time() {
  double begin = 0;
  for (Part& part : parts_) {
    part.begin = begin;
    if (Stretch* const stretch = part.moving) {
      stretch->speed = fastest_speed(stretch->limits);
      if (stretch->speed.impossible) return stretch;
      const std::vector<double>& lengths = stretch->torques.lengths();
      stretch->times.assign(1, 0);
      for (std::size_t i = 0; i + 1 < lengths.size(); ++i)
        stretch->times.push_back(stretch->times.back() + stretch->speed.time(lengths, i));
      part.duration = stretch->times.back();
    }
    begin += part.duration;
  }
  return nullptr;
}

double TimedPath::Stretch::rate_of_u(std::size_t step) const {
  if (step == 0 || step + 2 >= times.size()) return 0;
  const auto rate = [&](std::size_t i) {  // from the middle of a step to that of the next one
    return 2 * (speed.u[i + 1] - speed.u[i]) / (times[i + 2] - times[i]);
  };
  const double before = rate(step - 1), after = rate(step);
  if (!(before * after > 0)) return 0;
  return std::abs(before) < std::abs(after) ? before : after;
}

// Changes each limit that binds by what the sloping u leaves of it less what the constant one leaves in the
// rows of PathLimits.
void TimedPath::sharpen() {
  for (Stretch& stretch : stretches_) {
    for (std::size_t k = 0; k < stretch.limits.limits().size(); ++k) {
      if (is_of_speed(stretch.limits.limits()[k])) continue;
      for (std::size_t step = 0; step + 1 < stretch.times.size(); ++step) sharpen(stretch, k, step);
    }
    stretch.limits.leave_out_unchanged();
  }
  if (time()) restore();
}

void TimedPath::sharpen(Stretch& stretch, std::size_t k, std::size_t step) const {
  constexpr double near = 0.05;
  const PathLimit& limit = stretch.limits.limits()[k];
  const PathPoint &from = stretch.torques.at(step, limit.joint),
                  &to = stretch.torques.at(step + 1, limit.joint);
  const double y = stretch.speed.y[step], next = stretch.speed.y[step + 1], u = stretch.speed.u[step];
  const auto left = [&](const JointSample& sample) {
    const Demand demand = rated_.demand(limit, sample);
    return demand.limit - std::abs(demand.value);
  };
  if (rated_.demand(limit, sample_of(from, y, u)).margin > near) return;
  if ((from.dq > 0) != (to.dq > 0)) return stretch.limits.lower(k, 0, step, step);  // friction jumps
  JointSample second = sample_of(to, next, u);
  second.dq = to.dq * y;
  second.tau += to.linear * (y - next);
  const double constant = std::min(left(sample_of(from, y, u)), left(second));
  const double change = stretch.rate_of_u(step) * (stretch.times[step + 1] - stretch.times[step]) / 2;
  const double sloping =
      std::min(left(sample_of(from, y, u - change)), left(sample_of(to, next, u + change)));
  stretch.limits.lower(k, constant - sloping, step, step);
}

void TimedPath::restore() {
  for (Stretch& stretch : stretches_) stretch.limits.restore();
  time();
}

// q and dq are closed forms, as the mean of u in a step is the constant one.
void TimedPath::fill(double time, std::size_t& part, std::size_t& step, std::size_t& piece, Block& block,
                     Eigen::Index row) const {
  while (part + 1 < parts_.size() && time >= parts_[part + 1].begin) {
    ++part;
    step = piece = 0;
  }
  const Part& here = parts_[part];
  if (!here.moving) {
    block.q.row(row) = here.place.transpose();
    block.dq.row(row) = block.ddq.row(row) = 0;
    return;
  }
  const Stretch& stretch = *here.moving;
  const std::vector<double>&times = stretch.times, &lengths = stretch.torques.lengths();
  const double since = std::min(time - here.begin, times.back());
  while (step + 2 < times.size() && since >= times[step + 1]) ++step;
  const double run = since - times[step], u = stretch.speed.u[step];
  const bool at_end = since == times.back();
  const double y = at_end ? 0 : std::max(0.0, stretch.speed.y[step] + u * run);
  const double s = at_end ? lengths.back()
                          : std::clamp(lengths[step] + (stretch.speed.y[step] + u * run / 2) * run,
                                       lengths[step], lengths[step + 1]);
  stretch.path.curve->evaluate(s, piece, block, row);
  const double sloping = u + stretch.rate_of_u(step) * (run - (times[step + 1] - times[step]) / 2);
  block.ddq.row(row) = block.ddq.row(row) * (y * y) + block.dq.row(row) * sloping;
  block.dq.row(row) = block.dq.row(row) * y + 0.0;  // not -0
}

RecordedMotion TimedPath::rows(double begin, double step, std::vector<PathPlace>& places) const {
  constexpr double longer = 0.01;  // a last step that is so much of a step is added to the one before it
  const double end = duration(), whole = std::max(1.0, std::ceil(end / step - longer));
  const auto dof = static_cast<std::size_t>(stretches_.front().torques.dof());
  if (!(whole < static_cast<double>(max_kept_numbers)))
    throw Error("`fit-path`", "the motion takes " + six_digits(end) + " s, in " + six_digits(whole) +
                                  " rows of " + six_digits(step) +
                                  " s: expected higher limits, or `fitted-dt` with a larger step");
  const TimeGrid grid = TimeGrid::with_step(step);
  RecordedMotion motion;
  const auto count = static_cast<std::size_t>(whole) + 1;
  constexpr std::size_t rows_at_once = 1024;
  std::size_t part = 0, place = 0, piece = 0;
  for (std::size_t first = 0; first < count; first += rows_at_once) {
    Block block(dof, std::min(rows_at_once, count - first));
    block.rows = block.capacity;
    block.first_row = first;
    for (std::size_t k = 0; k < block.rows; ++k) {
      const double time = first + k + 1 == count ? end : grid.time(first + k);
      fill(time, part, place, piece, block, static_cast<Eigen::Index>(k));
      block.t[static_cast<Eigen::Index>(k)] = begin + time;
      places.push_back({part, place});
    }
    motion.take(block);
  }
  return motion;
}

}  // namespace invdyn
