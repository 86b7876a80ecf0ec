#include "torque_summary.h"

#include <algorithm>
#include <cmath>

#include "../number.h"
#include "../trajectory/quantity.h"
#include "../wording.h"

namespace invdyn {
namespace {

std::string left(const std::string& text, std::size_t width) {
  return text + std::string(std::max(width, text.size()) - text.size(), ' ');
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(std::max(width, text.size()) - text.size(), ' ') + text;
}

}  // namespace

TorqueSummary::TorqueSummary(const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    joints_.push_back({.name = robot.moving_joint(j).name, .turns = robot.moving_joint(j).turns()});
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

std::string TorqueSummary::table() const {
  std::size_t name_width = 5, time_width = 6;
  for (const Joint& joint : joints_) {
    name_width = std::max(name_width, joint.name.size());
    time_width = std::max(time_width, shortest(joint.peak_time).size());
  }
  const auto line = [&](const std::string& name, const std::string& peak, const std::string& time,
                        const std::string& rms, const std::string& unit) {
    return left(name, name_width) + "  " + right(peak, 12) + "  " + right(time, time_width) + "  " +
           right(rms, 12) + "  " + unit + '\n';
  };
  std::string text = line("joint", "peak", "at (s)", "RMS", "unit");
  for (const Joint& joint : joints_)
    text += line(joint.name, six_digits(joint.peak), shortest(joint.peak_time), six_digits(rms(joint)),
                 std::string(unit_of(Quantity::tau, joint.turns)));
  return text;
}

}  // namespace invdyn
