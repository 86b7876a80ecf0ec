#include "identify_results.h"

#include <algorithm>

#include "answers/identification/fit_record.h"
#include "answers/identification/identification_report.h"
#include "answers/identification/identification_tables.h"
#include "command_line/flag_names.h"
#include "ground/base/wording.h"
#include "log_figures.h"
#include "options/arguments.h"
#include "robot/files/check.h"
#include "robot/files/json_writer.h"
#include "robot/model/bodies.h"

namespace invdyn {
namespace {

// `link=tool mass=2 com=0,0,0.05 ixx=...`, as --payload takes it.
std::string payload_text(const std::string& link, const MassProperties& body) {
  const auto list = [](const Eigen::Vector3d& v) {
    return six_digits(v.x()) + ',' + six_digits(v.y()) + ',' + six_digits(v.z());
  };
  const Eigen::Matrix3d& I = body.inertia;
  return "link=" + link + " mass=" + six_digits(body.mass) + " com=" + list(body.com) +
         " ixx=" + six_digits(I(0, 0)) + " iyy=" + six_digits(I(1, 1)) + " izz=" + six_digits(I(2, 2)) +
         " ixy=" + six_digits(I(0, 1)) + " ixz=" + six_digits(I(0, 2)) + " iyz=" + six_digits(I(1, 2));
}

Table payload_table(const PayloadEstimate& payload) {
  Table table({{"payload"}, {"value"}, {"95_%"}, {"unit"}});
  table.add_row({"mass", payload.body.mass, payload.mass_half_width, "kg"});
  constexpr const char* names[] = {"com x", "com y", "com z"};
  for (Eigen::Index i = 0; i < 3; ++i)
    if (std::isfinite(payload.com_half_width[i]))
      table.add_row({names[i], payload.body.com[i], payload.com_half_width[i], "m"});
  return table;
}

std::size_t link_of(const Robot& robot, const PayloadEstimate& payload) {
  std::size_t link = 0;
  while (robot.links()[link].name != payload.link) ++link;
  return link;
}

// The fitted robot in a log, where it may carry the payload.
Robot fitted_robot(const FittedRobot& fit, bool is_loaded) {
  const Robot& robot = fit.result.best().possible.robot;
  if (!is_loaded || !fit.payload) return robot;
  return with_payload(robot, link_of(robot, *fit.payload), fit.payload->body);
}

// Adds a log's measured torques beside those of the file's robot and of the fitted one, and its rows for the
// figure of friction.
void add_fitted_log(const FittedRobot& fit, LogReader& reader, const std::string& path, bool is_loaded,
                    const std::string& name, IdentificationReport& report, ModelRows& fitted) {
  const ModelRows before{"before", {reader.rows(path, fit.robot)}},
      after{"after", {reader.rows(path, fitted_robot(fit, is_loaded))}};
  add_log(report, name, {before, after}, fit.robot);
  fitted.logs.push_back(after.logs.front());
}

std::vector<NumberOrigin> origins_of(const IdentifyOptions& options, const Robot& robot,
                                     const Robot& fitted) {
  std::vector<NumberOrigin> origins;
  std::vector<std::string> names;
  for (const std::string& path : options.logs().paths) names.push_back(path == "-" ? "standard input" : path);
  const std::string from = "identified from " + joined(names) + " by invdyn " INVDYN_VERSION;
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    const Drive &before = robot.joints()[i].drive, &after = fitted.joints()[i].drive;
    std::vector<std::string> numbers;
    if (before.damping() != after.damping()) numbers.emplace_back("damping");
    if (before.coulomb_positive() != after.coulomb_positive() ||
        before.coulomb_negative() != after.coulomb_negative())
      numbers.emplace_back("coulomb");
    if (before.offset != after.offset) numbers.emplace_back("offset");
    if (before.load != after.load) numbers.emplace_back("load");
    if (before.curve.torque != after.curve.torque) numbers.emplace_back("curve");
    if (before.turns_with.size() != after.turns_with.size()) numbers.emplace_back("turns_with");
    if (before.rotor_inertia != after.rotor_inertia) numbers.emplace_back("rotor_inertia");
    if (!numbers.empty()) origins.push_back({"joint " + robot.joints()[i].name, joined(numbers), from});
    const MassProperties &old = robot.links()[i + 1].mass_properties,
                         &now = fitted.links()[i + 1].mass_properties;
    if (old.mass != now.mass || old.com != now.com || old.inertia != now.inertia)
      origins.push_back({"link " + robot.links()[i + 1].name, "mass, com, inertia", from});
  }
  return origins;
}

// Findings that the file accepts and the written robot still has.
std::vector<AcceptedFinding> still_accepted(const RobotFile& file, const Robot& robot) {
  const std::vector<Finding> findings = check_robot(robot);
  std::vector<AcceptedFinding> accepted = file.accepted;
  std::erase_if(accepted, [&](const AcceptedFinding& each) {
    return std::none_of(findings.begin(), findings.end(), [&](const Finding& finding) {
      return finding.kind == each.kind && finding.subject == each.subject;
    });
  });
  return accepted;
}

// The robot as its file has it, with the numbers that were fitted.
Robot written(const Robot& file, const Robot& fitted) {
  std::vector<MassProperties> bodies;
  for (const Link& link : fitted.links()) bodies.push_back(link.mass_properties);
  std::vector<Drive> drives;
  for (const Joint& joint : fitted.joints()) drives.push_back(joint.drive);
  return file.with_mass_properties(bodies).with_drives(drives);
}

}  // namespace

