#include "motion_columns.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <tuple>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/compression/compression.h"
#include "../../ground/text/number.h"
#include "../../trajectory/names/column_words.h"
#include "tics.h"

namespace invdyn {
namespace {

// All digits, whatever the size: `1700000000.25`.
std::string in_full(double value) {
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return {text.data(), end.ptr};
}

// A figure with more columns takes too long and is unreadable.
constexpr std::size_t max_columns = 1000;
// A column is rounding if its values are at most this part of the largest value of the same unit.
constexpr double rounding = 1e-9;

// What the words of a log's name say, such as `actual_qd_3`; its other words may be those of a joint. None:
// it is of no joint.
std::optional<WordsMeaning> meaning_by_words(const std::string& name) {
  const std::vector<std::string> words = words_in(name);
  return meaning_of(words, words);
}

// The words that do not say the quantity: the same for `actual_q_3` and `actual_qd_3`.
std::string words_of_joint(const std::string& name) {
  const std::optional<WordsMeaning> meaning = meaning_by_words(name);
  std::string text = meaning ? std::to_string(static_cast<int>(meaning->values)) : name;
  if (meaning)
    for (const std::string& word : meaning->others) text += ' ' + word;
  return text;
}

}  // namespace

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

MotionColumns::MotionColumns(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                             const Warn& note)
    : tables_(tables), settings_(settings), note_(note) {
  check_number_of_columns();
  check_times();
  find_origin();
  select_rows();
  find_joints_of_samples();
  for (std::size_t t = 0; t < tables_.size(); ++t)
    for (const auto& column : tables_[t].columns) series_.push_back(identified(t, column));
  if (series_.empty()) throw Error(files(), "no columns to draw except time");
  name_files();
  number_joints();
}

std::string MotionColumns::files() const {
  std::string result;
  for (const CsvTable& table : tables_) result += (result.empty() ? "" : ", ") + table.file;
  return result;
}

void MotionColumns::check_number_of_columns() const {
  std::size_t columns = 0;
  for (const CsvTable& table : tables_) columns += table.columns.size();
  if (columns > max_columns)
    throw Error(files(), "has " + std::to_string(columns) + " columns to draw: expected at most " +
                             std::to_string(max_columns) + "; `columns` selects the columns to draw");
}

void MotionColumns::check_times() const {
  const CsvTable* with = nullptr;
  const CsvTable* without = nullptr;
  for (const CsvTable& table : tables_) (table.is_numbered ? without : with) = &table;
  if (with && without)
    throw Error(without->file,
                "has no time column, but " + with->file +
                    " has a time column: expected a column \"t\" or \"time\" (or give `dt` or `rate`)");
  if (without)
    note_(without->file +
          ": no time column, so the x axis shows row numbers. For times, give `map` NAME=t (NAME: the "
          "column with times), `dt` or `rate`");
}

// Time from the origin, or the number of the row.
double MotionColumns::abscissa(const CsvTable& table, std::size_t row) const {
  return (*table.time)[row] - origin_.value_or(0);
}

// For times like 1700000000.25, all labels of an axis would have the same digits. So such times are drawn
// relative to the first one. Times near zero, compared with their span, are not changed.
void MotionColumns::find_origin() {
  if (!settings_.x_label.empty()) return;
  constexpr double far = 100;  // spans
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const CsvTable& table : tables_) {
    if (table.is_numbered || table.rows == 0) continue;
    first = std::min(first, abscissa(table, 0));
    last = std::max(last, abscissa(table, table.rows - 1));
  }
  if (last > first && std::min(std::abs(first), std::abs(last)) > far * (last - first)) origin_ = first;
}

std::string MotionColumns::abscissa_label() const {
  if (!settings_.x_label.empty()) return settings_.x_label;
  if (tables_.front().is_numbered) return "row";
  return origin_ ? "t - " + in_full(*origin_) + " s (s)" : "time (s)";
}

// The rows in the window.
void MotionColumns::select_rows() {
  for (const CsvTable& table : tables_) {
    auto& rows = rows_.emplace_back();
    const auto place_of = [&](std::size_t row) { return abscissa(table, row) + origin_.value_or(0); };
    for (std::size_t row = 0; row < table.rows; ++row) {
      const double at = place_of(row);
      if (at >= settings_.from.value_or(at) && at <= settings_.to.value_or(at)) rows.push_back(row);
    }
    if (table.rows == 0) throw Error(table.file, "has no rows after the header: expected rows of numbers");
    if (rows.empty())
      throw Error(table.file, "has no rows in the `window`: the file goes from " + in_full(place_of(0)) +
                                  " to " + in_full(place_of(table.rows - 1)));
  }
}

