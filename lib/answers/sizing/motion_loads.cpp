#include "motion_loads.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

struct Areas {
  double above = 0, below = 0;  // areas above and below zero, both >= 0
};

// The areas of the straight line from a to b over a time.
Areas areas(double a, double b, double time) {
  if (a >= 0 && b >= 0) return {(a + b) / 2 * time, 0};
  if (a <= 0 && b <= 0) return {0, -(a + b) / 2 * time};
  const double a_area = a / (a - b) * std::abs(a) / 2 * time, b_area = b / (b - a) * std::abs(b) / 2 * time;
  return a > 0 ? Areas{a_area, b_area} : Areas{b_area, a_area};
}

void keep_larger(MotionLoads::Extreme& extreme, const MotionLoads::Extreme& other) {
  if (std::abs(other.value) > std::abs(extreme.value)) extreme = other;
}

void keep_worse(std::optional<MotionLoads::Worst>& worst, const MotionLoads::Worst& other) {
  if (!worst || other.demand.margin < worst->demand.margin) worst = other;
}

}  // namespace

MotionLoads::MotionLoads(const Ratings& ratings, std::size_t motion)
    : ratings_(ratings), motion_(motion), joints_(ratings.size()), latest_(ratings.size()) {}

void MotionLoads::take_sample(Joint& joint, const JointRating& rating, const JointSample& sample,
                              double time) const {
  const double power = sample.tau * sample.dq;
  keep_larger(joint.torque, {sample.tau, time, motion_});
  keep_larger(joint.speed, {sample.dq, time, motion_});
  keep_larger(joint.power, {std::max(power, 0.0), time, motion_});
  keep_larger(joint.regenerated_power, {std::max(-power, 0.0), time, motion_});
  for (std::size_t i = 0; i < sample_limits.size(); ++i)
    if (rating.gives(sample_limits[i]))
      keep_worse(joint.worst[i], {rating.demand(sample_limits[i], sample), time, motion_});
}

void MotionLoads::take(const Block& block) {
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    const double time = block.t[k], step = time - latest_time_;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      const JointSample sample{block.q(k, column), block.dq(k, column), block.ddq(k, column),
                               block.tau(k, column)};
      Joint& joint = joints_[j];
      if (!begun_) {  // if all values are 0, the peak is at the beginning
        for (Extreme* extreme : {&joint.torque, &joint.speed, &joint.power, &joint.regenerated_power})
          *extreme = {0, time, motion_};
      }
      take_sample(joint, ratings_[j], sample, time);
      const double motor =
          ratings_[j].motor ? ratings_[j].shaft.torque(sample.dq, sample.ddq, sample.tau) : 0;
      Latest& latest = latest_[j];
      if (begun_) {
        joint.squared_torque += step * (sample.tau * sample.tau + latest.tau * latest.tau) / 2;
        joint.squared_motor_torque += step * (motor * motor + latest.motor * latest.motor) / 2;
        const Areas way = areas(latest.dq, sample.dq, step);
        joint.travel += way.above + way.below;
        const Areas work = areas(latest.tau * latest.dq, sample.tau * sample.dq, step);
        joint.energy += work.above;
        joint.regenerated += work.below;
      }
      latest = {sample.tau, sample.dq, motor};
    }
    if (begun_) duration_ += step;
    latest_time_ = time;
    begun_ = true;
  }
}

void MotionLoads::add(const MotionLoads& other) {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Joint& joint = joints_[j];
    const Joint& more = other.joints_[j];
    keep_larger(joint.torque, more.torque);
    keep_larger(joint.speed, more.speed);
    keep_larger(joint.power, more.power);
    keep_larger(joint.regenerated_power, more.regenerated_power);
    joint.squared_torque += more.squared_torque;
    joint.squared_motor_torque += more.squared_motor_torque;
    joint.travel += more.travel;
    joint.energy += more.energy;
    joint.regenerated += more.regenerated;
    for (std::size_t i = 0; i < joint.worst.size(); ++i)
      if (more.worst[i]) keep_worse(joint.worst[i], *more.worst[i]);
  }
  duration_ += other.duration_;
}

double MotionLoads::rms_torque(std::size_t joint) const {
  return std::sqrt(joints_[joint].squared_torque / duration_);
}

double MotionLoads::rms_motor_torque(std::size_t joint) const {
  return std::sqrt(joints_[joint].squared_motor_torque / duration_);
}

double MotionLoads::mean_speed(std::size_t joint) const {
  return joints_[joint].travel / duration_;
}

std::vector<LimitCheck> check_limits(const Ratings& ratings, const MotionLoads& loads) {
  const bool has_motors =
      std::any_of(ratings.begin(), ratings.end(), [](const JointRating& rating) { return rating.motor; });
  std::vector<LimitCheck> checks;
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    for (std::size_t i = 0; i < sample_limits.size(); ++i) {
      const LimitKind kind = sample_limits[i];
      if (is_of_motor(kind) && !has_motors) continue;
      LimitCheck check{.joint = j, .kind = kind};
      if (const auto& worst = loads.joints()[j].worst[i]) {
        check.demand = worst->demand;
        check.time = worst->time;
        check.motion = worst->motion;
      }
      checks.push_back(check);
    }
    if (!has_motors) continue;
    LimitCheck check{.joint = j, .kind = LimitKind::motor_rms};
    if (ratings[j].gives(check.kind))
      check.demand = ratings[j].rms_demand(loads.rms_motor_torque(j),
                                           std::abs(ratings[j].shaft.ratio()) * loads.mean_speed(j));
    checks.push_back(check);
  }
  return checks;
}

bool any_broken(const std::vector<LimitCheck>& checks) {
  return std::any_of(checks.begin(), checks.end(),
                     [](const LimitCheck& check) { return check.demand && check.demand->broken; });
}

bool breaks_a_position(const std::vector<LimitCheck>& checks) {
  return std::any_of(checks.begin(), checks.end(), [](const LimitCheck& check) {
    return check.kind == LimitKind::position && check.demand && check.demand->broken;
  });
}

const LimitCheck* worst_of(const std::vector<LimitCheck>& checks, std::optional<std::size_t> joint) {
  const LimitCheck* worst = nullptr;
  for (const LimitCheck& check : checks) {
    if ((joint && check.joint != *joint) || !check.demand) continue;
    const Demand& demand = *check.demand;
    if (check.kind == LimitKind::position && !demand.broken) continue;
    if (!worst ||
        (demand.broken != worst->demand->broken ? demand.broken : demand.margin < worst->demand->margin))
      worst = &check;
  }
  return worst;
}

bool MotionLoads::is_finite() const {
  return std::all_of(joints_.begin(), joints_.end(), [](const Joint& joint) {
    const double sum = joint.squared_torque + joint.squared_motor_torque + joint.travel + joint.energy +
                       joint.regenerated + joint.power.value + joint.regenerated_power.value;
    return std::isfinite(sum);
  });
}

}  // namespace invdyn
