#include "watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"
#include "noise_level.h"
#include "position_limits.h"

namespace invdyn {
namespace {

// Nearly a full turn: three quarters of it. No sampled motion moves that far in a step.
constexpr double wrapped_jump = 1.5 * std::numbers::pi;
// A time column may drift by this part of the elapsed time, plus one step: clocks jitter, columns are
// rounded.
constexpr double step_tolerance = 0.01;

double at(const Eigen::ArrayXXd& values, std::size_t row, std::size_t j) {
  return values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
}

// Whether these first two velocities show that a joint did not start from rest. From rest, a joint gains
// speed: v, 3v, 5v under constant acceleration. A joint in motion has about the same speed twice, or brakes.
// A second velocity of zero indicates an encoder step at slow speed, not a motion.
bool is_under_way(double first, double second, double rounding) {
  const double gain = (second - first) * (first > 0 ? 1 : -1);
  return std::abs(first) > rounding && second != 0 && gain < 0.75 * std::abs(first);
}

}  // namespace

TrajectoryWatch::TrajectoryWatch(const Robot& robot, const Differentiation& how, std::string file, Warn warn,
                                 PlaceBy by, WarnAt of_positions)
    : robot_(robot),
      how_(how),
      file_(std::move(file)),
      warn_(std::move(warn)),
      by_(by),
      warn_of_positions_(std::move(of_positions)),
      warned_limits_(robot.dof()),
      warned_jumps_(robot.dof()) {}

void TrajectoryWatch::has_seen_positions() {
  for (std::vector<std::atomic<bool>>* warned : {&warned_limits_, &warned_jumps_})
    for (std::atomic<bool>& joint : *warned) joint = true;
  seen_clock_ = true;
}

bool TrajectoryWatch::suspects(const Block& block) const {
  if (block.own_begin() == block.own_end()) return false;
  if (is_at_start(block)) return true;
  // Includes the row before: a jump can start there.
  const std::size_t begin = block.own_begin() - std::min<std::size_t>(block.own_begin(), 1);
  for (std::size_t j = 0; j < block.dof; ++j) {
    const bool watches_limits = !warned_limits_[j], watches_jumps = compares_jumps(j) && !warned_jumps_[j];
    if (!watches_limits && !watches_jumps) continue;
    const auto [minimum, maximum] =
        kernel_.range(block.q.data() + j * block.capacity + begin, block.own_end() - begin);
    const Joint& joint = robot_.moving_joint(j);
    if (watches_limits && !(is_within_limits(joint, minimum) && is_within_limits(joint, maximum)))
      return true;
    if (watches_jumps && !(maximum - minimum < wrapped_jump)) return true;
  }
  return false;
}

void TrajectoryWatch::see(const Block& block, bool suspected) {
  if (suspected) {
    for (std::size_t j = 0; j < block.dof; ++j) {
      see_limits(block, j);
      see_jumps(block, j);
    }
  }
  if (start_) add_to_start(block, block.own_begin());
  if (suspected) see_start(block);
  see_step(block);
  if (!seen_clock_) see_clock(block);
}

std::string TrajectoryWatch::place(const Block& block, std::size_t row) const {
  return place_in(file_, by_, block.line[row]);
}

void TrajectoryWatch::warn_of_position(const std::string& place, const std::string& text) const {
  if (warn_of_positions_)
    warn_of_positions_(place, text);
  else
    warn_(place + ": " + text);
}

void TrajectoryWatch::see_limits(const Block& block, std::size_t j) {
  if (warned_limits_[j]) return;
  const Joint& joint = robot_.moving_joint(j);
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const double q = at(block.q, row, j);
    if (is_within_limits(joint, q)) continue;
    warn_of_position(place(block, row), beyond_limits_text(joint, q) + "; its later rows are not checked");
    warned_limits_[j] = true;
    return;
  }
}

bool TrajectoryWatch::compares_jumps(std::size_t j) const {
  return how_.known == Known::q && robot_.moving_joint(j).is_revolute();
}

void TrajectoryWatch::see_jumps(const Block& block, std::size_t j) {
  if (!compares_jumps(j) || warned_jumps_[j]) return;
  const Joint& joint = robot_.moving_joint(j);
  for (std::size_t row = std::max<std::size_t>(block.own_begin(), 1); row < block.own_end(); ++row) {
    const double jump = at(block.q, row, j) - at(block.q, row - 1, j);
    if (std::abs(jump) < wrapped_jump || (!block.after_gap.empty() && block.after_gap[row])) continue;
    warn_of_position(
        place(block, row),
        "joint " + in_quotes(joint.name) + " jumps by " + position_text(jump, true) +
            ", nearly a full turn or more: a wrapped angle, which `unwrap` undoes, or an error in the data; the "
            "differences take it for motion");
    warned_jumps_[j] = true;
    return;
  }
}

