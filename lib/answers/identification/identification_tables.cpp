#include "identification_tables.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr const char* part_names[] = {"friction", "offset",         "rotor", "links",
                                      "payload",  "friction curve", "load",  "delay"};

Table::Cell percent(double share) {
  return std::isfinite(share) ? Table::Cell(100 * share) : Table::Cell();
}

// Such as `friction of 2 joints`: the number, if some joints are without it.
std::string name_of(const Model& model, FitPart part) {
  std::string name = part_names[static_cast<std::size_t>(part)];
  const bool is_combined = part != FitPart::friction && std::find(model.parts.begin(), model.parts.end(),
                                                                  FitPart::links) != model.parts.end();
  if (is_combined || part == FitPart::payload) return name;
  std::set<Index> joints;
  for (const FitColumn& value : model.values)
    if (value.part == part) joints.insert(value.parts.front().first / Index{parameters_per_joint});
  return joints.size() < model.dof ? name + " of " + counted(joints.size(), "joint") : name;
}

const char* unit_of(const Robot& robot, std::size_t j) {
  return robot.moving_joint(j).is_revolute() ? "N m" : "N";
}

}  // namespace

std::string name_of(const Model& model) {
  std::vector<std::string> parts;
  for (const FitPart part : model.parts) parts.push_back(name_of(model, part));
  return parts.empty() ? "robot's file" : joined(parts);
}

Table model_table(const Identification& result) {
  Table table({{"model"}, {"unknowns"}, {"condition"}, {"explained_%"}, {"held_out_%"}, {"chosen"}});
  for (std::size_t i = 0; i < result.ladder.size(); ++i) {
    const Rung& rung = result.ladder[i];
    const Index unknowns = rung.model.basis.cols();
    table.add_row(
        {name_of(rung.model), std::int64_t{unknowns},
         unknowns > 0 && std::isfinite(rung.fit.condition) ? Table::Cell(rung.fit.condition) : Table::Cell(),
         percent(mean_share(rung.explained)), percent(mean_share(rung.held_out)),
         i == result.chosen ? "yes" : ""});
  }
  return table;
}

Table joint_table(const Robot& robot, const Identification& result) {
  std::vector<Table::Column> columns{{"joint"},     {"rms_before"},         {"rms_after"},
                                     {"unit"},      {"explained_before_%"}, {"explained_after_%"},
                                     {"held_out_%"}};
  const bool rests = std::any_of(result.held_at_rest.begin(), result.held_at_rest.end(),
                                 [](double share) { return std::isfinite(share); });
  if (rests) columns.push_back({"held_at_rest_%"});
  Table table(columns);
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto at = static_cast<Index>(j);
    std::vector<Table::Cell> row{robot.moving_joint(j).name,
                                 result.rms_before[at],
                                 result.rms_after[at],
                                 unit_of(robot, j),
                                 percent(result.ladder.front().explained[at]),
                                 percent(result.best().explained[at]),
                                 percent(result.best().held_out[at])};
    if (rests) row.push_back(percent(result.held_at_rest[j]));
    table.add_row(row);
  }
  return table;
}

Table parameter_table(const Identification& result, bool in_full, std::optional<bool> determined) {
  Table table({{"parameter"}, {"file"}, {"fitted"}, {"95_%"}, {"unit"}, {"determined"}});
  const Rung& chosen = result.best();
  for (std::size_t k = 0; k < chosen.model.values.size(); ++k) {
    if (determined && *determined != result.determined[k]) continue;
    const auto at = static_cast<Index>(k);
    const FitColumn& value = chosen.model.values[k];
    const bool is_weak = chosen.fit.is_weak(at);
    table.add_row({in_full || value.combination.size() < 2 || value.part == FitPart::friction
                       ? value.text
                       : value.name + " + ...",
                   value.part == FitPart::delay ? Table::Cell() : Table::Cell(value.value),
                   is_weak ? Table::Cell() : Table::Cell(value.value + result.written[at]),
                   is_weak ? Table::Cell() : Table::Cell(result.uncertainty.half_width[at]), value.unit,
                   result.determined[k] ? "yes" : "no"});
  }
  return table;
}

