#include "identification_report.h"

#include <cmath>

#include "../../ground/base/wording.h"
#include "identification_tables.h"

namespace invdyn {
namespace {

// Such as `97.3 %`.
std::string percent(const Eigen::VectorXd& shares) {
  const double mean = mean_share(shares);
  return std::isfinite(mean) ? six_digits(std::round(1000 * mean) / 10) + " %" : "an unknown share";
}

std::string verdict(const Robot& robot, const Identification& result) {
  const Rung &before = result.ladder.front(), &chosen = result.ladder[result.chosen];
  if (result.chosen == 0)
    return "No fit predicts the measured torques better than the file of " + robot.name() + " does.";
  return "The file of " + robot.name() + " explains " + percent(before.held_out) +
         " of the variance of the measured torques (R^2), and a fit of " + name_of(chosen.model) + " " +
         percent(chosen.held_out) + '.';
}

void add_table(ReportPage& page, const std::string& title, const std::string& text, const Table& table) {
  page.heading(title);
  page.paragraph(text);
  page.table(table);
}

}  // namespace

ReportPage identification_page(const IdentificationReport& report, const Robot& robot,
                               const Identification& result) {
  ReportPage page("identification report", "Identification of " + robot.name());
  page.paragraph(verdict(robot, result), result.chosen > 0 ? "good" : "bad");
  page.paragraph(
      "These are means over the joints, for rows that the fit has not used. 100 % is a model without "
      "error. A negative share means that the mean of the measured torques is a better prediction than "
      "the model.");
  if (!report.cautions.empty()) page.list(report.cautions);
  if (report.payload)
    add_table(page, "Payload", "Column '95 %' is half the width of the value's 95 % interval.",
              *report.payload);
  add_figures(
      page, report,
      "Values 'before' are computed with the robot's file, values 'after' with the fitted robot. The "
      "residual is the measured minus the computed torque. Rows are averaged over the same time as in "
      "the fit.",
      "the fitted robot");
  add_table(page, "Joints",
            "'rms' is the RMS of the residual. 'explained' is the share of the variance that the model "
            "explains (R^2). Columns with 'before' are computed with the robot's file, columns with "
            "'after' with the fitted robot. 'held_at_rest' is the share of the rows in which 1.15 times "
            "the fitted dry friction can hold the joint.",
            joint_table(robot, result).with_first({"joint", "explained_before_%", "explained_after_%"}));
  add_table(page, "Parameters",
            "The table shows values of the file and fitted values. Column '95 %' is half the width of "
            "the value's 95 % interval. Parameters that are not determined at all stay as in the file. A sum "
            "of parameters is a base parameter: torques determine the sum, but not each parameter alone.",
            parameter_table(result, true, true));
  const Table others = parameter_table(result, true, false);
  if (others.rows() > 0)
    page.folded_table(counted(others.rows(), "parameter") + " that the logs do not determine", others);
  add_table(page, "Models",
            "Each row is a model with other fitted parameters. A model with more unknowns is chosen only if "
            "its predictions are better for rows that the fit has not used.",
            model_table(result).with_first({"model", "held_out_%", "chosen"}));
  add_run(page, report, robot);
  return page;
}

}  // namespace invdyn
