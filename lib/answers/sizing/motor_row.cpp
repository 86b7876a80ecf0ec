#include "motor_row.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/unit_in_header.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

constexpr double rad_per_s_of_rpm = 2 * std::numbers::pi / 60;

// The SI unit comes first.
std::vector<HeaderUnit> units_of(MotorColumnKind kind) {
  switch (kind) {
    case MotorColumnKind::torque:
      return {std::begin(torque_units), std::end(torque_units)};
    case MotorColumnKind::speed:
      return {{"rad/s", 1}, {"rpm", rad_per_s_of_rpm}};
    case MotorColumnKind::inertia:
      return {{"kg m^2", 1}, {"kg cm^2", 1e-4}, {"g cm^2", 1e-7}};
    case MotorColumnKind::time:
      return {{"s", 1}, {"min", 60}};
    case MotorColumnKind::mass:
      return {{"kg", 1}, {"g", 1e-3}};
    case MotorColumnKind::share:
      return {{"%", 0.01}};
    default:
      return {};
  }
}

// Prices may be in any currency.
double factor_in(const CsvRows& rows, const KnownMotorColumn& column, const std::string& unit) {
  if (column.name == "price") return 1;
  const std::vector<HeaderUnit> units = units_of(column.kind);
  if (const auto factor = factor_of_unit(unit, units)) return *factor;
  std::vector<std::string> names;
  for (const HeaderUnit& known : units) names.emplace_back(known.name);
  rows.fail("the column " + in_quotes(column.name) + " has the unit " + in_quotes(unit) + ": expected " +
            (names.empty() ? "no unit" : "one of " + joined(names)) + did_you_mean(unit, names));
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

// The known column that a header names; none: it names none.
std::optional<MotorColumn> column_of(const CsvRows& rows, std::string_view header,
                                     const std::vector<KnownMotorColumn>& known) {
  for (const KnownMotorColumn& each : known)
    if (each.name == header) return MotorColumn{each.name, 1};
  for (const KnownMotorColumn& each : known)
    if (const HeaderParts parts = parts_of_header(header, units_of(each.kind)); parts.name == each.name)
      return MotorColumn{each.name, parts.unit ? factor_in(rows, each, *parts.unit) : 1,
                         parts.unit.has_value()};
  return std::nullopt;
}

MotorColumnKind kind_of(const std::string& name, const std::vector<KnownMotorColumn>& known) {
  for (const KnownMotorColumn& each : known)
    if (each.name == name) return each.kind;
  return MotorColumnKind::text;
}

// Parts of the words by which makers and other languages name these columns. The first one that fits counts.
constexpr std::pair<const char*, const char*> other_words[] = {{"gear", "gear_ratios"},
                                                               {"ratio", "gear_ratios"},
                                                               {"getriebe", "gear_ratios"},
                                                               {"inertia", "rotor_inertia"},
                                                               {"gheit", "rotor_inertia"},
                                                               {"inertie", "rotor_inertia"},
                                                               {"cm2", "rotor_inertia"},
                                                               {"cm^2", "rotor_inertia"},
                                                               {"cm\u00b2", "rotor_inertia"},
                                                               {"peak", "peak_torque"},
                                                               {"max. torque", "peak_torque"},
                                                               {"max_torque", "peak_torque"},
                                                               {"max torque", "peak_torque"},
                                                               {"spitze", "peak_torque"},
                                                               {"crete", "peak_torque"},
                                                               {"continuous", "continuous_torque"},
                                                               {"rated torque", "continuous_torque"},
                                                               {"rated_torque", "continuous_torque"},
                                                               {"nominal", "continuous_torque"},
                                                               {"nennmoment", "continuous_torque"},
                                                               {"nenndreh", "continuous_torque"},
                                                               {"stall", "peak_torque"},
                                                               {"max. speed", "max_speed"},
                                                               {"maximum speed", "max_speed"},
                                                               {"speed", "max_speed"},
                                                               {"rpm", "max_speed"},
                                                               {"drehzahl", "max_speed"},
                                                               {"vitesse", "max_speed"},
                                                               {"price", "price"},
                                                               {"cost", "price"},
                                                               {"preis", "price"},
                                                               {"prix", "price"},
                                                               {"mass", "mass"},
                                                               {"weight", "mass"},
                                                               {"gewicht", "mass"},
                                                               {"efficiency", "efficiency"},
                                                               {"wirkungsgrad", "efficiency"},
                                                               {"joint", "joint"},
                                                               {"axis", "joint"},
                                                               {"achse", "joint"},
                                                               {"name", "motor"},
                                                               {"model", "motor"},
                                                               {"type", "motor"},
                                                               {"typ", "motor"},
                                                               {"bezeichnung", "motor"},
                                                               {"part", "motor"},
                                                               {"order", "motor"},
                                                               {"motor", "motor"}};

// With the unit of any column: the name is not clear yet.
HeaderParts parts_of_unknown(std::string_view header, const std::vector<HeaderUnit>& all) {
  if (factor_of_unit(header, all)) return {"", std::string(header)};
  return parts_of_header(header, all);
}

std::vector<HeaderUnit> all_units() {
  using enum MotorColumnKind;
  std::vector<HeaderUnit> all;
  for (const MotorColumnKind kind : {torque, speed, inertia, time, mass, share})
    for (const HeaderUnit& unit : units_of(kind)) all.push_back(unit);
  return all;
}

// The name that a header of another table probably stands for. Empty: it is not clear.
struct Guess {
  std::string name;
  std::size_t distance = 0;  ///< 0: nearly the same letters; else the place in `other_words`
};

Guess guess_of(std::string_view field, const std::vector<std::string>& names,
               const std::vector<KnownMotorColumn>& known) {
  const std::vector<HeaderUnit> all = all_units();
  const HeaderParts header = parts_of_unknown(field, all);
  const bool has_unit = header.unit && factor_of_unit(*header.unit, all);
  if (const auto near = nearest_name(header.name, names)) return {*near};
  const std::string small = lower_case(header.name + ' ' + header.unit.value_or(""));
  for (std::size_t i = 0; i < std::size(other_words); ++i) {
    const auto& [word, name] = other_words[i];
    const bool fits = !has_unit || factor_of_unit(*header.unit, units_of(kind_of(name, known)));
    if (fits && small.find(word) != std::string::npos &&
        std::find(names.begin(), names.end(), name) != names.end())
      return {name, i + 1};
  }
  return {};
}

// The names of the columns that a header probably stands for, one for each field; empty: it is not clear. If
// several fields can stand for a column, the nearest one does.
std::vector<std::string> probable_names(const std::vector<std::string_view>& fields, const CsvRows& rows,
                                        const std::vector<KnownMotorColumn>& known,
                                        const std::vector<std::string>& needed) {
  std::set<std::string> taken;
  for (const std::string_view field : fields)
    if (const auto column = column_of(rows, field, known)) taken.insert(column->name);
  std::vector<std::string> all, names(fields.size());
  for (const KnownMotorColumn& each : known)
    if (!each.name.ends_with("_rpm")) all.push_back(each.name);
  std::map<std::string, std::pair<std::size_t, std::size_t>> nearest;  // distance and field
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (column_of(rows, fields[i], known)) continue;
    const Guess guess = guess_of(fields[i], all, known);
    if (taken.contains(guess.name)) continue;
    const auto found = nearest.emplace(guess.name, std::pair(guess.distance, i)).first;
    found->second = std::min(found->second, std::pair(guess.distance, i));
  }
  const bool is_of_joints = std::find(needed.begin(), needed.end(), "joint") != needed.end(),
             has_joint = taken.contains("joint") || nearest.contains("joint");
  for (const auto& [name, found] : nearest)
    names[found.second] = name == "motor" && is_of_joints && !has_joint ? "joint" : name;
  return names;
}

