#include "motion_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "motion_columns.h"
#include "motion_curves.h"
#include "panel_limits.h"
#include "phase_panels.h"
#include "tics.h"

namespace invdyn {
namespace {

using Series = MotionColumns::Series;

// The series of panels with the same axis.
struct Group {
  AxisQuantity axis;
  JointKind kind;
  std::string name;          // before or after the axis's name: the only term
  bool has_terms = false;    // several terms: a panel for each joint
  bool is_numbered = false;  // columns that differ in a number
  std::vector<Series> members = {};

  bool is_same(const Group& other) const {
    return axis == other.axis && kind == other.kind && name == other.name;
  }
};

// A line bridges missing values: columns of a log may have different rates. It does not bridge more than
// three usual steps.
void bridge_missing(Curve& curve) {
  std::vector<std::size_t> present;
  for (std::size_t i = 0; i < curve.y.size(); ++i)
    if (!std::isnan(curve.y[i])) present.push_back(i);
  if (present.size() == curve.y.size() || present.size() < 3) return;
  std::vector<double> steps;
  for (std::size_t k = 1; k < present.size(); ++k)
    steps.push_back(curve.x[present[k]] - curve.x[present[k - 1]]);
  std::vector<double> sorted = steps;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  Curve bridged = curve;
  bridged.x.clear();
  bridged.y.clear();
  for (std::size_t k = 0; k < present.size(); ++k) {
    if (k > 0 && present[k] - present[k - 1] > 1 && steps[k - 1] > 3 * *middle) {
      bridged.x.push_back(curve.x[present[k] - 1]);
      bridged.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    bridged.x.push_back(curve.x[present[k]]);
    bridged.y.push_back(curve.y[present[k]]);
  }
  curve = std::move(bridged);
}

double size_of(const Extent& extent) {
  return extent.empty() ? 0 : std::max(std::abs(extent.minimum()), std::abs(extent.maximum()));
}

bool has_terms_or_components(AxisQuantity axis) {
  return axis == AxisQuantity::torque || axis == AxisQuantity::reaction_force ||
         axis == AxisQuantity::reaction_moment;
}

class MotionFigure {
 public:
  MotionFigure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings, const Warn& note)
      : settings_(settings),
        note_(note),
        columns_(tables, settings, note),
        curves_(columns_),
        limits_(columns_, settings) {}

  Figure draw() {
    Figure figure;
    figure.title = settings_.title;
    if (settings_.phase) {
      figure.panels = phase_panels(columns_, settings_, curves_, limits_, note_);
      figure.columns = columns_for(figure.panels.size());
    } else {
      find_groups();
      if (is_by_joint())
        draw_joints(figure);
      else
        draw_quantities(figure);
    }
    for (Panel& panel : figure.panels) {
      if (settings_.lowest) panel.y.minimum = settings_.lowest;
      if (settings_.highest) panel.y.maximum = settings_.highest;
    }
    columns_.tell_of_units();
    if (const std::string far = limits_.note(); !far.empty()) note_(far);
    if (curves_.is_thinned())
      note_(
          "more rows than a figure can show: if several points fall on one place of the "
          "horizontal axis, only the first, last, lowest and highest of these points are drawn");
    return figure;
  }

 private:
  void find_groups() {
    const std::vector<Series> all = columns_.without_zeros();
    for (const Series& series : all) {
      Group group{series.axis, unit_kind(series), ""};
      if (series.component) {
        group.is_numbered = true;
      } else if (series.axis == AxisQuantity::other) {
        group.name = without_numbers(series.joint);
        group.is_numbered = is_numbered(all, group.name);
        if (!group.is_numbered) group.name = series.joint;
      } else if (has_terms_or_components(series.axis)) {
        group.has_terms = settings_.split != Split::by_quantity && has_several_terms(all, series.axis);
        if (!group.has_terms && series.quantity != "tau") group.name = series.curve;
      }
      const auto found = std::find_if(groups_.begin(), groups_.end(),
                                      [&](const Group& each) { return each.is_same(group); });
      Group& target = found == groups_.end() ? groups_.emplace_back(group) : *found;
      target.members.push_back(series);
    }
    // Terms in the order of their names' table: tau first.
    for (Group& group : groups_)
      if (group.has_terms)
        std::stable_sort(group.members.begin(), group.members.end(), [](const Series& a, const Series& b) {
          const auto rank = [](const Series& series) {
            return quantity_of_column(series.column->standard_name()).value_or(0);
          };
          return rank(a) < rank(b);
        });
    std::stable_sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
      return std::pair(a.axis, a.kind) < std::pair(b.axis, b.kind);
    });
  }