std::optional<JointKind> MotionColumns::of_robot(std::string_view joint) const {
  if (!settings_.robot) return std::nullopt;
  for (std::size_t j = 0; j < settings_.robot->dof(); ++j)
    if (settings_.robot->moving_joint(j).name == joint)
      return settings_.robot->moving_joint(j).is_revolute() ? JointKind::revolute : JointKind::prismatic;
  return std::nullopt;
}

// Names files by the last part of their paths, without .csv (and .gz), if these names are unique.
void MotionColumns::name_files() {
  std::set<std::string> different;
  for (const CsvTable& table : tables_) {
    const std::filesystem::path path(without_compression_ending(table.file));
    file_names_.push_back(path.extension() == ".csv" ? path.stem().string() : path.filename().string());
    different.insert(file_names_.back());
  }
  if (different.size() == tables_.size()) return;
  for (std::size_t t = 0; t < tables_.size(); ++t) file_names_[t] = tables_[t].file;
}

// The unit in which angles of these joints are drawn. For unknown joints: the file's unit.
AngleUnit MotionColumns::angle_unit(JointKind kind) const {
  return kind == JointKind::revolute ? settings_.drawn_angles.value_or(AngleUnit::degrees) : settings_.angles;
}

// Identifies joints by the quantities of samples first, because other words, such as `power`, may also begin
// the name of another column.
MotionColumns::Series MotionColumns::identified(std::size_t t, const CsvTable::Column& column) const {
  Series series{.table = t, .column = &column};
  const std::string& name = column.standard_name();
  if (const auto component = component_in(t, name)) {
    series.axis = component->axis;
    series.joint = series.curve = name;
    series.kind = component->kind;
    series.component = component->number;
    return series;
  }
  if (const auto k = quantity_of_column(name)) {
    const ColumnQuantity& quantity = column_quantities()[*k];
    series.joint = name.substr(quantity.name.size() + 1);
    if (const std::size_t at = series.joint.rfind('@'); quantity.is_reaction() && at != std::string::npos) {
      series.frame = series.joint.substr(at + 1);
      series.joint.resize(at);
    }
    if (of_robot(series.joint) || (!of_robot(name) && may_be_joint(t, quantity, series.joint))) {
      series.axis = quantity.axis;
      series.quantity = quantity.name;
      series.curve = quantity.curve_name();
      series.kind = motion_of(series.joint);
      return series;
    }
  }
  series.joint = name;
  series.frame.clear();
  const std::optional<WordsMeaning> words = meaning_by_words(name);
  if (!of_robot(name) && words && words->names_quantity && !words->is_current) {
    series.axis = axis_of_sample(name_of(words->quantity));
    series.quantity = series.curve = name_of(words->quantity);
    series.kind = motion_of(name);
    series.is_by_words = true;
    return series;
  }
  if (of_robot(name) || (!settings_.robot && words && is_bare_joint(t, name))) {
    series.axis = AxisQuantity::position;
    series.quantity = series.curve = "q";
    series.kind = motion_of(name);
  }
  return series;
}

// Other programs have `angular_x` too, as a velocity.
std::optional<ColumnComponent> MotionColumns::component_in(std::size_t t, const std::string& name) const {
  const auto component = component_of_column(name);
  if (!component || of_robot(name)) return std::nullopt;
  if (component->axis != AxisQuantity::angular_momentum) return component;
  const CsvTable& table = tables_[t];
  const auto is_momentum = [](const std::string& other) { return other.starts_with("momentum_"); };
  const bool is_ours = std::any_of(table.passed_over.begin(), table.passed_over.end(), is_momentum) ||
                       std::any_of(table.columns.begin(), table.columns.end(),
                                   [&](const CsvTable::Column& each) { return is_momentum(each.name); });
  return is_ours ? component : std::nullopt;
}

