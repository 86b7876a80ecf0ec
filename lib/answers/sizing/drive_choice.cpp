#include "drive_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
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

// The checks of a joint's drive.
class DriveChecks {
 public:
  DriveChecks(std::size_t joint, const std::vector<DriveDemands::Instant>& instants,
              std::vector<LimitCheck>& checks)
      : joint_(joint), instants_(instants), checks_(checks) {}

  // Of a whole cycle, or of one of its instants.
  void add(LimitKind kind, const Demand& demand, std::optional<std::size_t> instant = {}) {
    LimitCheck check{.joint = joint_, .kind = kind, .demand = demand};
    if (instant) {
      check.time = instants_[*instant].time;
      check.motion = instants_[*instant].motion;
    }
    checks_.push_back(check);
  }
  // The sample of a limit that is nearest to it.
  template <class LimitAt>
  void add_worst(LimitKind kind, const std::vector<double>& values, LimitAt limit_at) {
    Demand worst;
    std::size_t at = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Demand demand = demand_for(values[i], limit_at(i));
      if (i == 0 || demand.margin < worst.margin) worst = demand, at = i;
    }
    add(kind, worst, at);
  }
  void add_worst(LimitKind kind, const std::vector<double>& values, std::optional<double> limit) {
    if (limit) add_worst(kind, values, [&](std::size_t) { return *limit; });
  }

 private:
  std::size_t joint_;
  const std::vector<DriveDemands::Instant>& instants_;
  std::vector<LimitCheck>& checks_;
};

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
void add_thermal(const std::vector<double>& torques, double continuous, double thermal_time,
                 const DriveDemands& demands, DriveChecks& checks) {
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
  checks.add(LimitKind::motor_thermal, demand_for(continuous * std::sqrt(largest), continuous), at);
}

// Adds the limits of heat, inertia ratio and gear. Returns the inertia ratio.
double add_limits_of_drive(const DriveDemands& demands, std::size_t joint, const DriveSeries& series,
                           const Drive& drive, const Motor& motor, DriveChecks& checks) {
  if (motor.thermal_time)
    add_thermal(series.motor, *motor.continuous_torque, *motor.thermal_time, demands, checks);
  const double rotor = motor.rotor_inertia.value_or(drive.rotor_inertia);
  const double load =
      demands.load_inertia(joint) / (drive.gear_ratio * drive.gear_ratio) + motor.gear_inertia.value_or(0);
  const double ratio = rotor > 0 ? load / rotor : std::numeric_limits<double>::infinity();
  if (motor.max_inertia_ratio)
    checks.add(LimitKind::inertia_ratio, demand_for(ratio, *motor.max_inertia_ratio));
  checks.add_worst(LimitKind::gear_speed, series.speed, motor.gear_max_speed);
  checks.add_worst(LimitKind::gear_peak, series.gear, motor.gear_peak_torque);
  if (motor.gear_average_torque)
    checks.add(LimitKind::gear_average,
               demand_for(gear_average(series, demands), *motor.gear_average_torque));
  return ratio;
}

void expect_finite(const std::vector<LimitCheck>& checks, const std::string& name) {
  for (const LimitCheck& check : checks)
    if (!std::isfinite(check.demand->value) && check.kind != LimitKind::inertia_ratio)
      throw Error(
          "motor " + in_quotes(name),
          "its torques are too large to compute: expected realistic motion, gear ratios and inertias");
}

}  // namespace

