#include "dh_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_rows.h"
#include "../../ground/csv/unit_in_header.h"
#include "../../ground/document/json_layout.h"
#include "../../ground/text/number.h"
#include "../model/names.h"
#include "json_angles.h"
#include "json_reader.h"
#include "template.h"

namespace invdyn {
namespace {

using nlohmann::ordered_json;

const char* word_of(DhForm form) {
  return form == DhForm::standard ? "dh" : "mdh";
}

ordered_json head_of(const std::string& name, const std::string& source, DhForm form, bool degrees) {
  return {{"$schema", robot_schema_name},
          {"name", name},
          {"source", source},
          {"convention", word_of(form)},
          {"angles", degrees ? "degrees" : "radians"},
          {"joints", ordered_json::array()}};
}

const std::vector<std::string> angles{"alpha", "theta", "offset", "lower", "upper", "velocity"};
const std::vector<std::string> others{
    "joint", "type", "a",   "d",   "mass",   "com_x",      "com_y",         "com_z",   "ixx",    "iyy",
    "izz",   "ixy",  "ixz", "iyz", "effort", "gear_ratio", "rotor_inertia", "damping", "coulomb"};

constexpr const char *degree_sign = "\u00b0", *small_pi = "\u03c0";

const std::vector<HeaderUnit> lengths{{"m", 1}, {"cm", 1e-2}, {"mm", 1e-3}}, masses{{"kg", 1}, {"g", 1e-3}},
    inertias{{"kg m^2", 1}, {"kg cm^2", 1e-4}, {"kg mm^2", 1e-6}, {"g mm^2", 1e-9}},
    angle_units{{"deg", 1}, {"degrees", 1}, {degree_sign, 1}, {"deg/s", 1},
                {"rad", 0}, {"radians", 0}, {"rad/s", 0}};  // 1: in degrees

std::vector<HeaderUnit> all_units() {
  std::vector<HeaderUnit> all = lengths;
  all.insert(all.end(), masses.begin(), masses.end());
  all.insert(all.end(), inertias.begin(), inertias.end());
  return all;
}

// Empty: of no column of the table, or a number without unit.
std::vector<HeaderUnit> units_of(const std::string& name) {
  if (name == "a" || name == "d" || name.starts_with("com_")) return lengths;
  if (name == "mass") return masses;
  if ((name.size() == 3 && name.starts_with('i')) || name == "rotor_inertia") return inertias;
  return {};
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void erase_all(std::string& text, std::string_view part) {
  for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, part.size());
}

// Textbooks print a minus, or a dash, where the keyboard has a hyphen.
std::string with_hyphens(std::string_view text) {
  std::string plain(text);
  for (const std::string_view minus : {"\u2212", "\u2013"})
    for (std::size_t at; (at = plain.find(minus)) != plain.npos;) plain.replace(at, minus.size(), "-");
  return plain;
}

// A number, or a multiple of pi as tables print it: `-pi/2`, `3pi/4`.
std::optional<double> constant_in(const std::string& text, const CsvRows& rows) {
  std::size_t at = text.find("pi"), end = at + 2;
  if (at == std::string::npos) {
    at = text.find(small_pi);
    if (at == std::string::npos) return rows.number(text);
    end = at + std::string_view(small_pi).size();
  }
  std::string factor = text.substr(0, at);
  if (factor.empty() || factor == "-") factor += "1";
  const std::string rest = text.substr(end);
  const auto times = rows.number(factor), part = rest.empty()            ? std::optional(1.0)
                                                 : rest.starts_with('/') ? rows.number(rest.substr(1))
                                                                         : std::nullopt;
  if (!times || !part || *part == 0) return std::nullopt;
  return *times * std::numbers::pi / *part;
}

// The constant in a text such as `q2`, `q2 + 90`, `pi/2 + q2` or `theta2*`, or a constant alone. The star
// that marks variables does not count.
std::optional<double> constant_beside_variable(const std::string& text, const std::string& number,
                                               const CsvRows& rows) {
  if (const auto value = constant_in(text, rows)) return value;
  for (const std::string symbol : {"q", "theta", "th", "\u03b8", "\u03d1", "d"})
    for (const std::string& variable : {symbol + number, symbol + "_" + number, symbol}) {
      std::string rest = text;
      if (rest.starts_with(variable))
        rest.erase(0, variable.size());
      else if (rest.ends_with("+" + variable))
        rest = "+" + rest.substr(0, rest.size() - variable.size() - 1);
      else
        continue;
      if (rest.empty()) return 0;
      if (rest.starts_with("+-")) rest.erase(0, 1);
      if (rest.starts_with('+') || rest.starts_with('-'))
        return constant_in(rest.substr(rest.starts_with('+') ? 1 : 0), rows);
    }
  return std::nullopt;
}

constexpr std::pair<const char*, const char*> other_names[] = {
    {"\u03b8", "theta"},  {"\u03d1", "theta"},  {"joint angle", "theta"},
    {"\u03b1", "alpha"},  {"twist", "alpha"},   {"link twist", "alpha"},
    {"link length", "a"}, {"link offset", "d"}, {"m", "mass"},
    {"i", "joint"},       {"j", "joint"},       {"no", "joint"},
    {"link", "joint"},    {"axis", "joint"},    {"cx", "com_x"},
    {"cy", "com_y"},      {"cz", "com_z"},      {"xc", "com_x"},
    {"yc", "com_y"},      {"zc", "com_z"},      {"ix", "ixx"},
    {"iy", "iyy"},        {"iz", "izz"}};

// The column that a name without its unit means, as textbooks print it: `theta` of `\u03b8_i`, `a` of
// `a_{i-1}`. Any other name remains as it is.
struct TextbookName {
  std::string column;
  bool is_of_previous = false;  ///< the index is i - 1, as in modified form
};

TextbookName textbook_name(std::string_view name) {
  const auto known = [](std::string_view text) -> std::optional<std::string> {
    std::string small = lower_case(trimmed(text));
    std::replace(small.begin(), small.end(), '_', ' ');
    for (const auto& [other, column] : other_names)
      if (small == other) return column;
    std::replace(small.begin(), small.end(), ' ', '_');
    const bool is_column = std::find(angles.begin(), angles.end(), small) != angles.end() ||
                           std::find(others.begin(), others.end(), small) != others.end();
    return is_column ? std::optional(small) : std::nullopt;
  };
  if (const auto column = known(name)) return {*column};
  for (const std::string_view previous : {"i-1", "i"})
    for (const std::string_view begin : {"_{", "_", " ", ""}) {
      const std::string index = std::string(begin) + std::string(previous) + (begin == "_{" ? "}" : "");
      if (!name.ends_with(index)) continue;
      if (const auto column = known(name.substr(0, name.size() - index.size())); column)
        for (const char* indexed : {"a", "alpha", "d", "theta", "joint", "mass"})
          if (*column == indexed) return {*column, previous == "i-1"};
    }
  return {std::string(name)};
}

// `alpha_i-1 (deg)` of `alpha(i-1) (deg)`, whose first bracket holds no unit.
std::string without_bracket_of_index(std::string header) {
  for (const std::string index : {"i-1", "i - 1", "i"}) {
    const std::string in_brackets = "(" + index + ")";
    if (const std::size_t at = header.find(in_brackets); at != header.npos && at > 0)
      return header.replace(at, in_brackets.size(), index == "i" ? "_i" : "_i-1");
  }
  return header;
}

// The columns of the table, and the unit of its angles.
class Columns {
 public:
  Columns(CsvRows& rows, const DhTableSettings& settings)
      : rows_(rows), form_(settings.form), degrees_(settings.degrees) {
    std::vector<std::string_view> names;
    rows.read_header(names);
    header_line_ = rows.line();
    for (const std::string_view name : names) headers_.push_back(with_hyphens(name));
    expect_names();
    has_a_ = std::any_of(headers_.begin(), headers_.end(), [](const std::string& header) {
      return textbook_name(parts_of_header(header, all_units()).name).column == "a";
    });
    for (std::size_t i = 0; i < headers_.size(); ++i) take(headers_[i], i);
    if (!unknown_.empty()) fail_as_unknown();
    for (const char* needed : {"a", "alpha", "d"})
      if (!places_.contains(needed))
        rows.fail("there is no column " + in_quotes(needed) +
                  ": expected the columns \"a\", \"alpha_deg\" and \"d\". If an angle theta is not 0, add "
                  "\"theta_deg\". In radians, the names are alpha_rad and theta_rad");
  }