JointKind MotionColumns::motion_of(const std::string& joint) const {
  if (const auto stated = stated_kinds_.find(joint); stated != stated_kinds_.end() && !settings_.robot)
    return stated->second;
  const JointKind otherwise =
      !settings_.robot && settings_.all_revolute ? JointKind::revolute : JointKind::unknown;
  return of_robot(joint).value_or(otherwise);
}

// The joints that occur in columns of a sample's quantities, for each file; also from columns that are not
// drawn.
void MotionColumns::find_joints_of_samples() {
  for (const CsvTable& table : tables_) {
    std::set<std::string>& joints = joints_of_samples_.emplace_back();
    bool has_derived = false, has_words = false;
    const auto take = [&](const std::string& column) {
      if (component_of_column(column)) return;
      const std::optional<WordsMeaning> words = meaning_by_words(column);
      has_words = has_words || (words && words->names_quantity);
      const auto k = quantity_of_column(column);
      if (!k) return;
      const ColumnQuantity& quantity = column_quantities()[*k];
      if (quantity.is_derived)
        has_derived = true;
      else
        joints.insert(column.substr(quantity.name.size() + 1));
    };
    for (const std::string& column : table.passed_over) take(column);
    for (const CsvTable::Column& column : table.columns) {
      take(column.standard_name());
      const auto k = quantity_of_column(column.standard_name());
      if (k && column.turns)
        stated_kinds_.emplace(column.standard_name().substr(column_quantities()[*k].name.size() + 1),
                              *column.turns ? JointKind::revolute : JointKind::prismatic);
    }
    has_derived_.push_back(has_derived);
    has_words_.push_back(has_words);
  }
}

// Whether the file confirms that this is the name of a joint, although no quantity stands before it.
bool MotionColumns::is_bare_joint(std::size_t t, const std::string& name) const {
  const std::vector<std::string> words = words_in(name);
  if (words.size() == 2 && words[0] == "joint" && std::isdigit(static_cast<unsigned char>(words[1][0])) != 0)
    return true;
  return joints_of_samples_[t].empty() ? !has_derived_[t] && !has_words_[t]
                                       : joints_of_samples_[t].contains(name);
}

// Whether the file does not deny it.
bool MotionColumns::may_be_joint(std::size_t t, const ColumnQuantity& quantity,
                                 const std::string& name) const {
  return !quantity.is_derived || joints_of_samples_[t].empty() || joints_of_samples_[t].contains(name);
}

// The order of the robot's joints, then of the files' columns. Joints keep their colours if columns are left
// out of the drawing.
void MotionColumns::number_joints() {
  std::size_t count = 0;
  const auto number = [&](const std::string& joint) { count += numbers_.emplace(joint, count).second; };
  if (settings_.robot)
    for (std::size_t j = 0; j < settings_.robot->dof(); ++j) number(settings_.robot->moving_joint(j).name);
  const auto place = [](const Series& series) {
    return std::tuple(series.table, series.axis, words_of_joint(series.joint));
  };
  std::map<decltype(place(series_.front())), int> same;
  for (const Series& series : series_)
    if (series.is_by_words) ++same[place(series)];
  std::map<std::string, std::size_t> by_words;  // where a quantity has one column of such words
  for (const Series& series : series_) {
    if (!is_of_joint(series.axis)) continue;
    if (!series.is_by_words || same[place(series)] > 1) {
      number(series.joint);
      continue;
    }
    const auto [found, is_new] = by_words.emplace(words_of_joint(series.joint), count);
    numbers_.emplace(series.joint, found->second);
    count += is_new;
  }
  std::stable_sort(series_.begin(), series_.end(), [&](const Series& a, const Series& b) {
    const auto rank = [&](const Series& series) {
      return is_of_joint(series.axis) ? number_of(series.joint) : count;
    };
    return std::pair(a.table, rank(a)) < std::pair(b.table, rank(b));
  });
}

double MotionColumns::scale(AxisQuantity axis, JointKind kind) const {
  if (!is_angle(axis) || kind == JointKind::prismatic) return 1;
  const AngleUnit drawn = angle_unit(kind);
  if (drawn == settings_.angles) return 1;
  return drawn == AngleUnit::degrees ? 180 / std::numbers::pi : std::numbers::pi / 180;
}

double MotionColumns::per_si_unit(AxisQuantity axis, JointKind kind) const {
  const bool in_degrees =
      is_angle(axis) && kind == JointKind::revolute && angle_unit(kind) == AngleUnit::degrees;
  return in_degrees ? 180 / std::numbers::pi : 1;
}