// Peak torque and maximum speed alone would make a rectangle of them.
std::string line_advice(const std::vector<std::string_view>& fields) {
  const auto has_any = [&](const std::vector<const char*>& words) {
    return std::any_of(fields.begin(), fields.end(), [&](std::string_view field) {
      const std::string small = lower_case(field);
      return std::any_of(words.begin(), words.end(),
                         [&](const char* word) { return small.find(word) != small.npos; });
    });
  };
  if (!has_any({"stall", "anhalte"}) || !has_any({"no-load", "no load", "no_load", "leerlauf"})) return {};
  return "; to give the stall torque and the no-load speed, add a column curve_rpm with two points (rpm:N m), "
         "such as 0:1.6 2400:0 for a stall torque of 1.6 N m and a no-load speed of 2400 rpm";
}

// The header as it would be right, for line 1: unknown names by those that they probably stand for, with
// their units.
std::string header_to_write(const std::vector<std::string_view>& fields, const CsvRows& rows,
                            const std::vector<KnownMotorColumn>& known,
                            const std::vector<std::string>& needed) {
  const std::vector<std::string> names = probable_names(fields, rows, known, needed);
  std::string line;
  std::vector<std::string> all, left_over, without_unit, lacking;
  std::set<std::string> present(names.begin(), names.end());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += static_cast<char>(rows.separator());
    if (const auto column = column_of(rows, fields[i], known)) {
      line += fields[i];
      present.insert(column->name);
      continue;
    }
    line += names[i].empty() ? "?" : names[i];
    if (names[i].empty()) left_over.push_back(in_quotes(fields[i]));
    const std::vector<HeaderUnit> units = units_of(kind_of(names[i], known));
    const auto unit = parts_of_unknown(fields[i], all_units()).unit;
    if (unit && !names[i].empty()) line += " (" + *unit + ")";
    if (!unit && !units.empty() && units.front().factor == 1)
      without_unit.push_back(names[i] + " in " + std::string(units.front().name));
  }
  for (const KnownMotorColumn& each : known) all.push_back(each.name);
  for (const std::string& name : needed)
    if (!present.contains(name)) lacking.push_back(name);
  const bool none_is_known =
      std::all_of(names.begin(), names.end(), [](const auto& name) { return name.empty(); });
  if (none_is_known && !lacking.empty() && !left_over.empty())
    return ": expected some of the columns " + joined(all) + ", at least " + joined(lacking) + "; rename " +
           joined(left_over) + " to the names of these columns, or delete them";
  std::string more;
  if (!lacking.empty()) more += " with " + joined(lacking) + " in addition";
  if (!left_over.empty())
    more += " and delete the column" + std::string(left_over.size() > 1 ? "s " : " ") + joined(left_over);
  if (!without_unit.empty()) more += " (without a unit: " + joined(without_unit) + ")";
  more += line_advice(fields);
  return (left_over.empty() ? ": write " : ": expected some of the columns " + joined(all) + "; write ") +
         line + more;
}