  // Once all rows are read.
  bool degrees() const {
    if (!degrees_)
      throw Error(
          place_in(rows_.name(), header_line_),
          "the unit of the angles is not stated: expected alpha_deg, theta_deg (or alpha_rad, theta_rad), or "
          "`angles` degrees");
    if (!*degrees_ && wide_)
      throw Error(place_in(rows_.name(), wide_->line),
                  written(wide_->name) + " is " + six_digits(wide_->value) +
                      ", but angles are in radians: expected at most a turn, 6.28319" + unit_advice(true));
    const auto is_quarter = [](double twist) { return is_quarter_in_radians(twist); };
    if (*degrees_ && !twists_.empty() && std::all_of(twists_.begin(), twists_.end(), is_quarter))
      throw Error(rows_.name(), written("alpha") + " is " + six_digits(twists_.front()) +
                                    ", but angles are in degrees: expected " +
                                    six_digits(90 * quarters_in(twists_.front())) + unit_advice(false));
    return *degrees_;
  }

  // Once all rows are read.
  void warn_of_lengths(const Warn& warn) const {
    if (!long_) return;
    if (!factors_.contains(long_->name))
      return warn(text_of(*long_) + " m: if lengths are in mm, write " + header_to_write(" (mm)"));
    const double length = std::abs(long_->value);
    if (factor_of(long_->name) == 1 && length > 100 * std::min(other_length_, 1.0) && other_length_ > 0)
      warn(text_of(*long_) + " m, but other lengths are at most " + six_digits(other_length_) +
           " m: is it in mm? Then write " + six_digits(long_->value / 1000));
  }

