#include "motion_figure.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <stdexcept>

#include "../base/wording.h"
#include "../simulation/control_sample.h"
#include "../text/number.h"
#include "../trajectory/quantity.h"
#include "thinning.h"
#include "tics.h"

namespace invdyn {
namespace {

// The type of a joint, if it is known.
enum class Motion { revolute, prismatic, unknown };

// The sample quantity with this name.
constexpr SampleQuantity sampled(std::string_view name) {
  for (const SampleQuantity& quantity : sample_quantities)
    if (quantity.name == name) return quantity;
  throw std::logic_error("no quantity of a sample");
}

// The kinds of columns with a prefix, in the order of panels, with their names for each Motion.
struct Kind {
  SampleQuantity column;
  std::array<std::string_view, 3> name;

  std::string prefix() const { return std::string(column.name) + '_'; }
  bool is_angle() const { return !unit_in_degrees(column.unit_of).empty(); }
};
constexpr Kind kind(std::string_view column, std::string_view name) {
  return {sampled(column), {name, name, name}};
}
constexpr std::array<Kind, 6> kinds{
    kind("q", "position"),           kind("desired", "desired position"),
    kind("error", "position error"), kind("dq", "velocity"),
    kind("ddq", "acceleration"),     {sampled("tau"), {"torque", "force", "torque or force"}}};
constexpr std::size_t position = 0, velocity = 3, torque = 5, other = kinds.size();

// A unit in typeset form: `rad/s²`.
std::string printed(std::string_view unit) {
  std::string result(unit);
  if (const std::size_t square = result.find("^2"); square != std::string::npos)
    result.replace(square, 2, "²");
  return result;
}

// All digits, whatever the size: `1700000000.25`.
std::string in_full(double value) {
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return {text.data(), end.ptr};
}

// A reader cannot distinguish more curves in one panel.
constexpr std::size_t max_curves = 8;
// A figure with more columns takes too long and is unreadable.
constexpr std::size_t max_columns = 1000;
// The visible resolution across a panel, at 300 dots per inch and 170 mm.
constexpr std::size_t visible_columns = 1500;

// A column with its properties.
struct Series {
  std::size_t table;
  const CsvTable::Column* column;
  std::size_t kind;   // of kinds, or other
  std::string joint;  // other: the column's name
  Motion motion = Motion::unknown;
};

// One quantity in one unit.
struct Quantities {
  std::size_t kind;
  Motion motion;
  std::string name;  // of the column, if other
  auto operator<=>(const Quantities&) const = default;
};

class MotionFigure {
 public:
  MotionFigure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings, const Warn& note)
      : tables_(tables), settings_(settings), note_(note) {}

  Figure draw() {
    check_number_of_columns();
    check_times();
    find_origin();
    select_rows();
    find_joints_of_prefixes();
    for (std::size_t t = 0; t < tables_.size(); ++t)
      for (const auto& column : tables_[t].columns) series_.push_back(identified(t, column));
    if (series_.empty()) throw Error(files(), "no columns to draw except time");
    name_files();
    Figure figure;
    figure.title = settings_.title;
    if (settings_.phase)
      draw_phases(figure);
    else
      draw_quantities(figure);
    tell_of_units();
    if (thinned_)
      note_(
          "more rows than a figure shows: of the rows at one place, the first, last, minimum and "
          "largest are drawn");
    return figure;
  }

 private:
  std::string files() const {
    std::string result;
    for (const CsvTable& table : tables_) result += (result.empty() ? "" : ", ") + table.file;
    return result;
  }

  void check_number_of_columns() const {
    std::size_t columns = 0;
    for (const CsvTable& table : tables_) columns += table.columns.size();
    if (columns > max_columns)
      throw Error(files(), "has " + std::to_string(columns) + " columns to draw: expected at most " +
                               std::to_string(max_columns) + "; `columns` names those to draw");
  }

