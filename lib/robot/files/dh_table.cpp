#include "dh_table.h"

#include <algorithm>
#include <map>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_rows.h"
#include "../../ground/document/json_layout.h"
#include "../../ground/text/number.h"
#include "../model/names.h"
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

// The constant in a text such as `q2`, `q2 + 90`, `90 + q2` or `theta2*`, or a number alone. Blanks, the star
// that marks variables and the sign of degrees do not count.
std::optional<double> constant_beside_variable(std::string text, const std::string& number) {
  for (const std::string_view ignored : {" ", "*", "\u00b0"})
    for (std::size_t at; (at = text.find(ignored)) != std::string::npos;) text.erase(at, ignored.size());
  if (const auto value = parse_finite(text)) return value;
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
        return parse_finite(rest.substr(rest.starts_with('+') ? 1 : 0));
    }
  return std::nullopt;
}

// The columns of the table, and the unit of its angles.
class Columns {
 public:
  Columns(CsvRows& rows, std::optional<bool> degrees) : rows_(rows), degrees_(degrees) {
    std::vector<std::string_view> names;
    rows.read_header(names);
    for (std::size_t i = 0; i < names.size(); ++i) take(std::string(names[i]), i);
    for (const char* needed : {"a", "alpha", "d"})
      if (!places_.contains(needed))
        rows.fail(
            "there is no column " + in_quotes(needed) +
            ": expected at least a, alpha_deg, d, and theta_deg if it is not 0 (or alpha_rad, theta_rad)");
    if (!degrees_)
      rows.fail(
          "the unit of the angles is not stated: expected alpha_deg, theta_deg (or alpha_rad, theta_rad), or "
          "`angles` degrees");
  }

  bool degrees() const { return *degrees_; }

  // Of the row read last; empty if there is no such column or the field is empty.
  std::string text(const std::string& name) const {
    const auto place = places_.find(name);
    return place == places_.end() ? "" : std::string(fields[place->second]);
  }

  std::optional<double> number(const std::string& name) const {
    const std::string field = text(name);
    if (field.empty()) return std::nullopt;
    const auto value = parse_finite(field);
    if (!value)
      rows_.fail(written(name) + " is " + in_quotes(field) + ": expected a finite number, or an empty field");
    return value;
  }

  // Of the variable of joint `number`, also as tables print it: `q2 + 90` is 90.
  std::optional<double> at_zero(const std::string& name, const std::string& number) const {
    const std::string field = text(name);
    if (field.empty()) return std::nullopt;
    const auto value = constant_beside_variable(field, number);
    if (!value)
      rows_.fail(written(name) + " is " + in_quotes(field) + ": expected 90 or q" + number +
                 " + 90, for example, or an empty field (this joint moves it)");
    return value;
  }

  double required(const std::string& name, const std::string& why) const {
    const auto value = number(name);
    if (!value) rows_.fail(written(name) + " is missing: expected a number" + why);
    return *value;
  }

  std::vector<std::string_view> fields;

 private:
  void take(std::string name, std::size_t place) {
    for (const auto& [ending, in_degrees] : {std::pair("_deg", true), std::pair("_rad", false)}) {
      const std::string bare = name.ends_with(ending) ? name.substr(0, name.size() - 4) : "";
      if (std::find(angles.begin(), angles.end(), bare) == angles.end()) continue;
      if (degrees_ && *degrees_ != in_degrees)
        rows_.fail("the column " + in_quotes(name) +
                   " is in another unit than stated before: expected one unit for all angles");
      degrees_ = in_degrees;
      name = bare;
    }
    if (name == "i" || name == "link") name = "joint";  // as textbooks have it
    const auto known = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!known(angles) && !known(others)) {
      std::vector<std::string> all;
      for (const std::string& angle : angles) all.push_back(angle + "_deg");
      all.insert(all.end(), others.begin(), others.end());
      rows_.fail("unknown column " + in_quotes(name) + ": expected some of " + joined(all) +
                 did_you_mean(name, all));
    }
    if (!places_.emplace(name, place).second)
      rows_.fail("the column " + in_quotes(name) + " is repeated: expected it once");
  }

  // The column's name as the table has it: `alpha_deg`.
  std::string written(const std::string& name) const {
    if (std::find(angles.begin(), angles.end(), name) == angles.end()) return name;
    return name + (*degrees_ ? "_deg" : "_rad");
  }

  const CsvRows& rows_;
  std::optional<bool> degrees_;
  std::map<std::string, std::size_t> places_;
};

