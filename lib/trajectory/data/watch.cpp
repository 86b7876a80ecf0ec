#include "watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "../../ground/base/wording.h"
#include "../pose/quaternion.h"
#include "noise_level.h"
#include "position_limits.h"

namespace invdyn {
namespace {

// Nearly a full turn: three quarters of it. No sampled motion moves that far in a step.
constexpr double wrapped_jump = 1.5 * std::numbers::pi;
// A time column may drift by this part of the elapsed time, plus one step: clocks jitter, columns are
// rounded.
constexpr double step_tolerance = 0.01;
// The same of a column in which times repeat, for all rows.
constexpr double coarse_step_tolerance = 0.1;

double at(const Eigen::ArrayXXd& values, std::size_t row, std::size_t j) {
  return values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
}

// Whether programs write this number in place of a value: 999, 9999, 1e9.
bool is_code(double value) {
  constexpr double rounding = 1e-6;  // some logs have them in rad
  const double whole = std::round(std::abs(value));
  if (std::abs(std::abs(value) - whole) > rounding * whole) return false;
  for (double power = 1e3; power <= 1e12; power *= 10)
    if (whole == power - 1 || (whole == power && power >= 1e6)) return true;
  return false;
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
      warned_jumps_(robot.dof()),
      last_positions_(robot.dof(), std::numeric_limits<double>::quiet_NaN()) {}

void TrajectoryWatch::has_seen_positions() {
  for (std::vector<std::atomic<bool>>* warned : {&warned_limits_, &warned_jumps_})
    for (std::atomic<bool>& joint : *warned) joint = true;
  seen_clock_ = true;
}

void TrajectoryWatch::see_codes(const Block& block, std::size_t begin, std::size_t end) {
  for (std::size_t j = 0; begin < end && j < block.dof; ++j) {
    const double unit = robot_.moving_joint(j).is_revolute() ? std::numbers::pi / 180 : 1e-3;  // deg, mm
    const auto [minimum, maximum] = kernel_.range(block.q.data() + j * block.capacity + begin, end - begin);
    double& last = last_positions_[j];
    const bool has_large = std::max(-minimum, maximum) > 998 * unit;
    if (!has_large) last = at(block.q, end - 1, j);
    for (std::size_t row = begin; has_large && row < end; ++row) {
      const double q = at(block.q, row, j);
      const bool is_in_unit = is_code(q / unit);
      if ((!is_in_unit && !is_code(q)) || !(std::abs(q - last) > std::abs(q) / 2))
        last = q;
      else if (codes_++ == 0) {
        place_of_code_ = place(block, row);
        first_code_ = "joint " + in_quotes(robot_.moving_joint(j).name) + " is at " +
                      six_digits(is_in_unit ? std::round(q / unit) : q);
      }
    }
  }
}

std::optional<std::pair<std::string, std::string>> TrajectoryWatch::codes() const {
  if (codes_ == 0) return std::nullopt;
  return std::pair(place_of_code_,
                   first_code_ + ", a number that programs write for a missing value" +
                       (codes_ == 1 ? "" : " (" + std::to_string(codes_) + " positions have such a number)") +
                       ": expected empty fields. To fill these fields, give `missing` interpolate");
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
    warn_of_position(place(block, row),
                     beyond_limits_text(joint, q) + "; the later rows of this joint are not checked");
    warned_limits_[j] = true;
    return;
  }
}

bool TrajectoryWatch::compares_jumps(std::size_t j) const {
  return how_.known == Known::q && !how_.is_static && robot_.moving_joint(j).is_revolute();
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
            ", about a full turn or more: either the angle is wrapped (`unwrap` corrects it), "
            "or the data have an error; the velocities are computed as if this jump were a motion");
    warned_jumps_[j] = true;
    return;
  }
}

// Whether the second velocity that is computed from data is in the block's own rows. Then rows 0 to 2 are in
// the block, possibly as history. If only q is known, dq of row 0 is zero by assumption.
bool TrajectoryWatch::is_at_start(const Block& block) const {
  const std::size_t second = how_.known_of_all() == Known::q ? 2 : 1;
  return how_.scheme == Scheme::backward && how_.start == Start::rest && block.first_row == 0 &&
         (block.after_gap.empty() || !block.after_gap[0]) && block.own_begin() <= second &&
         second < block.own_end();
}

Known TrajectoryWatch::known(std::size_t column) const {
  return column < robot_.dof() ? how_.known : how_.base;
}

double TrajectoryWatch::velocity(const Block& block, std::size_t row, std::size_t column) const {
  return column < block.dof ? at(block.dq, row, column) : at(block.base.twist, row, column - block.dof);
}

double TrajectoryWatch::start_value(const Block& block, std::size_t row, std::size_t column) const {
  if (known(column) != Known::q) return velocity(block, row, column);
  if (column < block.dof) return at(block.q, row, column);
  if (column < block.dof + 3) return at(block.base.pose, row, column - block.dof);
  const auto q = block.base.pose.row(static_cast<Eigen::Index>(row)).tail<4>();
  const auto& first = start_->orientation;
  return rotation_vector(
      Quaternion{first[0], first[1], first[2], first[3]}.conjugate() *
      Quaternion{q[0], q[1], q[2], q[3]})[static_cast<Eigen::Index>(column - block.dof - 3)];
}