  void check_times() const {
    if (settings_.grid) return;
    const CsvTable* with = nullptr;
    const CsvTable* without = nullptr;
    for (const CsvTable& table : tables_) (table.time ? with : without) = &table;
    if (with && without)
      throw Error(without->file, "has no time column, but " + with->file +
                                     " has: expected \"t\" or \"time\" (or give `dt` or `rate`)");
    if (without)
      note_(without->file + ": no time column: drawn over the number of the row (`dt` or `rate` give times)");
  }

  bool over_time() const { return settings_.grid || tables_.front().time; }

  // Time from the origin, or the number of the row.
  double abscissa(const CsvTable& table, std::size_t row) const {
    if (settings_.grid)
      return settings_.grid->time(row) + (table.time ? table.time->front() - origin_.value_or(0) : 0);
    if (table.time) return (*table.time)[row] - origin_.value_or(0);
    return static_cast<double>(row + 1);
  }

  // For times like 1700000000.25, all labels of an axis would have the same digits. So such times are drawn
  // relative to the first one. Times near zero, compared with their span, are not changed.
  void find_origin() {
    constexpr double far = 100;  // spans
    double first = std::numeric_limits<double>::infinity(), last = -first;
    for (const CsvTable& table : tables_) {
      if (!table.time || table.rows == 0) continue;
      first = std::min(first, abscissa(table, 0));
      last = std::max(last, abscissa(table, table.rows - 1));
    }
    if (last > first && std::min(std::abs(first), std::abs(last)) > far * (last - first)) origin_ = first;
  }

  std::string abscissa_label() const {
    if (!over_time()) return "row";
    return origin_ ? "time since t = " + in_full(*origin_) + " s (s)" : "time (s)";
  }

  // The rows in the window.
  void select_rows() {
    for (const CsvTable& table : tables_) {
      auto& rows = rows_.emplace_back();
      const auto place_of = [&](std::size_t row) { return abscissa(table, row) + origin_.value_or(0); };
      for (std::size_t row = 0; row < table.rows; ++row) {
        const double at = place_of(row);
        if (at >= settings_.from.value_or(at) && at <= settings_.to.value_or(at)) rows.push_back(row);
      }
      if (table.rows == 0) throw Error(table.file, "has no rows after the header: expected rows of numbers");
      if (rows.empty())
        throw Error(table.file, "has no rows in the `window`: it goes from " + in_full(place_of(0)) + " to " +
                                    in_full(place_of(table.rows - 1)));
    }
  }

  std::optional<Motion> of_robot(std::string_view joint) const {
    if (!settings_.robot) return std::nullopt;
    for (std::size_t j = 0; j < settings_.robot->dof(); ++j)
      if (settings_.robot->moving_joint(j).name == joint)
        return settings_.robot->moving_joint(j).is_revolute() ? Motion::revolute : Motion::prismatic;
    return std::nullopt;
  }

  static std::optional<std::size_t> prefix_of(std::string_view name) {
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (name.starts_with(kinds[k].prefix()) && name.size() > kinds[k].prefix().size()) return k;
    return std::nullopt;
  }

  Series identified(std::size_t t, const CsvTable::Column& column) const {
    const auto prefix = prefix_of(column.name);
    const std::string behind = prefix ? column.name.substr(kinds[*prefix].prefix().size()) : "";
    if (prefix && of_robot(behind)) return {t, &column, *prefix, behind, *of_robot(behind)};
    if (const auto motion = of_robot(column.name)) return {t, &column, position, column.name, *motion};
    const Motion motion = !settings_.robot && settings_.all_revolute ? Motion::revolute : Motion::unknown;
    if (prefix) return {t, &column, *prefix, behind, motion};
    if (!settings_.robot && is_bare_joint(t, column.name)) return {t, &column, position, column.name, motion};
    return {t, &column, other, column.name, Motion::unknown};
  }

