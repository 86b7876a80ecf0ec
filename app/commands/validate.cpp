#include <algorithm>
#include <list>
#include <memory>
#include <utility>

#include "answers/identification/fit_record.h"
#include "answers/validation/measured_values.h"
#include "answers/validation/suspicions.h"
#include "answers/validation/validation_report.h"
#include "answers/validation/validation_tables.h"
#include "command_line/command_line.h"
#include "command_line/flag_names.h"
#include "command_line/help.h"
#include "dynamics/core/derived_columns.h"
#include "dynamics/core/trajectory_torques.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/document/read_text_file.h"
#include "ground/output_files/output_file.h"
#include "log_figures.h"
#include "options/arguments.h"
#include "options/contact_argument.h"
#include "options/dynamics_arguments.h"
#include "options/measured_arguments.h"
#include "options/option_doubts.h"
#include "options/plot_argument.h"
#include "options/report_argument.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "pictures/figure/drawn_rows.h"
#include "sidecar.h"
#include "torques/pipeline/first_look.h"
#include "torques/pipeline/trajectory_run.h"

namespace invdyn {
namespace {

struct ValidateOptions {
  RobotArgument robot;
  std::vector<std::string> paths;
  std::string output = "-", tolerance, format = "table";
  TrajectoryArguments trajectory;
  MeasuredArguments measured;
  DynamicsArguments dynamics;
  SidecarArgument sidecar;
  PlotArgument plot;
  ReportArgument report;
  bool quiet = false;
};

// No output replaces an input or another output.
void expect_outputs_kept(const ValidateOptions& options) {
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  options.dynamics.keep_files(kept);
  for (const std::string& path : options.paths) kept.add_input(path);
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  options.plot.expect_sensible({options.output, options.sidecar.path}, kept);
  options.report.expect_place({options.output, options.sidecar.path, options.plot.path}, kept);
}

std::vector<std::string> inputs_of(const ValidateOptions& options) {
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.insert(inputs.end(), options.paths.begin(), options.paths.end());
  expect_standard_input_once(inputs);
  inputs.push_back(options.robot.file());
  return inputs;
}

// Reports each joint beyond the tolerance. Returns whether there is one.
bool report_excess(const JointResiduals& residuals, double tolerance, Terminal& terminal) {
  bool exceeded = false;
  for (const JointResiduals::Joint& joint : residuals.joints()) {
    if (1 - joint.explained() <= tolerance) continue;
    exceeded = true;
    const std::string name = "--tolerance: joint " + invdyn::in_quotes(joint.name);
    terminal.error(
        joint.varies()
            ? name + ": the model leaves " + six_digits(1 - joint.explained()) +
                  " of the measured torque's variance unexplained: expected at most " + six_digits(tolerance)
            : name +
                  ": the measured torque never changes, so its variance is 0 and the model cannot explain a "
                  "share of the variance");
  }
  return exceeded;
}

// The line of identify for these logs, with the options that decide how they are read.
std::string line_of_identify(const ValidateOptions& options, const CLI::App& command) {
  // Of outputs, and what identify does not have.
  constexpr std::string_view others[] = {"output",      "sidecar", "sidecar-date", "report",   "format",
                                         "quiet",       "config",  "threads",      "plot",     "tolerance",
                                         "base-motion", "wrench",  "no-friction",  "no-rotor", "no-spring"};
  std::string line = "invdyn identify " + shell_word(options.robot.path);
  for (const std::string& path : options.paths) line += ' ' + shell_word(path);
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    if (std::find(std::begin(others), std::end(others), name) != std::end(others)) continue;
    line += " --" + name;
    if (!takes_value(*option)) continue;
    for (const std::string& value : option->results()) line += ' ' + shell_word(value);
  }
  return line;
}

// The logs, one after the other, and what is drawn of them.
struct Validation {
  JointResiduals residuals;
  RowRuns rows, raw;
  MeasuredValues measured;
  std::list<DrawnRows> drawn;  // for figures

