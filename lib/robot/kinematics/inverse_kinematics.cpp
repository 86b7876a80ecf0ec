#include "inverse_kinematics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "../../ground/base/wording.h"
#include "axis_angle.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

std::span<const double> view(const VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

Index index(std::size_t i) {
  return static_cast<Index>(i);
}

// Singular values below this are zero to rounding.
constexpr double rank_rounding = 1e-12;

struct Range {
  double lower, upper;
};

Range limits_of(const Joint& joint) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {joint.limits.lower.value_or(-infinity), joint.limits.upper.value_or(infinity)};
}

// "(0, 0.6, -0.8)", of v or -v.
std::string direction_text(const Vector3d& v) {
  Index largest;
  v.cwiseAbs().maxCoeff(&largest);
  std::string text;
  for (const double x : v[largest] < 0 ? Vector3d(-v) : v)
    text += (text.empty() ? "(" : ", ") + six_digits(std::round(x * 1000) / 1000 + 0.0);
  return text + ")";
}

}  // namespace

InverseKinematics::InverseKinematics(const Robot& robot, std::size_t link, Task task,
                                     const Isometry3d& T_link_frame)
    : jacobian_(robot, link, T_link_frame), rows_(task == Task::pose ? 6 : 3) {
  if (jacobian_.carriers().empty())
    throw UsageError("`link`", invdyn::in_quotes(robot.links()[link].name) +
                                   " is not moved by any joint: expected a link that moves");
  length_ = jacobian_.reach();
  if (length_ == 0) length_ = 1;
  unit_.resize(index(jacobian_.carriers().size()));
  for (const std::size_t i : jacobian_.carriers()) {
    unit_[index(joints_.size())] = robot.moving_joint(i).is_revolute() ? 1 : length_;
    joints_.push_back(robot.moving_joint(i));
  }
  // Singular postures are rare: the freest of a few spread postures is not singular.
  for (std::size_t number = 1; number <= 8; ++number) {
    const VectorXd values = posture(spread(number, VectorXd::Zero(index(dof())))).svd.singularValues();
    rank_ = std::max(rank_, static_cast<std::size_t>((values.array() > min_freedom).count()));
  }
  if (rank_ == 0)
    throw UsageError("`tool`",
                     "is a point on the axes of the joints that move " +
                         invdyn::in_quotes(robot.links()[link].name) +
                         ", so the point does not move: expected a point beside the axes, or a pose");
}