  // The joints that occur in columns with a prefix, for each file; also from columns that are not drawn.
  void find_joints_of_prefixes() {
    for (const CsvTable& table : tables_) {
      std::set<std::string>& joints = joints_of_prefixes_.emplace_back();
      const auto take = [&](const std::string& column) {
        if (const auto prefix = prefix_of(column))
          joints.insert(column.substr(kinds[*prefix].prefix().size()));
      };
      for (const std::string& column : table.passed_over) take(column);
      for (const CsvTable::Column& column : table.columns) take(column.name);
    }
  }

  // Whether the file confirms that this is the name of a joint.
  bool is_bare_joint(std::size_t t, const std::string& name) const {
    return joints_of_prefixes_[t].empty() || joints_of_prefixes_[t].contains(name);
  }

  // Names files by the last part of their paths, without .csv, if these names are unique.
  void name_files() {
    std::set<std::string> different;
    for (const CsvTable& table : tables_) {
      const std::filesystem::path path(table.file);
      file_names_.push_back(path.extension() == ".csv" ? path.stem().string() : path.filename().string());
      different.insert(file_names_.back());
    }
    if (different.size() == tables_.size()) return;
    for (std::size_t t = 0; t < tables_.size(); ++t) file_names_[t] = tables_[t].file;
  }

  // The unit in which angles of these joints are drawn. For unknown joints: the file's unit.
  AngleUnit angle_unit(Motion motion) const {
    return motion == Motion::revolute ? settings_.drawn_angles.value_or(AngleUnit::degrees)
                                      : settings_.angles;
  }

  double scale(std::size_t kind, Motion motion) const {
    if (kind == other || !kinds[kind].is_angle() || motion == Motion::prismatic) return 1;
    const AngleUnit drawn = angle_unit(motion);
    if (drawn == settings_.angles) return 1;
    return drawn == AngleUnit::degrees ? 180 / std::numbers::pi : std::numbers::pi / 180;
  }

  std::string label(std::size_t kind, Motion motion) const {
    const Quantity quantity = kinds[kind].column.unit_of;
    const bool in_degrees = kinds[kind].is_angle() && angle_unit(motion) == AngleUnit::degrees;
    const std::string turning = printed(in_degrees ? unit_in_degrees(quantity) : unit_of(quantity, true));
    const std::string sliding = printed(unit_of(quantity, false));
    return std::string(kinds[kind].name[static_cast<std::size_t>(motion)]) + " (" +
           (motion == Motion::revolute    ? turning
            : motion == Motion::prismatic ? sliding
                                          : turning + " or " + sliding) +
           ")";
  }

  std::vector<double> values(const Series& series) const {
    const double factor = scale(series.kind, series.motion);
    std::vector<double> result;
    for (const std::size_t row : rows_[series.table]) {
      const double value = series.column->values[row];
      if (!(std::abs(value * factor) <= largest_drawn))
        throw Error(tables_[series.table].file, series.column->name + " holds " + shortest(value) +
                                                    ", too large to draw: expected magnitudes up to " +
                                                    shortest(largest_drawn));
      result.push_back(value * factor);
    }
    return result;
  }

  std::vector<double> abscissas(std::size_t table) const {
    std::vector<double> result;
    for (const std::size_t row : rows_[table]) result.push_back(abscissa(tables_[table], row));
    return result;
  }

  // Each file or joint has the same look in all panels.
  std::size_t look_of(const std::string& name) { return looks_.emplace(name, looks_.size()).first->second; }

  void add(Panel& panel, Curve curve, const Series& series, bool by_joint) {
    const std::string& file = file_names_[series.table];
    const bool several = tables_.size() > 1;
    if (by_joint || series.kind == other)
      curve.name = several ? file : "";
    else
      curve.name = several ? series.joint + ", " + file : series.joint;
    if (series.kind == other && !several)
      curve.plain = true;
    else
      curve.look = look_of(curve.name);
    if (curve.x.size() == 1) curve.mark = Mark::points;
    Curve drawn = thinned(curve, visible_columns);
    thinned_ = thinned_ || drawn.x.size() < curve.x.size();
    panel.curves.push_back(std::move(drawn));
  }

