#include "path_limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace invdyn {
namespace {

// The piece of a curve at the speed rate * y, above y or below it.
const SpeedTorqueCurve::Piece& piece_at(const SpeedTorqueCurve& curve, double rate, double y, bool below) {
  const auto& pieces = curve.pieces();
  std::size_t i = 0;
  while (i + 1 < pieces.size() && (below ? pieces[i].to / rate < y : pieces[i].to / rate <= y)) ++i;
  return pieces[i];
}

}  // namespace

JointSample sample_of(const PathPoint& point, double y, double u) {
  return {
      0, point.dq * y, point.ddq * y * y + point.dq * u,
      point.inertia * u + (point.square * y + point.linear) * y + point.rest + (y > 0 ? point.coulomb : 0)};
}

std::string_view name_of(const PathLimit& limit) {
  return limit.kind ? name_of(*limit.kind) : "acceleration";
}

bool is_of_speed(const PathLimit& limit) {
  return limit.kind == LimitKind::speed || limit.kind == LimitKind::motor_speed;
}

std::vector<PathLimit> PathRatings::limits() const {
  std::vector<PathLimit> limits;
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    for (const LimitKind kind : sample_limits)
      if (kind != LimitKind::position && ratings[j].gives(kind)) limits.push_back({j, kind});
    if (!acceleration.empty()) limits.push_back({j, {}});
  }
  return limits;
}

Demand PathRatings::demand(const PathLimit& limit, const JointSample& sample) const {
  return limit.kind ? ratings[limit.joint].demand(*limit.kind, sample)
                    : demand_for(sample.ddq, acceleration[limit.joint]);
}

std::optional<double> PathRatings::top_speed(std::size_t joint) const {
  const JointRating& rating = ratings[joint];
  std::optional<double> top;
  if (rating.gives(LimitKind::speed)) top = rating.limits.velocity;
  if (rating.gives(LimitKind::motor_speed)) {
    const double of_motor = *rating.motor->top_speed() / std::abs(rating.shaft.ratio());
    top = std::min(top.value_or(of_motor), of_motor);
  }
  return top;
}

PathLimits::PathLimits(const PathRatings& rated, const PathTorques& torques)
    : rated_(rated), torques_(torques), limits_(rated.limits()), lowered_(limits_.size()) {
  for (const PathLimit& limit : limits_) {
    const double ratio = std::abs(rated.ratings[limit.joint].shaft.ratio());
    have_pieces_ = have_pieces_ || limit.kind == LimitKind::motor_curve;
    const bool of_motor = limit.kind && is_of_motor(*limit.kind);
    at_joint_.push_back(!of_motor ? 1 : is_of_speed(limit) ? 1 / ratio : ratio);
    const JointRating& rating = rated_.ratings[limit.joint];
    values_.push_back(!limit.kind                            ? rated_.acceleration[limit.joint]
                      : limit.kind == LimitKind::torque      ? *rating.limits.effort
                      : limit.kind == LimitKind::motor_peak  ? *rating.motor->peak_torque * ratio
                      : limit.kind == LimitKind::speed       ? *rating.limits.velocity
                      : limit.kind == LimitKind::motor_speed ? *rating.motor->top_speed() / ratio
                                                             : no_bound);
  }
}

void PathLimits::lower(std::size_t limit, double amount, std::size_t first, std::size_t last) {
  std::vector<double>& lowered = lowered_[limit];
  const bool was_left_out = only_changed_ && lowered.empty() && !is_of_speed(limits_[limit]);
  if (lowered.empty()) lowered.resize(torques_.size() - 1);
  if (was_left_out) return;
  for (std::size_t step = first; step <= last; ++step) lowered[step] += amount * at_joint_[limit];
}

double PathLimits::top_speed(std::size_t point) const {
  double top = no_bound;
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    if (!is_of_speed(limits_[k])) continue;
    const double less =
        std::max(point > 0 ? lowered(k, point - 1) : 0, point + 1 < torques_.size() ? lowered(k, point) : 0);
    const double dq = std::abs(torques_.at(point, limits_[k].joint).dq);
    if (dq > 0) top = std::min(top, std::max(0.0, values_[k] - less) / dq);
  }
  return top;
}

// Makes the rows of a step, for both ends of it: u is the same there, and y'^2 = y^2 + 2 h u at the second
// [Pham & Pham 2018]. Its linear term is taken at y: exact as the step becomes small.
class PathLimits::RowMaker {
 public:
  RowMaker(const PathLimits& of, std::size_t step, double y, bool below, std::vector<PathRow>& rows)
      : of_(of), step_(step), y_(y), below_(below), rows_(rows) {
    const auto& lengths = of.lengths();
    twice_h_ = 2 * (lengths[step + 1] - lengths[step]);
    rests_ = step == 0 || step + 2 == lengths.size();
  }

  void make(std::size_t k) {
    const PathLimit& limit = of_.limits_[k];
    if (is_of_speed(limit)) return;
    limit_ = k;
    lowered_ = of_.lowered(k, step_);
    ends_ = {&of_.torques_.at(step_, limit.joint), &of_.torques_.at(step_ + 1, limit.joint)};
    make_at(limit, *ends_[0], 0);
    make_at(limit, *ends_[1], twice_h_);
  }