InverseKinematics::Posture InverseKinematics::posture(const VectorXd& q) const {
  Posture result;
  result.q = q;
  jacobian_.place(view(q), result.placement);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6> J(rows_, unit_.size());
  for (Index j = 0; j < unit_.size(); ++j)
    J.col(j) =
        scaled(result.placement.J.col(index(jacobian_.carriers()[static_cast<std::size_t>(j)]))) * unit_[j];
  result.svd.compute(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return result;
}

double InverseKinematics::freedom(const Posture& posture) const {
  return posture.svd.singularValues()[index(rank_) - 1];
}

bool InverseKinematics::singular_between(const Posture& first, const Posture& second) const {
  const Index r = index(rank_);
  // Bounded size and lazy products, so that Eigen compiles no kernels for large matrices.
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
  const Small left =
      first.svd.matrixU().leftCols(r).transpose().lazyProduct(second.svd.matrixU().leftCols(r));
  const Small right =
      second.svd.matrixV().leftCols(r).transpose().lazyProduct(first.svd.matrixV().leftCols(r));
  const Small seen = left.lazyProduct(second.svd.singularValues().head(r).asDiagonal() * right);
  return !(seen.determinant() > 0);
}

std::string InverseKinematics::singularity_text(const Posture& posture) const {
  const Index last = index(rank_) - 1;
  // If the arm never has all directions and also loses this one, the singular vector is an arbitrary mix.
  const bool known = index(rank_) == rows_ || freedom(posture) > rank_rounding;
  std::string direction = "move in one of its directions";
  if (known) {
    const VectorXd lost = posture.svd.matrixU().col(last);
    const bool is_revolute = rows_ == 6 && lost.tail(3).norm() > lost.head(3).norm();
    direction = (is_revolute ? "turn about " : "move along ") +
                direction_text((is_revolute ? lost.tail(3) : lost.head(3)).normalized()) + " of the world";
  }
  const VectorXd idle = posture.svd.matrixV().col(last);
  std::vector<std::string> names;
  for (Index j = 0; j < idle.size(); ++j)
    if (std::abs(idle[j]) > 0.3 * idle.cwiseAbs().maxCoeff())
      names.push_back(invdyn::in_quotes(joints_[static_cast<std::size_t>(j)].name));
  return "the tool can hardly " + direction + ", and " + (names.size() > 1 ? "joints " : "joint ") +
         joined(names) +
         " can move while the tool stands still (the smallest singular value of the Jacobian is " +
         six_digits(freedom(posture) > rank_rounding ? freedom(posture) : 0) + ", with lengths divided by " +
         six_digits(length_) + " m)";
}

VectorXd InverseKinematics::scaled(const Twist& twist) const {
  VectorXd result = twist.head(rows_);
  result.head(3) /= length_;
  return result;
}

// The smallest change of the joints that moves the frame by `twist`. Directions that need large joint motion
// are damped.
VectorXd InverseKinematics::step(const Posture& posture, const Twist& twist, double damping) const {
  const Index r = index(rank_);
  VectorXd along = posture.svd.matrixU().leftCols(r).transpose() * scaled(twist);
  for (Index i = 0; i < r; ++i) {
    const double s = posture.svd.singularValues()[i];
    const double divisor = s * s + damping * damping;
    along[i] = divisor > 0 ? along[i] * s / divisor : 0;
  }
  return of_all_joints(posture.svd.matrixV().leftCols(r) * along);
}

VectorXd InverseKinematics::speeds(const Posture& posture, const Twist& twist) const {
  return step(posture, twist, 0);
}

double InverseKinematics::misfit(const Posture& posture, const VectorXd& speeds, const Twist& twist) const {
  const double whole = scaled(twist).norm();
  return whole > 0 ? scaled(twist - posture.placement.J * speeds).norm() / whole : 0;
}

VectorXd InverseKinematics::accelerations(const Posture& posture, const VectorXd& speeds,
                                          const Twist& twist_rate) const {
  Jacobian dJ;
  jacobian_.differentiate(posture.placement, view(speeds), dJ);
  const VectorXd result = step(posture, twist_rate - dJ * speeds, 0);
  if (!redundant()) return result;

  // In scaled variables: y = A^T dq, then dJ/dt^T y minus its part in the row space of J.
  const Index r = index(rank_);
  const MatrixXd V = posture.svd.matrixV().leftCols(r);
  const VectorXd along = V.transpose() * in_units(speeds);
  const VectorXd y =
      posture.svd.matrixU().leftCols(r) * along.cwiseQuotient(posture.svd.singularValues().head(r));
  VectorXd pull(unit_.size());
  for (Index j = 0; j < pull.size(); ++j)
    pull[j] = unit_[j] * scaled(dJ.col(index(jacobian_.carriers()[static_cast<std::size_t>(j)]))).dot(y);
  return result + of_all_joints(pull - V * (V.transpose() * pull));
}

VectorXd InverseKinematics::in_units(const VectorXd& of_all) const {
  VectorXd result(unit_.size());
  for (Index j = 0; j < result.size(); ++j)
    result[j] = of_all[index(jacobian_.carriers()[static_cast<std::size_t>(j)])] / unit_[j];
  return result;
}

VectorXd InverseKinematics::of_all_joints(const VectorXd& units) const {
  VectorXd result = VectorXd::Zero(index(dof()));
  for (Index j = 0; j < units.size(); ++j)
    result[index(jacobian_.carriers()[static_cast<std::size_t>(j)])] = units[j] * unit_[j];
  return result;
}

InverseKinematics::Twist InverseKinematics::error(const Isometry3d& T_world_target,
                                                  const Isometry3d& T_world_frame) const {
  Twist result = Twist::Zero();
  result.head<3>() = T_world_target.translation() - T_world_frame.translation();
  if (rows_ == 6) {
    const AxisAngle turn = axis_angle_of(T_world_target.linear() * T_world_frame.linear().transpose());
    result.tail<3>() = turn.angle * turn.axis;
  }
  return result;
}

InverseKinematics::Solution InverseKinematics::solve(const Isometry3d& T_world_target, const VectorXd& q,
                                                     int max_trials) const {
  constexpr double longest_step = 0.5;  // rad, or of L
  constexpr double min_damping = 1e-3, max_damping = 1e3;
  const double rounding = 1e-15 * (1 + T_world_target.translation().stableNorm() / length_);
  const double good = 100 * rounding, good_enough = 1e4 * rounding;

  Posture best = posture(q);
  Twist left = error(T_world_target, best.placement.T_world_frame);
  double size_left = scaled(left).norm();
  double damping = 0;
  for (int trial = 0; trial < max_trials && size_left > good; ++trial) {
    VectorXd change = step(best, left, damping);
    const double length = size(change);
    if (length > longest_step) change *= longest_step / length;
    Posture next = posture(best.q + change);
    const Twist left_next = error(T_world_target, next.placement.T_world_frame);
    const double size_next = scaled(left_next).norm();
    if (size_next < size_left) {
      // Too slow to arrive before the trials end: at the edge of the workspace.
      const bool stuck = size_left > good_enough && size_left - size_next < 1e-12 * size_left;
      best = std::move(next);
      left = left_next;
      size_left = size_next;
      damping = damping > min_damping ? damping / 10 : 0;
      if (stuck) break;
    } else {
      if (size_left <= good_enough || damping > max_damping) break;
      damping = std::max(10 * damping, min_damping);
    }
  }
  return {std::move(best), left.head<3>().norm(), left.tail<3>().norm(), size_left <= good_enough};
}

// Evenly spread postures within the limits. Number 0 is in the middle; the others follow by multiples of
// irrational numbers, the powers of 1 / g with g^(n + 1) = g + 1 [Roberts 2018]. A joint without limits is
// within half a turn, or half of L, of 0.
VectorXd InverseKinematics::spread(std::size_t number, const VectorXd& base) const {
  const auto n = static_cast<double>(joints_.size());
  double g = 2;
  for (int i = 0; i < 50; ++i) {  // Newton's method, with products only
    double power = 1;
    for (std::size_t j = 0; j < joints_.size(); ++j) power *= g;
    g -= (power * g - g - 1) / ((n + 1) * power - 1);
  }
  VectorXd q = base;
  double part = static_cast<double>(number);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    part /= g;
    const double half = joints_[j].is_revolute() ? std::numbers::pi : length_ / 2;
    auto [lower, upper] = limits_of(joints_[j]);
    if (!std::isfinite(lower)) lower = std::isfinite(upper) ? upper - 2 * half : -half;
    if (!std::isfinite(upper)) upper = lower + 2 * half;
    const double along = part + 0.5;
    q[index(jacobian_.carriers()[j])] = lower + (along - std::floor(along)) * (upper - lower);
  }
  return q;
}

