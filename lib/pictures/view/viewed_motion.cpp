#include "viewed_motion.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "../../dynamics/core/derived_columns.h"
#include "../../ground/base/error.h"
#include "../../ground/csv/csv_rows.h"
#include "../../ground/csv/csv_table.h"
#include "../../ground/npy/npy_header.h"
#include "../../robot/model/names.h"
#include "../../torques/rows/row_format.h"
#include "../figure/drawn_rows.h"

namespace invdyn {
namespace {

using Column = ViewedMotion::Column;

constexpr const char* desired_prefix = "desired_";
constexpr const char* torque_prefix = "tau_";

// Passes all on, and keeps the warnings: they are findings of the motion.
class KeptWarnings : public Report {
 public:
  explicit KeptWarnings(Report& to) : to_(to) {}
  void note(const std::string& text) override { to_.note(text); }
  void warning(const std::string& text) override {
    to_.warning(text);
    warnings_.push_back(text);
  }
  void doubt(const std::string& where, const std::string& what) override {
    to_.doubt(where, what);
    warnings_.push_back(where + ": " + what);
  }
  void progress(std::size_t rows, std::optional<double> fraction) override { to_.progress(rows, fraction); }
  void end_progress() override { to_.end_progress(); }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  Report& to_;
  std::vector<std::string> warnings_;
};

// The joint that a column such as `tau_elbow` is of.
std::optional<std::size_t> joint_of(const std::string& column, const std::string& prefix,
                                    const std::vector<std::string>& joints) {
  if (!column.starts_with(prefix)) return std::nullopt;
  const auto at = std::find(joints.begin(), joints.end(), column.substr(prefix.size()));
  if (at == joints.end()) return std::nullopt;
  return static_cast<std::size_t>(at - joints.begin());
}

// The measured torque comes first: it is known here whether the file has it.
std::vector<Derived> derived_of(bool terms, bool measured, bool base, bool contacts) {
  std::vector<Derived> derived;
  if (measured) derived.push_back(Derived::measured);
  if (terms)
    for (const Derived each : all_derived) {
      derived.push_back(each);
      if (each == Derived::external) break;
    }
  if (base) derived.insert(derived.end(), {Derived::wrench, Derived::base});
  if (contacts) derived.insert(derived.end(), {Derived::contact, Derived::support});
  return derived;
}

// The pose in a row, of columns of position and quaternion.
Eigen::Isometry3d pose_in(std::span<const CsvTable::Column> columns, std::size_t row) {
  const auto at = [&](std::size_t k) { return columns[k].values[row]; };
  Eigen::Isometry3d pose(Eigen::Quaterniond(at(3), at(4), at(5), at(6)).normalized());
  pose.translation() << at(0), at(1), at(2);
  return pose;
}

// Columns of six components each, row by row.
void add_wrenches(std::span<const CsvTable::Column> columns, std::size_t rows, ViewedMotion& motion) {
  for (std::size_t first = 0; first < columns.size(); first += wrench_components.size()) {
    std::vector<float>& wrench = motion.contacts.emplace_back().wrench;
    for (std::size_t row = 0; row < rows; ++row)
      for (const CsvTable::Column& column : columns.subspan(first, wrench_components.size()))
        wrench.push_back(static_cast<float>(column.values[row]));
  }
}

// The columns of a run, in their order after t.
class RunColumns {
 public:
  RunColumns(const std::vector<std::string>& joints, const std::vector<Derived>& derived,
             const DerivedColumns* names) {
    const std::vector<Quantity> quantities(all_quantities.begin(), all_quantities.end());
    output_ = OutputColumns(joints, quantities);
    for (const Quantity quantity : quantities)
      parts_.push_back({std::string(name_of(quantity)), joints.size()});
    for (const Derived each : derived) {
      const std::vector<std::string> of_each = names->names(each);
      for (const std::string& name : of_each) output_.add_derived(name);
      const std::string_view quantity = each == Derived::measured ? "tau_from_file" : name_of(each);
      parts_.push_back({std::string(quantity), of_each.size(), each});
    }
  }
  const OutputColumns& output() const { return output_; }
  // Terms that are zero everywhere say nothing.
  void move_to(ViewedMotion& motion, CsvTable&& table) const {
    std::span<CsvTable::Column> rest(table.columns);
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const auto& [quantity, count, derived] = parts_[k];
      const std::span<CsvTable::Column> columns = rest.first(count);
      rest = rest.subspan(count);
      if (derived == Derived::base) {
        for (std::size_t row = 0; row < table.rows; ++row) motion.base.push_back(pose_in(columns, row));
        continue;
      }
      if (derived == Derived::contact) {
        add_wrenches(columns, table.rows, motion);
        continue;
      }
      if (derived == Derived::support) {
        for (std::size_t i = 0; i < motion.contacts.size(); ++i)
          motion.contacts[i].bearing.assign(columns[i].values.begin(), columns[i].values.end());
        continue;
      }
      const bool is_zero = std::all_of(columns.begin(), columns.end(), [](const CsvTable::Column& column) {
        return std::all_of(column.values.begin(), column.values.end(),
                           [](double value) { return value == 0; });
      });
      if (is_zero && k > all_quantities.size() && derived != Derived::wrench) continue;
      for (std::size_t j = 0; j < count; ++j)
        motion.columns.push_back({quantity, j, std::move(columns[j].values)});
    }
  }

