#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/csv/csv_rows.h"
#include "speed_torque_curve.h"

namespace invdyn {

/// A column of a file of motors. Its header may end with its unit: `rotor_inertia (kg cm^2)`.
struct MotorColumn {
  std::string name;   ///< without the unit
  double factor = 1;  ///< from the unit to SI units
  bool has_unit = false;
};

/// What a column holds. It decides the units that its header may have.
enum class MotorColumnKind { text, number, torque, speed, inertia, time, mass, share };
struct KnownMotorColumn {
  std::string name;
  MotorColumnKind kind = MotorColumnKind::number;
};

/// The columns of the header. Throws Error for an unknown, repeated or missing name and for an unknown unit.
std::vector<MotorColumn> read_motor_columns(CsvRows& rows, const std::vector<KnownMotorColumn>& known,
                                            const std::vector<std::string>& needed);

/// The units in which a rotor inertia that is no plausible one in kg m^2 is probably meant: kg cm^2, g cm^2
/// or both. `torque`, N m, is the motor's peak torque; 0: not known.
std::vector<std::string> probable_units_of_inertia(double inertia, double torque);

/// `is it in kg cm^2 or g cm^2? Then write rotor_inertia (kg cm^2) or rotor_inertia (g cm^2) in the header`.
std::string question_of_unit(const std::string& column, const std::vector<std::string>& units);

/// A row of the file, by the names of its columns. Values are in SI units. An empty field is a value not
/// given. All functions throw Error with file and line.
class MotorRow {
 public:
  MotorRow(const CsvRows& rows, const std::vector<MotorColumn>& columns,
           const std::vector<std::string_view>& fields)
      : rows_(rows), columns_(columns), fields_(fields) {}

  std::optional<std::string_view> field(const std::string& name) const;
  std::optional<double> number(const std::string& name, bool (*fits)(double), const char* expected) const;
  /// Above 0, at most 1; `80%` is 0.8.
  std::optional<double> share(const std::string& name) const;
  /// 0 or more, kg m^2. Fails for a value that no motor has, unless the header states its unit.
  std::optional<double> inertia(const std::string& name) const;
  /// Above 0; rad/s, from the column `name` or `name_rpm`. Fails likewise.
  std::optional<double> speed(const std::string& name) const;
  /// Points `speed:torque` with blanks between them, from the column `name` or `name_rpm`.
  std::optional<SpeedTorqueCurve> curve(const std::string& name) const;
  /// Numbers above 0 with blanks between them; empty: not given.
  std::vector<double> numbers(const std::string& name) const;

  static bool is_positive(double value) { return value > 0; }
  static bool is_not_negative(double value) { return value >= 0; }

 private:
  SpeedTorqueCurve parsed_curve(const std::string& name, std::string_view text, double unit) const;
  const MotorColumn* column(const std::string& name) const;
  double factor_of(const std::string& name) const;
  void expect_usual(const std::string& name, std::optional<double> value, double largest, const char* unit,
                    const std::vector<std::string>& data_sheets) const;
  [[noreturn]] void fail_twice(const std::string& name) const;

  const CsvRows& rows_;
  const std::vector<MotorColumn>& columns_;
  const std::vector<std::string_view>& fields_;
};

}  // namespace invdyn
