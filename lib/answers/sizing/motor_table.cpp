#include "motor_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_rows.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/text/number.h"
#include "../../robot/model/reach.h"
#include "motor_row.h"

namespace invdyn {
namespace {

std::vector<MotorColumn> read_motor_file_columns(CsvRows& rows) {
  using enum MotorColumnKind;
  std::vector<KnownMotorColumn> columns{{"joint", text},
                                        {"continuous_torque", torque},
                                        {"peak_torque", torque},
                                        {"continuous_curve", speed},
                                        {"continuous_curve_rpm", text},
                                        {"curve", speed},
                                        {"curve_rpm", text},
                                        {"max_speed", speed},
                                        {"max_speed_rpm", text},
                                        {"gear_ratio"},
                                        {"rotor_inertia", inertia},
                                        {"efficiency", share}};
  const std::vector<KnownMotorColumn> drive = drive_columns();
  columns.insert(columns.end(), drive.begin(), drive.end());
  return read_motor_columns(rows, columns, {"joint", "continuous_torque", "peak_torque"});
}

Motor motor_of(const CsvRows& rows, const MotorRow& row) {
  Motor motor;
  motor.continuous_torque = row.number("continuous_torque", MotorRow::is_positive, "a number above 0 (N m)");
  motor.continuous_curve = row.curve("continuous_curve");
  if (motor.continuous_torque && motor.continuous_curve)
    rows.fail("continuous_torque and continuous_curve are both given: expected only one of the two columns");
  motor.peak_torque = row.number("peak_torque", MotorRow::is_positive, "a number above 0 (N m)");
  if (motor.peak_torque && motor.continuous_torque && *motor.peak_torque < *motor.continuous_torque)
    rows.fail("peak_torque is " + in_quotes(*row.field("peak_torque")) + ", below continuous_torque, " +
              in_quotes(*row.field("continuous_torque")) + ": expected at least continuous_torque");
  motor.curve = row.curve("curve");
  motor.max_speed = row.speed("max_speed");
  motor.gear_ratio = row.number(
      "gear_ratio", [](double value) { return value != 0; },
      "a number that is not 0, such as 100 for 100:1 (motor speed over joint speed)");
  motor.rotor_inertia = row.inertia("rotor_inertia");
  motor.efficiency = row.share("efficiency");
  read_drive(row, motor);
  if (motor.thermal_time && !motor.continuous_torque)
    rows.fail("thermal_time is given without continuous_torque: expected both");
  if (motor.gear_inertia && !motor.rotor_inertia)
    rows.fail("gear_inertia is given without rotor_inertia: expected both");
  return motor;
}

// Why a joint of the robot does not move by itself: ` follows "left"`. Empty if the robot has no such joint.
std::string why_not_moved(const Robot& robot, std::string_view name) {
  for (const Joint& joint : robot.joints()) {
    if (joint.name != name) continue;
    return joint.mimic ? " follows " + in_quotes(robot.joints()[joint.mimic->joint].name)
                       : " is fixed or locked";
  }
  return "";
}

// Joints with a gear whose efficiency neither the motors' file nor the robot's gives, nor friction instead.
std::vector<std::string> joints_without_efficiency(const Robot& robot, const Motors& motors) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < motors.size(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (motors[j] && !motors[j]->efficiency && joint.drive.efficiency == 1 && joint.drive.load == 0 &&
        std::abs(motors[j]->gear_ratio.value_or(joint.drive.gear_ratio)) != 1)
      names.push_back(joint.name);
  }
  return names;
}

}  // namespace

std::string no_efficiency_text(const std::vector<std::string>& names) {
  return "the efficiency of the gears of " + joined(names) +
         " is not given: 1 is used (no losses); to add losses, write the values of the data sheets "
         "into a column efficiency";
}

std::optional<double> Motor::top_speed() const {
  if (!curve) return max_speed;
  return max_speed ? std::min(*max_speed, curve->top_speed()) : curve->top_speed();
}

void expect_own_drives(const Robot& robot) {
  if (robot.has_coupled_drives())
    throw Error(
        robot.name(),
        "has drives that turn with several joints, but motors can be sized only if each drive turns with "
        "one joint: leave out `motors` and `catalogue`; invdyn torque --columns 'motor_*' writes the motors' "
        "torques and speeds");
}

