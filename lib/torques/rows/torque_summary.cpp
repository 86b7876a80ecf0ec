#include "torque_summary.h"

#include <algorithm>
#include <cmath>

#include "../../trajectory/data/quantity.h"

namespace invdyn {

TorqueSummary::TorqueSummary(const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    joints_.push_back(
        {.name = robot.moving_joint(j).name, .is_revolute = robot.moving_joint(j).is_revolute()});
}

void TorqueSummary::take(const Block& block) {
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const double t = block.t[static_cast<Eigen::Index>(row)];
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      Joint& joint = joints_[j];
      const double tau = block.tau(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j));
      if (rows_ == 0 || std::abs(tau) > std::abs(joint.peak)) {
        joint.peak = tau;
        joint.peak_time = t;
      }
      if (rows_ > 0) joint.squared_integral += (t - last_time_) * (tau * tau + joint.last * joint.last) / 2;
      joint.last = tau;
    }
    if (rows_ == 0) first_time_ = t;
    last_time_ = t;
    ++rows_;
  }
}

double TorqueSummary::rms(const Joint& joint) const {
  if (rows_ < 2) return std::abs(joint.last);
  return std::sqrt(joint.squared_integral / (last_time_ - first_time_));
}

bool TorqueSummary::is_finite() const {
  return std::all_of(joints_.begin(), joints_.end(),
                     [this](const Joint& joint) { return std::isfinite(rms(joint)); });
}

Table TorqueSummary::table() const {
  Table table({{.name = "joint"},
               {.name = "peak"},
               {.name = "at (s)", .is_time = true},
               {.name = "RMS"},
               {.name = "unit"}});
  for (const Joint& joint : joints_)
    table.add_row({joint.name, joint.peak, joint.peak_time, rms(joint),
                   std::string(unit_of(Quantity::tau, joint.is_revolute))});
  return table;
}

Table TorqueSummary::table_for_programs() {
  return Table({{"trajectory"}, {"joint"}, {"peak_torque"}, {"time"}, {"rms_torque"}, {"unit"}});
}

void TorqueSummary::add_to(Table& table, const std::string& trajectory) const {
  for (const Joint& joint : joints_)
    table.add_row({trajectory, joint.name, joint.peak, joint.peak_time, rms(joint),
                   std::string(unit_of(Quantity::tau, joint.is_revolute))});
}

}  // namespace invdyn