  // Whether several columns of a file have this name and a number.
  static bool is_numbered(const std::vector<Series>& all, const std::string& name) {
    return !name.empty() && std::count_if(all.begin(), all.end(), [&](const Series& series) {
                              return series.axis == AxisQuantity::other &&
                                     series.table == all.front().table &&
                                     without_numbers(series.joint) == name;
                            }) > 1;
  }

  // The joint's kind, if the unit depends on it.
  static JointKind unit_kind(const Series& series) {
    return quantity_of(series.axis) ? series.kind : JointKind::unknown;
  }

  static bool has_several_terms(const std::vector<Series>& all, AxisQuantity axis) {
    std::set<std::string> terms;
    for (const Series& series : all)
      if (series.axis == axis) terms.insert(series.quantity);
    return terms.size() > 1;
  }

  bool is_by_joint() const {
    if (settings_.split != Split::automatic) return settings_.split == Split::by_joint;
    std::size_t maximum = 0;
    for (const Group& group : groups_)
      if (!group.has_terms) maximum = std::max(maximum, group.members.size());
    return columns_.has_several_files() && maximum > max_curves;
  }

  Panel empty_panel(const Group& group, const std::string& title) const {
    Panel panel;
    panel.title = title;
    panel.x.label = columns_.abscissa_label();
    panel.y.label =
        group.axis == AxisQuantity::other ? group.name : columns_.label(group.axis, group.kind, group.name);
    return panel;
  }

  Curve curve_of(const Series& series) const {
    Curve curve;
    curve.x = columns_.abscissas(series.table);
    curve.y = columns_.values(series);
    if (settings_.x_label.empty()) bridge_missing(curve);
    return curve;
  }

  // The panels of a joint's terms: one, but one for each file if areas are stacked.
  void add_terms(Figure& figure, const Group& group, const std::string& joint) {
    std::vector<Series> terms;
    for (const Series& series : group.members)
      if (series.joint == joint) terms.push_back(series);
    if (terms.empty()) return;
    const std::string& frame = terms.front().frame;
    const std::string title = frame.empty() ? joint : joint + ", axes of " + frame;
    const bool has_width = columns_.abscissas(terms.front().table).size() > 1;
    if (settings_.stacked && group.axis == AxisQuantity::torque && has_width) {
      add_stacks(figure, group, terms);
      return;
    }
    Panel panel = empty_panel(group, title);
    for (const Series& series : terms) curves_.add(panel, curve_of(series), series, Distinct::terms);
    limits_.add(panel, terms);
    figure.panels.push_back(std::move(panel));
  }

  void add_stacks(Figure& figure, const Group& group, const std::vector<Series>& terms) {
    std::set<std::size_t> tables;
    for (const Series& series : terms) tables.insert(series.table);
    for (const std::size_t table : tables) {
      std::vector<Series> of_file;
      for (const Series& series : terms)
        if (series.table == table) of_file.push_back(series);
      const std::string& joint = terms.front().joint;
      Panel panel =
          empty_panel(group, columns_.has_several_files() ? joint + ", " + columns_.file_name(table) : joint);
      curves_.add_stack(panel, of_file);
      limits_.add(panel, of_file);
      figure.panels.push_back(std::move(panel));
    }
  }

  void draw_quantities(Figure& figure) {
    for (const Group& group : groups_) {
      if (group.has_terms) {
        for (const std::string& joint : joints_of(group.members)) add_terms(figure, group, joint);
        continue;
      }
      for (const auto& [first, last] : even_parts(group.members.size())) {
        const auto begin = group.members.begin();
        const std::vector<Series> part(begin + static_cast<std::ptrdiff_t>(first),
                                       begin + static_cast<std::ptrdiff_t>(last));
        Panel panel = empty_panel(group, "");
        for (const Series& series : part)
          curves_.add(panel, curve_of(series), series,
                      group.is_numbered ? Distinct::columns : Distinct::joints);
        add_limits(panel, part);
        show_the_others(panel, part);
        figure.panels.push_back(std::move(panel));
      }
    }
    figure.columns = columns_for(figure.panels.size());
  }