Motors read_motors(const std::string& path, const Robot& robot, const Warn& note) {
  expect_own_drives(robot);
  std::vector<std::string> joints;
  std::map<std::string, std::size_t, std::less<>> index;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    joints.push_back(robot.moving_joint(j).name);
    index.emplace(joints.back(), j);
  }
  CsvRows rows(path, max_text_file_bytes);
  const std::vector<MotorColumn> columns = read_motor_file_columns(rows);
  Motors motors(robot.dof());
  std::set<std::string, std::less<>> seen;
  std::size_t count = 0;
  for (std::vector<std::string_view> fields; rows.read_row(fields); ++count) {
    const MotorRow row(rows, columns, fields);
    const auto name = row.field("joint");
    if (!name) rows.fail("joint is empty: expected one of " + joined(joints));
    if (!seen.emplace(*name).second)
      rows.fail("joint " + in_quotes(*name) + " has a motor already: expected one row for each joint");
    const auto found = index.find(*name);
    if (found == index.end()) {
      const std::string why = why_not_moved(robot, *name);
      const std::string near = did_you_mean(*name, joints);
      if (why.empty())
        rows.fail("joint is " + in_quotes(*name) + ", which is not a moving joint of " + robot.name() +
                  ": expected one of " + joined(joints) +
                  (near.empty() ? "; if the rows are motors to choose from, give this file with `catalogue`"
                                : near));
      motor_of(rows, row);  // may throw the errors of the row
      note(place_in(rows.name(), rows.line()) + ": joint " + in_quotes(*name) + why +
           ": its motor is not used");
      continue;
    }
    motors[found->second] = motor_of(rows, row);
  }
  if (count == 0) throw Error(rows.name(), "has no motors: expected a row for each motor");
  if (const auto names = joints_without_efficiency(robot, motors); !names.empty())
    note(rows.name() + ": " + no_efficiency_text(names));
  return motors;
}

namespace {

// A motor is far too large if it could hold this multiple of the robot's weight, stretched out. Gears that
// make a joint so much faster than its motor are not used. Motors alone accelerate at 1,000 rad/s^2 or more,
// by their data sheets.
constexpr double far_too_strong = 100, least_ratio = 0.2, least_acceleration = 300;

}  // namespace

std::string rotor_doubt(const std::string& of, const Motor& motor) {
  const double peak = motor.peak_torque.value_or(motor.continuous_torque.value_or(0)),
               inertia = motor.rotor_inertia.value_or(0);
  if (!(peak > 0 && peak < least_acceleration * inertia)) return "";
  return "rotor_inertia of " + of + " is " + six_digits(inertia) +
         " kg m^2, probably too large: " + six_digits(peak) +
         " N m would accelerate the rotor alone by only " + three_digits(peak / inertia) +
         " rad/s^2, but motors reach 1000 rad/s^2 or more: " +
         question_of_unit("rotor_inertia", probable_units_of_inertia(inertia, peak));
}

namespace {

// `enough`: holds the whole robot.
std::string doubt_of(const Joint& joint, const Motor& motor, double enough) {
  const double ratio = std::abs(joint.drive.gear_ratio), torque = motor.continuous_torque.value_or(0);
  if (motor.gear_ratio && ratio < least_ratio)
    return "gear_ratio of joint " + in_quotes(joint.name) + " is " + six_digits(joint.drive.gear_ratio) +
           ": is the ratio inverted? Motor speed over joint speed would then be " +
           six_digits(1 / joint.drive.gear_ratio);
  if (joint.is_revolute())
    if (std::string doubt = rotor_doubt("joint " + in_quotes(joint.name), motor); !doubt.empty())
      return doubt;
  if (enough > 0 && torque * ratio > far_too_strong * enough)
    return "continuous_torque of joint " + in_quotes(joint.name) + " is " + six_digits(torque) +
           " N m, which is enough to hold " + three_digits(torque * ratio / enough) +
           " times the weight of the stretched-out robot: is the value in mN m? Then write "
           "continuous_torque (mN m) in the header";
  return "";
}

}  // namespace

