#include "tool_line.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "../../robot/kinematics/axis_angle.h"
#include "../../robot/model/rotation.h"
#include "../data/position_limits.h"
#include "speed_limit.h"

namespace invdyn {
namespace {

using Eigen::Isometry3d;
using Eigen::VectorXd;

constexpr double longest_step = 1.0 / 256, shortest_step = 1e-12;  // parts of the path
constexpr int patient = 5000;  // trials to find the nearest pose for an error
// Half a turn, except for rounding.
constexpr double half_turn = std::numbers::pi - 1e-9;
// Smaller angles are rounding errors between poses of equal orientation.
constexpr double min_turn = 1e-14;

}  // namespace

ToolLine::ToolLine(const Robot& robot, std::size_t link, const Isometry3d& T_world_from,
                   const Isometry3d& T_world_to, const VectorXd& q_start, double duration,
                   const TimeGrid& grid, const ToolLineSettings& settings)
    : robot_(robot),
      kinematics_(robot, link, settings.task, settings.T_link_tool),
      T_world_from_(T_world_from),
      p_world_to_(T_world_to.translation()),
      profile_(settings.profile),
      duration_(duration),
      grid_(grid),
      intervals_(grid.intervals(duration)) {
  assert(static_cast<std::size_t>(q_start.size()) == robot.dof() && duration > 0);
  const AxisAngle turn = axis_angle_of(T_world_to.linear() * T_world_from.linear().transpose());
  axis_ = turn.axis;
  angle_ = settings.task == Task::pose && turn.angle > min_turn ? turn.angle : 0;
  if (angle_ > half_turn)
    throw UsageError("generate line",
                     "the tool makes half a turn from start to end, so the turn has two possible directions: "
                     "expected less than half a turn (or two lines, each with a part of the turn)");
  way_ << p_world_to_ - T_world_from_.translation(), angle_ * axis_;

  InverseKinematics::Solution solution = kinematics_.solve(T_world_from_, q_start, patient);
  start_ = point(0, std::move(solution.posture));
  now_ = start_;
  if (!solution.reached || kinematics_.freedom(start_->posture) < InverseKinematics::min_freedom) fail(0);
  check_limits(0);
  peak_speed_.setZero(start_->dq.size());
}

Isometry3d ToolLine::pose_at(double way) const {
  Isometry3d T(rotation_about(axis_, way * angle_) * T_world_from_.linear());
  const Eigen::Vector3d from = T_world_from_.translation();
  for (int i = 0; i < 3; ++i) T.translation()[i] = std::lerp(from[i], p_world_to_[i], way);
  return T;
}

// The twist is constant along the line, so its derivative is zero.
ToolLine::Point ToolLine::point(double way, InverseKinematics::Posture posture) const {
  Point result{way, std::move(posture), {}, {}};
  result.dq = kinematics_.speeds(result.posture, way_);
  result.ddq = kinematics_.accelerations(result.posture, result.dq, Twist::Zero());
  return result;
}

// A first guess by Taylor's formula; the pose corrects it. If joints can move while the tool is at rest, the
// pose does not correct that part. Then the guess uses the classical Runge-Kutta method.
VectorXd ToolLine::predicted(const Point& from, double step) const {
  const VectorXd& q = from.posture.q;
  if (!kinematics_.redundant()) return q + step * (from.dq + step / 2 * from.ddq);
  const auto slope = [&](const VectorXd& at) { return kinematics_.speeds(kinematics_.posture(at), way_); };
  const VectorXd k2 = slope(q + step / 2 * from.dq);
  const VectorXd k3 = slope(q + step / 2 * k2);
  const VectorXd k4 = slope(q + step * k3);
  return q + step / 6 * (from.dq + 2 * k2 + 2 * k3 + k4);
}

// Moves one step along the path. Returns false if the step was too long to stay on the branch with certainty.
bool ToolLine::advance(double step, double to) {
  constexpr double longest_change = 0.1;  // of a joint: rad, or as a part of the arm's reach
  constexpr int max_trials = 20;
  const VectorXd guess = predicted(*now_, step);
  const double change = kinematics_.size(guess - now_->posture.q);
  if (!(change <= longest_change)) return false;
  InverseKinematics::Solution solution = kinematics_.solve(pose_at(to), guess, max_trials);
  const double correction = kinematics_.size(solution.posture.q - guess);
  if (!solution.reached || correction > 0.2 * change + 1e-9) return false;
  if (kinematics_.singular_between(now_->posture, solution.posture)) return false;
  now_ = point(to, std::move(solution.posture));
  return true;
}

void ToolLine::go_to(std::size_t row) {
  const double target = at(profile_, row, intervals_).position;
  while (now_->way < target) {
    const double left = target - now_->way;
    const bool last = step_ >= left;
    if (!advance(std::min(step_, left), last ? target : now_->way + step_)) {
      step_ = std::min(step_, left) / 2;
      if (step_ < shortest_step) fail(row);
      continue;
    }
    if (kinematics_.freedom(now_->posture) < InverseKinematics::min_freedom) fail(row);
    check_limits(row);
    if (!last) see_speed(velocity_at_position(profile_, now_->way) / duration_);
    step_ = std::min(2 * step_, longest_step);
  }
}

// Takes the speed of the tool, in parts of the path per s, into the peak speeds.
void ToolLine::see_speed(double speed) {
  peak_speed_ = peak_speed_.cwiseMax((now_->dq * speed).cwiseAbs());
}

void ToolLine::fill(std::size_t first_row, Block& block) {
  if (first_row < next_row_) {
    next_row_ = 0;
    now_ = start_;
    peak_speed_.setZero();
  }
  if (next_row_ == 0) step_ = longest_step;
  for (; next_row_ < first_row; ++next_row_) go_to(next_row_);

  block.first_row = first_row;
  block.rows = std::min(block.capacity, rows() - first_row);
  block.last = first_row + block.rows == rows();
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(block.rows); ++row, ++next_row_) {
    go_to(next_row_);
    const ProfilePoint profile = at(profile_, next_row_, intervals_);
    const double speed = profile.velocity / duration_;
    const double acceleration = profile.acceleration / duration_ / duration_;
    see_speed(speed);
    block.t[row] = grid_.time(next_row_);
    block.q.row(row) = now_->posture.q.array().transpose();
    // Adding zero changes a negative zero into a positive one.
    block.dq.row(row) = (now_->dq * speed).array().transpose() + 0.0;
    block.ddq.row(row) = (now_->dq * acceleration + now_->ddq * (speed * speed)).array().transpose() + 0.0;
    if (!block.dq.row(row).allFinite() || !block.ddq.row(row).allFinite())
      throw UsageError("`duration`", "the accelerations of a line that takes " + shortest(duration_) +
                                         " s are too large to compute: expected a longer duration");
  }
}

