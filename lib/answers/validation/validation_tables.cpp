#include "validation_tables.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"
#include "torque_lag.h"

namespace invdyn {
namespace {

using Cell = Table::Cell;

std::string torque_unit(const JointResiduals::Joint& joint) {
  return std::string(unit_of(Quantity::tau, joint.is_revolute));
}

Cell known(double value) {
  return std::isfinite(value) ? Cell(value) : Cell();
}

Cell lag_of(const RowRuns& rows, std::size_t joint) {
  const auto lag = torque_lag(rows, joint);
  return lag ? Cell(lag->seconds) : Cell();
}

// Without variance a line cannot be told.
JointResiduals::Line line_of(const JointResiduals& residuals, std::size_t j) {
  const JointResiduals::Joint& joint = residuals.joints()[j];
  if (joint.varies() && joint.sums.variance(JointResiduals::computed) > 0) return residuals.line(j);
  return {NAN, NAN, NAN, NAN};
}

}  // namespace

Table residual_table(const JointResiduals& residuals) {
  const bool several = residuals.logs().size() > 1;
  std::vector<Table::Column> columns{{"joint"}, {"RMS residual"}, {"bias"}, {"peak"}, {"at (s)", true}};
  if (several) columns.push_back({"in"});
  columns.push_back({"unit"});
  columns.push_back({"explained (%)"});
  Table table(columns);
  for (const JointResiduals::Joint& joint : residuals.joints()) {
    std::vector<Cell> row{joint.name, joint.rms(), joint.bias(), joint.worst, joint.worst_time};
    if (several) row.emplace_back(residuals.logs()[joint.worst_log]);
    row.emplace_back(torque_unit(joint));
    row.push_back(known(100 * joint.explained()));
    table.add_row(row);
  }
  return table;
}

Table line_table(const JointResiduals& residuals, const RowRuns& rows) {
  Table table(
      {{"joint"}, {"slope"}, {"error of slope"}, {"offset"}, {"error of offset"}, {"unit"}, {"lag (s)"}});
  for (std::size_t j = 0; j < residuals.joints().size(); ++j) {
    const JointResiduals::Joint& joint = residuals.joints()[j];
    const JointResiduals::Line line = line_of(residuals, j);
    table.add_row({joint.name, known(line.slope), known(line.slope_error), known(line.offset),
                   known(line.offset_error), torque_unit(joint), lag_of(rows, j)});
  }
  return table;
}

std::string validation_text(const JointResiduals& residuals, const RowRuns& rows,
                            const std::vector<Suspicion>& suspicions, const Robot& robot) {
  std::string text = counted(residuals.rows(), "row") + " of " + visible(joined(residuals.logs())) + "\n\n" +
                     residual_table(residuals).text(TableFormat::table) +
                     "\nMeasured torque = slope * computed torque + offset\n" +
                     line_table(residuals, rows).text(TableFormat::table);
  if (!suspicions.empty()) text += "\nSuspicions\n";
  for (const Suspicion& each : suspicions) text += "- " + visible(in_words(each, robot)) + "\n";
  return text;
}

Table validation_table(const JointResiduals& residuals, const RowRuns& rows,
                       const std::vector<Suspicion>& suspicions) {
  Table table({{"joint"},
               {"unit"},
               {"rows"},
               {"rms_residual"},
               {"bias"},
               {"peak_residual"},
               {"peak_time"},
               {"peak_log"},
               {"variance_explained"},
               {"slope"},
               {"slope_error"},
               {"offset"},
               {"offset_error"},
               {"lag"},
               {"suspicions"},
               {"evidence"}});
  for (std::size_t j = 0; j < residuals.joints().size(); ++j) {
    const JointResiduals::Joint& joint = residuals.joints()[j];
    const JointResiduals::Line line = line_of(residuals, j);
    std::string kinds, evidence;
    for (const Suspicion& each : suspicions) {
      if (std::find(each.joints.begin(), each.joints.end(), j) == each.joints.end()) continue;
      kinds += (kinds.empty() ? "" : "; ") + std::string(name_of(each.kind));
      evidence += (evidence.empty() ? "" : "; ") + each.evidence;
    }
    table.add_row({joint.name, torque_unit(joint), static_cast<std::int64_t>(residuals.rows()), joint.rms(),
                   joint.bias(), joint.worst, joint.worst_time, residuals.logs()[joint.worst_log],
                   known(joint.explained()), known(line.slope), known(line.slope_error), known(line.offset),
                   known(line.offset_error), lag_of(rows, j), kinds, evidence});
  }
  return table;
}

}  // namespace invdyn
