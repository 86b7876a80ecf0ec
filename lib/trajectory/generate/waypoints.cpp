#include "waypoints.h"

#include <algorithm>
#include <numbers>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_table.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/csv/unit_in_header.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/text/number.h"
#include "../../robot/model/magnitudes.h"
#include "../../robot/model/names.h"
#include "../data/quantity.h"
#include "../files/csv_columns.h"

namespace invdyn {
namespace {

const std::string q_prefix = column_name(Quantity::q, "");

// For a robot's joints, with the rules of trajectories.
void take_columns(Waypoints& waypoints, const CsvTable& table, const Robot& robot, bool degrees,
                  const Warn& note) {
  std::vector<std::string_view> names{"t"};
  for (const CsvTable::Column& column : table.columns) names.push_back(column.name);
  for (const std::string& name : table.passed_over) names.push_back(name);
  // Derivatives are not needed.
  waypoints.joints = moving_joint_names(robot);
  const std::string place = table.file + ":1";
  const CsvColumns columns = [&] {
    try {
      return CsvColumns(names, robot, {.degrees = degrees, .grid = {}, .scheme = Scheme::central}, place);
    } catch (const Error&) {
      // Waypoints have no `map`, which the reader of trajectories advises.
      const std::vector<std::string> words(names.begin(), names.end());
      const auto is_named = [&](const std::string& joint) {
        return std::any_of(words.begin(), words.end(), [&](const std::string& name) {
          const std::string bare = parts_of_header(name, {}).name;
          return bare == joint || bare == column_name(Quantity::q, joint);
        });
      };
      const auto missing = std::find_if_not(waypoints.joints.begin(), waypoints.joints.end(), is_named);
      if (missing == waypoints.joints.end()) throw;
      throw Error(place, "no column for joint " + *missing + ": expected " +
                             invdyn::joined(waypoints.joints) + " (and t, if the file gives the times)" +
                             did_you_mean(*missing, words));
    }
  }();
  waypoints.q.resize(static_cast<Eigen::Index>(table.rows), static_cast<Eigen::Index>(robot.dof()));
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const CsvColumns::Column& column = columns.all()[1 + i];
    if (!column.used) continue;
    const std::vector<double>& values = table.columns[i].values;
    for (std::size_t row = 0; row < table.rows; ++row)
      waypoints.q(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column.joint)) =
          values[row] * column.si_per_unit;
  }
  for (const std::string& text : columns.notes()) note(table.file + ": " + text);
}

// For the joints that the columns name.
void take_columns(Waypoints& waypoints, const CsvTable& table, bool degrees) {
  waypoints.q.resize(static_cast<Eigen::Index>(table.rows), static_cast<Eigen::Index>(table.columns.size()));
  if (table.columns.size() > max_joints)
    throw Error(table.file, "has " + counted(table.columns.size(), "column") + ": expected at most " +
                                std::to_string(max_joints) + ", one for each joint");
  std::unordered_map<std::string, std::string> taken;  // the column of each joint
  for (const CsvTable::Column& column : table.columns) {
    const std::optional<StatedUnit> stated = stated_unit(column.name);
    if (stated && stated->unit->quantity != Quantity::q)
      throw Error(table.file, "the column name " + in_quotes(column.name) + " states " +
                                  std::string(stated->unit->name) +
                                  ": expected a unit of positions, such as deg or mm, or no unit");
    if (stated && degrees && stated->unit->is_in_radians())
      throw Error(table.file, "the column name " + in_quotes(column.name) + " states " +
                                  std::string(stated->unit->name) +
                                  ", but `degrees` is given: expected deg in the name, or no `degrees`");
    const std::string name = stated ? stated->before : column.name;
    const std::string joint = name.starts_with(q_prefix) ? name.substr(q_prefix.size()) : name;
    if (const auto [other, is_first] = taken.emplace(joint, column.name); !is_first)
      throw Error(table.file, "both " + in_quotes(other->second) + " and " + in_quotes(column.name) +
                                  " are columns: expected one of them");
    const double si_per_unit = stated ? stated->unit->si : degrees ? std::numbers::pi / 180 : 1;
    waypoints.q.col(static_cast<Eigen::Index>(waypoints.joints.size())) =
        si_per_unit * Eigen::Map<const Eigen::VectorXd>(column.values.data(), waypoints.q.rows());
    waypoints.joints.push_back(joint);
  }
  if (waypoints.joints.empty())
    throw Error(table.file, "no column of a joint: expected columns such as q_elbow or elbow");
}

// Whether a column can hold positions of a joint; without a robot, of any.
bool can_hold_positions(const std::string& name, const std::optional<ColumnNames>& names) {
  if (names) {
    const auto meaning = names->of(name);
    return meaning && meaning->quantity == Quantity::q;
  }
  const std::string prefixes[] = {column_name(Quantity::dq, ""), column_name(Quantity::ddq, ""),
                                  column_name(Quantity::tau, "")};
  return std::none_of(std::begin(prefixes), std::end(prefixes),
                      [&](const std::string& prefix) { return name.starts_with(prefix); });
}

}  // namespace

Waypoints read_waypoints(const std::string& path, const Robot* robot, bool degrees, const Warn& note) {
  std::optional<ColumnNames> names;
  if (robot) names.emplace(*robot);
  std::string header = "t";
  for (const std::string& joint :
       robot ? moving_joint_names(*robot) : std::vector<std::string>{"shoulder", "elbow"})
    header += ',' + joint;
  const CsvTable table = read_csv_table(
      path, [&](const std::string& name) { return can_hold_positions(name, names); }, max_text_file_bytes,
      header);
  Waypoints waypoints{
      .origin = table.file, .joints = {}, .q = {}, .t = table.time.value_or(std::vector<double>())};
  if (robot)
    take_columns(waypoints, table, *robot, degrees, note);
  else
    take_columns(waypoints, table, degrees);
  if (!robot && !table.passed_over.empty())
    note(table.file + ": columns not used: " + joined(table.passed_over));
  if (table.rows < 2)
    throw Error(table.file, "has " + counted(table.rows, "row") +
                                " of waypoints: expected the start, the end, and the waypoints between them");
  if (table.time && waypoints.t.front() != 0)
    throw Error(table.file, "the time of the first waypoint is " + shortest(waypoints.t.front()) +
                                ": expected 0, because the motion begins there");
  return waypoints;
}

}  // namespace invdyn
