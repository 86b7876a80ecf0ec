#include "drive_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"
#include "thermal_cycle.h"

namespace invdyn {
namespace {

// What a drive gives at each instant.
struct DriveSeries {
  std::vector<double> motor;  // N m at the shaft
  std::vector<double> gear;   // N m or N through the gear, at the joint
  std::vector<double> speed;  // rad/s of the motor
};

DriveSeries series_of(const std::vector<DriveDemands::Sample>& samples, const MotorShaft& old_shaft,
                      const MotorShaft& shaft) {
  DriveSeries series;
  for (const DriveDemands::Sample& sample : samples) {
    const double gear = sample.tau - old_shaft.own(sample.dq, sample.ddq).at(1);
    series.gear.push_back(gear);
    series.motor.push_back(
        shaft.torque(sample.dq, sample.ddq, gear + shaft.own(sample.dq, sample.ddq).at(1)));
    series.speed.push_back(shaft.ratio() * sample.dq);
  }
  return series;
}

// The sample of a limit that is nearest to it.
template <class LimitAt>
DriveCheck worst_sample(DriveLimit limit, const std::vector<double>& values,
                        const std::vector<DriveDemands::Instant>& instants, LimitAt limit_at) {
  DriveCheck worst;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Demand demand = demand_for(values[i], limit_at(i));
    if (i == 0 || demand.margin < worst.demand.margin)
      worst = {limit, demand, instants[i].time, instants[i].motion};
  }
  return worst;
}

double rms(const std::vector<double>& values, const DriveDemands& demands) {
  double sum = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    sum += demands.instants()[i].step * (values[i] * values[i] + values[i - 1] * values[i - 1]) / 2;
  return std::sqrt(sum / demands.duration());
}

// The mean that makers of gears compare with their average torque: cubic, as it counts for the life of
// bearings, and weighted by the speed.
double gear_average(const DriveSeries& series, const DriveDemands& demands) {
  double sum = 0, travel = 0;
  const auto weighted = [&](std::size_t i) {
    return std::abs(series.speed[i]) * std::pow(std::abs(series.gear[i]), 3);
  };
  for (std::size_t i = 1; i < series.gear.size(); ++i) {
    const double step = demands.instants()[i].step;
    sum += step * (weighted(i) + weighted(i - 1)) / 2;
    travel += step * (std::abs(series.speed[i]) + std::abs(series.speed[i - 1])) / 2;
  }
  return travel > 0 ? std::cbrt(sum / travel) : 0;
}

// The torque whose steady temperature is the highest one of the cycle.
DriveCheck thermal_check(const std::vector<double>& torques, double continuous, double thermal_time,
                         const DriveDemands& demands) {
  const ThermalCycle cycle(thermal_time);
  const auto& instants = demands.instants();
  const auto loss = [&](std::size_t i) { return torques[i] * torques[i] / (continuous * continuous); };
  double cold = 0;
  for (std::size_t i = 1; i < torques.size(); ++i)
    if (instants[i].step > 0) cold = cycle.after(cold, instants[i].step, loss(i - 1), loss(i));
  double rise = cycle.periodic(demands.duration(), cold), largest = rise;
  std::size_t at = 0;
  for (std::size_t i = 1; i < torques.size(); ++i) {
    if (!(instants[i].step > 0)) continue;
    const double peak = cycle.largest(rise, instants[i].step, loss(i - 1), loss(i));
    if (peak > largest) largest = peak, at = i;
    rise = cycle.after(rise, instants[i].step, loss(i - 1), loss(i));
  }
  return {DriveLimit::motor_thermal, demand_for(continuous * std::sqrt(largest), continuous),
          instants[at].time, instants[at].motion};
}

Drive drive_with(const Drive& of_robot, const CatalogueMotor& motor, double ratio) {
  Drive drive = of_robot;
  drive.gear_ratio = ratio;
  drive.rotor_inertia = *motor.motor.rotor_inertia + motor.gear_inertia;
  drive.efficiency = *motor.motor.efficiency;
  return drive;
}

}  // namespace

std::string_view name_of(DriveLimit limit) {
  constexpr std::array<std::string_view, drive_limit_count> names{
      "motor speed",   "motor peak", "motor curve", "motor RMS",   "motor thermal",
      "inertia ratio", "gear speed", "gear peak",   "gear average"};
  return names[static_cast<std::size_t>(limit)];
}