  ModelRows model_rows() const {
    ModelRows model{"computed", {}};
    for (const DrawnRows& log : drawn) model.logs.push_back(log.table());
    return model;
  }
};

void draw(const ValidateOptions& options, const Robot& robot, const Validation& validation) {
  OutputFile file(options.plot.path);
  options.plot.draw(residual_figure({validation.model_rows()}, robot, robot.name()), file);
  file.commit();
}

ReportPage page_of(const ValidatedLogs& logs, std::vector<Suspicion> found, const ModelRows& rows,
                   const CLI::App& command, const Terminal& terminal) {
  LogPage page = log_page(command, terminal);
  for (const CsvTable& log : rows.logs) add_log(page, log.file, {{rows.name, {log}}}, logs.robot);
  add_friction(page, rows, logs.robot);
  for (Suspicion& each : found) each.remedy = with_flags(each.remedy);
  return validation_page(page, logs, found);
}

// -o FILE.svg is the figure, as for `plot`.
ValidateOptions with_figure_of_output(ValidateOptions options) {
  const auto format = format_of_figure_file(options.output);
  if (!format || *format == FigureFormat::text) return options;
  if (options.plot.is_wanted())
    throw UsageError("--output",
                     "is the figure " + options.output +
                         ", but --plot gives a figure too: leave out --plot, or let --output name "
                         "a file for the tables");
  options.plot.path = std::exchange(options.output, "-");
  return options;
}

int validate(const ValidateOptions& given, const CLI::App& command, Terminal& terminal) {
  const ValidateOptions options = with_figure_of_output(given);
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  const Warn warn = terminal.warn();
  const TableFormat format = table_format_argument(options.format);
  const std::optional<double> tolerance = tolerance_argument(options.tolerance);
  const MeasuredSettings measured_settings = options.measured.settings();
  TrajectorySettings settings = options.trajectory.settings();
  settings.csv.measured = ReadMeasured::must;
  settings.csv.currents = options.measured.are_currents();
  settings.usual_scheme = Scheme::central;
  settings.usual_start = Start::extrapolate;
  settings.usually_cleans = true;
  settings.base_is_free = options.robot.is_base_free();
  if (settings.base_is_free) options.dynamics.expect_no_push();
  expect_outputs_kept(options);
  Sidecar sidecar(options.sidecar, inputs_of(options));

  const Robot robot =
      options.dynamics.modified_robot(options.robot.read(warn), settings.csv.degrees, terminal);
  settings.csv.locked = options.dynamics.locked_joints();
  settings.csv.coupling = options.dynamics.coupling;
  for (const std::string& output :
       {options.output, options.plot.path, options.sidecar.path, options.report.file()})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  options.dynamics.note_drives(options.robot, robot, [&](const std::string& text) { terminal.note(text); });
  DynamicsArguments::Loads loads = options.dynamics.collect_loads(robot, settings.csv.degrees, warn);
  collect_contacts(options.dynamics, options.robot, robot, loads, settings);
  const auto& [terms, surroundings] = loads;
  if (robot.base_floats()) settings.base_motion = surroundings.base;
  report_doubts(options.robot, options.dynamics, robot, {terms, surroundings}, terminal);
  const TrajectoryTorques dynamics(robot, terms, surroundings);
  const MeasuredTorques measured(robot, terms, measured_settings);
  const DerivedColumns derived(robot, terms, surroundings, drawn_terms);
  OutputFile report(options.output);
  sidecar.watch(report);

  const bool draws = options.plot.is_wanted() || options.report.is_wanted();
  Validation validation{JointResiduals(robot, terms),
                        RowRuns(robot.dof()),
                        RowRuns(robot.dof()),
                        MeasuredValues(robot.dof()),
                        {}};
  for (const std::string& path : options.paths) {
    settings.path = path;
    validation.raw.begin_log();
    const FirstLook look = first_look(settings, robot, dynamics, terminal, &validation.raw, &measured);
    TrajectoryRun run(look.settings, robot, terminal);
    validation.residuals.begin_log(run.name());
    validation.rows.begin_log();
    validation.measured.begin_log();
    std::vector<Sink*> sinks{&validation.residuals, &validation.rows, &validation.measured};
    if (draws) sinks.push_back(&validation.drawn.emplace_back(run.name(), residual_columns(robot, derived)));
    run.finish(dynamics, sinks, nullptr, draws ? &derived : nullptr, &measured);
    terminal.print(run.noise_gain());
  }
  validation.residuals.expect_sound();
  Eigen::VectorXd rms(static_cast<Eigen::Index>(robot.dof()));
  for (std::size_t j = 0; j < robot.dof(); ++j)
    rms[static_cast<Eigen::Index>(j)] = validation.residuals.joints()[j].rms();
  // Filters smooth what is clipped.
  MeasuredValues as_in_files(robot.dof());
  as_in_files.take(validation.raw);
  const bool is_raw = !validation.raw.runs().empty();
  for (const std::string& each : (is_raw ? as_in_files : validation.measured).cautions(robot, rms))
    warn(each);
  DynamicsSettings without_gravity = terms;
  without_gravity.gravity = Eigen::Vector3d::Zero();
  const TrajectoryTorques weightless(robot, without_gravity, surroundings);
  const bool has_rate = settings.csv.grid.has_value(),
             is_fitted =
                 has_fit_record(options.robot.file().empty() ? "" : read_text_file(options.robot.file()));
  const ValidatedLogs logs{robot,
                           measured_settings,
                           validation.residuals,
                           validation.rows,
                           dynamics,
                           weightless,
                           false,
                           has_rate,
                           is_fitted,
                           &validation.raw,
                           line_of_identify(options, command)};
  const std::vector<Suspicion> found = suspicions(logs);
  if (options.plot.is_wanted()) draw(options, robot, validation);
  if (options.report.is_wanted()) {
    const ReportPage page = page_of(logs, found, validation.model_rows(), command, terminal);
    sidecar.add_file(page.place_in(options.report.folder)).write(page.html());
  }
  report.write(format == TableFormat::table
                   ? with_flags(validation_text(validation.residuals, validation.rows, found, robot))
                   : validation_table(validation.residuals, validation.rows, found).text(format));
  sidecar.commit({}, terminal);
  return tolerance && report_excess(validation.residuals, *tolerance, terminal) ? limit_exceeded : done;
}

}  // namespace