  // Once degrees() has found that not all twists are in radians.
  void warn_of_angles(const Warn& warn) const {
    if (degrees_.value_or(false) && quarter_)
      warn(text_of(*quarter_) + ", but angles are in degrees: is it in radians? Then write " +
           six_digits(90 * quarters_in(quarter_->value)));
  }

  // Of the row read last; empty if there is no such column or the field is empty.
  std::string text(const std::string& name) const {
    const auto place = places_.find(name);
    return place == places_.end() ? "" : std::string(fields[place->second]);
  }

  std::optional<double> number(const std::string& name) {
    const std::string field = with_hyphens(text(name));
    if (field.empty()) return std::nullopt;
    const auto value = is_angle(name) ? constant_in(bare_angle(name, field), rows_) : rows_.number(field);
    if (!value)
      rows_.fail(written(name) + " is " + in_quotes(field) + ": expected a finite number, or an empty field" +
                 decimal_comma_text(field) +
                 (name == "d" && field.find_first_of("qd") == 0
                      ? "; for a prismatic joint, write P in a column type"
                      : ""));
    watch(name, *value);
    return converted(*value, factor_of(name));
  }

  // Whether the field has the variable of joint `number`, as in `q2 + 90`.
  bool has_variable(const std::string& name, const std::string& number) const {
    const std::string field = without_signs(with_hyphens(text(name)));
    return !field.empty() && !constant_in(field, rows_) && constant_beside_variable(field, number, rows_);
  }

  // Of the variable of joint `number`, also as tables print it: `q2 + 90` is 90.
  std::optional<double> at_zero(const std::string& name, const std::string& number) {
    const std::string field = with_hyphens(text(name));
    if (field.empty()) return std::nullopt;
    const auto value = constant_beside_variable(bare_angle(name, field), number, rows_);
    const std::string constant = name == "d" ? "0.1" : degrees_.value_or(true) ? "90" : "pi/2";
    if (!value)
      rows_.fail(written(name) + " is " + in_quotes(field) + ", but " + name +
                 " is the variable of this joint: expected an empty field, or a constant, such as " +
                 constant + " or q" + number + " + " + constant + other_direction_advice(field, number));
    watch(name, *value);
    return converted(*value, factor_of(name));
  }