std::string MotionColumns::unit(AxisQuantity axis, JointKind kind) const {
  return printed_unit(axis, kind, angle_unit(kind) == AngleUnit::degrees);
}

std::string MotionColumns::label(AxisQuantity axis, JointKind kind, const std::string& term) const {
  const std::string name(name_of(axis, kind)), in_unit = " (" + unit(axis, kind) + ')';
  if (term.empty()) return name + in_unit;
  return (axis == AxisQuantity::torque ? term + ' ' + name : name + ' ' + term) + in_unit;
}

std::vector<std::string> MotionColumns::in_order(std::vector<std::string> joints) const {
  std::stable_sort(joints.begin(), joints.end(),
                   [&](const std::string& a, const std::string& b) { return number_of(a) < number_of(b); });
  return joints;
}

double MotionColumns::drawn_value(const Series& series, std::size_t row) const {
  const double value = series.column->values[row] * scale(series.axis, series.kind);
  if (!(std::abs(value) > largest_drawn)) return value;  // NaN: a gap
  throw Error(tables_[series.table].file,
              series.column->name + " has " + shortest(series.column->values[row]) +
                  ", too large to draw: expected magnitudes up to " + shortest(largest_drawn));
}

std::vector<double> MotionColumns::values(const Series& series) const {
  std::vector<double> result;
  for (const std::size_t row : rows_[series.table]) result.push_back(drawn_value(series, row));
  return result;
}

std::vector<double> MotionColumns::abscissas(std::size_t table) const {
  std::vector<double> result;
  for (const std::size_t row : rows_[table]) result.push_back(abscissa(tables_[table], row));
  return result;
}

double MotionColumns::magnitude(const Series& series) const {
  double largest = 0;
  for (const std::size_t row : rows_[series.table])
    largest = std::max(largest, std::abs(drawn_value(series, row)));
  return largest;
}

std::vector<MotionColumns::Series> MotionColumns::without_zeros() const {
  const auto unit_of_series = [&](const Series& series) {
    return series.axis == AxisQuantity::other ? series.joint : unit(series.axis, series.kind);
  };
  std::map<std::string, double> of_unit, of_column;  // over all files, so that these can be compared
  for (const Series& series : series_) {
    const double size = magnitude(series);
    double& largest = of_unit[unit_of_series(series)];
    largest = std::max(largest, size);
    double& of_name = of_column[series.column->name];
    of_name = std::max(of_name, size);
  }
  std::vector<Series> kept;
  std::vector<std::string> left_out;
  for (const Series& series : series_) {
    const std::string& name = series.column->name;
    const double largest = of_unit[unit_of_series(series)];
    if (settings_.asked.contains(name) || (largest > 0 && of_column[name] > rounding * largest))
      kept.push_back(series);
    else
      add_once(left_out, name);
  }
  if (kept.empty()) return series_;
  if (!left_out.empty())
    note_("columns not drawn, because they have only zeros or rounding errors: " + joined(left_out) +
          ". To draw these columns, give their names in `columns`");
  return kept;
}

void MotionColumns::tell_of_units() const {
  std::vector<std::string> not_of_robot;
  bool unknown = false;  // whether an angle is of an unknown joint
  for (const Series& series : series_) {
    if (series.kind != JointKind::unknown) continue;
    if (settings_.robot) add_once(not_of_robot, series.column->name);
    unknown = unknown || is_angle(series.axis);
  }
  if (!not_of_robot.empty()) {
    note_("drawn without limits, because no joint of robot " + in_quotes(settings_.robot->name()) +
          " has these names: " + joined(not_of_robot));
    return;
  }
  if (!unknown) return;
  if (settings_.angles == AngleUnit::degrees && settings_.drawn_angles == AngleUnit::radians)
    throw UsageError(
        "`radians`",
        "is given with `degrees`, but the file does not state which joints are revolute: expected "
        "`robot` ROBOT. If all joints are revolute, `revolute` is enough");
  if (settings_.angles == AngleUnit::radians && !settings_.drawn_angles)
    note_(
        "the file does not state which joints are revolute, so the figure shows angles in rad. To "
        "show degrees, give `robot` ROBOT, or `revolute` if all joints are revolute. If the angles in the file "
        "are already in degrees, give `degrees`");
}

}  // namespace invdyn
