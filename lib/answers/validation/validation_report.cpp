#include "validation_report.h"

#include <cmath>

#include "../../ground/base/wording.h"
#include "joint_faults.h"
#include "validation_tables.h"

namespace invdyn {
namespace {

// The joints that the model explains least and best.
void add_verdict(ReportPage& page, const Robot& robot, const JointResiduals& residuals, bool is_suspect) {
  const JointResiduals::Joint *least = nullptr, *best = nullptr;
  for (const JointResiduals::Joint& joint : residuals.joints()) {
    if (!std::isfinite(joint.explained())) continue;
    if (!least || joint.explained() < least->explained()) least = &joint;
    if (!best || joint.explained() > best->explained()) best = &joint;
  }
  constexpr double good = 0.9;
  if (!least) return page.paragraph("The measured torques never change, so nothing can be compared.", "bad");
  page.paragraph("The model of " + robot.name() + " explains " + percent(least->explained()) +
                     " of the variance of the measured torque at " + in_quotes(least->name) +
                     " (the worst joint)" +
                     (best == least ? ""
                                    : " and " + percent(best->explained()) + " at " + in_quotes(best->name) +
                                          " (the best joint)") +
                     '.',
                 !is_suspect && least->explained() >= good ? "good" : "bad");
}

}  // namespace

ReportPage validation_page(const LogPage& log_page, const ValidatedLogs& logs,
                           const std::vector<Suspicion>& suspicions) {
  ReportPage page("validation report", "Validation of " + logs.robot.name());
  add_verdict(page, logs.robot, logs.residuals, !suspicions.empty());
  std::vector<std::string> words;
  for (const Suspicion& each : suspicions) words.push_back(in_words(each, logs.robot));
  if (!words.empty()) page.list(words);
  add_figures(page, log_page, "The residual is the measured minus the computed torque.", "the model");
  page.heading("Joints");
  page.paragraph(
      "The residual of each joint, and the share of the variance that the model explains. A negative share "
      "means that the mean of the measured torques is a better prediction than the model.");
  page.table(residual_table(logs.residuals).with_first({"joint", "explained (%)"}));
  page.paragraph("A line fitted to the torques: measured = slope * computed + offset, with standard errors.");
  page.table(line_table(logs.residuals, logs.rows));
  add_run(page, log_page, logs.robot);
  return page;
}

}  // namespace invdyn