TriedDrive tried(const DriveDemands& demands, std::size_t joint, const Drive& drive,
                 const DynamicsSettings& settings, const Motor& motor, double ratio) {
  Drive with_motor = drive;
  with_motor.gear_ratio = ratio;
  with_motor.rotor_inertia = *motor.rotor_inertia + motor.gear_inertia.value_or(0);
  with_motor.efficiency = *motor.efficiency;
  const DriveSeries series =
      series_of(demands.samples(joint), MotorShaft(drive, settings), MotorShaft(with_motor, settings));
  TriedDrive result{.ratio = ratio, .checks = {}};
  DriveChecks checks(joint, demands.instants(), result.checks);
  checks.add_worst(LimitKind::motor_speed, series.speed, motor.top_speed());
  checks.add_worst(LimitKind::motor_peak, series.motor, motor.peak_torque);
  if (motor.curve)
    checks.add_worst(LimitKind::motor_curve, series.motor,
                     [&](std::size_t i) { return motor.curve->at(std::abs(series.speed[i])); });
  checks.add(LimitKind::motor_rms, demand_for(rms(series.motor, demands), *motor.continuous_torque));
  result.inertia_ratio = add_limits_of_drive(demands, joint, series, with_motor, motor, checks);
  expect_finite(result.checks, motor.name);
  return result;
}

bool has_drive_limits(const Ratings& ratings) {
  return std::any_of(ratings.begin(), ratings.end(), [](const JointRating& rating) {
    const auto& motor = rating.motor;
    return motor && (motor->thermal_time || motor->max_inertia_ratio || motor->gear_max_speed ||
                     motor->gear_peak_torque || motor->gear_average_torque);
  });
}

void add_drive_checks(const Robot& robot, const DynamicsSettings& settings, const Ratings& ratings,
                      const DriveDemands& demands, std::vector<LimitCheck>& checks) {
  for (std::size_t j = 0; j < ratings.size(); ++j) {
    if (!ratings[j].motor) continue;
    const Drive& drive = robot.moving_joint(j).drive;
    const MotorShaft shaft(drive, settings);
    std::vector<LimitCheck> added;
    DriveChecks of_joint(j, demands.instants(), added);
    add_limits_of_drive(demands, j, series_of(demands.samples(j), shaft, shaft), drive, *ratings[j].motor,
                        of_joint);
    expect_finite(added, ratings[j].name);
    checks.insert(checks.end(), added.begin(), added.end());
  }
}

std::vector<LimitCheck> checks_of_cycle(const Robot& robot, const Ratings& ratings,
                                        const TrajectoryTorques& dynamics,
                                        std::span<const RecordedMotion> motions, double speed) {
  std::vector<LimitCheck> checks = check_limits(ratings, loads_of_cycle(ratings, dynamics, motions, speed));
  if (!has_drive_limits(ratings)) return checks;
  DriveDemands demands(robot);
  for (const RecordedMotion& motion : motions) {
    demands.begin_motion();
    motion.replay(speed, dynamics, demands);
  }
  add_drive_checks(robot, dynamics.settings(), ratings, demands, checks);
  return checks;
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
        TriedDrive drive = tried(demands, j, joint.drive, settings, motor.motor, ratio);
        drive.motor = m;
        auto& chosen = choices[j].chosen;
        if (!drive.passes())
          choices[j].refused.push_back(std::move(drive));
        else if (!chosen || drive.worst().demand->margin > chosen->worst().demand->margin)
          chosen = std::move(drive);
      }
    }
  }
  return choices;
}

const TriedDrive* DriveChoice::nearest() const {
  if (chosen) return &*chosen;
  const TriedDrive* best = nullptr;
  for (const TriedDrive& drive : refused)
    if (!best || drive.worst().demand->margin > best->worst().demand->margin) best = &drive;
  return best;
}

Motors nearest_motors(const Catalogue& catalogue, const std::vector<DriveChoice>& choices) {
  Motors motors;
  for (const DriveChoice& choice : choices) {
    auto& motor = motors.emplace_back();
    const TriedDrive* drive = choice.nearest();
    if (!drive) continue;
    motor = catalogue.motors[drive->motor].motor;
    motor->gear_ratio = drive->ratio;
  }
  return motors;
}

Motors chosen_motors(const Catalogue& catalogue, const std::vector<DriveChoice>& choices) {
  Motors motors = nearest_motors(catalogue, choices);
  for (std::size_t j = 0; j < choices.size(); ++j)
    if (!choices[j].chosen) motors[j].reset();
  return motors;
}

}  // namespace invdyn
