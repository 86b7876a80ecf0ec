#include "size_pictures.h"

#include <cmath>

#include "answers/paths/path_picture.h"
#include "answers/paths/path_tables.h"
#include "answers/sizing/drive_tables.h"
#include "answers/sizing/sizing_report.h"
#include "command_line/flag_names.h"
#include "ground/base/wording.h"
#include "robot/model/names.h"
#include "run_settings.h"

namespace invdyn {
namespace {

// What the run assumes: the loads, and all settings that are given or have a default.
std::vector<std::pair<std::string, std::string>> facts_of(const SizeWork& work, const CLI::App& command,
                                                          bool chooses) {
  const DynamicsSettings& terms = work.dynamics.settings();
  const Eigen::Vector3d gravity = terms.gravity.value_or(work.robot.gravity());
  std::vector<std::pair<std::string, std::string>> facts{
      {"acceleration of free fall (m/s^2)",
       six_digits(gravity.x()) + ", " + six_digits(gravity.y()) + ", " + six_digits(gravity.z())},
      {"friction", terms.friction ? "as in the robot's file" : "left out"},
      {"inertia of rotors", terms.rotor ? "included" : "left out"}};
  std::vector<std::string> lossless;
  for (const JointRating& rating : work.ratings)
    if (rating.motor && std::abs(rating.shaft.ratio()) != 1 && rating.shaft.efficiency() == 1)
      lossless.push_back(rating.name);
  if (!lossless.empty()) facts.emplace_back("efficiency of the gears of " + joined(lossless), "1");
  if (chooses) facts.emplace_back("masses of the chosen motors", "not added to the links of the robot");
  const auto settings = shown_settings(command);
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

void write_page(const SizeWork& work, const SizeResult& result, const std::string& folder,
                const CLI::App& command, std::span<const RecordedMotion> motions, double speed,
                const PathFit* path) {
  std::vector<OperatingPoints> points;
  for (const RecordedMotion& motion : motions)
    motion.replay(speed, work.dynamics, points.emplace_back(work.ratings));
  SizingReport report{.program = "invdyn " INVDYN_VERSION,
                      .robot = work.robot.name(),
                      .source = work.robot.source(),
                      .verdict = result.verdict,
                      .checks = result.checks,
                      .facts = facts_of(work, command, result.choices != nullptr),
                      .chosen = {},
                      .refused = {},
                      .messages = work.terminal.notes()};
  report.verdict.text = with_flags(report.verdict.text);
  if (path) {
    report.path_picture = path_picture(work.ratings, *path);
    report.binding = share_table(work.ratings, *path);
  }
  if (result.choices) {
    report.chosen = choice_table(work.robot, *result.catalogue, *result.choices);
    report.refused = refused_table(work.robot, *result.catalogue, *result.choices);
  }
  const auto& warnings = work.terminal.warnings();
  report.messages.insert(report.messages.end(), warnings.begin(), warnings.end());
  const ReportPage written = sizing_page(report, work.ratings, result.loads, points, result.names);
  work.sidecar.add_file(written.place_in(folder)).write(written.html());
}

}  // namespace invdyn