 private:
  struct Part {
    std::string quantity;
    std::size_t columns;
    std::optional<Derived> derived = {};
  };
  OutputColumns output_;
  std::vector<Part> parts_;
};

bool has_desired(const std::vector<std::string>& unused, const std::vector<std::string>& joints) {
  return std::any_of(unused.begin(), unused.end(), [&](const std::string& column) {
    return joint_of(column, desired_prefix, joints).has_value();
  });
}

// Reads the file once more, for the desired positions of the rows that were kept.
void add_desired(const std::string& path, const std::vector<std::string>& joints, ViewedMotion& motion) {
  const CsvTable table = read_csv_table(
      path, [&](const std::string& name) { return joint_of(name, desired_prefix, joints).has_value(); });
  if (!table.time) return;
  std::vector<std::size_t> rows;
  for (const double t : motion.t) {
    const auto at = std::lower_bound(table.time->begin(), table.time->end(), t);
    if (at == table.time->end() || *at != t) return;  // other times: the file was resampled
    rows.push_back(static_cast<std::size_t>(at - table.time->begin()));
  }
  for (const CsvTable::Column& from : table.columns) {
    Column column{"q_desired", *joint_of(from.name, desired_prefix, joints), {}};
    for (const std::size_t row : rows) column.values.push_back(from.values[row]);
    motion.columns.push_back(std::move(column));
  }
}

void add_warnings(const std::vector<std::string>& warnings, std::optional<std::size_t> noisy_joint,
                  ViewedMotion& motion) {
  for (const std::string& text : warnings) {
    const auto says = [&](std::string_view words) { return text.find(words) != std::string::npos; };
    if (says(" its lower limit, ") || says(" its upper limit, ") || says(" of its limit of "))
      continue;  // a broken limit: RunFindings has all rows
    const bool is_noise = noisy_joint && says("noise on ");
    motion.findings.push_back({.kind = is_noise ? MotionFinding::Kind::noise : MotionFinding::Kind::other,
                               .text = text,
                               .joint = is_noise ? noisy_joint : std::nullopt,
                               .from = {},
                               .to = {}});
  }
}

}  // namespace

ViewedMotion viewed_motion(const TrajectorySettings& trajectory, const ViewedMotionSettings& settings,
                           Report& report) {
  const std::vector<std::string> joints = moving_joint_names(settings.robot);
  KeptWarnings kept(report);
  TrajectoryRun run(trajectory, settings.robot, kept);
  const std::vector<Derived> derived =
      derived_of(settings.terms, run.has_measured(), settings.robot.base_floats(),
                 !settings.surroundings.contacts.empty());
  std::optional<DerivedColumns> to_derive;
  if (!derived.empty()) to_derive.emplace(settings.robot, settings.dynamics, settings.surroundings, derived);
  const RunColumns columns(joints, derived, to_derive ? &*to_derive : nullptr);
  const TrajectoryTorques dynamics(settings.robot, settings.dynamics, settings.surroundings);
  DrawnRows rows(run.name(), columns.output(), 0, std::min(settings.max_numbers, run.max_kept_numbers()));
  RunFindings findings(settings.ratings);
  ViewedMotion motion;
  motion.rows_of_file =
      run.finish(dynamics, {&rows, &findings}, nullptr, to_derive ? &*to_derive : nullptr, settings.measured);
  motion.name = run.name();
  CsvTable table = rows.take_table();
  motion.t = std::move(*table.time);
  columns.move_to(motion, std::move(table));
  motion.findings = findings.findings();
  add_warnings(kept.warnings(), run.noisy_joint(), motion);
  if (trajectory.path != "-" && has_desired(run.unused_columns(), joints))
    add_desired(trajectory.path, joints, motion);
  return motion;
}

bool has_torques_alone(const std::string& path, const Robot& robot) {
  if (!std::filesystem::is_regular_file(path) || is_npy_name(path)) return false;
  const std::vector<std::string> joints = moving_joint_names(robot);
  CsvRows rows(path);
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  bool torques = false;
  for (const std::string_view field : fields) {
    const std::string name(field);
    if (joint_of(name, "", joints) || joint_of(name, "q_", joints)) return false;
    torques = torques || joint_of(name, torque_prefix, joints);
  }
  return torques;
}

ViewedMotion viewed_torques(const std::string& path, const ViewedMotionSettings& settings) {
  const std::vector<std::string> joints = moving_joint_names(settings.robot);
  CsvTable table = read_csv_table(
      path, [&](const std::string& name) { return joint_of(name, torque_prefix, joints).has_value(); });
  if (!table.time) throw Error(table.file, "has torques and no times: expected a column t");
  ViewedMotion motion;
  motion.name = table.file;
  motion.rows_of_file = table.rows;
  const std::size_t max_rows = settings.max_numbers / (table.columns.size() + 1);
  if (table.rows > max_rows) thin_rows(table, max_rows);
  motion.t = std::move(*table.time);
  for (CsvTable::Column& column : table.columns)
    motion.columns.push_back(
        {"tau_from_file", *joint_of(column.name, torque_prefix, joints), std::move(column.values)});
  return motion;
}

}  // namespace invdyn