std::string_view unit_of(DriveLimit limit, bool is_revolute) {
  switch (limit) {
    case DriveLimit::motor_speed:
    case DriveLimit::gear_speed:
      return unit_of(Quantity::dq, true);
    case DriveLimit::inertia_ratio:
      return "";
    case DriveLimit::gear_peak:
    case DriveLimit::gear_average:
      return unit_of(Quantity::tau, is_revolute);
    default:
      return unit_of(Quantity::tau, true);
  }
}

const DriveCheck& TriedDrive::worst() const {
  return *std::min_element(checks.begin(), checks.end(), [](const DriveCheck& a, const DriveCheck& b) {
    return a.demand.margin < b.demand.margin;
  });
}

TriedDrive tried(const DriveDemands& demands, std::size_t joint, const Drive& drive,
                 const DynamicsSettings& settings, const CatalogueMotor& motor, double ratio) {
  const DriveSeries series = series_of(demands.samples(joint), MotorShaft(drive, settings),
                                       MotorShaft(drive_with(drive, motor, ratio), settings));
  const Motor& limits = motor.motor;
  const auto& instants = demands.instants();
  TriedDrive result{.ratio = ratio, .checks = {}};
  const auto check = [&](DriveLimit limit, const std::vector<double>& values, std::optional<double> allowed) {
    if (allowed)
      result.checks.push_back(worst_sample(limit, values, instants, [&](std::size_t) { return *allowed; }));
  };
  check(DriveLimit::motor_speed, series.speed, limits.top_speed());
  check(DriveLimit::motor_peak, series.motor, limits.peak_torque);
  if (limits.curve)
    result.checks.push_back(worst_sample(DriveLimit::motor_curve, series.motor, instants, [&](std::size_t i) {
      return limits.curve->at(std::abs(series.speed[i]));
    }));
  result.checks.push_back(
      {DriveLimit::motor_rms, demand_for(rms(series.motor, demands), *limits.continuous_torque)});
  if (motor.thermal_time)
    result.checks.push_back(
        thermal_check(series.motor, *limits.continuous_torque, *motor.thermal_time, demands));
  const double load = demands.load_inertia(joint) / (ratio * ratio) + motor.gear_inertia;
  result.inertia_ratio =
      *limits.rotor_inertia > 0 ? load / *limits.rotor_inertia : std::numeric_limits<double>::infinity();
  if (motor.max_inertia_ratio)
    result.checks.push_back(
        {DriveLimit::inertia_ratio, demand_for(result.inertia_ratio, *motor.max_inertia_ratio)});
  check(DriveLimit::gear_speed, series.speed, motor.gear_max_speed);
  check(DriveLimit::gear_peak, series.gear, motor.gear_peak_torque);
  if (motor.gear_average_torque)
    result.checks.push_back(
        {DriveLimit::gear_average, demand_for(gear_average(series, demands), *motor.gear_average_torque)});
  for (const DriveCheck& each : result.checks)
    if (!std::isfinite(each.demand.value) && each.limit != DriveLimit::inertia_ratio)
      throw Error("motor " + in_quotes(motor.name),
                  "its torques are too large for a number: expected motion, gear ratios and inertias of "
                  "sensible size");
  return result;
}

std::vector<DriveChoice> chosen_drives(const Robot& robot, const DynamicsSettings& settings,
                                       const Catalogue& catalogue, const DriveDemands& demands) {
  std::vector<DriveChoice> choices(robot.dof());
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    for (std::size_t m = 0; m < catalogue.motors.size() && !choices[j].chosen; ++m) {
      const CatalogueMotor& motor = catalogue.motors[m];
      if (motor.joint.empty() ? !joint.is_revolute() : motor.joint != joint.name) continue;
      for (const double ratio : motor.gear_ratios) {
        TriedDrive drive = tried(demands, j, joint.drive, settings, motor, ratio);
        drive.motor = m;
        auto& chosen = choices[j].chosen;
        if (!drive.passes())
          choices[j].refused.push_back(std::move(drive));
        else if (!chosen || drive.worst().demand.margin > chosen->worst().demand.margin)
          chosen = std::move(drive);
      }
    }
  }
  return choices;
}

Motors motors_of(const Catalogue& catalogue, const std::vector<DriveChoice>& choices) {
  Motors motors;
  for (const DriveChoice& choice : choices) {
    auto& motor = motors.emplace_back();
    if (!choice.chosen) continue;
    const CatalogueMotor& of = catalogue.motors[choice.chosen->motor];
    motor = of.motor;
    motor->gear_ratio = choice.chosen->ratio;
    *motor->rotor_inertia += of.gear_inertia;
  }
  return motors;
}

}  // namespace invdyn
