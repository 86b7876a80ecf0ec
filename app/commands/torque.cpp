#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "batch_run.h"
#include "command_line/command_line.h"
#include "command_line/config_file.h"
#include "command_line/help.h"
#include "dynamics/core/derived_columns.h"
#include "dynamics/core/trajectory_torques.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/run_record.h"
#include "ground/npy/npy_header.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/batch_arguments.h"
#include "options/contact_argument.h"
#include "options/dynamics_arguments.h"
#include "options/measured_arguments.h"
#include "options/option_doubts.h"
#include "options/plot_argument.h"
#include "options/robot_argument.h"
#include "options/shard_argument.h"
#include "options/trajectory_arguments.h"
#include "pictures/figure/drawn_rows.h"
#include "robot/model/names.h"
#include "sidecar.h"
#include "torque_columns.h"
#include "torques/pipeline/trajectory_run.h"
#include "torques/rows/row_file.h"
#include "torques/rows/torque_summary.h"

namespace invdyn {
namespace {

struct TorqueOptions {
  RobotArgument robot;
  std::string method, columns, tolerance, shard, format = "table";
  SidecarArgument sidecar;
  BatchArguments files;
  PlotArgument plot;
  TrajectoryArguments trajectory;
  MeasuredArguments measured;
  DynamicsArguments dynamics;
  bool summary = false, quiet = false;
};

Shard shard_of(const TorqueOptions& options) {
  if (options.files.is_batch()) throw UsageError("--shard", "is for one file: leave out --output-dir");
  if (options.files.file().input == "-")
    throw UsageError(
        "--shard",
        "cannot read standard input, because a part may begin in the middle of the rows: expected the name "
        "of a file");
  if (is_npy_name(options.files.file().output))
    throw UsageError(
        "--shard",
        "cannot write .npy, because parts in .npy files cannot be joined to one array: expected CSV");
  if (options.trajectory.unwrap)
    throw UsageError("--shard",
                     "give --shard or --unwrap, not both: --unwrap counts turns from the first row");
  if (options.summary)
    throw UsageError("--shard", "give --shard or --summary, not both: the summary covers all rows");
  return shard_argument(options.shard);
}

// Data that is the same for every file.
struct TorqueWork {
  const TorqueOptions& options;
  const TrajectorySettings& settings;
  const std::vector<InputState>& other_inputs;  // beside the trajectory
  const OutputColumns& columns;
  const Robot& robot;
  const BaseHold hold;
  const std::vector<Contact>& contacts;
  const std::optional<double> tolerance;  // of what contacts leave over
  const Eigen::Vector3d gravity;
  const TrajectoryTorques& dynamics;
  const DerivedColumns* derived;
  const MeasuredTorques* measured;
  std::vector<std::string> notes, warnings;  // before the first file
  TableFormat format;                        // of the summary
};

// What the run of one file does, so that it can be repeated by itself.
void describe(Sidecar& sidecar, const TorqueWork& work, const BatchFile& file) {
  for (const InputState& input : work.other_inputs) sidecar.add_input(input);
  if (work.options.files.is_batch()) {
    sidecar.set_setting("trajectory", nlohmann::ordered_json::array({file.input}));
    sidecar.set_setting("output", file.output);
    for (const char* key : {"output-dir", "files-from"}) sidecar.set_setting(key, nullptr);
    sidecar.add_messages(work.notes, work.warnings);
  }
  if (work.options.columns.empty()) sidecar.set_setting("columns", usual_columns(work.hold));
  if (const auto& shard = work.settings.shard)  // the one that "slurm" stood for
    sidecar.set_setting("shard", std::to_string(shard->index) + "/" + std::to_string(shard->count));
  sidecar.set("robot", {{"name", work.robot.name()}, {"joints", moving_joint_names(work.robot)}});
  sidecar.set("gravity", {work.gravity.x(), work.gravity.y(), work.gravity.z()});
}

// Reports whether the output is complete, and if not, why.
bool is_complete(const Sidecar& sidecar, const BatchFile& file, const TorqueOptions& options,
                 Terminal& terminal) {
  const std::optional<std::string> reason = sidecar.reason_to_make(file.output);
  if (reason) {
    if (!reason->empty()) terminal.note(file.input + ": computed again, because " + *reason);
    return false;
  }
  terminal.note(file.input + ": skipped, because " + file.output + " is complete");
  if (options.summary && options.files.is_batch())
    terminal.warn()(
        file.input +
        ": not in the summary, because the output was already complete; a run without --resume summarizes all "
        "files");  // of many files once
  else if (options.summary)
    terminal.print(file.input +
                   ": no summary, because nothing was computed; a run without --resume prints a "
                   "summary\n");
  return true;
}

// With --format csv or json the summaries of all files are one table.
void report(const TorqueWork& work, const BatchFile& file, TorqueSummary summary, Terminal& terminal,
            std::optional<TorqueSummary>& kept_summary) {
  if (work.format != TableFormat::table)
    kept_summary = std::move(summary);
  else
    terminal.print((work.options.files.is_batch() ? file.input + "\n" : "") +
                   summary.table().text(work.format));
}

// With the wrench on a base that floats, unless it is free of any.
TorqueSummary summary_of(const TorqueWork& work) {
  if (work.hold == BaseHold::fixed || work.hold == BaseHold::nothing) return TorqueSummary(work.robot);
  return TorqueSummary(work.robot, total_mass(work.robot) * work.gravity.norm(), work.contacts);
}

// Reports whether the contacts leave over more than the user allows.
bool report_excess(const TorqueWork& work, double largest, const std::string& name, Terminal& terminal) {
  if (!work.tolerance || largest <= *work.tolerance) return false;
  terminal.error("--tolerance: in a row of " + name +
                 ", the part of the wrench that the contacts cannot exert is " + three_digits(largest) +
                 " of the robot's weight: expected at most " + six_digits(*work.tolerance));
  return true;
}

// The main job: every row of a trajectory, with its torques, to the output. Does not commit it. Returns the
// number of rows.
std::size_t write_torques(const TorqueWork& work, const TrajectorySettings& settings, RowFile& output,
                          TorqueSummary& summary, std::optional<DrawnRows>& drawn_rows, Terminal& terminal,
                          bool& is_exceeded) {
  TrajectoryRun run(settings, work.robot, terminal);
  std::vector<Sink*> sinks;
  if (work.options.summary) sinks.push_back(&summary);
  if (work.options.plot.is_wanted()) sinks.push_back(&drawn_rows.emplace(run.name(), work.columns));
  const std::size_t rows = run.finish(work.dynamics, sinks, &output, work.derived, work.measured);
  if (drawn_rows && !run.has_time()) drawn_rows->number_rows();
  terminal.print(run.noise_gain());
  is_exceeded = report_excess(work, run.largest_unexplained(), run.name(), terminal);
  if (work.options.summary && !summary.is_finite())
    throw Error(run.name(),
                "the RMS torques are too large to compute: expected realistic motion, times and loads");
  return rows;
}

// All that is written for one file: open, run, draw, describe, commit. Returns the number of rows, or none if
// the output was already complete.
std::optional<std::size_t> make_output(const TorqueWork& work, const BatchFile& file, std::size_t threads,
                                       Terminal& terminal, std::optional<TorqueSummary>& kept_summary,
                                       bool& is_exceeded) {
  const TorqueOptions& options = work.options;
  Sidecar sidecar(options.sidecar.at(file.sidecar), {file.input}, file.record);  // before they are read
  describe(sidecar, work, file);
  if (options.files.resume && is_complete(sidecar, file, options, terminal)) return {};
  RowFile output(file.output, work.columns);  // before the trajectory, which may take long to come
  sidecar.watch(output.file());

  TrajectorySettings settings = work.settings;
  settings.path = file.input;
  settings.threads = threads;
  TorqueSummary summary = summary_of(work);
  std::optional<DrawnRows> drawn_rows;
  const std::size_t rows = write_torques(work, settings, output, summary, drawn_rows, terminal, is_exceeded);

  std::optional<OutputFile> figure;
  if (drawn_rows)
    options.plot.draw(
        {drawn_rows->table()}, {.robot = &work.robot}, [&](const std::string& text) { terminal.note(text); },
        figure.emplace(options.plot.path));
  sidecar.add_messages(terminal.notes(), terminal.warnings());
  // Parts are joined by whether they are there.
  output.commit(rows, settings.shard ? Sync::yes : Sync::no, sidecar.descriptions(rows));
  if (figure) figure->commit();
  if (options.summary) report(work, file, std::move(summary), terminal, kept_summary);
  return rows;
}

// Before any file is read: settings that do not go together.
void expect_sensible(const TorqueOptions& options) {
  if (options.robot.is_base_free()) {
    options.dynamics.expect_no_push();
    if (options.dynamics.is_static)
      throw UsageError("--static", "computes every row at rest, but a free base moves: leave out --static");
  }
  if (!options.method.empty()) formulation("--method", options.method);
  if (!options.shard.empty() && options.files.in_place)
    throw UsageError(
        "--in-place",
        "give --in-place or --shard, not both: the runs of the other parts still read the trajectory");
  if (options.plot.is_wanted() && !options.shard.empty())
    throw UsageError("--plot", "give --plot or --shard, not both: the figure shows all rows");
  if (options.plot.is_wanted() && options.files.is_batch())
    throw UsageError("--plot", "is for one file: leave out --output-dir");
  if (!options.summary && table_format_argument(options.format) != TableFormat::table)
    throw UsageError("--format", "works only with --summary: give --summary --format " + options.format);
}

TrajectorySettings trajectory_settings(const TorqueOptions& options) {
  TrajectorySettings settings = options.trajectory.settings();
  settings.is_static = options.dynamics.is_static;
  settings.base_is_free = options.robot.is_base_free();
  settings.csv.needs_time = !options.dynamics.is_static || !options.dynamics.base_motion.empty() ||
                            settings.preparation.changes_anything();
  settings.csv.locked = options.dynamics.locked_joints();
  settings.csv.coupling = options.dynamics.coupling;
  if (!options.shard.empty()) settings.shard = shard_of(options);
  return settings;
}

void expect_contacts_used(const TorqueOptions& options, const WantedColumns& columns) {
  if (!options.tolerance.empty() && options.dynamics.contacts.empty())
    throw UsageError("--tolerance", "is used only for contacts: expected --contact LINK too");
  if (options.dynamics.ground.empty() || !options.dynamics.contacts.empty()) return;
  if (std::find(columns.begin(), columns.end(), WantedColumns::value_type(Derived::zmp)) == columns.end())
    throw UsageError("--ground",
                     "is used only for contacts and for the zero moment point: expected --contact too, or "
                     "--columns with zmp");
}

// All files that no output may replace, except the trajectories.
ProtectedFiles protected_files(const TorqueOptions& options, const CLI::App& command) {
  ProtectedFiles files;
  files.add(options.robot.path, "the robot's file");
  keep_config(command, files);
  options.dynamics.keep_files(files);
  return files;
}

// The trajectories, and all that is written for each.
std::vector<BatchFile> files_to_make(const TorqueOptions& options, const ProtectedFiles& kept) {
  const bool is_batch = options.files.is_batch();
  std::vector<BatchFile> files =
      is_batch ? options.files.files(kept) : std::vector<BatchFile>{options.files.file()};
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(options.files.list);
  for (const BatchFile& file : files) inputs.push_back(file.input);
  expect_standard_input_once(inputs);
  if (!is_batch) options.files.expect_kept(kept);
  // With --output-dir, --sidecar is a folder.
  const std::filesystem::path& sidecar = options.sidecar.path;
  for (BatchFile& file : files)
    file.sidecar = is_batch && !sidecar.empty()
                       ? sidecar / std::filesystem::path(run_record_path(file.output)).filename()
                       : sidecar;
  return files;
}

void expect_sidecars_kept(const TorqueOptions& options, const std::vector<BatchFile>& files,
                          ProtectedFiles kept) {
  const bool is_folder = options.files.is_batch() && !options.sidecar.path.empty();
  if (is_folder && options.sidecar.path == "-")
    throw UsageError(
        "--sidecar",
        "names standard output, but with --output-dir there are several records: expected a folder");
  std::set<std::string> outputs;
  for (const BatchFile& file : files) {
    kept.add_input(file.input);
    if (is_folder) outputs.insert(place_of(file.output));
  }
  for (const BatchFile& file : files) {
    options.sidecar.at(file.sidecar).expect_place(file.output, kept);
    if (is_folder && outputs.contains(place_of(file.sidecar)))
      throw UsageError("--sidecar",
                       "would write " + file.sidecar + ", which is an output too: expected another folder");
  }
}

void expect_figure_kept(const TorqueOptions& options, const BatchFile& file, ProtectedFiles kept) {
  if (!options.plot.is_wanted()) return;
  kept.add_input(file.input);
  std::vector<std::string> outputs = files_written(file.output, options.files.resume);
  outputs.push_back(file.sidecar);
  options.plot.expect_sensible(outputs, kept);
}

// The robot with the changes of this run. Adds the state of each file that it is made of, as it was before it
// was read; sub-bodies are known only afterwards.
Robot robot_of(const TorqueOptions& options, bool degrees, std::vector<InputState>& inputs, Report& report) {
  if (is_file(options.robot.path)) inputs.push_back(state_of(options.robot.path));
  for (const std::string& file : options.dynamics.files()) inputs.push_back(state_of(file));
  Robot robot = options.dynamics.modified_robot(options.robot.read(report.warn()), degrees, report);
  for (const std::string& part : options.robot.parts()) inputs.push_back(state_of(part));
  return robot;
}

// For programs: the summaries of all files are one table. It is data, so it goes to standard output where the
// torques leave that free.
void print_summaries(const TorqueWork& work, const std::vector<BatchFile>& files,
                     const std::vector<std::optional<TorqueSummary>>& summaries, Terminal& terminal) {
  Table table = summary_of(work).table_for_programs();
  for (std::size_t i = 0; i < files.size(); ++i)
    if (summaries[i]) summaries[i]->add_to(table, files[i].input);
  const std::string text = table.text(work.format);
  if (!work.options.files.is_batch() && files.front().output == "-") return terminal.print(text);
  OutputFile out("-");
  out.write(text);
  out.commit();
}

// One file, or several at the same time. Returns the exit code.
int write_all(const TorqueWork& work, const std::vector<BatchFile>& files, Terminal& terminal) {
  const std::size_t threads = work.settings.threads;
  std::vector<std::optional<TorqueSummary>> summaries(files.size());
  std::atomic<bool> any_exceeded = false;
  int code = done;
  if (work.options.files.is_batch()) {
    if (const std::string& folder = work.options.sidecar.path; !folder.empty()) make_folder(folder);
    const std::size_t at_a_time = std::min(threads, files.size());
    code = run_batch(
        files, {work.options.files.folder, at_a_time, work.options.files.resume},
        [&](std::size_t i, Terminal& part) {
          bool is_exceeded = false;
          const auto rows = make_output(work, files[i], threads / at_a_time, part, summaries[i], is_exceeded);
          if (is_exceeded) any_exceeded = true;
          return rows;
        },
        terminal);
  } else {
    bool is_exceeded = false;
    make_output(work, files.front(), threads, terminal, summaries.front(), is_exceeded);
    any_exceeded = is_exceeded;
  }
  if (work.options.summary && work.format != TableFormat::table)
    print_summaries(work, files, summaries, terminal);
  return code == done && any_exceeded ? limit_exceeded : code;
}

int torque(const TorqueOptions& options, const CLI::App& command, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  options.files.expect_sensible();
  TrajectorySettings settings = trajectory_settings(options);
  WantedColumns columns = wanted_columns(options.columns);
  settings.csv.keeps_stamps = has_stamp(columns);
  if (has_measured(columns)) settings.csv.measured = ReadMeasured::must;
  settings.csv.currents = options.measured.are_currents();
  const MeasuredSettings measured_settings = options.measured.settings();
  if (options.measured.any() && !has_measured(columns))
    throw UsageError(
        options.measured.at.empty() ? "--torque-constant" : "--measured-at",
        "is used only for measured torques: expected the word measured or residual in --columns");
  const TableFormat format = table_format_argument(options.format);
  expect_sensible(options);
  const ProtectedFiles kept = protected_files(options, command);
  const std::vector<BatchFile> files = files_to_make(options, kept);
  expect_sidecars_kept(options, files, kept);
  expect_figure_kept(options, files.front(), kept);

  const Warn warn = terminal.warn();
  std::vector<InputState> other_inputs;
  const Robot robot = robot_of(options, settings.csv.degrees, other_inputs, terminal);
  if (settings.shard && settings.base_is_free) expect_no_place(derived_in(columns));
  for (const BatchFile& file : files) {
    options.robot.expect_parts_kept(file.output, options.files.resume);
    options.robot.expect_parts_kept(file.sidecar);
  }
  options.robot.expect_parts_kept(options.plot.path);

  options.dynamics.note_drives(options.robot, robot, [&](const std::string& text) { terminal.note(text); });
  DynamicsArguments::Loads loads = options.dynamics.collect_loads(robot, settings.csv.degrees, warn);
  auto& [terms, surroundings] = loads;
  collect_contacts(options.dynamics, options.robot, robot, loads, settings);
  const BaseHold hold = !robot.base_floats()            ? BaseHold::fixed
                        : options.robot.is_base_free()  ? BaseHold::nothing
                        : surroundings.contacts.empty() ? BaseHold::wrench
                                                        : BaseHold::contacts;
  fit_to_base(columns, options.columns, robot, hold);
  expect_contacts_used(options, columns);
  const std::optional<double> tolerance = tolerance_argument(options.tolerance);
  report_doubts(options.robot, options.dynamics, robot, {terms, surroundings}, terminal);
  if (robot.base_floats()) settings.base_motion = surroundings.base;
  terms.method = options.method;
  const TrajectoryTorques dynamics(robot, terms, surroundings);
  const Eigen::Vector3d gravity = terms.gravity.value_or(robot.gravity());
  std::optional<DerivedColumns> derived;
  if (!derived_in(columns).empty())
    derived.emplace(robot, terms, surroundings, derived_in(columns),
                    settings.csv.base_twist.value_or(TwistAxes::world));
  const DerivedColumns* const to_derive = derived ? &*derived : nullptr;
  const MeasuredTorques measured(robot, terms, measured_settings);
  const OutputColumns written = output_columns(columns, robot, to_derive);
  const TorqueWork work{.options = options,
                        .settings = settings,
                        .other_inputs = other_inputs,
                        .columns = written,
                        .robot = robot,
                        .hold = hold,
                        .contacts = surroundings.contacts,
                        .tolerance = tolerance,
                        .gravity = gravity,
                        .dynamics = dynamics,
                        .derived = to_derive,
                        .measured = measured_settings.are_joint_torques() ? nullptr : &measured,
                        .notes = terminal.notes(),
                        .warnings = terminal.warnings(),
                        .format = format};
  return write_all(work, files, terminal);
}

}  // namespace

Command add_torque_command(CLI::App& program) {
  auto options = std::make_shared<TorqueOptions>();
  CLI::App* command = program.add_subcommand("torque", "Compute the joint torques along a joint trajectory");
  options->dynamics.add_to(*command);
  options->dynamics.add_base_motion_to(*command);
  options->dynamics.add_coupling_to(*command);
  options->dynamics.add_contacts_to(*command);
  options->robot.add_to(*command);
  options->files.add_to(*command);
  options->trajectory.add_options_to(*command);
  options->measured.add_to(*command, true);
  command
      ->add_flag(
          "--static", options->dynamics.is_static,
          "Compute each row at rest: dq and ddq are zero. Columns of dq and ddq are not used. The file needs "
          "no time column. Without times, the output has no column t")
      ->group(group::differentiation);
  add_method_option(*command, options->method, group::general,
                    ". All methods give the same torques. Some methods do not support every robot; "
                    "invdyn compare lists the methods that support a robot");
  rare(
      command->add_option("--shard", options->shard,
                          "Compute part I of N of one file. To get the whole output, join the outputs of all "
                          "parts. The file needs a time column; a .npy array does not need one. With slurm "
                          "in place of I/N, I is the number of the task in a job array of Slurm, and N is "
                          "the number of tasks"))
      ->type_name("I/N")
      ->group(group::batch);
  offer_words(
      command->add_option(
          "--columns", options->columns,
          "Quantities to write in addition to t. Some of " + all_torque_columns() +
              ", or patterns such as 'motor_*'. tau: sum of the terms from inertia to external. "
              "reaction: force and moment of the joint on its link, in the link's axes, about the joint's "
              "origin. measured: torque in the file's columns tau_JOINT. residual: measured torque minus "
              "computed torque. stamp: text of the file's time stamp. base: pose, twist and derivatives of "
              "the twist of a floating base, as used for the torques. wrench: force and moment of the world "
              "on the base, about the base's origin, in world axes. wrench_body: the same force and moment "
              "in the base's axes. com: centre of mass of the whole robot, with derivatives. momentum: "
              "momentum and angular momentum of the whole robot, with derivatives. zmp: zero moment point "
              "on --ground. If the robot does not press on the ground, zmp is empty. contact: force and "
              "moment of the ground on each link of --contact, about the link's origin, in world axes. "
              "support: three kinds of columns (see invdyn manual contacts): bears_LINK, the number of points "
              "of a --contact link that carry load; unexplained, the part of the wrench that the contacts "
              "cannot exert, divided by the robot's weight; breaks, a code for the cause. "
              "Default: tau; with a floating base: wrench, contact (if --contact is given), tau"),
      torque_columns())
      ->type_name("LIST")
      ->group(group::output);
  rare(command->add_option(
           "--tolerance", options->tolerance,
           "Largest wrench that the contacts may fail to exert. It is a share of the robot's weight. If the "
           "unexplained wrench of a row is larger, the run ends with exit code 3"))
      ->type_name("SHARE")
      ->group(group::output);
  options->sidecar.add_to(*command,
                          ". With --output-dir, FILE is a folder for the files OUTPUT.run.json, one for each "
                          "output");
  options->plot.add_to(*command, "It shows the columns of the output, as the command plot does");
  add_summary_options(*command, options->summary, options->quiet, "peak and RMS torque");
  CLI::Option* format = command->add_option(
      "--format", options->format,
      "Format of --summary: " + joined(table_formats()) +
          ". With csv or json, the summary is one table for all files. If the torques go to files, this "
          "table goes to standard output");
  mark(offer_words(format, table_formats()), Decides::messages)
      ->type_name("FORMAT")
      ->group(group::output)
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  invdyn torque puma560 motion.csv -o torques.csv\n"
      "  invdyn torque arm.json --degrees --rate 500 --columns q,dq,ddq,tau < log.csv > torques.csv\n"
      "  invdyn torque arm.json logs/*.csv --output-dir torques --resume\n"
      "  invdyn torque puma560 motion.npy -o torques.npy");
  return {command, [=](Terminal& terminal) { return torque(*options, *command, terminal); }};
}

}  // namespace invdyn