  // A bare number is a bad name for a column of a trajectory.
  std::string joint_name(const std::string& number) const {
    const std::string given = text("joint");
    return given.empty() || parse_finite(given) ? "joint" + number : given;
  }

  double required(const std::string& name, const std::string& why) {
    const auto value = number(name);
    if (!value) rows_.fail(written(name) + " is missing: expected a number" + why);
    return *value;
  }

  // The column's name; of an angle as the table has it, or may have it: `alpha_deg`.
  std::string written(const std::string& name) const {
    if (!is_angle(name)) return name;
    if (const auto place = places_.find(name); place != places_.end()) return headers_[place->second];
    return name + (!degrees_ ? "" : *degrees_ ? "_deg" : "_rad");
  }

  std::vector<std::string_view> fields;

 private:
  struct Found {
    std::size_t line;
    std::string name;
    double value;
  };

  void expect_names() const {
    if (rows_.number(headers_.front()))
      rows_.fail("the header has the number " + headers_.front() +
                 ": expected names of columns, such as i,theta_deg,d,a,alpha_deg" +
                 (header_line_ > 1 ? " (a line that begins with # is a comment)" : ""));
  }

  std::string text_of(const Found& found) const {
    return place_in(rows_.name(), found.line) + ": " + written(found.name) + " is " + six_digits(found.value);
  }

  void take(const std::string& header, std::size_t place) {
    std::string name = header;
    const std::string plain = without_bracket_of_index(header);
    const HeaderParts angle = parts_of_header(plain, angle_units);
    if (const TextbookName meant = meaning_of(angle.name); is_angle(meant.column)) {
      if (angle.unit) take_unit_of_column(header, *angle.unit);
      name = meant.column;
      expect_form(header, meant);
    } else {
      const HeaderParts parts = parts_of_header(plain, all_units());
      const TextbookName other = meaning_of(parts.name);
      const auto factor = parts.unit ? factor_of_unit(*parts.unit, units_of(other.column)) : std::nullopt;
      if (factor) factors_[other.column] = *factor;
      if (factor || !parts.unit) name = other.column;
      expect_form(header, other);
    }
    if (!is_angle(name) && std::find(others.begin(), others.end(), name) == others.end())
      unknown_.push_back(name);
    else if (!places_.emplace(name, place).second)
      rows_.fail("the column " + in_quotes(name) + " is repeated: expected it once");
  }

  // r is the length of a link in standard form. In modified form some call the offset d so.
  TextbookName meaning_of(const std::string& name) const {
    for (const char* length : {"r", "R", "r_i", "ri"})
      if (name == length && form_ == DhForm::standard && !has_a_) return {"a"};
    return textbook_name(name);
  }

  void expect_form(const std::string& header, const TextbookName& meant) const {
    if (meant.is_of_previous && form_ == DhForm::standard)
      rows_.fail(
          "the column " + in_quotes(header) +
          " has the index i - 1, which belongs to the modified form: give `convention` mdh, or write the "
          "name without index");
  }

  // The header with its unknown names as `?`, and a unit for lengths without one.
  std::string header_to_write(const std::string& unit_of_lengths) const {
    std::string line;
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      const auto column =
          std::find_if(places_.begin(), places_.end(), [&](const auto& each) { return each.second == i; });
      if (i > 0) line += static_cast<char>(rows_.separator());
      if (column == places_.end())
        line += "?";
      else if (!units_of(column->first).empty() && units_of(column->first).front().name == "m" &&
               !factors_.contains(column->first))
        line += column->first + unit_of_lengths;
      else
        line += headers_[i];
    }
    return line;
  }

  [[noreturn]] void fail_as_unknown() const {
    std::vector<std::string> all, quoted;
    for (const std::string& angle : angles) all.push_back(angle + "_deg");
    all.insert(all.end(), others.begin(), others.end());
    std::string near;
    for (const std::string& name : unknown_) {
      quoted.push_back(in_quotes(name));
      near += did_you_mean(name, all);
      if (lower_case(name).starts_with("lc") || lower_case(name).starts_with("l_c"))
        near += "; give the centre of mass as com_x, com_y or com_z, in the link's axes";
    }
    rows_.fail("unknown column" + std::string(quoted.size() > 1 ? "s " : " ") + joined(quoted) +
               ": expected some of " + joined(all) +
               " (a and d in m, mass in kg; write another unit into the name: \"d (mm)\")" +
               (unknown_.size() < 3 ? ", as in " + header_to_write("") : "") + near);
  }

