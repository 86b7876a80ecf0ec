#include "torque_summary.h"

#include <algorithm>
#include <cmath>

#include "../../trajectory/data/quantity.h"

namespace invdyn {

TorqueSummary::TorqueSummary(const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const invdyn::Joint& joint = robot.moving_joint(j);
    joints_.push_back({.name = joint.name, .is_revolute = joint.is_revolute()});
    if (joint.limits.effort.value_or(0) > 0) joints_.back().limit = joint.limits.effort;
  }
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

bool TorqueSummary::has_limits() const {
  return std::any_of(joints_.begin(), joints_.end(),
                     [](const Joint& joint) { return joint.limit.has_value(); });
}

namespace {

std::vector<Table::Column> with_limits(std::vector<Table::Column> columns, bool has_limits) {
  if (has_limits)
    for (const char* name : {"limit", "% of limit"}) columns.push_back({name});
  return columns;
}

void add_limit(std::vector<Table::Cell>& row, const TorqueSummary::Joint& joint) {
  row.resize(row.size() + 2);
  if (!joint.limit) return;
  row[row.size() - 2] = *joint.limit;
  row[row.size() - 1] = 100 * std::abs(joint.peak) / *joint.limit;
}

}  // namespace

Table TorqueSummary::table() const {
  Table table(with_limits({{.name = "joint"},
                           {.name = "peak"},
                           {.name = "at (s)", .is_time = true},
                           {.name = "RMS"},
                           {.name = "unit"}},
                          has_limits()));
  for (const Joint& joint : joints_) {
    std::vector<Table::Cell> row{joint.name, joint.peak, joint.peak_time, rms(joint),
                                 std::string(unit_of(Quantity::tau, joint.is_revolute))};
    if (has_limits()) add_limit(row, joint);
    table.add_row(std::move(row));
  }
  return table;
}

Table TorqueSummary::table_for_programs(const Robot& robot) {
  return Table(with_limits({{"trajectory"}, {"joint"}, {"peak_torque"}, {"time"}, {"rms_torque"}, {"unit"}},
                           TorqueSummary(robot).has_limits()));
}

void TorqueSummary::add_to(Table& table, const std::string& trajectory) const {
  for (const Joint& joint : joints_) {
    std::vector<Table::Cell> row{trajectory, joint.name,
                                 joint.peak, joint.peak_time,
                                 rms(joint), std::string(unit_of(Quantity::tau, joint.is_revolute))};
    if (has_limits()) add_limit(row, joint);
    table.add_row(std::move(row));
  }
}

}  // namespace invdyn
