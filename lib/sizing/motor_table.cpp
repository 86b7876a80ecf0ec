#include "motor_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <set>

#include "../base/nearest_name.h"
#include "../base/wording.h"
#include "../csv/csv_rows.h"
#include "../document/read_text_file.h"
#include "../text/number.h"

namespace invdyn {
namespace {

constexpr double rad_per_s_of_rpm = 2 * std::numbers::pi / 60;

// A row of the file, with access by the names of its columns.
class MotorRow {
 public:
  MotorRow(const CsvRows& rows, const std::vector<std::string>& names,
           const std::vector<std::string_view>& fields)
      : rows_(rows), names_(names), fields_(fields) {}

  std::optional<std::string_view> field(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    const std::string_view text = fields_[static_cast<std::size_t>(found - names_.begin())];
    return text.empty() ? std::nullopt : std::optional(text);
  }

  std::optional<double> number(const std::string& name, bool (*fits)(double), const char* expected) const {
    const auto text = field(name);
    if (!text) return std::nullopt;
    const auto value = parse_finite(*text);
    if (!value || !fits(*value)) rows_.fail(name + " is " + in_quotes(*text) + ": expected " + expected);
    return value;
  }

  std::optional<double> speed(const std::string& name) const {
    const std::string in_rpm = name + "_rpm";
    const auto value = number(name, is_positive, "a number above 0 (rad/s)");
    const auto rpm = number(in_rpm, is_positive, "a number above 0 (rpm)");
    if (value && rpm) fail_twice(name);
    return rpm ? *rpm * rad_per_s_of_rpm : value;
  }

  std::optional<SpeedTorqueCurve> curve(const std::string& name) const {
    const auto text = field(name), in_rpm = field(name + "_rpm");
    if (text && in_rpm) fail_twice(name);
    if (text) return parsed_curve(name, *text, 1);
    if (in_rpm) return parsed_curve(name + "_rpm", *in_rpm, rad_per_s_of_rpm);
    return std::nullopt;
  }

  static bool is_positive(double value) { return value > 0; }

 private:
  SpeedTorqueCurve parsed_curve(const std::string& name, std::string_view text, double unit) const {
    const std::string expected =
        ": expected points speed:torque of increasing speed, with blanks between "
        "them, such as \"0:2.4 300:2.4 420:0\"";
    std::vector<SpeedTorqueCurve::Point> points;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(" \t", begin)) != text.npos;) {
      const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
      const std::string_view word = text.substr(begin, end - begin);
      begin = end;
      const std::size_t colon = word.find(':');
      const auto speed = parse_finite(word.substr(0, colon));
      const auto torque = colon == word.npos ? std::nullopt : parse_finite(word.substr(colon + 1));
      if (!speed || !torque || *speed < 0 || *torque < 0)
        rows_.fail(name + " has the point " + in_quotes(word) + expected);
      if (!points.empty() && *speed * unit <= points.back().speed)
        rows_.fail(name + " has the point " + in_quotes(word) + " after a point that is not slower" +
                   expected);
      if (!points.empty() &&
          !std::isfinite((*torque - points.back().torque) / (*speed * unit - points.back().speed)))
        rows_.fail(name + " has the point " + in_quotes(word) +
                   " so near to the one before that the slope between them is no number" + expected);
      points.push_back({*speed * unit, *torque});
    }
    if (points.empty()) rows_.fail(name + " has no points" + expected);
    return SpeedTorqueCurve(std::move(points));
  }

  [[noreturn]] void fail_twice(const std::string& name) const {
    rows_.fail(name + " is given in rad/s and in rpm: expected one of them");
  }

  const CsvRows& rows_;
  const std::vector<std::string>& names_;
  const std::vector<std::string_view>& fields_;
};

std::vector<std::string> read_names(CsvRows& rows) {
  static const std::vector<std::string> known{
      "joint",         "continuous_torque", "peak_torque", "continuous_curve", "continuous_curve_rpm",
      "curve",         "curve_rpm",         "max_speed",   "max_speed_rpm",    "gear_ratio",
      "rotor_inertia", "efficiency"};
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  const std::vector<std::string> names(fields.begin(), fields.end());
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      rows.fail("unknown column " + in_quotes(name) + ": expected some of " + joined(known) +
                did_you_mean(name, known));
    if (std::count(names.begin(), names.end(), name) > 1)
      rows.fail("the column " + in_quotes(name) + " is repeated: expected it once");
  }
  for (const std::string needed : {"joint", "continuous_torque", "peak_torque"})
    if (std::find(names.begin(), names.end(), needed) == names.end())
      rows.fail("there is no column " + in_quotes(needed) +
                ": expected at least joint, continuous_torque, peak_torque (a value that the maker does not "
                "give is an empty field)");
  return names;
}

