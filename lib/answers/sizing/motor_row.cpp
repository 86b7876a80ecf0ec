#include "motor_row.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

constexpr double rad_per_s_of_rpm = 2 * std::numbers::pi / 60;

struct Unit {
  std::string name;
  double factor;
};

// The SI unit comes first.
std::vector<Unit> units_of(MotorColumnKind kind) {
  switch (kind) {
    case MotorColumnKind::torque:
      return {{"N m", 1}, {"mN m", 1e-3}};
    case MotorColumnKind::speed:
      return {{"rad/s", 1}, {"rpm", rad_per_s_of_rpm}};
    case MotorColumnKind::inertia:
      return {{"kg m^2", 1}, {"kg cm^2", 1e-4}, {"g cm^2", 1e-7}};
    case MotorColumnKind::time:
      return {{"s", 1}, {"min", 60}};
    case MotorColumnKind::mass:
      return {{"kg", 1}, {"g", 1e-3}};
    default:
      return {};
  }
}

// `Nm` and `N m` are the same unit, as are `gcm\u00b2` and `g cm^2`, `1/min` and `rpm`.
std::string plain_unit(std::string text) {
  std::erase(text, ' ');
  const std::string square = "\u00b2";
  if (text.ends_with(square)) text.replace(text.size() - square.size(), square.size(), "^2");
  return text == "1/min" ? "rpm" : text;
}

double factor_of_unit(const CsvRows& rows, const KnownMotorColumn& column, std::string_view unit) {
  std::vector<std::string> names;
  for (const Unit& known : units_of(column.kind)) {
    if (plain_unit(known.name) == plain_unit(std::string(unit))) return known.factor;
    names.push_back(known.name);
  }
  rows.fail("the column " + in_quotes(column.name) + " has the unit " + in_quotes(unit) + ": expected " +
            (names.empty() ? "no unit" : "one of " + joined(names)));
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(" \t", begin)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

MotorColumn column_of(const CsvRows& rows, std::string_view header,
                      const std::vector<KnownMotorColumn>& known) {
  const std::size_t bracket = header.find('(');
  const bool has_unit = bracket != header.npos && header.back() == ')';
  const std::string name(has_unit ? trimmed(header.substr(0, bracket)) : header);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const KnownMotorColumn& each) { return each.name == name; });
  if (found == known.end()) {
    if (name == "gear_ratios")
      rows.fail("gear_ratios is a column of a catalogue: expected gear_ratio, or `catalogue` with this file");
    if (name == "gear_ratio")
      rows.fail(
          "gear_ratio is a column of a table of motors: expected gear_ratios, or `motors` with this file");
    std::vector<std::string> names;
    for (const KnownMotorColumn& each : known) names.push_back(each.name);
    rows.fail("unknown column " + in_quotes(header) + ": expected some of " + joined(names) +
              did_you_mean(name, names));
  }
  const std::string_view unit = has_unit ? header.substr(bracket + 1, header.size() - bracket - 2) : "";
  return {name, has_unit ? factor_of_unit(rows, *found, unit) : 1};
}

}  // namespace

std::vector<MotorColumn> read_motor_columns(CsvRows& rows, const std::vector<KnownMotorColumn>& known,
                                            const std::vector<std::string>& needed) {
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  std::vector<MotorColumn> columns;
  const auto has = [&](const std::string& name) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const MotorColumn& column) { return column.name == name; });
  };
  for (const std::string_view field : fields) {
    MotorColumn column = column_of(rows, field, known);
    if (has(column.name))
      rows.fail("the column " + in_quotes(column.name) + " is repeated: expected it once");
    columns.push_back(std::move(column));
  }
  for (const std::string& name : needed)
    if (!has(name))
      rows.fail("there is no column " + in_quotes(name) + ": expected at least " + joined(needed) +
                " (a value that the maker does not give is an empty field)");
  return columns;
}

std::optional<std::string_view> MotorRow::field(const std::string& name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const MotorColumn& column) { return column.name == name; });
  if (found == columns_.end()) return std::nullopt;
  const std::string_view text = fields_[static_cast<std::size_t>(found - columns_.begin())];
  return text.empty() ? std::nullopt : std::optional(text);
}

double MotorRow::factor_of(const std::string& name) const {
  for (const MotorColumn& column : columns_)
    if (column.name == name) return column.factor;
  return 1;
}

std::optional<double> MotorRow::number(const std::string& name, bool (*fits)(double),
                                       const char* expected) const {
  const auto text = field(name);
  if (!text) return std::nullopt;
  const auto value = rows_.number(*text);
  const auto in_si = value ? std::optional(*value * factor_of(name)) : std::nullopt;
  if (!value || !fits(*value) || !fits(*in_si) || !std::isfinite(*in_si))
    rows_.fail(name + " is " + in_quotes(*text) + ": expected " + expected +
               (value ? "" : decimal_comma_text(*text)));
  return in_si;
}

std::vector<double> MotorRow::numbers(const std::string& name) const {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(field(name).value_or(""))) {
    const auto value = parse_finite(word);
    if (!value || !is_positive(*value))
      rows_.fail(name + " has " + in_quotes(word) +
                 ": expected numbers above 0 with blanks between them, such as \"50 80 100\"" +
                 decimal_comma_text(word));
    numbers.push_back(*value);
  }
  return numbers;
}

std::optional<double> MotorRow::speed(const std::string& name) const {
  const auto value = number(name, is_positive, "a number above 0 (rad/s)");
  const auto rpm = number(name + "_rpm", is_positive, "a number above 0 (rpm)");
  if (value && rpm) fail_twice(name);
  return rpm ? *rpm * rad_per_s_of_rpm : value;
}

std::optional<SpeedTorqueCurve> MotorRow::curve(const std::string& name) const {
  const auto text = field(name), in_rpm = field(name + "_rpm");
  if (text && in_rpm) fail_twice(name);
  if (text) return parsed_curve(name, *text, factor_of(name));
  if (in_rpm) return parsed_curve(name + "_rpm", *in_rpm, rad_per_s_of_rpm);
  return std::nullopt;
}

SpeedTorqueCurve MotorRow::parsed_curve(const std::string& name, std::string_view text, double unit) const {
  const std::string expected =
      ": expected points speed:torque of increasing speed, with blanks between "
      "them, such as \"0:2.4 300:2.4 420:0\"";
  std::vector<SpeedTorqueCurve::Point> points;
  for (const std::string_view word : words_of(text)) {
    const std::size_t colon = word.find(':');
    const auto speed = rows_.number(word.substr(0, colon));
    const auto torque = colon == word.npos ? std::nullopt : rows_.number(word.substr(colon + 1));
    if (!speed || !torque || *speed < 0 || *torque < 0)
      rows_.fail(name + " has the point " + in_quotes(word) + expected);
    if (!points.empty() && *speed * unit <= points.back().speed)
      rows_.fail(name + " has the point " + in_quotes(word) + " after a point that is not slower" + expected);
    if (!points.empty() &&
        !std::isfinite((*torque - points.back().torque) / (*speed * unit - points.back().speed)))
      rows_.fail(name + " has the point " + in_quotes(word) +
                 " so near to the one before that the slope between them is no number" + expected);
    points.push_back({*speed * unit, *torque});
  }
  if (points.empty()) rows_.fail(name + " has no points" + expected);
  return SpeedTorqueCurve(std::move(points));
}

void MotorRow::fail_twice(const std::string& name) const {
  rows_.fail(name + " is given in rad/s and in rpm: expected one of them");
}

}  // namespace invdyn