void TrajectoryWatch::see_start(const Block& block) {
  if (!is_at_start(block)) return;
  const std::size_t columns = block.dof + (block.has_base() ? 6 : 0);
  start_ = FirstRows();
  if (block.has_base())
    for (std::size_t i = 0; i < 4; ++i) start_->orientation[i] = at(block.base.pose, 0, 3 + i);
  for (std::size_t j = 0; j < columns; ++j) {
    if (known(j) == Known::q_dq_ddq) continue;
    const std::size_t first = known(j) == Known::q ? 1 : 0;
    const double place = j < block.dof       ? at(block.q, 0, j)
                         : j < block.dof + 3 ? at(block.base.pose, 0, j - block.dof)
                                             : 0;
    const double rounding = 1e-9 * (1 + std::abs(place)), speed = velocity(block, first, j);
    if (is_under_way(speed, velocity(block, first + 1, j), rounding)) start_->columns.emplace_back(j, speed);
  }
  if (start_->columns.empty()) {
    start_.reset();
    return;
  }
  start_->place = place(block, 0);
  start_->values.resize(columns);
  add_to_start(block, 0);
}

// Any blocks give the same rows.
void TrajectoryWatch::add_to_start(const Block& block, std::size_t begin) {
  constexpr std::size_t enough = 64;
  const std::size_t end = std::min(block.own_end(), begin + enough - start_->t.size());
  for (std::size_t row = begin; row < end; ++row) {
    start_->t.push_back(block.t[static_cast<Eigen::Index>(row)]);
    for (const auto& [column, velocity] : start_->columns)
      start_->values[column].push_back(start_value(block, row, column));
  }
  if (start_->t.size() == enough) end_start();
}

bool TrajectoryWatch::is_noise(std::size_t column, double velocity) const {
  constexpr double deviations = 5;
  const double level = noise_level(start_->t, start_->values[column]);
  if (known(column) != Known::q) return std::abs(velocity) < deviations * level;
  const double step = how_.step.value_or(start_->t[1] - start_->t[0]);
  return std::abs(velocity) < deviations * std::numbers::sqrt2 * level / step;
}

void TrajectoryWatch::end_start() {
  if (!start_) return;
  std::vector<std::string> names;
  for (const auto& [column, velocity] : start_->columns) {
    const bool is_base = column >= robot_.dof();
    if ((is_base && !names.empty() && names.back() == "the base") || is_noise(column, velocity)) continue;
    names.push_back(is_base ? "the base" : in_quotes(robot_.moving_joint(column).name));
  }
  constexpr std::size_t shown = 3;
  if (!names.empty())
    warn_(start_->place + ": the robot already moves in the first rows (" + joined(names, shown) +
          "). With `start` rest, invdyn assumes a motion that begins at rest, so the first "
          "accelerations are wrong: give `start` extrapolate");
  start_.reset();
}

void TrajectoryWatch::see_clock(const Block& block) {
  if (block.own_begin() == block.own_end()) return;
  seen_clock_ = true;
  constexpr double year_5138 = 1e11;  // s since 1970; an epoch in ms is above it, one in us or ns further
  const double t = block.t[static_cast<Eigen::Index>(block.own_begin())];
  if (t < year_5138 || how_.step || how_.known_of_all() == Known::q_dq_ddq) return;
  const std::string unit = t < 1000 * year_5138 ? "ms" : t < 1e6 * year_5138 ? "us" : "ns";
  warn_(place(block, block.own_begin()) + ": t is " + six_digits(t) +
        " s, which is more than 3000 years: is it in " + unit + "? Then `time-unit` " + unit);
}

void TrajectoryWatch::see_step(const Block& block) {
  if (!how_.step || block.own_begin() == block.own_end()) return;
  const auto difference = [&](std::size_t row, const char* advice) {
    const double expected = static_cast<double>(block.first_row + row) * *how_.step;
    return place(block, row) + ": the time since the first row is " + six_digits(last_time_ - first_time_) +
           " s in the time column, but " + six_digits(expected) + " s with `dt` or `rate`; " +
           (how_.known_of_all() == Known::q_dq_ddq
                ? "`dt` or `rate` is not used, because dq and ddq are from the file"
                : advice);
  };
  double off = 0, expected = 0;
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const double t = block.t[static_cast<Eigen::Index>(row)];
    const std::size_t steps = block.first_row + row;
    if (steps == 0) first_time_ = last_time_ = t;
    stands_still_ |= steps > 0 && t == last_time_;
    largest_step_ = std::max(largest_step_, t - last_time_);
    last_time_ = t;
    expected = static_cast<double>(steps) * *how_.step;
    off = std::abs(t - first_time_ - expected);
    if (step_doubt_.empty() && off > step_tolerance * expected + *how_.step)
      step_doubt_ = difference(
          row,
          "finite differences use `dt` or `rate`: if the time column is right, leave out `dt` and `rate`");
  }
  if (!stands_still_) return;
  // Such a column is not right in each row. In all, it still shows a wrong step.
  const bool runs = last_time_ > first_time_;
  step_doubt_ =
      runs && off > coarse_step_tolerance * expected + largest_step_
          ? difference(block.own_end() - 1,
                       "finite differences use `dt` or `rate`: is the value of `dt` or `rate` right?")
          : "";
}

void TrajectoryWatch::end_step() {
  if (!step_doubt_.empty()) warn_(step_doubt_);
}

}  // namespace invdyn