std::optional<std::string> motor_doubt(const Robot& robot, const Motors& motors) {
  const double weight = standard_gravity * moving_mass(robot), holding = weight * reach(robot);
  for (std::size_t j = 0; j < motors.size(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (!motors[j]) continue;
    if (std::string doubt = doubt_of(joint, *motors[j], joint.is_revolute() ? holding : weight);
        !doubt.empty())
      return doubt;
  }
  return std::nullopt;
}

std::vector<KnownMotorColumn> drive_columns() {
  using enum MotorColumnKind;
  return {{"motor", text},
          {"thermal_time", time},
          {"max_inertia_ratio"},
          {"gear_inertia", inertia},
          {"gear_max_speed", speed},
          {"gear_max_speed_rpm", text},
          {"gear_peak_torque", torque},
          {"gear_average_torque", torque}};
}

void read_drive(const MotorRow& row, Motor& motor) {
  motor.name = row.field("motor").value_or("");
  const auto positive = [&row](const char* name, const char* expected) {
    return row.number(name, MotorRow::is_positive, expected);
  };
  motor.thermal_time = positive("thermal_time", "a number above 0 (s)");
  motor.max_inertia_ratio = positive("max_inertia_ratio", "a number above 0");
  motor.gear_inertia = row.inertia("gear_inertia");
  motor.gear_max_speed = row.speed("gear_max_speed");
  motor.gear_peak_torque = positive("gear_peak_torque", "a number above 0 (N m)");
  motor.gear_average_torque = positive("gear_average_torque", "a number above 0 (N m)");
}

Table motors_file(const Robot& robot, const Motors& motors) {
  using Value = std::function<Table::Cell(const Motor&)>;
  const auto number = [](std::optional<double> Motor::*member) -> Value {
    return [member](const Motor& motor) {
      const auto& value = motor.*member;
      return value ? Table::Cell(*value) : Table::Cell();
    };
  };
  const auto points = [](std::optional<SpeedTorqueCurve> Motor::*member) -> Value {
    return [member](const Motor& motor) -> Table::Cell {
      if (!(motor.*member)) return {};
      std::string text;
      for (const SpeedTorqueCurve::Piece& piece : (motor.*member)->pieces())
        text += (text.empty() ? "" : " ") + shortest(piece.from) + ':' + shortest(piece.torque);
      return text;
    };
  };
  std::vector<std::pair<std::string, Value>> fields{
      {"motor",
       [](const Motor& motor) { return motor.name.empty() ? Table::Cell() : Table::Cell(motor.name); }},
      {"continuous_torque", number(&Motor::continuous_torque)},
      {"peak_torque", number(&Motor::peak_torque)},
      {"continuous_curve", points(&Motor::continuous_curve)},
      {"curve", points(&Motor::curve)},
      {"max_speed", number(&Motor::max_speed)},
      {"gear_ratio", number(&Motor::gear_ratio)},
      {"rotor_inertia", number(&Motor::rotor_inertia)},
      {"efficiency", number(&Motor::efficiency)},
      {"thermal_time", number(&Motor::thermal_time)},
      {"max_inertia_ratio", number(&Motor::max_inertia_ratio)},
      {"gear_inertia", number(&Motor::gear_inertia)},
      {"gear_max_speed", number(&Motor::gear_max_speed)},
      {"gear_peak_torque", number(&Motor::gear_peak_torque)},
      {"gear_average_torque", number(&Motor::gear_average_torque)}};
  std::erase_if(fields, [&](const auto& field) {
    return field.first != "continuous_torque" && field.first != "peak_torque" &&
           std::none_of(motors.begin(), motors.end(), [&](const std::optional<Motor>& motor) {
             return motor && field.second(*motor) != Table::Cell();
           });
  });
  std::vector<Table::Column> columns{{"joint"}};
  for (const auto& field : fields) columns.push_back({field.first});
  Table table(columns);
  for (std::size_t j = 0; j < motors.size(); ++j) {
    if (!motors[j]) continue;
    std::vector<Table::Cell> row{robot.moving_joint(j).name};
    for (const auto& field : fields) row.push_back(field.second(*motors[j]));
    table.add_row(std::move(row));
  }
  return table;
}

Robot with_motors(const Robot& robot, const Motors& motors) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) drives.push_back(joint.drive);
  for (std::size_t j = 0; j < motors.size(); ++j) {
    if (!motors[j]) continue;
    Drive& drive = drives[robot.moving_joints()[j]];
    drive.gear_ratio = motors[j]->gear_ratio.value_or(drive.gear_ratio);
    drive.rotor_inertia =
        motors[j]->rotor_inertia.value_or(drive.rotor_inertia) + motors[j]->gear_inertia.value_or(0);
    drive.efficiency = motors[j]->efficiency.value_or(drive.efficiency);
  }
  return robot.with_drives(drives);
}

}  // namespace invdyn