 private:
  struct Motion {
    double factor = 0, square = 0, linear = 0;
  };
  struct Bound {
    double at_rest = 0, slope = 0;
    double from = 0, to = no_bound;
  };
  // The direction of a joint in this step, with dry friction of all and of its motor alone.
  struct Direction {
    double sign = 0, coulomb = 0, own = 0;
  };

  // u has `more` of the square term, as y^2 is `more` u larger there.
  void make_at(const PathLimit& limit, const PathPoint& point, double more) {
    const Bound level{of_.values_[limit_] - lowered_, 0};
    if (!limit.kind) return add({point.dq + more * point.ddq, point.ddq, 0}, 0, 0, level);
    if (*limit.kind == LimitKind::torque) return add_torque(point, more, level);
    const JointRating& rating = of_.rated_.ratings[limit.joint];
    add_motor(point, more, rating, *limit.kind == LimitKind::motor_curve ? curve(point, rating) : level);
  }

  // From -bound to bound, if both sides are asked for. `least`, `most`: of what does not move.
  void add(const Motion& motion, double least, double most, const Bound& bound, bool below = true,
           bool above = true) {
    const double low = below ? -bound.at_rest - least : -no_bound,
                 high = above ? bound.at_rest - most : no_bound;
    const double sign = motion.factor < 0 ? -1 : 1;  // without branches: it is as good as random
    PathRow& row = rows_.emplace_back();
    row.factor = sign * motion.factor;
    row.square = sign * motion.square;
    row.linear = sign * motion.linear;
    row.low = sign < 0 ? -high : low;
    row.high = sign < 0 ? -low : high;
    row.slope = bound.slope;
    row.from = bound.from;
    row.to = bound.to;
  }

  // Next to a reversal and to a rest, friction of each kind.
  void add_torque(const PathPoint& point, double more, const Bound& bound) {
    double least = std::min(ends_[0]->coulomb, ends_[1]->coulomb),
           most = std::max(ends_[0]->coulomb, ends_[1]->coulomb);
    if (rests_) {
      least = std::min(least, 0.0);
      most = std::max(most, 0.0);
    }
    add({point.inertia + more * point.square, point.square, point.linear}, point.rest + least,
        point.rest + most, bound);
  }

  Bound curve(const PathPoint& point, const JointRating& rating) {
    const double at_joint = of_.at_joint_[limit_];
    const double rate = std::abs(rating.shaft.ratio() * point.dq);
    const SpeedTorqueCurve::Piece& piece = piece_at(*rating.motor->curve, rate, y_, below_);
    return {(piece.torque - piece.slope * piece.from) * at_joint - lowered_, piece.slope * rate * at_joint,
            rate > 0 ? piece.from / rate : 0, rate > 0 ? piece.to / rate : no_bound};
  }

  // The motor's torque, at the joint, is own + factor (tau - own). While the joint moves forwards, the factor
  // makes it the larger of both: so both are below the bound, and the one while the load drives, which is the
  // smaller where the motor drives, is above its negative. Backwards it is the mirror image.
  void add_motor(const PathPoint& point, double more, const JointRating& rating, const Bound& bound) {
    const double efficiency = rating.shaft.efficiency();
    if (efficiency == 1) return add_torque(point, more, bound);
    const double own_inertia = rating.shaft.own(0, point.dq).square,
                 own_square = rating.shaft.own(0, point.ddq).square,
                 own_linear = rating.shaft.own(point.dq, 0).linear;
    const auto add_with = [&](double factor, const Direction& direction, bool below, bool above) {
      const auto passed = [&](double all, double own) { return factor * all + (1 - factor) * own; };
      const double square = passed(point.square, own_square);
      const double constant = passed(point.rest + direction.coulomb, direction.own);
      add({passed(point.inertia, own_inertia) + more * square, square, passed(point.linear, own_linear)},
          constant, constant, bound, below, above);
    };
    find_directions(rating);
    for (const Direction& direction : std::span(directions_).first(direction_count_)) {
      add_with(1 / efficiency, direction, direction.sign <= 0, direction.sign >= 0);
      if (direction.sign != 0) add_with(efficiency, direction, true, true);
    }
  }

  void find_directions(const JointRating& rating) {
    direction_count_ = 0;
    const auto add_once = [&](const Direction& direction) {
      for (std::size_t i = 0; i < direction_count_; ++i)
        if (directions_[i].sign == direction.sign) return;
      directions_[direction_count_++] = direction;
    };
    for (const PathPoint* end : ends_) {
      const double sign = end->dq > 0 ? 1 : end->dq < 0 ? -1 : 0;
      add_once({sign, end->coulomb, rating.shaft.own(end->dq, 0).constant});
    }
    if (rests_) add_once({});
  }

  const PathLimits& of_;
  std::size_t step_, limit_ = 0;
  std::array<const PathPoint*, 2> ends_{};  // of the step, of this limit's joint
  double y_, twice_h_ = 0, lowered_ = 0;
  bool below_, rests_ = false;
  std::array<Direction, 3> directions_;
  std::size_t direction_count_ = 0;
  std::vector<PathRow>& rows_;
};

void PathLimits::rows_of(std::size_t step, double y, bool below, std::vector<PathRow>& rows) const {
  rows.clear();
  RowMaker maker(*this, step, y, below, rows);
  for (std::size_t k = 0; k < limits_.size(); ++k)
    if (!only_changed_ || !lowered_[k].empty()) maker.make(k);
}

}  // namespace invdyn