  bool by_joint(std::size_t maximum) const {
    if (settings_.split != Split::automatic) return settings_.split == Split::by_joint;
    return tables_.size() > 1 && maximum > max_curves;
  }

  // The joints of these series, in the order of the columns.
  static std::vector<std::string> joints_of(const std::vector<Series>& all) {
    std::vector<std::string> joints;
    for (const Series& series : all)
      if (series.kind != other && std::find(joints.begin(), joints.end(), series.joint) == joints.end())
        joints.push_back(series.joint);
    return joints;
  }

  void draw_quantities(Figure& figure) {
    std::map<Quantities, std::vector<Series>> groups;
    for (const Series& series : series_)
      groups[{series.kind, series.motion, series.kind == other ? series.joint : ""}].push_back(series);
    std::size_t maximum = 0;
    for (const auto& [quantities, members] : groups) maximum = std::max(maximum, members.size());
    const auto panel_of = [&](const Quantities& quantities, const std::string& title) {
      Panel panel;
      panel.title = title;
      panel.x.label = abscissa_label();
      panel.y.label = quantities.kind == other ? quantities.name : label(quantities.kind, quantities.motion);
      return panel;
    };
    const auto curve_of = [&](const Series& series) {
      Curve curve;
      curve.x = abscissas(series.table);
      curve.y = values(series);
      return curve;
    };

    if (!by_joint(maximum)) {
      for (const auto& [quantities, members] : groups)
        for (const auto& [first, last] : even_parts(members.size())) {
          Panel panel = panel_of(quantities, "");
          for (std::size_t i = first; i < last; ++i) add(panel, curve_of(members[i]), members[i], false);
          figure.panels.push_back(std::move(panel));
        }
      figure.columns = columns_for(figure.panels.size());
      return;
    }
    std::set<std::size_t> counts;  // of each joint's panels
    for (const std::string& joint : joints_of(series_)) {
      const std::size_t before = figure.panels.size();
      for (const auto& [quantities, members] : groups) {
        if (quantities.kind == other) continue;
        Panel panel = panel_of(quantities, joint);
        for (const Series& series : members)
          if (series.joint == joint) add(panel, curve_of(series), series, true);
        if (!panel.curves.empty()) figure.panels.push_back(std::move(panel));
      }
      counts.insert(figure.panels.size() - before);
    }
    for (const auto& [quantities, members] : groups) {
      if (quantities.kind != other) continue;
      Panel panel = panel_of(quantities, "");
      for (const Series& series : members) add(panel, curve_of(series), series, true);
      figure.panels.push_back(std::move(panel));
    }
    // One row for each joint, if all joints have the same number of panels and these fit in a row.
    const std::size_t row = counts.size() == 1 ? *counts.begin() : 0;
    figure.columns = row > 1 && row <= 4 ? row : columns_for(figure.panels.size());
  }