ToolLine::Demand ToolLine::demand(const std::function<void(std::size_t rows)>& row_done) const {
  constexpr std::size_t block_rows = 64;
  ToolLine copy = *this;
  Block block(robot_.dof(), block_rows);
  copy.fill(0, block);  // restarts from the beginning
  for (std::size_t row = block.rows; row < rows(); row += block.rows) {
    if (row_done) row_done(row);
    copy.fill(row, block);
  }
  Demand demand{copy.now_->posture.q, copy.peak_speed_, {}};
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const double peak = demand.peak_speed[static_cast<Eigen::Index>(j)];
    if (const auto text = beyond_speed_limit_text(robot_.moving_joint(j), peak))
      demand.beyond_speed_limits.push_back(*text);
  }
  return demand;
}

void ToolLine::check_limits(std::size_t row) const {
  const VectorXd& q = now_->posture.q;
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const double position = q[static_cast<Eigen::Index>(j)];
    if (!is_within_limits(robot_.moving_joint(j), position))
      throw Error(place(row),
                  (now_->way < at(profile_, row, intervals_).position ? "on the way to this sample, " : "") +
                      beyond_limits_text(robot_.moving_joint(j), position));
  }
}

std::string ToolLine::place(std::size_t row) const {
  return "sample " + std::to_string(row) + " (t = " + shortest(grid_.time(row)) + " s)";
}

// Whether the joints give the tool another velocity than the line requires; not at singular postures. If an
// arm can move in all directions, the error is only rounding, about 1e-15 divided by the least singular
// value. If it cannot, inverse kinematics may accept a distance from the line of 1e-11 of its length; then
// the error is the square root of this.
bool ToolLine::line_leaves_what_joints_can() const {
  constexpr double rounding = 1e-8;
  return kinematics_.freedom(now_->posture) >= InverseKinematics::min_freedom &&
         kinematics_.misfit(now_->posture, now_->dq, way_) > rounding;
}

// Throws the reason why the row cannot be reached from the present joint positions.
void ToolLine::fail(std::size_t row) const {
  constexpr double nearly_singular = 0.01;
  const auto solution = kinematics_.solve(T_world_tool(row), now_->posture.q, patient);
  const std::string nearest = "the nearest pose that the joints reach is " + six_digits(solution.distance) +
                              " m and " + six_digits(solution.angle * 180 / std::numbers::pi) + " deg away";
  if (row > 0 && line_leaves_what_joints_can())
    throw Error(place(row), "the joints can move the tool only in " +
                                counted(kinematics_.rank(), "direction") +
                                ", but this line needs another direction (" + nearest +
                                "): expected another line, another point of the link, or a free orientation");
  if (!solution.reached) throw Error(place(row), "out of reach: " + nearest);
  if (kinematics_.freedom(now_->posture) < nearly_singular)
    throw Error(place(row),
                std::string("a singular posture") +
                    (now_->way < at(profile_, row, intervals_).position ? " on the way to this sample" : "") +
                    ": " + kinematics_.singularity_text(now_->posture) +
                    ": expected another posture at the start, or a line that avoids this posture");
  throw Error(place(row), "the joints cannot follow the line to this sample without a jump");
}

}  // namespace invdyn
