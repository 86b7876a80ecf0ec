#include <algorithm>
#include <list>
#include <memory>

#include "answers/sizing/drive_tables.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "options/arguments.h"
#include "options/option_doubts.h"
#include "options/sweep_argument.h"
#include "size_options.h"
#include "size_pictures.h"
#include "size_reports.h"
#include "torques/pipeline/trajectory_run.h"

namespace invdyn {
namespace {

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

// The robot with the changes of this run, without motors.
Robot robot_of(const SizeOptions& options, bool degrees, Sidecar& sidecar, Terminal& terminal) {
  const Warn warn = terminal.warn();
  Robot robot = options.dynamics.modified_robot(options.robot.read(warn), degrees, terminal);
  for (const std::string& output : {options.output, options.fitted_motion, options.chosen_motors,
                                    options.report.file(), options.plot.path, options.sidecar.path})
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
      options.fit_duration || !options.sweeps.empty() || motions.demands || options.report.is_wanted();
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
    work.sidecar.add_output("chosen-motors", options.chosen_motors);
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
  if (options.trajectory.strict) terminal.be_strict();
  const TableFormat format = table_format_argument(options.format);
  expect_sensible(options);
  std::vector<std::string> inputs = inputs_of(options);
  expect_standard_input_once(inputs);
  TrajectorySettings settings = options.trajectory.settings();
  expect_outputs_kept(options, terminal);
  inputs.push_back(options.robot.file());
  Sidecar sidecar(options.sidecar, inputs);

  const Warn note = [&](const std::string& text) { terminal.note(text); };
  Robot robot = robot_of(options, settings.csv.degrees, sidecar, terminal);
  settings.csv.locked = options.dynamics.locked_joints();
  settings.csv.coupling = options.dynamics.coupling;
  Motors motors;
  if (!options.motors.empty()) {
    motors = read_motors(options.motors, robot, note);
    robot = with_motors(robot, motors);
  }
  const auto [terms, surroundings] =
      options.dynamics.collect_loads(robot, settings.csv.degrees, terminal.warn());
  report_doubts(options.robot, options.dynamics, robot, {terms, surroundings}, terminal);
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
  PageWork page{options.report.folder, terms, command, motions.kept, {}, {}};
  if (catalogue) return report_drives(work, options, *catalogue, motions, page, surroundings);
  write_figure(work, options.plot, motions.drawn, motors);
  write_page(work, page, motions.names);
  return report_loads(work, motions.loads, motions.names);
}

}  // namespace

Command add_size_command(CLI::App& program) {
  auto options = std::make_shared<SizeOptions>();
  CLI::App* command = program.add_subcommand("size",
                                             "Check joints and motors for a motion. It prints loads, margins "
                                             "to limits and, if asked, the shortest duration");
  options->add_to(*command);
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