Table unknowns_table(const std::vector<FitColumn>& unknowns, const std::vector<bool>* determined) {
  std::vector<Table::Column> columns{{"parameter"}, {"file"}, {"unit"}, {"part"}};
  if (determined) columns.push_back({"determined"});
  Table table(columns);
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    std::vector<Table::Cell> row{unknowns[k].text, unknowns[k].value, unknowns[k].unit,
                                 std::string(part_names[static_cast<std::size_t>(unknowns[k].part)])};
    if (determined) row.emplace_back((*determined)[k] ? "yes" : "no");
    table.add_row(row);
  }
  return table;
}

namespace {

// To the four digits of the tables for people.
std::string held_out_percent(const Rung& rung) {
  const double percent = 100 * mean_share(rung.held_out),
               unit = std::pow(10, std::floor(std::log10(std::max(1e-6, std::abs(percent)))) - 3);
  return six_digits(std::round(percent / unit) * unit);
}

bool has(const Model& model, FitPart part, Index joint) {
  return std::any_of(model.values.begin(), model.values.end(), [&](const FitColumn& value) {
    return value.part == part && value.parts.front().first / Index{parameters_per_joint} == joint;
  });
}

// What was asked for and is not in the chosen model: whole parts, and those of some joints.
std::vector<std::string> left_out(const Robot& robot, const Identification& result) {
  std::vector<std::string> names;
  const Model &asked = result.asked, &chosen = result.best().model;
  for (const FitPart part : asked.parts) {
    const std::string name = part_names[static_cast<std::size_t>(part)];
    if (std::find(chosen.parts.begin(), chosen.parts.end(), part) == chosen.parts.end()) {
      names.push_back(name);
      continue;
    }
    std::vector<std::string> joints;
    for (std::size_t j = 0; j < robot.dof(); ++j)
      if (const auto at = static_cast<Index>(j);
          part != FitPart::links && has(asked, part, at) && !has(chosen, part, at))
        joints.push_back(robot.moving_joint(j).name);
    if (!joints.empty()) names.push_back(name + " of " + joined(joints));
  }
  return names;
}

// Models that are not taken, although they may predict better.
void add_refused(const Identification& result, std::vector<std::string>& cautions) {
  for (std::size_t i = result.chosen + 1; i < result.ladder.size(); ++i)
    if (const Rung& rung = result.ladder[i]; !rung.refused.empty())
      cautions.push_back("a fit of " + name_of(rung.model) + " is refused: " + rung.refused);
}

// Friction that would drive the joint.
void add_negative(const Identification& result, std::vector<std::string>& cautions) {
  const Rung& chosen = result.best();
  for (std::size_t k = 0; k < chosen.model.values.size(); ++k) {
    const FitColumn& column = chosen.model.values[k];
    if (column.part != FitPart::friction && column.part != FitPart::curve) continue;
    const auto at = static_cast<Index>(k);
    const bool is_curve = column.part == FitPart::curve;
    const double written = column.value + result.written[at], bound = is_curve ? written : 0,
                 sign = column.name.starts_with("coulomb_negative") ? -1 : 1,
                 value = column.value + chosen.fit.unknowns[at], half = result.uncertainty.half_width[at];
    if (!result.determined[k] || sign * value + half >= bound) continue;
    cautions.push_back(
        "the fitted value of " + column.name + " is " + three_digits(value) + " +- " + three_digits(half) +
        ' ' + column.unit +
        (is_curve
             ? ". This value is more than the dry friction, so friction would drive the joint. The value "
             : ", but friction with this sign would drive the joint. The value ") +
        three_digits(written) + " is written instead" +
        (is_curve ? ", and the other parameters are fitted with the written value"
                  : ". Perhaps the measured torques have the opposite sign, or lag behind the positions"));
  }
}

void add_undetermined(const Identification& result, const std::string& motion,
                      std::vector<std::string>& cautions) {
  const Rung& chosen = result.best();
  std::vector<std::string> weak, wide;
  const auto better = [&](const std::vector<std::string>& names) {
    const bool are_curves = std::all_of(names.begin(), names.end(),
                                        [](const std::string& name) { return name.starts_with("curve_"); });
    return are_curves ? "; to determine a friction curve, the logs need rows at many speeds, slow and fast"
                      : "; to get a motion that determines more parameters, use " + motion;
  };
  if (!result.open.empty())
    cautions.push_back("the logs do not determine " + joined(result.open) +
                       (result.open.size() > 1 ? ": they stay" : ": it stays") + " as in the file" +
                       better(result.open));
  for (std::size_t k = 0; k < chosen.model.values.size(); ++k)
    if (!result.determined[k])
      (chosen.fit.is_weak(static_cast<Index>(k)) ? weak : wide).push_back(chosen.model.values[k].name);
  if (!weak.empty())
    cautions.push_back(
        "the logs do not determine " + joined(weak) +
        (weak.size() > 1 ? " separately. Perhaps the logs determine a combination of these parameters. The "
                           "parameters stay"
                         : ": it stays") +
        " as in the file" + better(weak));
  if (!wide.empty())
    cautions.push_back(
        "the logs do not determine " + joined(wide) +
        (wide.size() > 1 ? " well: their 95 % intervals are wide" : " well: its 95 % interval is wide") +
        better(wide));
}

// Stretches whose residual is many times the usual one. Those with few rows are no measure, and those in
// which nothing happens are no measure of what is usual.
void add_odd_stretches(const LogEquations& equations, const Identification& result,
                       const std::vector<std::string>& logs, std::vector<std::string>& cautions) {
  const LeastSquares solver(equations);
  const ModelFit& fit = result.best().fit;
  std::vector<double> rows(equations.stretches.size(), 0), sizes, sorted;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const JointEquations& joint : equations.stretches[i].joints) rows[i] += joint.rows;
  const double few = rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end()) / 4;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VectorXd rest = solver.squares(equations.stretches[i].joints, fit.change);
    sizes.push_back(rows[i] <= few ? 0
                                   : std::sqrt(rest.cwiseQuotient(fit.noise.cwiseAbs2()).sum() / rows[i]));
    if (rows[i] > few) sorted.push_back(sizes.back());
  }
  if (sorted.empty()) return;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2),
                   sorted.end());
  constexpr double many = 5, least = 0.01;  // of the noise of the whole log
  const double usual = std::max(least, sorted[sorted.size() / 2]);
  constexpr std::size_t max_said = 3;
  const auto is_odd = [&](std::size_t i) { return sizes[i] > many * usual && sorted.size() > 4; };
  std::size_t said = 0;
  for (std::size_t i = 0, next; i < sizes.size() && said < max_said; i = next) {
    next = i + 1;
    if (!is_odd(i)) continue;
    const Stretch& first = equations.stretches[i];
    while (next < sizes.size() && is_odd(next) && equations.stretches[next].log == first.log) ++next;
    const double worst = *std::max_element(sizes.begin() + static_cast<std::ptrdiff_t>(i),
                                           sizes.begin() + static_cast<std::ptrdiff_t>(next));
    cautions.push_back(logs[first.log] + ": from t = " + six_digits(first.begin) + " to " +
                       six_digits(equations.stretches[next - 1].end) + " s, residuals are up to " +
                       six_digits(std::round(worst / usual)) +
                       " times the usual residuals. Are these rows right? If not, remove these rows, or "
                       "use `robust`");
    ++said;
  }
}

}  // namespace