  void draw_joints(Figure& figure) {
    std::vector<Series> all;
    for (const Group& group : groups_) all.insert(all.end(), group.members.begin(), group.members.end());
    std::set<std::size_t> counts;  // of each joint's panels
    for (const std::string& joint : columns_.in_order(joints_of(all))) {
      const std::size_t before = figure.panels.size();
      for (const Group& group : groups_) {
        if (!is_of_joint(group.axis)) continue;
        if (group.has_terms)
          add_terms(figure, group, joint);
        else
          add_joint(figure, group, joint);
      }
      counts.insert(figure.panels.size() - before);
    }
    for (const Group& group : groups_) {
      if (is_of_joint(group.axis)) continue;
      Panel panel = empty_panel(group, "");
      for (const Series& series : group.members)
        curves_.add(panel, curve_of(series), series,
                    group.is_numbered ? Distinct::columns : Distinct::nothing);
      figure.panels.push_back(std::move(panel));
    }
    // One row for each joint, if all joints have the same number of panels and these fit in a row.
    const std::size_t row = counts.size() == 1 ? *counts.begin() : 0;
    figure.columns = row > 1 && row <= 4 ? row : columns_for(figure.panels.size());
  }

  void add_joint(Figure& figure, const Group& group, const std::string& joint) {
    std::vector<Series> of_joint;
    for (const Series& series : group.members)
      if (series.joint == joint) of_joint.push_back(series);
    if (of_joint.empty()) return;
    Panel panel = empty_panel(group, joint);
    for (const Series& series : of_joint) curves_.add(panel, curve_of(series), series, Distinct::nothing);
    add_limits(panel, of_joint);
    figure.panels.push_back(std::move(panel));
  }

  // A margin of zero is the limit itself.
  void add_limits(Panel& panel, const std::vector<Series>& series) {
    limits_.add(panel, series);
    if (series.front().axis != AxisQuantity::margin) return;
    panel.levels.push_back({.y = 0, .name = name_of(LimitLook::joint)});
    panel.bands.push_back({0, false});
  }

  // The range of the other curves, if one is so large that they would be lines at zero.
  void show_the_others(Panel& panel, const std::vector<Series>& series) {
    constexpr double hides = 50, vanishes = 1e-6;
    if (settings_.lowest || settings_.highest || series.size() < 3 || series.front().component) return;
    std::vector<Extent> extents(series.size());
    std::vector<double> sizes;
    for (std::size_t i = 0; i < series.size(); ++i) {
      for (const double value : columns_.values(series[i])) extents[i].take(value, false);
      sizes.push_back(size_of(extents[i]));
    }
    const auto largest =
        static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    Extent others;
    for (std::size_t i = 0; i < series.size(); ++i)
      if (i != largest && !extents[i].empty()) {
        others.take(extents[i].minimum(), false);
        others.take(extents[i].maximum(), false);
      }
    const double size = size_of(others);
    if (size <= vanishes * sizes[largest] || sizes[largest] < hides * size) return;
    const double margin = 0.05 * std::max(others.maximum() - others.minimum(), size);
    const double from = std::min(others.minimum() - margin, 0.0),
                 to = std::max(others.maximum() + margin, 0.0);
    std::rotate(panel.curves.begin(), panel.curves.begin() + static_cast<std::ptrdiff_t>(largest),
                panel.curves.begin() + static_cast<std::ptrdiff_t>(largest) + 1);  // behind the others
    panel.y.minimum = from;
    panel.y.maximum = to;
    const std::vector<double> values = columns_.values(series[largest]);
    const auto outside =
        std::count_if(values.begin(), values.end(), [&](double value) { return value < from || value > to; });
    const std::string lowest = six_digits(extents[largest].minimum()),
                      highest = six_digits(extents[largest].maximum());
    note_(series[largest].column->name +
          " is much larger than the other curves in its panel, so it is cut off: " +
          six_digits(std::round(1000.0 * static_cast<double>(outside) / static_cast<double>(values.size())) /
                     10) +
          " % of its values are outside the panel (`range` " + lowest + ':' + highest + " shows all)");
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

  static std::size_t columns_for(std::size_t panels) { return panels <= 3 ? 1 : panels <= 8 ? 2 : 3; }

  const MotionFigureSettings& settings_;
  const Warn& note_;
  MotionColumns columns_;
  MotionCurves curves_;
  PanelLimits limits_;
  std::vector<Group> groups_;
};

}  // namespace

Figure motion_figure(const std::vector<CsvTable>& tables, const MotionFigureSettings& settings,
                     const Warn& note) {
  return MotionFigure(tables, settings, note).draw();
}

}  // namespace invdyn
