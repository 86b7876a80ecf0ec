#include "identification_tables.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr const char* part_names[] = {"friction", "offset", "rotor", "links", "payload"};

Table::Cell percent(double share) {
  return std::isfinite(share) ? Table::Cell(100 * share) : Table::Cell();
}

bool is_weak(const ModelFit& fit, Index unknown) {
  constexpr double part = 1e-3;
  return fit.weak.size() > 0 && fit.weak.row(unknown).norm() > part;
}

const char* unit_of(const Robot& robot, std::size_t j) {
  return robot.moving_joint(j).is_revolute() ? "N m" : "N";
}

}  // namespace

std::string name_of(const Model& model) {
  std::vector<std::string> parts;
  for (const FitPart part : model.parts) parts.emplace_back(part_names[static_cast<std::size_t>(part)]);
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
  Table table({{"joint"},
               {"rms_before"},
               {"rms_after"},
               {"unit"},
               {"explained_before_%"},
               {"explained_after_%"},
               {"held_out_%"}});
  const VectorXd& before = result.ladder.front().explained;
  const VectorXd& held_out =
      result.held_out_after.size() > 0 ? result.held_out_after : result.ladder[result.chosen].held_out;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto at = static_cast<Index>(j);
    table.add_row({robot.moving_joint(j).name, result.rms_before[at], result.rms_after[at], unit_of(robot, j),
                   percent(before[at]), percent(result.explained_after[at]), percent(held_out[at])});
  }
  return table;
}

Table parameter_table(const Identification& result, bool in_full) {
  Table table({{"parameter"}, {"file"}, {"fitted"}, {"95_%"}, {"unit"}, {"told"}});
  const Rung& chosen = result.ladder[result.chosen];
  for (std::size_t k = 0; k < chosen.model.values.size(); ++k) {
    const auto at = static_cast<Index>(k);
    const FitColumn& value = chosen.model.values[k];
    const bool weak = is_weak(chosen.fit, at);
    table.add_row({in_full || value.combination.size() < 2 || value.part == FitPart::friction
                       ? value.text
                       : value.name + " + ...",
                   value.value, weak ? Table::Cell() : Table::Cell(value.value + chosen.fit.unknowns[at]),
                   weak ? Table::Cell() : Table::Cell(result.uncertainty.half_width[at]), value.unit,
                   weak ? "no" : "yes"});
  }
  return table;
}

Table unknowns_table(const std::vector<FitColumn>& unknowns, const ModelFit* fit) {
  std::vector<Table::Column> columns{{"parameter"}, {"file"}, {"unit"}, {"part"}};
  if (fit) columns.push_back({"told"});
  Table table(columns);
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    std::vector<Table::Cell> row{unknowns[k].text, unknowns[k].value, unknowns[k].unit,
                                 std::string(part_names[static_cast<std::size_t>(unknowns[k].part)])};
    if (fit) row.emplace_back(is_weak(*fit, static_cast<Index>(k)) ? "no" : "yes");
    table.add_row(row);
  }
  return table;
}

namespace {

// Parts that were asked for and do not make the prediction better.
void add_left_out(const Identification& result, std::vector<std::string>& cautions) {
  if (result.chosen + 1 >= result.ladder.size()) return;
  const Rung &asked = result.ladder.back(), &chosen = result.ladder[result.chosen];
  std::vector<std::string> parts;
  for (const FitPart part : asked.model.parts)
    if (std::find(chosen.model.parts.begin(), chosen.model.parts.end(), part) == chosen.model.parts.end())
      parts.emplace_back(part_names[static_cast<std::size_t>(part)]);
  const auto percent = [](const Rung& rung) {
    return six_digits(std::round(1e4 * mean_share(rung.held_out)) / 100);
  };
  const bool is_known = std::isfinite(mean_share(asked.held_out) + mean_share(chosen.held_out));
  cautions.push_back("the file's values of " + joined(parts) +
                     " stay: fitted ones predict rows that were held out no better" +
                     (is_known ? " (" + percent(asked) + " % of the torque explained, without them " +
                                     percent(chosen) + " %)"
                               : ""));
}

void add_weak(const Rung& chosen, std::vector<std::string>& cautions) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < chosen.model.values.size(); ++k)
    if (is_weak(chosen.fit, static_cast<Index>(k))) names.push_back(chosen.model.values[k].name);
  if (!names.empty())
    cautions.push_back("the logs do not tell " + joined(names) +
                       (names.size() > 1 ? ", or not apart: they stay" : ": it stays") +
                       " as in the file; a motion from `generate` excitation tells more");
  constexpr double large = 1000;
  if (names.empty() && chosen.fit.condition > large)
    cautions.push_back("the condition number is " + six_digits(chosen.fit.condition) +
                       ": the motion hardly tells some parameters apart, see their intervals; a motion from "
                       "`generate` excitation tells more");
}

// Stretches whose residual is many times the usual one.
void add_odd_stretches(const LogEquations& equations, const Identification& result,
                       const std::vector<std::string>& logs, std::vector<std::string>& cautions) {
  const LeastSquares solver(equations);
  const ModelFit& fit = result.ladder[result.chosen].fit;
  std::vector<double> sizes, sorted;
  for (const Stretch& stretch : equations.stretches) {
    double rows = 0;
    for (const JointEquations& joint : stretch.joints) rows += joint.rows;
    const VectorXd rest = solver.squares(stretch.joints, fit.change);
    sizes.push_back(std::sqrt(rest.cwiseQuotient(fit.noise.cwiseAbs2()).sum() / std::max(1.0, rows)));
    if (rows > 0) sorted.push_back(sizes.back());
  }
  if (sorted.empty()) return;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2),
                   sorted.end());
  const double usual = sorted[sorted.size() / 2];
  constexpr double many = 5;
  constexpr std::size_t max_said = 3;
  const auto is_odd = [&](std::size_t i) {
    return usual > 0 && sizes[i] > many * usual && sorted.size() > 4;
  };
  std::size_t said = 0;
  for (std::size_t i = 0, next; i < sizes.size() && said < max_said; i = next) {
    next = i + 1;
    if (!is_odd(i)) continue;
    const Stretch& first = equations.stretches[i];
    while (next < sizes.size() && is_odd(next) && equations.stretches[next].log == first.log) ++next;
    const double worst = *std::max_element(sizes.begin() + static_cast<std::ptrdiff_t>(i),
                                           sizes.begin() + static_cast<std::ptrdiff_t>(next));
    cautions.push_back(logs[first.log] + ": from t = " + six_digits(first.begin) + " to " +
                       six_digits(equations.stretches[next - 1].end) + " s residuals are up to " +
                       six_digits(std::round(worst / usual)) +
                       " times the usual ones. Are these rows right? Cut them off, or use `robust`");
    ++said;
  }
}

}  // namespace

std::vector<std::string> cautions(const LogEquations& equations, const Identification& result,
                                  const std::vector<std::string>& logs) {
  std::vector<std::string> cautions;
  add_left_out(result, cautions);
  add_weak(result.ladder[result.chosen], cautions);
  add_odd_stretches(equations, result, logs, cautions);
  return cautions;
}

}  // namespace invdyn