  void draw_phases(Figure& figure) {
    struct Phase {
      Series torque, velocity;
    };
    std::map<Motion, std::vector<Phase>> groups;
    std::set<const CsvTable::Column*> used;
    for (const Series& tau : series_) {
      if (tau.kind != torque) continue;
      const auto dq = std::find_if(series_.begin(), series_.end(), [&](const Series& series) {
        return series.kind == velocity && series.table == tau.table && series.joint == tau.joint;
      });
      if (dq == series_.end()) continue;
      groups[tau.motion].push_back({tau, *dq});
      used.insert({tau.column, dq->column});
    }
    if (groups.empty())
      throw UsageError(
          "`phase`",
          "draws tau_<joint> over dq_<joint>, and no joint has both columns: expected both (invdyn "
          "torque `columns` dq,tau writes them)");
    std::vector<std::string> unused;
    for (const Series& series : series_)
      if (!used.contains(series.column)) add_once(unused, series.column->name);
    if (!unused.empty()) note_("columns not drawn: " + joined(unused));
    std::size_t maximum = 0;
    for (const auto& [motion, members] : groups) maximum = std::max(maximum, members.size());
    const bool split = by_joint(maximum) || (settings_.split == Split::automatic && maximum > max_curves);
    const auto panel_of = [&](Motion motion, const std::string& title) {
      Panel panel;
      panel.title = title;
      panel.x.label = label(velocity, motion);
      panel.y.label = label(torque, motion);
      return panel;
    };
    const auto curve_of = [&](const Phase& phase) {
      Curve curve;
      curve.x = values(phase.velocity);
      curve.y = values(phase.torque);
      return curve;
    };
    for (const auto& [motion, members] : groups) {
      if (!split) {
        Panel panel = panel_of(motion, "");
        for (const Phase& phase : members) add(panel, curve_of(phase), phase.torque, false);
        figure.panels.push_back(std::move(panel));
        continue;
      }
      std::vector<Series> torques;
      for (const Phase& phase : members) torques.push_back(phase.torque);
      for (const std::string& joint : joints_of(torques)) {
        Panel panel = panel_of(motion, joint);
        for (const Phase& phase : members)
          if (phase.torque.joint == joint) add(panel, curve_of(phase), phase.torque, true);
        figure.panels.push_back(std::move(panel));
      }
    }
    figure.columns = columns_for(figure.panels.size());
  }

  // Divides 0..n into the minimum number of even parts with at most max_curves each. One part if the user
  // asked for one panel.
  std::vector<std::pair<std::size_t, std::size_t>> even_parts(std::size_t count) const {
    const std::size_t parts =
        settings_.split == Split::by_quantity ? 1 : (count + max_curves - 1) / max_curves;
    std::vector<std::pair<std::size_t, std::size_t>> result;
    for (std::size_t i = 0; i < parts; ++i) result.emplace_back(i * count / parts, (i + 1) * count / parts);
    return result;
  }

  static void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  static std::size_t columns_for(std::size_t panels) { return panels <= 3 ? 1 : panels <= 8 ? 2 : 3; }

  void tell_of_units() const {
    std::vector<std::string> not_of_robot;
    bool unknown = false;  // whether an angle is of an unknown joint
    for (const Series& series : series_) {
      if (series.motion != Motion::unknown) continue;
      if (settings_.robot) add_once(not_of_robot, series.column->name);
      unknown = unknown || (series.kind != other && kinds[series.kind].is_angle());
    }
    if (!not_of_robot.empty()) {
      note_("of no joint of " + settings_.robot->name() + ", so drawn as they are: " + joined(not_of_robot));
      return;
    }
    if (!unknown) return;
    if (settings_.angles == AngleUnit::degrees && settings_.drawn_angles == AngleUnit::radians)
      throw UsageError(
          "`radians`",
          "beside `degrees`, but the file does not state which joints are revolute: expected `robot` "
          "ROBOT, or `revolute` where all are");
    if (settings_.angles == AngleUnit::radians && !settings_.drawn_angles)
      note_(
          "the file does not state which joints are revolute, so angles stay in rad: `robot` ROBOT, or "
          "`revolute` "
          "where all are, draws degrees (`degrees` says that the file has them)");
  }

  const std::vector<CsvTable>& tables_;
  const MotionFigureSettings& settings_;
  const Warn& note_;
  std::vector<std::vector<std::size_t>> rows_;             // of each table, within the window
  std::vector<std::set<std::string>> joints_of_prefixes_;  // of each table
  std::vector<Series> series_;
  std::vector<std::string> file_names_;
  std::map<std::string, std::size_t> looks_;
  std::optional<double> origin_;  // of the times drawn
  bool thinned_ = false;
};

}  // namespace

Figure motion_figure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                     const Warn& note) {
  return MotionFigure(tables, settings, note).draw();
}

}  // namespace invdyn