std::string kept_values(const Robot& robot, const Identification& result) {
  const Rung &last = result.ladder.back(), &chosen = result.best();
  const std::vector<std::string> names = left_out(robot, result);
  if (names.empty()) return "";
  const std::string stay = joined(names) + (names.size() == 1 ? " stays" : " stay") + " as in the file";
  if (!last.refused.empty()) return stay;
  std::string shares;
  if (&last != &chosen && std::isfinite(mean_share(last.held_out) + mean_share(chosen.held_out)))
    shares = " (R^2 " + held_out_percent(last) + " % with, " + held_out_percent(chosen) + " % without)";
  const bool is_larger = mean_share(last.held_out) > mean_share(chosen.held_out);
  return stay + ". In rows that were not fitted, a model that also fits " +
         (names.size() == 1 ? "this parameter" : "these parameters") + " predicts torques " +
         (is_larger && !shares.empty() ? "only a little better, perhaps by chance" : "no better") + shares;
}

std::vector<std::string> cautions(const LogEquations& equations, const Identification& result,
                                  const std::vector<std::string>& logs, const std::string& motion) {
  std::vector<std::string> cautions;
  add_refused(result, cautions);
  add_negative(result, cautions);
  add_undetermined(result, motion, cautions);
  add_odd_stretches(equations, result, logs, cautions);
  return cautions;
}

}  // namespace invdyn