  static bool is_angle(const std::string& name) {
    return std::find(angles.begin(), angles.end(), name) != angles.end();
  }

  void take_unit_of_column(const std::string& header, const std::string& unit) {
    const auto in_degrees = factor_of_unit(unit, angle_units);
    if (!in_degrees)
      rows_.fail("the column " + in_quotes(header) + " has the unit " + in_quotes(unit) +
                 ": expected deg or rad");
    take_unit("the column " + in_quotes(header), *in_degrees != 0);
  }

  double factor_of(const std::string& name) const {
    const auto factor = factors_.find(name);
    return factor == factors_.end() ? 1 : factor->second;
  }

  void take_unit(const std::string& what, bool in_degrees) {
    if (degrees_ && *degrees_ != in_degrees)
      rows_.fail(what + " is in " + (in_degrees ? "degrees" : "radians") +
                 ", but another unit was stated before: expected one unit for all angles");
    degrees_ = in_degrees;
  }

  // Without blanks and signs, which state the unit: `90\u00b0`, `q2 - pi/2`.
  std::string bare_angle(const std::string& name, std::string field) {
    const std::string what = name + ", " + in_quotes(field) + ",";
    if (contains(field, degree_sign)) take_unit(what, true);
    if (contains(field, "pi") || contains(field, small_pi)) take_unit(what, false);
    return without_signs(field);
  }

  static std::string without_signs(std::string field) {
    for (const char* ignored : {" ", "*", degree_sign}) erase_all(field, ignored);
    return field;
  }

  // For `180 - q2`, whose joint turns against the angle of the table.
  std::string other_direction_advice(const std::string& field, const std::string& number) const {
    for (std::size_t minus = 0; (minus = field.find('-', minus)) != field.npos; ++minus) {
      std::string other = field;
      const bool is_first = field.find_first_not_of(' ') == minus;
      other.replace(minus, 1, is_first ? "" : "+");
      if (!constant_beside_variable(without_signs(other), number, rows_)) continue;
      const std::string joint = joint_name(number);
      return ". If the joint moves in the opposite direction, write " + std::string(trimmed(other)) +
             ", and read logs with `map` q_" + joint + '=' + joint +
             ":x-1 (the same for dq, ddq and tau). The computed torque of this joint then has the "
             "opposite sign";
    }
    return {};
  }

  std::string unit_advice(bool degrees) const {
    const std::string unit = degrees ? "degrees" : "radians", end = degrees ? "deg" : "rad";
    return ". If the angles are in " + unit + ", name the columns alpha_" + end + " and theta_" + end +
           ", or alpha and theta with `angles` " + unit;
  }

  // What tells whether the units can be right.
  void watch(const std::string& name, double value) {
    constexpr double longest = 10;  // m, of the links of arms
    const double length = name == "a" || name == "d" ? std::abs(value * factor_of(name)) : 0;
    if (length > longest && !long_)
      long_ = {rows_.line(), name, value};
    else
      other_length_ = std::max(other_length_, length);
    const bool is_of_pose = name == "alpha" || name == "theta" || name == "offset";
    if (is_of_pose && is_quarter_in_radians(value) && !quarter_) quarter_ = {rows_.line(), name, value};
    if (is_of_pose && std::abs(value) > 2 * std::numbers::pi && !wide_) wide_ = {rows_.line(), name, value};
    if (name == "alpha" && value != 0) twists_.push_back(value);
  }

