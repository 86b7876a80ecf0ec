#include "torque_summary.h"

#include <algorithm>
#include <cmath>

#include "../../trajectory/data/quantity.h"
#include "../../trajectory/names/base_outputs.h"

namespace invdyn {

TorqueSummary::TorqueSummary(const Robot& robot, std::optional<double> weight,
                             const std::vector<Contact>& contacts)
    : contacts_(contacts.size()) {
  if (weight)
    for (const std::string& name : base_wrench_names(WrenchAxes::world)) {
      const bool is_moment = joints_.size() >= 3;
      joints_.push_back({.name = name, .is_revolute = is_moment});
      if (!is_moment && *weight > 0) joints_.back().weight = weight;
    }
  wrench_ = joints_.size();
  for (const Contact& contact : contacts)
    joints_.push_back({.name = "force_" + contact.name, .is_revolute = false, .weight = weight});
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const invdyn::Joint& joint = robot.moving_joint(j);
    joints_.push_back({.name = joint.name, .is_revolute = joint.is_revolute()});
    if (joint.limits.effort.value_or(0) > 0) joints_.back().limit = joint.limits.effort;
  }
}

double TorqueSummary::value(const Block& block, Eigen::Index row, std::size_t joint) const {
  if (joint < wrench_) return block.base.wrench(row, static_cast<Eigen::Index>(joint));
  if (joint >= wrench_ + contacts_)
    return block.tau(row, static_cast<Eigen::Index>(joint - wrench_ - contacts_));
  return block.contacts.block<1, 3>(row, block.contact_columns.wrench(joint - wrench_)).matrix().norm();
}

void TorqueSummary::take(const Block& block) {
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    const double t = block.t[k];
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      Joint& joint = joints_[j];
      const double tau = value(block, k, j);
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

std::vector<Table::Column> TorqueSummary::with_more(std::vector<Table::Column> columns) const {
  if (has_limits())
    for (const char* name : {"limit", "% of limit"}) columns.push_back({name});
  if (has_weight()) columns.push_back({"% of weight"});
  return columns;
}

void TorqueSummary::add_more(std::vector<Table::Cell>& row, const Joint& joint) const {
  const auto percent = [&](const std::optional<double>& whole) -> Table::Cell {
    return whole ? Table::Cell(100 * std::abs(joint.peak) / *whole) : Table::Cell();
  };
  if (has_limits()) {
    row.push_back(joint.limit ? Table::Cell(*joint.limit) : Table::Cell());
    row.push_back(percent(joint.limit));
  }
  if (has_weight()) row.push_back(percent(joint.weight));
}

// Contacts exert the whole wrench, within rounding, where the motion is possible.
bool TorqueSummary::is_left_over(std::size_t joint) const {
  constexpr double rounding = 1e-9;
  return joint >= wrench_ || contacts_ == 0 ||
         std::abs(joints_[joint].peak) > rounding * joints_.front().weight.value_or(0);
}

Table TorqueSummary::table() const {
  Table table(with_more({{.name = "joint"},
                         {.name = "peak"},
                         {.name = "at (s)", .is_time = true},
                         {.name = "RMS"},
                         {.name = "unit"}}));
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (!is_left_over(j)) continue;
    const Joint& joint = joints_[j];
    std::vector<Table::Cell> row{joint.name, joint.peak, joint.peak_time, rms(joint),
                                 std::string(unit_of(Quantity::tau, joint.is_revolute))};
    add_more(row, joint);
    table.add_row(std::move(row));
  }
  return table;
}

Table TorqueSummary::table_for_programs() const {
  return Table(with_more({{"trajectory"}, {"joint"}, {"peak_torque"}, {"time"}, {"rms_torque"}, {"unit"}}));
}

void TorqueSummary::add_to(Table& table, const std::string& trajectory) const {
  for (const Joint& joint : joints_) {
    std::vector<Table::Cell> row{trajectory, joint.name,
                                 joint.peak, joint.peak_time,
                                 rms(joint), std::string(unit_of(Quantity::tau, joint.is_revolute))};
    add_more(row, joint);
    table.add_row(std::move(row));
  }
}

}  // namespace invdyn