Command add_validate_command(CLI::App& program) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command =
      program.add_subcommand("validate", "Compare measured torques of logs with computed torques");
  options->dynamics.add_to(*command);
  options->dynamics.add_base_motion_to(*command);
  options->dynamics.add_coupling_to(*command);
  options->dynamics.add_contacts_to(*command);
  options->robot.add_to(*command);
  command
      ->add_option("LOG", options->paths,
                   "Trajectories with measured torques, columns tau_JOINT. CSV, .npy or MCAP; - for standard "
                   "input. Several logs are evaluated together")
      ->required();
  options->trajectory.add_options_to(*command);
  options->trajectory.preparation.add_no_clean_to(*command);
  options->measured.add_to(*command);
  add_output_option(*command, options->output,
                    ". The file has the tables. If the file's name ends in .svg, .png or .pdf, the file has "
                    "the figure of --plot instead of the tables");
  options->sidecar.add_to(*command);
  options->plot.add_to(*command,
                       "It shows the measured and the computed torque of each joint, with the residual "
                       "below");
  options->report.add_to(*command,
                         "figures of measured and computed torques and of friction, and the tables");
  add_format_option(*command, options->format);
  command
      ->add_option("--tolerance", options->tolerance,
                   "Exit with code 3 if the model explains too little. For each joint, at most the share X "
                   "of the measured torque's variance may be unexplained. With X = 0.05, the model must "
                   "explain at least 95 % of the variance")
      ->type_name("X")
      ->group(group::comparison);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Examples:\n"
      "  invdyn validate ur5e log.csv -o residuals.svg\n"
      "  invdyn validate arm.json logs/*.csv --torque-constant 0.1,0.1,0.08\n"
      "  invdyn validate arm.json log.csv --tolerance 0.05 --format json");
  return {command, [options, command](Terminal& terminal) { return validate(*options, *command, terminal); }};
}

}  // namespace invdyn
