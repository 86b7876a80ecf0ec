#include "size_pictures.h"

#include "answers/sizing/sizing_report.h"
#include "ground/base/wording.h"
#include "robot/model/names.h"
#include "run_settings.h"

namespace invdyn {
namespace {

// What the run assumes: the loads, and all settings that are given or have a default.
std::vector<std::pair<std::string, std::string>> facts_of(const PageWork& page, const Robot& robot) {
  const Eigen::Vector3d gravity = page.terms.gravity.value_or(robot.gravity());
  std::vector<std::pair<std::string, std::string>> facts{
      {"acceleration of free fall (m/s^2)",
       six_digits(gravity.x()) + ", " + six_digits(gravity.y()) + ", " + six_digits(gravity.z())},
      {"friction", page.terms.friction ? "as in the robot's file" : "left out"},
      {"inertia of rotors", page.terms.rotor ? "included" : "left out"}};
  const auto settings = shown_settings(page.command);
  facts.insert(facts.end(), settings.begin(), settings.end());
  return facts;
}

}  // namespace

OutputColumns drawn_columns(const Robot& robot) {
  return {moving_joint_names(robot), {Quantity::dq, Quantity::ddq, Quantity::tau}};
}

void write_figure(const SizeWork& work, const PlotArgument& plot, const std::list<DrawnRows>& motions,
                  const Motors& motors) {
  if (!plot.is_wanted()) return;
  std::vector<CsvTable> tables;
  for (const DrawnRows& motion : motions) tables.push_back(motion.table());
  plot.draw(
      tables, {.robot = &work.robot, .motors = &motors, .phase = true},
      [&](const std::string& text) { work.terminal.note(text); }, work.sidecar.add_file(plot.path));
}

void write_page(const SizeWork& work, const PageWork& page, const std::vector<std::string>& names) {
  if (page.folder.empty()) return;
  std::vector<MotionLoads> loads;
  std::vector<OperatingPoints> points;
  for (std::size_t m = 0; m < page.motions.size(); ++m) {
    page.motions[m].replay(1, work.dynamics, loads.emplace_back(work.ratings, m));
    page.motions[m].replay(1, work.dynamics, points.emplace_back(work.ratings));
  }
  SizingReport report{.program = "invdyn " INVDYN_VERSION,
                      .robot = work.robot.name(),
                      .source = work.robot.source(),
                      .facts = facts_of(page, work.robot),
                      .tables = page.tables,
                      .failures = page.failures,
                      .messages = work.terminal.notes()};
  const auto& warnings = work.terminal.warnings();
  report.messages.insert(report.messages.end(), warnings.begin(), warnings.end());
  const ReportPage written = sizing_page(report, work.ratings, loads, points, names);
  work.sidecar.add_file(written.place_in(page.folder)).write(written.html());
}

}  // namespace invdyn