double InverseKinematics::size(const VectorXd& change) const {
  return in_units(change).cwiseAbs().maxCoeff();
}

InverseKinematics::Solution InverseKinematics::search(const Isometry3d& T_world_target,
                                                      const VectorXd& base) const {
  constexpr std::size_t postures = 200;
  const auto misfit = [&](const Solution& solution) {
    return solution.reached ? 0 : solution.distance / length_ + solution.angle;
  };
  std::optional<Solution> best;
  for (std::size_t number = 0; number < postures; ++number) {
    Solution found = solve(T_world_target, spread(number, base));
    if (found.reached && brought_within_limits(found.posture.q)) {
      found.posture = posture(found.posture.q);
      return found;
    }
    if (!best || misfit(found) < misfit(*best)) best = std::move(found);
  }
  return *best;
}

// Shifts joints by whole turns if that helps. Returns whether all joints that carry the link are within their
// limits.
bool InverseKinematics::brought_within_limits(VectorXd& q) const {
  constexpr double turn = 2 * std::numbers::pi;
  bool all = true;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    double& position = q[index(jacobian_.carriers()[j])];
    const auto [lower, upper] = limits_of(joints_[j]);
    if (joints_[j].is_revolute() && position < lower) position += turn * std::ceil((lower - position) / turn);
    if (joints_[j].is_revolute() && position > upper) position -= turn * std::ceil((position - upper) / turn);
    all = all && lower <= position && position <= upper;
  }
  return all;
}

}  // namespace invdyn
