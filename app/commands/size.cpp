#include <algorithm>
#include <cmath>
#include <list>
#include <memory>

#include "base/error.h"
#include "base/visible_text.h"
#include "base/wording.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "dynamics/trajectory_torques.h"
#include "figure/drawn_rows.h"
#include "job/job_files.h"
#include "npy/npy_columns.h"
#include "npy/npy_header.h"
#include "options/arguments.h"
#include "options/dynamics_arguments.h"
#include "options/output_ending.h"
#include "options/plot_argument.h"
#include "options/robot_argument.h"
#include "options/sweep_argument.h"
#include "options/trajectory_arguments.h"
#include "output/output_file.h"
#include "output/row_file.h"
#include "output/row_writer.h"
#include "pipeline/trajectory_run.h"
#include "run_settings.h"
#include "sidecar.h"
#include "sizing/drive_choice.h"
#include "sizing/drive_tables.h"
#include "sizing/fit.h"
#include "sizing/sizing_report.h"
#include "sizing/sizing_tables.h"

namespace invdyn {
namespace {

using Json = nlohmann::ordered_json;

struct SizeOptions {
  RobotArgument robot;
  std::string motors, catalogue, output = "-", fitted_motion, chosen_motors, page, format = "table";
  std::vector<std::string> paths, sweeps;
  TrajectoryArguments trajectory;
  DynamicsArguments dynamics;
  SidecarArgument sidecar;
  PlotArgument plot;
  bool fit_duration = false, quiet = false;
};

// Data that is the same for all motions.
struct SizeWork {
  const Robot& robot;
  const Ratings& ratings;
  const TrajectoryTorques& dynamics;
  TableFormat format;
  OutputFile& report;
  Sidecar& sidecar;
  Terminal& terminal;
};

void write(const SizeWork& work, const std::string& text) {
  work.report.write(text);
  work.sidecar.commit({}, work.terminal);
}

// Reports the worst broken limit. Returns the exit code.
int verdict(const SizeWork& work, const std::vector<LimitCheck>& checks) {
  if (!any_broken(checks)) return done;
  std::size_t count = 0;
  for (const LimitCheck& check : checks) count += check.demand && check.demand->broken;
  work.terminal.error(
      (count == 1 ? "a limit is broken: " : counted(count, "limit") + " are broken, this one most: ") +
      broken_text(work.ratings, *worst_of(checks)));
  return limit_exceeded;
}

std::string loads_text(const SizeWork& work, const MotionLoads& loads) {
  return torque_and_speed_table(work.ratings, loads).text(TableFormat::table) + "\n" +
         energy_table(work.ratings, loads).text(TableFormat::table) + "\n";
}

std::string limits_text(const SizeWork& work, const std::vector<LimitCheck>& checks,
                        const std::vector<std::string>& names) {
  const bool any_given =
      std::any_of(checks.begin(), checks.end(), [](const LimitCheck& check) { return check.demand; });
  return (any_given ? limits_table(work.ratings, checks, names).text(TableFormat::table) : "") +
         not_given_text(work.ratings, checks);
}

// Each motion, all of them one after the other, and their limits.
int report_loads(const SizeWork& work, const std::vector<MotionLoads>& motions,
                 const std::vector<std::string>& names) {
  MotionLoads all = motions.front();
  for (std::size_t m = 1; m < motions.size(); ++m) all.add(motions[m]);
  const std::vector<LimitCheck> checks = check_limits(work.ratings, all);
  const bool several = motions.size() > 1;
  if (work.format == TableFormat::table) {
    std::string text;
    for (std::size_t m = 0; several && m < motions.size(); ++m)
      text += visible(names[m]) + ", " + six_digits(motions[m].duration()) + " s\n" +
              loads_text(work, motions[m]);
    if (several) text += "all, " + six_digits(all.duration()) + " s\n";
    write(work, text + loads_text(work, all) + limits_text(work, checks, names));
  } else {
    QuantityTable table;
    for (std::size_t m = 0; several && m < motions.size(); ++m)
      table.add(work.ratings, names[m], motions[m], {}, names);
    table.add(work.ratings, several ? "all" : names.front(), all, checks, names);
    write(work, table.table().text(work.format));
  }
  return verdict(work, checks);
}

int report_sweep(const SizeWork& work, const std::vector<SweepPoint>& points,
                 const std::vector<std::string>& names) {
  write(work, sweep_table(work.ratings, points, names, work.format == TableFormat::table).text(work.format));
  return std::any_of(points.begin(), points.end(),
                     [](const SweepPoint& point) { return any_broken(point.checks); })
             ? limit_exceeded
             : done;
}

OutputColumns drawn_columns(const Robot& robot) {
  std::vector<std::string> joints;
  for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
  return {joints, {Quantity::dq, Quantity::ddq, Quantity::tau}};
}

// Torque over speed, within the curves of the motors.
void write_figure(const SizeWork& work, const PlotArgument& plot, const std::list<DrawnRows>& motions,
                  const Motors& motors) {
  if (!plot.is_wanted()) return;
  std::vector<CsvTable> tables;
  for (const DrawnRows& motion : motions) tables.push_back(motion.table());
  OutputFile file(plot.path);
  plot.draw(
      tables, {.robot = &work.robot, .motors = &motors, .phase = true},
      [&](const std::string& text) { work.terminal.note(text); }, file);
  file.commit();
}

// Reports the worst of these limits, which no duration keeps.
int report_no_fit(const SizeWork& work, const std::vector<LimitCheck>& checks, const std::string& why) {
  work.terminal.error("--fit-duration: no duration keeps every limit: " + why +
                      (any_broken(checks) ? broken_text(work.ratings, *worst_of(checks)) : ""));
  return limit_exceeded;
}

int report_no_fit(const SizeWork& work, const std::vector<LimitCheck>& checks) {
  std::vector<LimitCheck> positions = checks;
  std::erase_if(positions, [](const LimitCheck& check) { return check.kind != LimitKind::position; });
  return any_broken(positions) ? report_no_fit(work, positions, "")
                               : report_no_fit(work, checks, "however slow, ");
}

// Names the joints for which no drive of the catalogue passes; empty: each has one.
std::string missing_text(const Ratings& ratings, const Catalogue& catalogue,
                         const std::vector<DriveChoice>& choices) {
  std::vector<std::string> without, untried;
  for (std::size_t j = 0; j < choices.size(); ++j)
    if (!choices[j].chosen) (choices[j].refused.empty() ? untried : without).push_back(ratings[j].name);
  if (!untried.empty())
    return catalogue.file + ": has no row for " + joined(untried) +
           ": expected rows without joint, for revolute joints, or with the joint's name";
  if (without.empty()) return "";
  return catalogue.file + ": no motor of it with any of its gears passes for " + joined(without) +
         ": expected a stronger one, or a slower motion";
}

// All that the page of --report needs besides the loads.
struct PageWork {
  const std::string& folder;  // empty: no page
  const DynamicsSettings& terms;
  const CLI::App& command;
  const std::vector<RecordedMotion>& motions;
  std::vector<std::pair<std::string, Table>> tables;
  std::vector<std::string> failures;
};

// What the run assumes: the loads, and all settings that are given or have a default.
std::vector<std::pair<std::string, std::string>> facts_of(const PageWork& page, const Robot& robot) {
  const Eigen::Vector3d gravity = page.terms.gravity.value_or(robot.gravity());
  std::vector<std::pair<std::string, std::string>> facts{
      {"acceleration of free fall (m/s^2)",
       six_digits(gravity.x()) + ", " + six_digits(gravity.y()) + ", " + six_digits(gravity.z())},
      {"friction", page.terms.friction ? "as in the robot's file" : "left out"},
      {"inertia of rotors", page.terms.rotor ? "included" : "left out"}};
  const auto run = run_json(page.command);
  for (const auto& [key, value] : run["settings"].items()) {
    const bool is_of_output =
        key == "output" || key == "report" || key == "plot" || key == "format" || key == "quiet";
    if (is_of_output || value.is_null() || value == false || value.empty()) continue;
    facts.emplace_back(key, value.is_string() ? value.get<std::string>()
                                              : value.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return facts;
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
  write_sizing_page(page.folder, sizing_page(report, work.ratings, loads, points, names));
}

// The choice, and the loads and limits with the chosen drives.
int report_choice(const SizeWork& work, const Catalogue& catalogue, const std::vector<DriveChoice>& choices,
                  const std::vector<RecordedMotion>& motions, const std::vector<std::string>& names) {
  const std::string missing = missing_text(work.ratings, catalogue, choices);
  if (!missing.empty()) work.terminal.error(missing);
  const int code = missing.empty() ? done : limit_exceeded;
  if (work.format != TableFormat::table) {
    write(work, tried_table(work.robot, catalogue, choices, names).text(work.format));
    return code;
  }
  std::optional<MotionLoads> all;
  for (std::size_t m = 0; m < motions.size(); ++m) {
    MotionLoads loads(work.ratings, m);
    motions[m].replay(1, work.dynamics, loads);
    all ? all->add(loads) : void(all.emplace(std::move(loads)));
  }
  const std::vector<LimitCheck> checks = check_limits(work.ratings, *all);
  const auto text = [](const Table& table) { return table.text(TableFormat::table) + "\n"; };
  const bool any_refused = std::any_of(choices.begin(), choices.end(),
                                       [](const DriveChoice& choice) { return !choice.refused.empty(); });
  write(work, text(choice_table(work.robot, catalogue, choices)) +
                  text(drive_table(work.robot, catalogue, choices, names)) +
                  (any_refused ? text(refused_table(work.robot, catalogue, choices)) : "") +
                  loads_text(work, *all) + limits_text(work, checks, names));
  return std::max(code, verdict(work, checks));
}

void write_fitted(const SizeWork& work, const RecordedMotion& motion, double speed, const std::string& path) {
  std::vector<std::string> joints;
  for (const JointRating& rating : work.ratings) joints.push_back(rating.name);
  RowFile file(path, {joints, {Quantity::q, Quantity::dq, Quantity::ddq}});
  RowWriter rows(file.file(), file.format());
  motion.replay(speed, work.dynamics, rows);
  file.commit(rows.rows());
}

int report_fit(const SizeWork& work, const RecordedMotion& motion, const std::string& name,
               const std::string& fitted_motion) {
  const Fit fit = shortest_fit(work.ratings, motion, work.dynamics);
  if (!fit.is_found()) return report_no_fit(work, fit.checks);
  if (!fitted_motion.empty()) write_fitted(work, motion, fit.speed, fitted_motion);
  const LimitCheck& nearest = *worst_of(fit.checks);
  if (work.format == TableFormat::table) {
    write(work, name + ": " + six_digits(motion.duration()) + " s become " +
                    six_digits(fit.loads->duration()) + " s, " + six_digits(fit.speed) +
                    " times as fast; then joint " + invdyn::in_quotes(work.ratings[nearest.joint].name) +
                    " is at its limit of " + std::string(name_of(nearest.kind)) + "\n\n" +
                    loads_text(work, *fit.loads) + limits_text(work, fit.checks, {name}));
  } else {
    QuantityTable table;
    table.add(name, "speed_factor", fit.speed, "");
    table.add(work.ratings, name, *fit.loads, fit.checks, {name});
    write(work, table.table().text(work.format));
  }
  return done;
}

void expect_sensible_choice(const SizeOptions& options) {
  if (options.catalogue.empty()) {
    if (!options.chosen_motors.empty())
      throw UsageError("--chosen-motors", "is for the motors that --catalogue chooses: expected both");
    return;
  }
  if (options.chosen_motors == "-")
    throw UsageError("--chosen-motors", "is standard output: expected a file");
  const std::string then = ": expected --catalogue --chosen-motors FILE first, then --motors FILE";
  if (!options.motors.empty())
    throw UsageError("--catalogue", "does not go with --motors: expected one of them");
  if (options.fit_duration) throw UsageError("--catalogue", "does not go with --fit-duration" + then);
  if (!options.sweeps.empty()) throw UsageError("--catalogue", "does not go with --sweep" + then);
  if (options.dynamics.no_rotor)
    throw UsageError("--catalogue",
                     "does not go with --no-rotor, as motors are chosen by their rotors too: expected one of "
                     "them");
}

void expect_sensible(const SizeOptions& options) {
  expect_sensible_choice(options);
  if (!options.page.empty() && (options.fit_duration || !options.sweeps.empty()))
    throw UsageError("--report",
                     "is of the loads of the motion as it is: expected neither --fit-duration nor --sweep");
  if (options.plot.is_wanted() && (options.fit_duration || !options.sweeps.empty()))
    throw UsageError("--plot",
                     "is of the loads of the motion as it is: expected neither --fit-duration nor --sweep");
  if (options.fit_duration && !options.sweeps.empty())
    throw UsageError("--fit-duration", "does not go with --sweep: expected one of them");
  if (options.fit_duration && options.paths.size() > 1)
    throw UsageError("--fit-duration",
                     "is of one trajectory: expected one, not " + std::to_string(options.paths.size()));
  if (options.fitted_motion == "-")
    throw UsageError("--fitted-motion", "is standard output: expected a file");
  if (!options.fitted_motion.empty() && !options.fit_duration)
    throw UsageError("--fitted-motion", "is for the motion that --fit-duration makes: expected both");
}

// Of a further output: it replaces neither an input nor the report.
void expect_other_file(const std::string& option, const std::string& path, const SizeOptions& options,
                       const ProtectedFiles& kept) {
  if (path.empty()) return;
  if (const auto replaced = kept.replaced_by(path))
    throw UsageError(option, "is " + *replaced + ": expected another file");
  if (place_of(path) == place_of(options.output))
    throw UsageError(option, "is where the report goes: expected another file");
}

// Loads over clock time do not become faster with the motion.
void expect_timeless(const Surroundings& surroundings) {
  const bool over_time = std::any_of(surroundings.wrenches.begin(), surroundings.wrenches.end(),
                                     [](const TimedWrench& each) { return each.history != nullptr; });
  if (!over_time && !surroundings.base) return;
  throw UsageError(
      surroundings.base ? "--base-motion" : "--wrench",
      "depends on the time of the motion, which --fit-duration and --sweep speed change: expected "
      "no wrench or base motion over time with them");
}

// The torque of a follower is part of the torque of the joint that it follows. It is not known separately.
void note_unchecked_followers(const Robot& robot, Terminal& terminal) {
  std::vector<std::string> followers;
  for (const Joint& joint : robot.joints())
    if (joint.mimic && joint.limits.effort) followers.push_back(joint.name);
  if (!followers.empty())
    terminal.note(std::string(followers.size() == 1 ? "joint " : "joints ") + joined(followers) +
                  ": the torque limits of joints that follow others are not checked; what they take is part "
                  "of the torque of the joint that they follow");
}

ProtectedFiles protected_files(const SizeOptions& options) {
  ProtectedFiles files;
  files.add(options.robot.path, "the robot's file");
  files.add(options.motors, "the motors' file");
  files.add(options.catalogue, "the catalogue");
  options.dynamics.keep_files(files);
  for (const std::string& path : options.paths) files.add_input(path);
  return files;
}

std::string page_file(const SizeOptions& options) {
  return options.page.empty() ? "" : options.page + "/index.html";
}

// No output replaces an input or another output.
void expect_outputs_kept(const SizeOptions& options, Terminal& terminal) {
  const ProtectedFiles kept = protected_files(options);
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  expect_other_file("--fitted-motion", options.fitted_motion, options, kept);
  expect_other_file("--chosen-motors", options.chosen_motors, options, kept);
  expect_other_file("--report", page_file(options), options, kept);
  for (const std::string& other : {options.fitted_motion, options.chosen_motors})
    if (!other.empty()) options.sidecar.expect_place(other, kept);
  options.plot.expect_sensible({options.output, options.fitted_motion, options.chosen_motors,
                                page_file(options), options.sidecar.path},
                               kept);
  if (options.fitted_motion.empty() && options.fit_duration && options.output != "-")
    terminal.note("-o is where the report goes; the motion goes where --fitted-motion says");
}

std::vector<std::string> inputs_of(const SizeOptions& options) {
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(options.motors);
  inputs.push_back(options.catalogue);
  inputs.insert(inputs.end(), options.paths.begin(), options.paths.end());
  return inputs;
}

// The robot with the changes of this run, without motors.
Robot robot_of(const SizeOptions& options, bool degrees, Sidecar& sidecar, Terminal& terminal) {
  const Warn warn = terminal.warn();
  Robot robot = options.dynamics.modified_robot(options.robot.read(warn), degrees, warn);
  for (const std::string& output : {options.output, options.fitted_motion, options.chosen_motors,
                                    page_file(options), options.plot.path, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  note_unchecked_followers(robot, terminal);
  options.dynamics.note_drives(robot, [&](const std::string& text) { terminal.note(text); });
  return robot;
}

// What is known of the motions when each has been read.
struct SizedMotions {
  std::vector<std::string> names;
  std::vector<MotionLoads> loads;
  std::vector<RecordedMotion> kept;     // empty: they are not needed again
  std::optional<DriveDemands> demands;  // for a catalogue
  std::list<DrawnRows> drawn;           // for a figure with these motors
};

SizedMotions sized_motions(const SizeWork& work, const SizeOptions& options, TrajectorySettings settings) {
  SizedMotions motions;
  if (!options.catalogue.empty()) motions.demands.emplace(work.robot);
  const bool keeps =
      options.fit_duration || !options.sweeps.empty() || motions.demands || !options.page.empty();
  for (const std::string& path : options.paths) {
    settings.path = path;
    TrajectoryRun run(settings, work.robot, work.terminal);
    MotionLoads& loads = motions.loads.emplace_back(work.ratings, motions.loads.size());
    std::vector<Sink*> sinks{&loads};
    if (motions.demands) {
      motions.demands->begin_motion();
      sinks.push_back(&*motions.demands);
    }
    if (options.plot.is_wanted() && !motions.demands)
      sinks.push_back(&motions.drawn.emplace_back(run.name(), drawn_columns(work.robot)));
    if (keeps) sinks.push_back(&motions.kept.emplace_back(run.max_kept_numbers()));
    const std::size_t rows = run.finish(work.dynamics, sinks);
    work.terminal.print(run.noise_gain());
    motions.names.push_back(run.name());
    if (rows < 2)
      throw Error(run.name(),
                  "holds one row of numbers: expected at least two, as loads are taken over time");
    if (!loads.is_finite())
      throw Error(run.name(),
                  "its powers and energies are too large for a number: expected positions, "
                  "velocities and times (and masses, gear ratios) of sensible size");
  }
  return motions;
}

// Chooses a motor and gear for each joint, and reports the loads with them.
int report_drives(const SizeWork& work, const SizeOptions& options, const Catalogue& catalogue,
                  const SizedMotions& motions, PageWork page, const Surroundings& surroundings) {
  const std::vector<DriveChoice> choices = chosen_drives(work.robot, page.terms, catalogue, *motions.demands);
  const Motors motors = motors_of(catalogue, choices);
  const Robot driven = with_motors(work.robot, motors);
  if (!options.chosen_motors.empty()) {
    OutputFile file(options.chosen_motors);
    file.write(motors_file(driven, motors).text(TableFormat::csv));
    file.commit();
  }
  const Ratings ratings = ratings_of(driven, motors, page.terms);
  const TrajectoryTorques dynamics(driven, page.terms, surroundings);
  const SizeWork driven_work{driven,      ratings,      dynamics,     work.format,
                             work.report, work.sidecar, work.terminal};
  page.tables = {
      {"Chosen motors and gears", choice_table(driven, catalogue, choices)},
      {"Limits of the chosen motors and gears", drive_table(driven, catalogue, choices, motions.names)},
      {"Refused motors and gears", refused_table(driven, catalogue, choices)}};
  if (const std::string missing = missing_text(ratings, catalogue, choices); !missing.empty())
    page.failures.push_back(missing);
  std::list<DrawnRows> drawn;
  for (std::size_t m = 0; m < motions.kept.size() && options.plot.is_wanted(); ++m)
    motions.kept[m].replay(1, dynamics, drawn.emplace_back(motions.names[m], drawn_columns(driven)));
  write_figure(driven_work, options.plot, drawn, motors);
  write_page(driven_work, page, motions.names);
  return report_choice(driven_work, catalogue, choices, motions.kept, motions.names);
}

int size(const SizeOptions& options, const CLI::App& command, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const TableFormat format = table_format_argument(options.format);
  expect_sensible(options);
  std::vector<std::string> inputs = inputs_of(options);
  expect_standard_input_once(inputs);
  TrajectorySettings settings = options.trajectory.settings();
  expect_outputs_kept(options, terminal);
  for (const std::string& path : options.paths)
    if (is_npy_name(path)) inputs.push_back(npy_columns_path(path));
  inputs.push_back(options.robot.file());
  Sidecar sidecar(options.sidecar, inputs);

  const Warn note = [&](const std::string& text) { terminal.note(text); };
  Robot robot = robot_of(options, settings.csv.degrees, sidecar, terminal);
  settings.csv.locked = options.dynamics.locked_joints();
  Motors motors;
  if (!options.motors.empty()) {
    motors = read_motors(options.motors, robot, note);
    robot = with_motors(robot, motors);
  }
  const auto [terms, surroundings] =
      options.dynamics.collect_loads(robot, settings.csv.degrees, terminal.warn());
  const Ratings ratings = ratings_of(robot, motors, terms);
  SweepRequest request = sweep_argument(options.sweeps, robot, note);
  request.threads = settings.threads;
  request.progress = [&](std::size_t done, std::size_t all) {
    terminal.progress(done, static_cast<double>(done) / static_cast<double>(all), "points");
  };
  if (options.fit_duration || !request.speeds.empty()) expect_timeless(surroundings);
  const TrajectoryTorques dynamics(robot, terms, surroundings);
  OutputFile report(options.output);
  sidecar.watch(report);
  const SizeWork work{robot, ratings, dynamics, format, report, sidecar, terminal};
  std::optional<Catalogue> catalogue;
  if (!options.catalogue.empty()) catalogue = read_catalogue(options.catalogue, robot);

  const SizedMotions motions = sized_motions(work, options, settings);
  if (options.fit_duration)
    return report_fit(work, motions.kept.front(), motions.names.front(), options.fitted_motion);
  if (!options.sweeps.empty()) {
    const auto points = swept(robot, terms, surroundings, ratings, motions.kept, request);
    terminal.end_progress();
    return report_sweep(work, points, motions.names);
  }
  PageWork page{options.page, terms, command, motions.kept, {}, {}};
  if (catalogue) return report_drives(work, options, *catalogue, motions, page, surroundings);
  write_figure(work, options.plot, motions.drawn, motors);
  write_page(work, page, motions.names);
  return report_loads(work, motions.loads, motions.names);
}

void add_limit_options(CLI::App& command, SizeOptions& options) {
  command
      .add_option(
          "--motors", options.motors,
          "CSV file with a row for each motor. Required columns: joint, continuous_torque, peak_torque "
          "(N m at the shaft). Other columns: continuous_curve, curve (points speed:torque separated by "
          "blanks), max_speed (rad/s), gear_ratio, rotor_inertia (kg m^2), efficiency of the gearbox. "
          "For speeds in rpm: max_speed_rpm, curve_rpm, continuous_curve_rpm")
      ->type_name("FILE")
      ->group(group::limits);
  command
      .add_option(
          "--catalogue", options.catalogue,
          "CSV file of motors with their gears. For each joint the smallest one that passes is chosen. "
          "Required columns: motor, continuous_torque, peak_torque (N m at the shaft), rotor_inertia "
          "(kg m^2). Other columns: curve, max_speed, thermal_time (s), max_inertia_ratio, gear_ratios, "
          "efficiency, gear_inertia, gear_max_speed, gear_peak_torque, gear_average_torque, price, "
          "mass (kg), joint. A header may state another unit: rotor_inertia (kg cm^2)")
      ->type_name("FILE")
      ->group(group::limits);
  command
      .add_option("--sweep", options.sweeps,
                  "Check limits over payloads, speeds or gear ratios. payload=0:5:0.5: masses in kg, a "
                  "point mass "
                  "at the origin of the last link or at \"payload=0:5:0.5 link=NAME com=X,Y,Z\". "
                  "speed=0.5:2:0.1: factors of the motion's own speed. \"ratio=20:120:10 joint=NAME\": gear "
                  "ratios of a joint. Several: each combination")
      ->type_name("WHAT=FROM:TO:STEP")
      ->group(group::limits)
      ->allow_extra_args(false);
  command
      .add_flag("--fit-duration", options.fit_duration,
                "Find the shortest duration that keeps every limit. The motion becomes faster or slower as a "
                "whole")
      ->group(group::limits);
}

}  // namespace

Command add_size_command(CLI::App& program) {
  auto options = std::make_shared<SizeOptions>();
  CLI::App* command = program.add_subcommand("size",
                                             "Check joints and motors for a motion. It prints loads, "
                                             "margins to limits and, if asked, the shortest "
                                             "duration");
  options->dynamics.add_to(*command);
  options->dynamics.add_base_motion_to(*command);
  options->robot.add_to(*command);
  command
      ->add_option("TRAJECTORY", options->paths,
                   std::string(trajectory_text) + ". Several files are one duty cycle, one after the other")
      ->required();
  options->trajectory.add_options_to(*command);
  add_limit_options(*command, *options);
  refuse_foreign_ending(add_output_option(*command, options->output));
  options->sidecar.add_to(*command);
  add_format_option(*command, options->format);
  refuse_foreign_ending_of_rows(
      mark(command->add_option(
               "--fitted-motion", options->fitted_motion,
               "Output file for the motion of --fit-duration. CSV, or an array if the name ends in "
               ".npy"),
           Decides::file))
      ->type_name("FILE")
      ->group(group::output);
  mark(command->add_option(
           "--chosen-motors", options->chosen_motors,
           "Output file for the motors that --catalogue chooses. CSV, in the form that --motors reads"),
       Decides::file)
      ->type_name("FILE")
      ->group(group::output);
  options->plot.add_to(*command, "It has torque over speed, within the limits of the motors");
  mark(command->add_option("--report", options->page,
                           "Output folder for a page to hand in. DIR/index.html is one file with tables, "
                           "pictures of torque over "
                           "speed, worst moments and assumptions. The folder is made if it does not exist"),
       Decides::folder)
      ->type_name("DIR")
      ->group(group::output);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "The exit code is 3 if a limit is broken; with --sweep, at any point of it.\n"
      "A margin is the unused part of a limit, relative to the limit. The margin of a position is the "
      "distance "
      "to the nearest limit divided by half the range.\n"
      "RMS, means and energies are taken over time. Power is positive where the joint drives.\n"
      "Examples:\n"
      "  invdyn size scara pick.csv place.csv\n"
      "  invdyn size arm.json motion.csv --motors motors.csv --sweep payload=0:5:0.5 --format csv\n"
      "  invdyn size arm.json motion.csv --motors motors.csv --fit-duration --fitted-motion fitted.csv");
  return {command, [options, command](Terminal& terminal) { return size(*options, *command, terminal); }};
}

}  // namespace invdyn