  const CsvRows& rows_;
  DhForm form_;
  std::optional<bool> degrees_;
  std::vector<std::string> headers_;
  bool has_a_ = false;
  std::size_t header_line_ = 0;
  std::map<std::string, std::size_t> places_;
  std::map<std::string, double> factors_;  // of columns in other units than SI
  std::vector<std::string> unknown_;
  std::optional<Found> wide_;     // the first angle beyond a turn, if angles are in radians
  std::optional<Found> quarter_;  // the first angle that is a quarter of a turn in radians
  std::optional<Found> long_;     // the first length of more than an arm has, in m
  double other_length_ = 0;       // the largest one, m
  std::vector<double> twists_;    // that are not 0
};

std::string type_in(const Columns& columns, const CsvRows& rows, const std::string& number) {
  const std::string word = columns.text("type");
  if (word.empty() && columns.has_variable("d", number) && !columns.text("theta").empty() &&
      !columns.has_variable("theta", number))
    return "prismatic";
  if (word.empty() || word == "R" || word == "r") return "revolute";
  if (word == "P" || word == "p") return "prismatic";
  for (const char* type : joint_type_names)
    if (word == type) return word;
  rows.fail(
      "type is " + in_quotes(word) +
      ": expected revolute (or R), prismatic (or P), continuous or fixed, or an empty field for revolute");
}

// Of a moving joint, the number in the column of its variable is the offset.
ordered_json row_in(Columns& columns, const CsvRows& rows, const std::string& type,
                    const std::string& number) {
  ordered_json row{{"a", columns.required("a", ", in m")}, {"alpha", columns.required("alpha", "")}};
  if (type == "fixed") {
    row["d"] = columns.required("d", ", in m");
    row["theta"] = columns.number("theta").value_or(0);
    return row;
  }
  const bool slides = type == "prismatic";
  const std::string variable = slides ? "d" : "theta", constant = slides ? "theta" : "d";
  if (slides && columns.has_variable("theta", number))
    rows.fail(columns.written("theta") + " is " + in_quotes(columns.text("theta")) +
              ": expected a number, because the variable of a prismatic joint is d, as in q" + number +
              " (if this joint turns, write R in the column type)");
  row[constant] = slides ? columns.number(constant).value_or(0) : columns.required(constant, ", in m");
  const auto at_zero = columns.at_zero(variable, number), offset = columns.number("offset");
  if (at_zero && *at_zero != 0 && offset && *offset != 0)
    rows.fail(variable + " and offset are both given, and both are added to the variable of this joint, " +
              variable + ": expected a number in only one of these columns");
  const double sum = at_zero.value_or(0) + offset.value_or(0);
  if (sum != 0) row["offset"] = sum;
  return row;
}

// A link without mass has neither centre of mass nor inertia.
ordered_json link_in(Columns& columns, const CsvRows& rows, const std::string& name) {
  ordered_json link{{"name", name}, {"mass", columns.number("mass").value_or(0)}};
  if (link["mass"] == 0.0) return link;
  std::vector<std::string> missing;
  const auto value_of = [&](const char* key) {
    const auto value = columns.number(key);
    if (!value) missing.push_back(key);
    return value.value_or(0);
  };
  for (const char* key : {"com_x", "com_y", "com_z"}) link["com"].push_back(value_of(key));
  for (const char* key : {"ixx", "iyy", "izz"}) link["inertia"][key] = value_of(key);
  if (!missing.empty())
    rows.fail(
        joined(missing) + (missing.size() > 1 ? " are" : " is") +
        " missing, but the joint's link has mass: expected com_x, com_y, com_z (the centre of mass, in m, "
        "in the link's axes) and ixx, iyy, izz (the inertia about the centre of mass, in kg m^2; 0 for a "
        "point mass). Or delete the column mass, and write mass, com and inertia into the JSON file");
  for (const char* key : {"ixy", "ixz", "iyz"})
    if (const auto value = columns.number(key)) link["inertia"][key] = *value;
  return link;
}

void put_limits_and_drive(Columns& columns, ordered_json& joint) {
  const auto put = [&](const char* group, const char* key) {
    if (const auto value = columns.number(key)) joint[group][key] = *value;
  };
  const auto lower = columns.number("lower"), upper = columns.number("upper");
  const auto bound = [](const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
  };
  if (lower || upper) joint["limits"]["position"] = {bound(lower), bound(upper)};
  put("limits", "velocity");
  put("limits", "effort");
  put("motor", "rotor_inertia");
  put("motor", "gear_ratio");
  put("friction", "damping");
  put("friction", "coulomb");
}

// A row that was deleted, or is there twice, makes another robot.
void expect_next(const CsvRows& rows, double index, std::optional<double>& last) {
  const double expected = last ? *last + 1 : index == 0 ? 0 : 1;
  if (index != expected)
    rows.fail("the column joint has " + six_digits(index) + (last ? " after " + six_digits(*last) : "") +
              ": expected " + six_digits(expected) + ", or a name. Is a row missing or repeated?");
  last = index;
}

}  // namespace

