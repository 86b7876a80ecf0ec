#include "measured_values.h"

#include <algorithm>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {

void MeasuredValues::Extreme::see(bool is_beyond, double torque) {
  if (is_beyond || longest == 0) *this = {torque, 0, 0};
  run = torque == value ? run + 1 : 0;
  longest = std::max(longest, run);
}

void MeasuredValues::begin_log() {
  for (Joint& joint : joints_) {
    joint.maximum.run = joint.minimum.run = 0;
    joint.last = NAN;
  }
}

void MeasuredValues::take(const Block& block) {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Joint& joint = joints_[j];
    const double* measured = block.measured.data() + j * block.capacity;
    for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
      const double torque = measured[row];
      joint.maximum.see(torque > joint.maximum.value, torque);
      joint.minimum.see(torque < joint.minimum.value, torque);
      const double step = std::abs(torque - joint.last);
      if (step > 0) joint.smallest_step = std::min(joint.smallest_step, step);
      joint.last = torque;
    }
  }
}

void MeasuredValues::take(const RowRuns& rows) {
  for (const RowRuns::Run& run : rows.runs()) {
    begin_log();
    take(run.block());
  }
}

std::vector<std::string> MeasuredValues::cautions(const Robot& robot, const Eigen::VectorXd& noise,
                                                  const std::string& remedy,
                                                  const std::vector<double>& max_torque) const {
  constexpr std::size_t long_run = 10;
  constexpr double coarse = 0.005, few_steps = 0.05;  // of the range
  std::vector<std::string> cautions;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const auto& [maximum, minimum, step, last] = joints_[j];
    const double most = max_torque.empty() ? HUGE_VAL : max_torque[j];
    if (most <= 0) continue;
    const std::string torque = "the measured torque of joint " + in_quotes(robot.moving_joint(j).name),
                      unit = ' ' + std::string(unit_of(Quantity::tau, robot.moving_joint(j).is_revolute()));
    if (maximum.value <= minimum.value) {
      cautions.push_back(torque + " never changes: is it connected?");
      continue;
    }
    for (const Extreme* extreme : {&maximum, &minimum})
      if (extreme->longest >= long_run && std::abs(extreme->value) < most && extreme->value != 0 &&
          step < few_steps * (maximum.value - minimum.value))
        cautions.push_back(torque + " stays at its " + (extreme == &maximum ? "maximum, " : "minimum, ") +
                           six_digits(extreme->value) + unit + ", for " + std::to_string(extreme->longest) +
                           " rows: is it clipped?" + (remedy.empty() ? "" : ' ' + remedy));
    if (step > noise[static_cast<Eigen::Index>(j)] && step > coarse * (maximum.value - minimum.value))
      cautions.push_back(torque + " has steps of " + six_digits(step) + unit +
                         ", larger than its noise: friction that is smaller than a step may be lost");
  }
  return cautions;
}

}  // namespace invdyn
