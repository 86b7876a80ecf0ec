#include "motion_curves.h"

#include <algorithm>
#include <set>

#include "thinning.h"

namespace invdyn {
namespace {

using Series = MotionColumns::Series;

// The visible resolution across a panel, at 300 dots per inch and 170 mm.
constexpr std::size_t visible_columns = 1500;
// Coarser for areas, of which each has the rows that any of them needs.
constexpr std::size_t visible_columns_of_areas = 300;
// Colours that a reader can distinguish. Further joints also have symbols.
constexpr std::size_t distinct_colours = 7;

// The place of a term among the terms of tau, of a component among the components; none: tau itself.
std::optional<std::size_t> number_of_term(const Series& series) {
  std::size_t number = 0;
  for (const ColumnQuantity& quantity : column_quantities()) {
    if (quantity.axis != series.axis || !quantity.is_derived) continue;
    if (quantity.name == series.quantity) return number;
    ++number;
  }
  return std::nullopt;
}

bool is_term(const Series& series) {
  const auto& all = column_quantities();
  return std::any_of(all.begin(), all.end(), [&](const ColumnQuantity& quantity) {
    return quantity.is_term && quantity.name == series.quantity;
  });
}

}  // namespace

std::string without_numbers(const std::string& name) {
  std::string result;
  for (const char c : name)
    if (c < '0' || c > '9') result += c;
  while (!result.empty() && std::string_view("_.-/ [](){}").find(result.back()) != std::string_view::npos)
    result.pop_back();
  return result;
}

void MotionCurves::style(Curve& curve, const Series& series, Distinct distinct) {
  const bool several = columns_.has_several_files(), is_other = !is_of_joint(series.axis);
  const std::string file = several ? columns_.file_name(series.table) : "";
  const std::string what = distinct == Distinct::columns  ? series.joint
                           : is_other                     ? ""
                           : distinct == Distinct::joints ? series.joint
                           : distinct == Distinct::terms  ? series.curve
                                                          : "";
  curve.name = what + (what.empty() || !several ? "" : ", ") + file;
  curve.dash = series.table;
  curve.names_dash = what.empty();
  if (distinct == Distinct::terms) {
    const auto number = number_of_term(series);
    curve.plain = curve.is_wide = !number;
    curve.colour = number.value_or(0);
    constexpr std::size_t max_terms = 12;
    const bool with_tau = series.axis == AxisQuantity::torque;
    curve.look = series.table * max_terms + (with_tau && number ? *number + 1 : number.value_or(0));
    return;
  }
  if (distinct == Distinct::columns) {
    std::map<std::string, std::size_t>& group = numbered_[without_numbers(series.joint)];
    curve.colour = series.component.value_or(group.emplace(series.joint, group.size()).first->second);
    curve.look = look_of(curve.name);
    return;
  }
  if (is_other) {
    curve.plain = true;
    if (several) curve.look = look_of(curve.name);
    return;
  }
  curve.colour = columns_.number_of(series.joint);
  curve.look = look_of(curve.name.empty() ? series.joint : curve.name);
  if (distinct == Distinct::joints && *curve.colour >= distinct_colours) curve.mark = Mark::line_and_points;
}

void MotionCurves::add(Panel& panel, Curve curve, const Series& series, Distinct distinct) {
  style(curve, series, distinct);
  if (curve.x.size() == 1) curve.mark = Mark::points;
  Curve drawn = thinned(curve, visible_columns);
  thinned_ = thinned_ || drawn.x.size() < curve.x.size();
  panel.curves.push_back(std::move(drawn));
}

// Positive values are stacked upwards from zero and negative ones downwards.
void MotionCurves::add_stack(Panel& panel, const std::vector<Series>& terms) {
  std::vector<Curve> areas;
  std::optional<Series> total;
  std::vector<double> above, below;
  const std::vector<double> x = columns_.abscissas(terms.front().table);
  above.resize(x.size());
  below.resize(x.size());
  for (const Series& term : terms) {
    if (!number_of_term(term)) {
      total = term;
      continue;
    }
    if (!is_term(term)) continue;
    const std::vector<double> values = columns_.values(term);
    for (const bool is_above : {true, false}) {
      std::vector<double>& edge = is_above ? above : below;
      Curve area;
      style(area, term, Distinct::terms);
      if (!is_above) area.name.clear();
      area.x = x;
      area.base = edge;
      for (std::size_t i = 0; i < x.size(); ++i)
        edge[i] += is_above ? std::max(values[i], 0.0) : std::min(values[i], 0.0);
      area.y = edge;
      areas.push_back(std::move(area));
    }
  }
  std::set<std::size_t> rows;
  for (const Curve& area : areas)
    for (const std::size_t row : thinned_rows(area, visible_columns_of_areas)) rows.insert(row);
  thinned_ = thinned_ || rows.size() < x.size();
  for (const Curve& area : areas) {
    Curve drawn = area;
    drawn.x.clear();
    drawn.y.clear();
    drawn.base.clear();
    for (const std::size_t row : rows) {
      drawn.x.push_back(area.x[row]);
      drawn.y.push_back(area.y[row]);
      drawn.base.push_back(area.base[row]);
    }
    panel.curves.push_back(std::move(drawn));
  }
  if (!total) return;
  Curve curve;
  curve.x = x;
  curve.y = columns_.values(*total);
  add(panel, std::move(curve), *total, Distinct::terms);
}

}  // namespace invdyn