std::string robot_of_dh_table(const std::string& path, const std::string& name,
                              const DhTableSettings& settings, const Warn& warn) {
  constexpr std::size_t max_bytes = 1 << 20;
  CsvRows rows(path, max_bytes);
  Columns columns(rows, settings);
  ordered_json document = head_of(name, "The Denavit-Hartenberg table " + path + ".", settings.form, true);
  std::optional<double> last_index;  // in the column joint
  while (rows.read_row(columns.fields)) {
    if (document["joints"].size() == max_table_joints)
      rows.fail("the table has too many rows: expected at most " + std::to_string(max_table_joints) +
                ", one for each joint");
    const std::string number = std::to_string(document["joints"].size() + 1),
                      type = type_in(columns, rows, number);
    const auto index = parse_finite(columns.text("joint"));
    if (index) expect_next(rows, *index, last_index);
    ordered_json joint{{"name", columns.joint_name(number)},
                       {"type", type},
                       {word_of(settings.form), row_in(columns, rows, type, number)}};
    joint["link"] = link_in(columns, rows, "link" + number);
    put_limits_and_drive(columns, joint);
    document["joints"].push_back(joint);
  }
  if (document["joints"].empty())
    throw Error(rows.name(), "has no rows: expected a header row, then a row for each joint");
  columns.warn_of_lengths(warn);
  document["angles"] = columns.degrees() ? "degrees" : "radians";
  columns.warn_of_angles(warn);
  const std::string text = laid_out(document);
  read_json_file(text, rows.name(), {}, [](const std::string&) {});  // throws what is physically wrong
  return text;
}

// Each link is a uniform box of 2 kg, 0.3 m by 0.08 m by 0.08 m, along the common normal to the next joint.
// Its moments are m (h^2 + w^2) / 12, rounded. In standard form the link's frame is at its far end, in
// modified form at its near end.
std::string dh_template(DhForm form, std::size_t joints) {
  constexpr double length = 0.3, mass = 2, along = 0.0021, across = 0.0161;
  ordered_json document = head_of("my-robot",
                                  "A template to fill in. The numbers are not from a real robot. "
                                  "Write the source of your numbers here. a, d and com are in m, "
                                  "alpha, offset and limits in degrees as \"angles\" says, mass in "
                                  "kg, inertia in kg m^2 about the link's centre of mass. offset: "
                                  "added to the joint's variable (revolute: theta, prismatic: d). "
                                  "For a prismatic joint, write theta in place of d.",
                                  form, true);
  for (std::size_t i = 0; i < joints; ++i) {
    const bool is_first = i == 0, is_standard = form == DhForm::standard;
    const double alpha = i == (is_standard ? 0 : 1) ? 90 : 0;
    const double a = is_standard || !is_first ? length : 0;
    const std::string number = std::to_string(i + 1);
    ordered_json joint{{"name", "joint" + number}, {"type", "revolute"}};
    joint[word_of(form)] = {{"a", a}, {"alpha", alpha}, {"d", is_first ? 0.2 : 0.0}, {"offset", 0}};
    ordered_json link{{"name", "link" + number}, {"mass", mass}};
    link["com"] = {is_standard ? -length / 2 : length / 2, 0, 0};
    link["inertia"] = {{"ixx", along}, {"iyy", across}, {"izz", across}};
    joint["link"] = link;
    joint["limits"] = {{"position", {-170, 170}}, {"velocity", 120}, {"effort", 150}};
    document["joints"].push_back(joint);
  }
  return laid_out(document);
}

}  // namespace invdyn