std::string type_in(const Columns& columns, const CsvRows& rows) {
  const std::string word = columns.text("type");
  if (word.empty() || word == "R" || word == "r") return "revolute";
  if (word == "P" || word == "p") return "prismatic";
  for (const char* type : joint_type_names)
    if (word == type) return word;
  rows.fail(
      "type is " + in_quotes(word) +
      ": expected revolute (or R), prismatic (or P), continuous or fixed, or an empty field for revolute");
}

// Of a moving joint, the number in the column of its variable is the offset.
ordered_json row_in(const Columns& columns, const CsvRows& rows, const std::string& type,
                    const std::string& number) {
  ordered_json row{{"a", columns.required("a", ", in m")}, {"alpha", columns.required("alpha", "")}};
  if (type == "fixed") {
    row["d"] = columns.required("d", ", in m");
    row["theta"] = columns.number("theta").value_or(0);
    return row;
  }
  const bool slides = type == "prismatic";
  const std::string variable = slides ? "d" : "theta", constant = slides ? "theta" : "d";
  row[constant] = slides ? columns.number(constant).value_or(0) : columns.required(constant, ", in m");
  const auto at_zero = columns.at_zero(variable, number), offset = columns.number("offset");
  if (at_zero && *at_zero != 0 && offset && *offset != 0)
    rows.fail(variable + " and offset are both given, and " + variable +
              " is this joint's variable: expected its constant in one of them");
  const double sum = at_zero.value_or(0) + offset.value_or(0);
  if (sum != 0) row["offset"] = sum;
  return row;
}

ordered_json link_in(const Columns& columns, const std::string& name) {
  ordered_json link{{"name", name}, {"mass", columns.number("mass").value_or(0)}};
  const bool has_mass = link["mass"] != 0.0;
  const std::string why = ", as the joint's link has mass";
  if (!has_mass) return link;
  for (const char* key : {"com_x", "com_y", "com_z"}) link["com"].push_back(columns.required(key, why));
  for (const char* key : {"ixx", "iyy", "izz"}) link["inertia"][key] = columns.required(key, why);
  for (const char* key : {"ixy", "ixz", "iyz"})
    if (const auto value = columns.number(key)) link["inertia"][key] = *value;
  return link;
}

void put_limits_and_drive(const Columns& columns, ordered_json& joint) {
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

}  // namespace

std::string robot_of_dh_table(const std::string& path, const std::string& name,
                              const DhTableSettings& settings) {
  constexpr std::size_t max_bytes = 1 << 20;
  CsvRows rows(path, max_bytes);
  Columns columns(rows, settings.degrees);
  ordered_json document =
      head_of(name, "The Denavit-Hartenberg table " + path + ".", settings.form, columns.degrees());
  while (rows.read_row(columns.fields)) {
    if (document["joints"].size() == max_table_joints)
      rows.fail("is one row too many: expected at most " + std::to_string(max_table_joints) + " joints");
    const std::string number = std::to_string(document["joints"].size() + 1), type = type_in(columns, rows);
    const std::string given = columns.text("joint");
    // A bare number is a bad name for a column of a trajectory.
    const std::string joint_name = given.empty() || parse_finite(given) ? "joint" + number : given;
    ordered_json joint{
        {"name", joint_name}, {"type", type}, {word_of(settings.form), row_in(columns, rows, type, number)}};
    joint["link"] = link_in(columns, "link" + number);
    put_limits_and_drive(columns, joint);
    document["joints"].push_back(joint);
  }
  if (document["joints"].empty())
    throw Error(rows.name(), "holds no rows: expected a header row, then a row for each joint");
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
                                  "A template to fill in, with numbers of no real robot. Say here where "
                                  "yours are from. a, d and com are in m, alpha, offset and limits in "
                                  "degrees as \"angles\" says, mass in kg, inertia in kg m^2 about the "
                                  "link's centre of mass. offset: added to the joint's variable, theta; a "
                                  "prismatic joint has theta instead of d.",
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
