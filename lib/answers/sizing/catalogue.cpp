#include "catalogue.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_rows.h"
#include "../../ground/document/read_text_file.h"
#include "../../robot/model/names.h"
#include "motor_row.h"

namespace invdyn {
namespace {

constexpr std::size_t max_drives = 100'000;  // motors times ratios

std::vector<MotorColumn> read_catalogue_columns(CsvRows& rows) {
  using enum MotorColumnKind;
  std::vector<KnownMotorColumn> columns{{"joint", text},
                                        {"continuous_torque", torque},
                                        {"peak_torque", torque},
                                        {"curve", speed},
                                        {"curve_rpm", text},
                                        {"max_speed", speed},
                                        {"max_speed_rpm", text},
                                        {"rotor_inertia", inertia},
                                        {"gear_ratios", text},
                                        {"efficiency", share},
                                        {"price"},
                                        {"mass", mass}};
  const std::vector<KnownMotorColumn> drive = drive_columns();
  columns.insert(columns.end(), drive.begin(), drive.end());
  return read_motor_columns(rows, columns, {"motor", "continuous_torque", "peak_torque", "rotor_inertia"});
}

// A value without which a motor cannot be judged.
double required(const CsvRows& rows, const std::optional<double>& value, const std::string& name) {
  if (!value) rows.fail(name + " is empty: expected a value, because motors are chosen by this column");
  return *value;
}

std::optional<double> positive(const MotorRow& row, const std::string& name, const char* expected) {
  return row.number(name, MotorRow::is_positive, expected);
}

CatalogueMotor catalogue_motor(const CsvRows& rows, const MotorRow& row) {
  CatalogueMotor motor;
  read_drive(row, motor.motor);
  if (motor.motor.name.empty()) rows.fail("the column motor is empty: expected the motor's name");
  motor.joint = row.field("joint").value_or("");
  motor.motor.continuous_torque =
      required(rows, positive(row, "continuous_torque", "a number above 0 (N m)"), "continuous_torque");
  motor.motor.peak_torque =
      required(rows, positive(row, "peak_torque", "a number above 0 (N m)"), "peak_torque");
  if (*motor.motor.peak_torque < *motor.motor.continuous_torque)
    rows.fail("peak_torque is below continuous_torque: expected at least continuous_torque");
  motor.motor.curve = row.curve("curve");
  motor.motor.max_speed = row.speed("max_speed");
  motor.motor.rotor_inertia = required(rows, row.inertia("rotor_inertia"), "rotor_inertia");
  motor.motor.efficiency = row.share("efficiency").value_or(1);
  motor.gear_ratios = row.numbers("gear_ratios");
  if (motor.gear_ratios.empty()) motor.gear_ratios.push_back(1);
  motor.price = row.number("price", MotorRow::is_not_negative, "0 or more");
  motor.mass = row.number("mass", MotorRow::is_not_negative, "0 or more (kg)");
  return motor;
}

double size_of(const CsvRows& rows, const CatalogueMotor& motor, const std::string& column) {
  if (!column.empty()) return required(rows, column == "price" ? motor.price : motor.mass, column);
  const std::optional<double> speed = motor.motor.top_speed();
  if (!speed)
    rows.fail(
        "the motor has neither max_speed nor curve, so its power is unknown: expected max_speed or "
        "curve. If the file has a column price or mass, motors are compared without the power");
  return *motor.motor.continuous_torque * *speed;
}

void expect_joint(const CsvRows& rows, const std::string& name, const std::vector<std::string>& joints) {
  if (!name.empty() && std::find(joints.begin(), joints.end(), name) == joints.end())
    rows.fail("joint is " + in_quotes(name) +
              ", which is not a joint that moves independently: expected one of " + joined(joints) +
              did_you_mean(name, joints));
}

// Servo motors give 0.1 to 5 N m/kg without a gear, torque motors with water cooling some times as much. A
// row with gear ratio 1 can be a motor with its gear inside.
std::string torque_doubt(const CatalogueMotor& motor) {
  constexpr double far_too_much = 50, least = 0.1, largest = 20;  // N m/kg
  const double torque = *motor.motor.continuous_torque, per_mass = torque / motor.mass.value_or(0);
  const bool has_gears = std::any_of(motor.gear_ratios.begin(), motor.gear_ratios.end(),
                                     [](double ratio) { return ratio != 1; });
  if (!has_gears || !(per_mass > far_too_much) || !std::isfinite(per_mass)) return "";
  std::vector<std::string> units;
  for (const auto& [unit, factor] : {std::pair{"N cm", 1e-2}, {"mN m", 1e-3}})
    if (per_mass * factor >= least && per_mass * factor <= largest) units.emplace_back(unit);
  if (units.empty()) return "";
  return "continuous_torque of " + in_quotes(motor.motor.name) + " is " + six_digits(torque) +
         " N m, and the mass is " + six_digits(*motor.mass) + " kg. This is a ratio of " +
         three_digits(per_mass) + " N m/kg, but motors seldom give more than 10 N m/kg without a gear: " +
         question_of_unit("continuous_torque", units);
}

}  // namespace

Catalogue read_catalogue(const std::string& path, const Robot& robot, const Warn& note) {
  expect_own_drives(robot);
  const std::vector<std::string> joints = moving_joint_names(robot);
  CsvRows rows(path, max_text_file_bytes);
  const std::vector<MotorColumn> columns = read_catalogue_columns(rows);
  const auto has = [&](const std::string& name) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const MotorColumn& column) { return column.name == name; });
  };
  const std::string by = has("price") ? "price" : has("mass") ? "mass" : "";
  Catalogue catalogue{.file = rows.name(),
                      .measure = by.empty()     ? "rated power (W)"
                                 : by == "mass" ? "mass (kg)"
                                                : by,
                      .motors = {}};
  std::size_t drives = 0;
  std::vector<std::string> without_efficiency;
  for (std::vector<std::string_view> fields; rows.read_row(fields);) {
    const MotorRow row(rows, columns, fields);
    CatalogueMotor motor = catalogue_motor(rows, row);
    expect_joint(rows, motor.joint, joints);
    motor.size = size_of(rows, motor, by);
    drives += motor.gear_ratios.size();
    if (drives > max_drives)
      rows.fail("there are more than " + std::to_string(max_drives) +
                " pairs of motor and gear ratio: expected fewer motors or gear ratios");
    const auto has_gear = [](double ratio) { return ratio != 1; };
    if (!row.field("efficiency") && std::any_of(motor.gear_ratios.begin(), motor.gear_ratios.end(), has_gear))
      without_efficiency.push_back(motor.motor.name);
    catalogue.motors.push_back(std::move(motor));
  }
  if (catalogue.motors.empty()) throw Error(rows.name(), "has no motors: expected a row for each motor");
  const bool has_gears = std::any_of(robot.joints().begin(), robot.joints().end(), [](const Joint& joint) {
    return joint.moves() && joint.drive.gear_ratio != 1;
  });
  if (!has("gear_ratios"))
    note(catalogue.file + ": the motors drive the joints without gears" +
         (has_gears ? " (" + robot.name() + " has gears)" : "") +
         "; to choose gears too, add a column gear_ratios, such as \"50 80 100\"");
  if (!without_efficiency.empty()) note(catalogue.file + ": " + no_efficiency_text(without_efficiency));
  std::stable_sort(catalogue.motors.begin(), catalogue.motors.end(),
                   [](const CatalogueMotor& a, const CatalogueMotor& b) { return a.size < b.size; });
  return catalogue;
}

std::optional<std::string> catalogue_doubt(const Robot& robot, const Catalogue& catalogue) {
  const std::vector<std::string> joints = moving_joint_names(robot);
  for (const CatalogueMotor& motor : catalogue.motors) {
    // A motor that names no joint may be linear if any joint is prismatic.
    bool is_rotary = true;
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (motor.joint.empty() || motor.joint == joints[j]) is_rotary &= robot.moving_joint(j).is_revolute();
    if (!is_rotary) continue;
    for (const std::string& doubt :
         {rotor_doubt(in_quotes(motor.motor.name), motor.motor), torque_doubt(motor)})
      if (!doubt.empty()) return doubt;
  }
  return std::nullopt;
}

}  // namespace invdyn