[[noreturn]] void fail_as_unknown(const CsvRows& rows, const std::vector<std::string_view>& fields,
                                  const std::vector<KnownMotorColumn>& known,
                                  const std::vector<std::string>& needed) {
  std::vector<std::string> unknown;
  const auto has = [&](std::string_view name) {
    return std::find(fields.begin(), fields.end(), name) != fields.end();
  };
  for (const std::string_view field : fields) {
    if (column_of(rows, field, known)) continue;
    if (field == "gear_ratios")
      rows.fail(
          "unknown column \"gear_ratios\": expected \"gear_ratio\", because this file is given with `motors`");
    if (field == "gear_ratio")
      rows.fail(
          "unknown column \"gear_ratio\": expected \"gear_ratios\", because this file is given with `catalogue`" +
          std::string(has("joint") ? ". If the file has a row for each joint, give the file with `motors`"
                                   : ""));
    unknown.push_back(in_quotes(field));
  }
  const bool is_of_joints = std::find(needed.begin(), needed.end(), "joint") != needed.end();
  rows.fail("unknown column" + std::string(unknown.size() > 1 ? "s " : " ") + joined(unknown) +
            header_to_write(fields, rows, known, needed) +
            (is_of_joints && !has("joint")
                 ? "; if the rows are motors to choose from, give this file to invdyn size with `catalogue`"
                 : "") +
            (!is_of_joints && has("joint")
                 ? "; if the file has a row for each joint, give the file with `motors`"
                 : ""));
}

// `rotor_inertia (kg cm^2) or rotor_inertia (g cm^2)`.
std::string joined_by_or(const std::vector<std::string>& names, const std::string& before = "",
                         const std::string& after = "") {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " or ") + before + name + after;
  return text;
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
    const std::optional<MotorColumn> column = column_of(rows, field, known);
    if (!column) fail_as_unknown(rows, fields, known, needed);
    if (has(column->name))
      rows.fail("the column " + in_quotes(column->name) + " is repeated: expected it once");
    columns.push_back(*column);
  }
  for (const std::string& name : needed)
    if (!has(name))
      rows.fail("there is no column " + in_quotes(name) + ": expected at least the columns " +
                joined(needed) + " (if the maker gives no value, leave the field empty)");
  return columns;
}

// Motors alone accelerate at 1,000 rad/s^2 (large ones of machines) to 1,000,000 rad/s^2 (small ones without
// iron in the rotor), by their data sheets. The range is twice as wide at both ends.
std::vector<std::string> probable_units_of_inertia(double inertia, double torque) {
  constexpr double least = 500, largest = 2e6;
  std::vector<std::string> all, probable;
  for (const HeaderUnit& unit : units_of(MotorColumnKind::inertia)) {
    if (unit.factor == 1) continue;
    all.emplace_back(unit.name);
    const double acceleration = torque / (unit.factor * inertia);
    if (acceleration >= least && acceleration <= largest) probable.emplace_back(unit.name);
  }
  return probable.empty() ? all : probable;
}

std::string question_of_unit(const std::string& column, const std::vector<std::string>& units) {
  return "is it in " + joined_by_or(units) + "? Then write " + joined_by_or(units, column + " (", ")") +
         " in the header";
}

const MotorColumn* MotorRow::column(const std::string& name) const {
  for (const MotorColumn& each : columns_)
    if (each.name == name) return &each;
  return nullptr;
}

std::optional<std::string_view> MotorRow::field(const std::string& name) const {
  const MotorColumn* found = column(name);
  if (!found) return std::nullopt;
  const std::string_view text = fields_[static_cast<std::size_t>(found - columns_.data())];
  return text.empty() ? std::nullopt : std::optional(text);
}

