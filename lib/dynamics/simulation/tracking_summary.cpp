#include "tracking_summary.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"

namespace invdyn {

TrackingSummary::TrackingSummary(const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    Joint joint;
    joint.name = robot.moving_joint(j).name;
    joint.is_revolute = robot.moving_joint(j).is_revolute();
    joints_.push_back(joint);
  }
}

void TrackingSummary::take(const ControlSample& sample) {
  const auto see = [&](Peak& peak, double value) {
    if (samples_ == 0 || std::abs(value) > std::abs(peak.value)) peak = {value, sample.t};
  };
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Joint& joint = joints_[j];
    const double error = sample.error[static_cast<Eigen::Index>(j)];
    see(joint.error, error);
    const double desired = sample.desired[static_cast<Eigen::Index>(j)];
    joint.lowest = samples_ == 0 ? desired : std::min(joint.lowest, desired);
    joint.highest = samples_ == 0 ? desired : std::max(joint.highest, desired);
    see(joint.torque, sample.tau[static_cast<Eigen::Index>(j)]);
    if (samples_ > 0)
      joint.squared_integral += (sample.t - last_time_) * (error * error + joint.last * joint.last) / 2;
    joint.last = error;
  }
  if (samples_ == 0) first_time_ = sample.t;
  last_time_ = sample.t;
  ++samples_;
}

double TrackingSummary::rms(const Joint& joint) const {
  if (samples_ < 2) return std::abs(joint.last);
  return std::sqrt(joint.squared_integral / (last_time_ - first_time_));
}

bool TrackingSummary::is_finite() const {
  return std::all_of(joints_.begin(), joints_.end(),
                     [this](const Joint& joint) { return std::isfinite(rms(joint)); });
}

std::optional<std::string> TrackingSummary::doubt() const {
  const auto is_lost = [&](const Joint& joint) {
    const double error = std::abs(joint.error.value);
    return error > 1 && error > (joint.highest - joint.lowest) / 2 && joint.error.time > first_time_;
  };
  const Joint* worst = nullptr;
  for (const Joint& joint : joints_)
    if (is_lost(joint) && (!worst || std::abs(joint.error.value) > std::abs(worst->error.value)))
      worst = &joint;
  if (!worst) return std::nullopt;
  const std::string unit(" " + std::string(unit_of(Quantity::q, worst->is_revolute)));
  return "joint " + in_quotes(worst->name) + " does not follow the desired motion: it is " +
         three_digits(std::abs(worst->error.value)) + unit + " from the desired position at " +
         six_digits(worst->error.time) + " s. The range of the whole desired motion is only " +
         three_digits(worst->highest - worst->lowest) + unit + ". The joint's torque reaches " +
         three_digits(std::abs(worst->torque.value)) + " " +
         std::string(unit_of(Quantity::tau, worst->is_revolute));
}

Table TrackingSummary::table() const {
  Table table({{.name = "joint"},
               {.name = "peak error"},
               {.name = "at (s)", .is_time = true},
               {.name = "RMS error"},
               {.name = "last error"},
               {.name = "unit"},
               {.name = "peak torque"},
               {.name = "at (s) ", .is_time = true},
               {.name = "unit "}});
  for (const Joint& joint : joints_)
    table.add_row({joint.name, joint.error.value, joint.error.time, rms(joint), joint.last,
                   std::string(unit_of(Quantity::q, joint.is_revolute)), joint.torque.value,
                   joint.torque.time, std::string(unit_of(Quantity::tau, joint.is_revolute))});
  return table;
}

}  // namespace invdyn