// Whether the second velocity that is computed from data is in the block's own rows. Then rows 0 to 2 are in
// the block, possibly as history. If only q is known, dq of row 0 is zero by assumption.
bool TrajectoryWatch::is_at_start(const Block& block) const {
  const std::size_t second = how_.known == Known::q ? 2 : 1;
  return how_.scheme == Scheme::backward && how_.start == Start::rest && block.first_row == 0 &&
         (block.after_gap.empty() || !block.after_gap[0]) && block.own_begin() <= second &&
         second < block.own_end();
}

void TrajectoryWatch::see_start(const Block& block) {
  if (!is_at_start(block)) return;
  const std::size_t first = how_.known == Known::q ? 1 : 0;
  FirstRows start;
  for (std::size_t j = 0; j < block.dof; ++j) {
    const double rounding = 1e-9 * (1 + std::abs(at(block.q, 0, j)));
    const double velocity = at(block.dq, first, j);
    if (is_under_way(velocity, at(block.dq, first + 1, j), rounding)) start.joints.emplace_back(j, velocity);
  }
  if (start.joints.empty()) return;
  start.place = place(block, 0);
  start.values.resize(block.dof);
  start_ = std::move(start);
  add_to_start(block, 0);
}

// Any blocks give the same rows.
void TrajectoryWatch::add_to_start(const Block& block, std::size_t begin) {
  constexpr std::size_t enough = 64;
  const std::size_t end = std::min(block.own_end(), begin + enough - start_->t.size());
  const Eigen::ArrayXXd& values = how_.known == Known::q ? block.q : block.dq;
  for (std::size_t row = begin; row < end; ++row) {
    start_->t.push_back(block.t[static_cast<Eigen::Index>(row)]);
    for (std::size_t j = 0; j < block.dof; ++j) start_->values[j].push_back(at(values, row, j));
  }
  if (start_->t.size() == enough) end_start();
}

bool TrajectoryWatch::is_noise(std::size_t joint, double velocity) const {
  constexpr double deviations = 5;
  const double level = noise_level(start_->t, start_->values[joint]);
  if (how_.known != Known::q) return std::abs(velocity) < deviations * level;
  const double step = how_.step.value_or(start_->t[1] - start_->t[0]);
  return std::abs(velocity) < deviations * std::numbers::sqrt2 * level / step;
}

void TrajectoryWatch::end_start() {
  if (!start_) return;
  std::vector<std::string> joints;
  for (const auto& [joint, velocity] : start_->joints)
    if (!is_noise(joint, velocity)) joints.push_back(in_quotes(robot_.moving_joint(joint).name));
  if (!joints.empty())
    warn_(start_->place + ": the motion is already under way in its first rows (" + joined(joints) +
          "), but `start` rest assumes that it begins at rest: its first accelerations are an artefact; "
          "`start` extrapolate avoids it");
  start_.reset();
}

void TrajectoryWatch::see_clock(const Block& block) {
  if (block.own_begin() == block.own_end()) return;
  seen_clock_ = true;
  constexpr double year_5138 = 1e11;  // s since 1970; an epoch in ms is above it, one in us or ns further
  const double t = block.t[static_cast<Eigen::Index>(block.own_begin())];
  if (t < year_5138 || how_.step || how_.known == Known::q_dq_ddq) return;
  const std::string unit = t < 1000 * year_5138 ? "ms" : t < 1e6 * year_5138 ? "us" : "ns";
  warn_(place(block, block.own_begin()) + ": t is " + six_digits(t) +
        " s, which is more than 3000 years: is it in " + unit + "? Then `time-unit` " + unit);
}

void TrajectoryWatch::see_step(const Block& block) {
  if (!how_.step || how_.known == Known::q_dq_ddq || warned_step_) return;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const double t = block.t[static_cast<Eigen::Index>(row)];
    const std::size_t steps = block.first_row + row;
    if (steps == 0) first_time_ = last_time_ = t;
    stands_still_ |= steps > 0 && t == last_time_;
    if (t > last_time_) clock_step_ = std::min(clock_step_, t - last_time_);
    last_time_ = t;
    const double expected = static_cast<double>(steps) * *how_.step;
    const double clock = stands_still_ && clock_step_ < HUGE_VAL ? clock_step_ : *how_.step;
    if (std::abs(t - first_time_ - expected) <= step_tolerance * expected + std::max(clock, *how_.step))
      continue;
    warn_(place(block, row) + ": " + six_digits(t - first_time_) + " s have passed in the time column, but " +
          six_digits(expected) + " s by `dt` or `rate`, which the differences use");
    warned_step_ = true;
    return;
  }
}

}  // namespace invdyn