double MotorRow::factor_of(const std::string& name) const {
  const MotorColumn* found = column(name);
  return found ? found->factor : 1;
}

// Data sheets have other units than these columns.
void MotorRow::expect_usual(const std::string& name, std::optional<double> value, double largest,
                            const char* unit, const std::vector<std::string>& data_sheets) const {
  if (!value || *value <= largest || column(name)->has_unit) return;
  std::vector<std::string> units = data_sheets;
  units.emplace_back(unit);
  rows_.fail(name + " is " + six_digits(*value) + ' ' + unit + ", above " + six_digits(largest) + ' ' + unit +
             ": is it in " + joined_by_or(data_sheets) + "? Expected the unit in the header, " +
             joined_by_or(units, name + " (", ")"));
}

std::optional<double> MotorRow::number(const std::string& name, bool (*fits)(double),
                                       const char* expected) const {
  const auto text = field(name);
  if (!text) return std::nullopt;
  const auto value = rows_.number(*text);
  const auto in_si = value ? std::optional(converted(*value, factor_of(name))) : std::nullopt;
  if (!value || !fits(*value) || !fits(*in_si) || !std::isfinite(*in_si))
    rows_.fail(name + " is " + in_quotes(*text) + ": expected " + expected +
               (value ? "" : decimal_comma_text(*text)));
  return in_si;
}

std::optional<double> MotorRow::share(const std::string& name) const {
  const auto text = field(name);
  if (!text) return std::nullopt;
  const bool in_percent = text->ends_with('%');
  const auto number = rows_.number(trimmed(text->substr(0, text->size() - (in_percent ? 1 : 0))));
  const double value = number.value_or(0) * (in_percent ? 0.01 : factor_of(name));
  if (value > 0 && value <= 1) return value;
  const bool can_be_percent = value > 1 && value <= 100;
  rows_.fail(name + " is " + in_quotes(*text) + ": expected a number above 0 and at most 1" +
             (can_be_percent ? ", " + six_digits(value / 100) + " for " + six_digits(value) + "%" : "") +
             (number ? "" : decimal_comma_text(*text)));
}

std::vector<double> MotorRow::numbers(const std::string& name) const {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(field(name).value_or(""))) {
    const auto value = parse_finite(word);
    if (!value || !is_positive(*value))
      rows_.fail(name + " has " + in_quotes(word) +
                 ": expected numbers above 0 with blanks between the numbers, such as \"50 80 100\"" +
                 decimal_comma_text(word));
    numbers.push_back(*value);
  }
  return numbers;
}

std::optional<double> MotorRow::inertia(const std::string& name) const {
  constexpr double largest = 1;  // kg m^2; rotors of large direct drives have some tenths
  const auto value = number(name, is_not_negative, "0 or more (kg m^2)");
  if (value) {
    const double torque = number("peak_torque", is_positive, "a number above 0 (N m)").value_or(0);
    expect_usual(name, value, largest, "kg m^2", probable_units_of_inertia(*value, torque));
  }
  return value;
}

std::optional<double> MotorRow::speed(const std::string& name) const {
  constexpr double largest = 1500;  // rad/s, or 14,324 rpm; most drives of robots are slower
  const auto value = number(name, is_positive, "a number above 0 (rad/s)");
  expect_usual(name, value, largest, "rad/s", {"rpm"});
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
      ": expected points SPEED:TORQUE with blanks between the points, in the order "
      "of increasing speed, such as \"0:2.4 300:2.4 420:0\"";
  std::vector<SpeedTorqueCurve::Point> points;
  for (const std::string_view word : words_of(text)) {
    const std::size_t colon = word.find(':');
    const auto speed = rows_.number(word.substr(0, colon));
    const auto torque = colon == word.npos ? std::nullopt : rows_.number(word.substr(colon + 1));
    if (!speed || !torque || *speed < 0 || *torque < 0)
      rows_.fail(name + " has the point " + in_quotes(word) + expected);
    if (!points.empty() && *speed * unit <= points.back().speed)
      rows_.fail(name + " has the point " + in_quotes(word) +
                 " after a point with the same or a higher speed" + expected);
    if (!points.empty() &&
        !std::isfinite((*torque - points.back().torque) / (*speed * unit - points.back().speed)))
      rows_.fail(name + " has the point " + in_quotes(word) +
                 ", too near to the point before: the slope between the two points is not finite" + expected);
    points.push_back({*speed * unit, *torque});
  }
  if (points.empty()) rows_.fail(name + " has no points" + expected);
  return SpeedTorqueCurve(std::move(points));
}

void MotorRow::fail_twice(const std::string& name) const {
  rows_.fail(name + " is given in rad/s and in rpm: expected only one of the two columns");
}

}  // namespace invdyn