std::string text_of(const IdentifyOptions& options, const FittedRobot& fit) {
  const auto& [robot, result, payload, cautions] = fit;
  const TableFormat format = table_format_argument(options.format);
  if (format == TableFormat::csv) return parameter_table(result, true).text(format);
  if (format == TableFormat::json)
    return "{\"models\": " + model_table(result).text(format) +
           ", \"joints\": " + joint_table(robot, result).text(format) +
           ", \"parameters\": " + parameter_table(result, true).text(format) +
           (payload ? ", \"payload\": " + payload_table(*payload).text(format) : "") + "}\n";
  return model_table(result).text(format) + "\n" + joint_table(robot, result).text(format) + "\n" +
         parameter_table(result, false).text(format) +
         (payload ? "\n" + payload_table(*payload).text(format) : "") +
         (payload && payload->body.mass > 0
              ? "as an option: --payload '" + payload_text(payload->link, payload->body) + "'\n"
              : "");
}

void write_robot(const IdentifyOptions& options, const RobotFile& file, const FittedRobot& fit,
                 Sidecar& sidecar, Terminal& terminal) {
  Robot robot = written(file.robot, fit.result.best().possible.robot);
  if (options.pair.empty() && fit.payload && fit.payload->body.mass > 0)
    robot = with_payload(robot, link_of(robot, *fit.payload), fit.payload->body);
  std::vector<NumberOrigin> origins = file.origins;
  const std::vector<NumberOrigin> more = origins_of(options, file.robot, robot);
  std::erase_if(origins, [&](const NumberOrigin& each) {
    return std::any_of(more.begin(), more.end(), [&](const NumberOrigin& other) {
      return other.subject == each.subject && other.numbers == each.numbers;
    });
  });
  origins.insert(origins.end(), more.begin(), more.end());
  OutputFile out(options.output);
  sidecar.watch(out);
  const std::vector<AcceptedFinding> accepted = still_accepted(file, robot);
  const std::optional<std::string> table = dh_text_with(options.robot_text(), robot, accepted, origins);
  const std::string text =
      with_fit_record(table ? *table : json_text(robot, accepted, origins), fit.result, options.robot_text());
  if (has_fit_record(options.robot_text()) && !has_fit_record(text))
    terminal.note(
        options.output +
        " does not state how accurate the links are (key fit): this run changed other parameters, so the "
        "accuracy in the original robot's file is no longer valid");
  out.write(text);
  sidecar.commit({}, terminal);
}

void write_page(const IdentifyOptions& options, const Holdout& holdout, const CLI::App& command,
                const FittedRobot& fit, LogReader& reader, Sidecar& sidecar, const Terminal& terminal) {
  IdentificationReport report{log_page(command, terminal), {}, {}};
  for (const std::string& each : fit.cautions) report.cautions.push_back(with_flags(each));
  if (fit.payload) report.payload = payload_table(*fit.payload);
  ModelRows fitted{"fitted", {}};
  const LogList logs = options.logs();
  for (std::size_t i = 0; i < logs.paths.size(); ++i)
    add_fitted_log(fit, reader, logs.paths[i], logs.are_loaded[i], logs.paths[i], report, fitted);
  if (!holdout.file.empty())
    add_fitted_log(fit, reader, holdout.file, false, holdout.file + ", held out", report, fitted);
  add_friction(report, fitted, fitted_robot(fit, false));
  std::erase_if(report.messages, [&](const std::string& message) {
    return std::find(report.cautions.begin(), report.cautions.end(), message) != report.cautions.end();
  });
  const ReportPage page = identification_page(report, fit.robot, fit.result);
  const std::string path = page.place_in(options.report.folder);
  if (!options.output.empty()) return sidecar.add_file(path).write(page.html());
  OutputFile file(path);
  file.write(page.html());
  file.commit();
}

}  // namespace invdyn