Motor motor_of(const CsvRows& rows, const MotorRow& row) {
  Motor motor;
  motor.continuous_torque = row.number("continuous_torque", MotorRow::is_positive, "a number above 0 (N m)");
  motor.continuous_curve = row.curve("continuous_curve");
  if (motor.continuous_torque && motor.continuous_curve)
    rows.fail("continuous_torque and continuous_curve are both given: expected one of them");
  motor.peak_torque = row.number("peak_torque", MotorRow::is_positive, "a number above 0 (N m)");
  if (motor.peak_torque && motor.continuous_torque && *motor.peak_torque < *motor.continuous_torque)
    rows.fail("peak_torque is " + in_quotes(*row.field("peak_torque")) + ", below continuous_torque, " +
              in_quotes(*row.field("continuous_torque")) +
              ": expected at least that, as a continuous torque is also possible for a moment");
  motor.curve = row.curve("curve");
  motor.max_speed = row.speed("max_speed");
  motor.gear_ratio = row.number(
      "gear_ratio", [](double value) { return value != 0; },
      "a number that is not 0 (motor speed over joint speed)");
  motor.rotor_inertia = row.number(
      "rotor_inertia", [](double value) { return value >= 0; }, "0 or more (kg m^2)");
  motor.efficiency = row.number(
      "efficiency", [](double value) { return value > 0 && value <= 1; }, "a number above 0 and at most 1");
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

}  // namespace

std::optional<double> Motor::top_speed() const {
  if (!curve) return max_speed;
  return max_speed ? std::min(*max_speed, curve->top_speed()) : curve->top_speed();
}

Motors read_motors(const std::string& path, const Robot& robot, const Warn& note) {
  std::vector<std::string> joints;
  std::map<std::string, std::size_t, std::less<>> index;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    joints.push_back(robot.moving_joint(j).name);
    index.emplace(joints.back(), j);
  }
  CsvRows rows(path, max_text_file_bytes);
  const std::vector<std::string> names = read_names(rows);
  Motors motors(robot.dof());
  std::set<std::string, std::less<>> seen;
  std::size_t count = 0;
  for (std::vector<std::string_view> fields; rows.read_row(fields); ++count) {
    const MotorRow row(rows, names, fields);
    const auto name = row.field("joint");
    if (!name) rows.fail("joint is empty: expected one of " + joined(joints));
    if (!seen.emplace(*name).second)
      rows.fail("joint " + in_quotes(*name) + " has a motor already: expected one row for each joint");
    const auto found = index.find(*name);
    if (found == index.end()) {
      const std::string why = why_not_moved(robot, *name);
      if (why.empty())
        rows.fail("joint is " + in_quotes(*name) + ", which is no joint of " + robot.name() +
                  " that moves: expected one of " + joined(joints) + did_you_mean(*name, joints));
      motor_of(rows, row);  // may throw the errors of the row
      note(place_in(rows.name(), rows.line()) + ": joint " + in_quotes(*name) + why +
           ": its motor is not used");
      continue;
    }
    motors[found->second] = motor_of(rows, row);
  }
  if (count == 0) throw Error(rows.name(), "holds no motors: expected a row for each");
  return motors;
}

Robot with_motors(const Robot& robot, const Motors& motors) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) drives.push_back(joint.drive);
  for (std::size_t j = 0; j < motors.size(); ++j) {
    if (!motors[j]) continue;
    Drive& drive = drives[robot.moving_joints()[j]];
    drive.gear_ratio = motors[j]->gear_ratio.value_or(drive.gear_ratio);
    drive.rotor_inertia = motors[j]->rotor_inertia.value_or(drive.rotor_inertia);
    drive.efficiency = motors[j]->efficiency.value_or(drive.efficiency);
  }
  return robot.with_drives(drives);
}

}  // namespace invdyn
