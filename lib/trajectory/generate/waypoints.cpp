#include "waypoints.h"

#include <algorithm>
#include <numbers>
#include <string_view>
#include <unordered_set>

#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_table.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/document/read_text_file.h"
#include "../../ground/text/number.h"
#include "../../robot/model/magnitudes.h"
#include "../../robot/model/names.h"
#include "../files/csv_columns.h"

namespace invdyn {
namespace {

const std::string q_prefix = column_name(Quantity::q, "");

// For a robot's joints, with the rules of trajectories.
void take_columns(Waypoints& waypoints, const CsvTable& table, const Robot& robot, bool degrees) {
  std::vector<std::string_view> names{"t"};
  for (const CsvTable::Column& column : table.columns) names.push_back(column.name);
  for (const std::string& name : table.passed_over) names.push_back(name);
  // Derivatives are not needed.
  const CsvColumns columns(names, robot, {.degrees = degrees, .grid = {}, .scheme = Scheme::central},
                           table.file + ":1");
  waypoints.joints = moving_joint_names(robot);
  waypoints.q.resize(static_cast<Eigen::Index>(table.rows), static_cast<Eigen::Index>(robot.dof()));
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const CsvColumns::Column& column = columns.all()[1 + i];
    if (!column.used) continue;
    const std::vector<double>& values = table.columns[i].values;
    for (std::size_t row = 0; row < table.rows; ++row)
      waypoints.q(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column.joint)) =
          values[row] * column.si_per_unit;
  }
}

// For the joints that the columns name.
void take_columns(Waypoints& waypoints, const CsvTable& table, bool degrees) {
  const double si_per_unit = degrees ? std::numbers::pi / 180 : 1;
  waypoints.q.resize(static_cast<Eigen::Index>(table.rows), static_cast<Eigen::Index>(table.columns.size()));
  if (table.columns.size() > max_joints)
    throw Error(table.file, "has " + counted(table.columns.size(), "column") + ": expected at most " +
                                std::to_string(max_joints) + ", one for each joint");
  std::unordered_set<std::string> taken;
  for (const CsvTable::Column& column : table.columns) {
    const std::string joint =
        column.name.starts_with(q_prefix) ? column.name.substr(q_prefix.size()) : column.name;
    if (!taken.insert(joint).second)
      throw Error(table.file, "both " + in_quotes(column_name(Quantity::q, joint)) + " and " +
                                  in_quotes(joint) + " are columns: expected one of them");
    waypoints.q.col(static_cast<Eigen::Index>(waypoints.joints.size())) =
        si_per_unit * Eigen::Map<const Eigen::VectorXd>(column.values.data(), waypoints.q.rows());
    waypoints.joints.push_back(joint);
  }
  if (waypoints.joints.empty())
    throw Error(table.file, "no column of a joint: expected columns such as q_elbow or elbow");
}

// The columns that can be positions of joints.
class PositionColumns {
 public:
  explicit PositionColumns(const Robot* robot) : any_joint_(!robot) {
    for (std::size_t j = 0; robot && j < robot->dof(); ++j) {
      const std::string& joint = robot->moving_joint(j).name;
      names_.insert({joint, column_name(Quantity::q, joint)});
    }
  }

  bool contain(const std::string& name) const {
    if (!any_joint_) return names_.contains(name);
    const std::string prefixes[] = {column_name(Quantity::dq, ""), column_name(Quantity::ddq, ""),
                                    column_name(Quantity::tau, "")};
    return std::none_of(std::begin(prefixes), std::end(prefixes),
                        [&](const std::string& prefix) { return name.starts_with(prefix); });
  }

 private:
  bool any_joint_;
  std::unordered_set<std::string> names_;
};

}  // namespace

Waypoints read_waypoints(const std::string& path, const Robot* robot, bool degrees, const Warn& note) {
  const PositionColumns positions(robot);
  const CsvTable table = read_csv_table(
      path, [&](const std::string& name) { return positions.contain(name); }, max_text_file_bytes);
  Waypoints waypoints{
      .origin = table.file, .joints = {}, .q = {}, .t = table.time.value_or(std::vector<double>())};
  if (robot)
    take_columns(waypoints, table, *robot, degrees);
  else
    take_columns(waypoints, table, degrees);
  if (!table.passed_over.empty()) note(table.file + ": columns not used: " + joined(table.passed_over));
  if (table.rows < 2)
    throw Error(table.file, "has " + counted(table.rows, "row") +
                                " of waypoints: expected the start, the end, and those between");
  if (table.time && waypoints.t.front() != 0)
    throw Error(table.file, "the time of the first waypoint is " + shortest(waypoints.t.front()) +
                                ": expected 0, when the motion begins");
  return waypoints;
}

}  // namespace invdyn
