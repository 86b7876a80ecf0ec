#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <list>
#include <memory>

#include "answers/sizing/drive_tables.h"
#include "batch_messages.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/shell_word.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "ground/text/number.h"
#include "options/arguments.h"
#include "options/contact_argument.h"
#include "options/joints_argument.h"
#include "options/option_doubts.h"
#include "options/sweep_argument.h"
#include "robot/model/bodies.h"
#include "size_options.h"
#include "size_pictures.h"
#include "size_reports.h"
#include "torques/pipeline/trajectory_run.h"

namespace invdyn {
namespace {

// Loads over clock time do not become faster with the motion.
bool is_timeless(const Surroundings& surroundings) {
  return !surroundings.base && std::none_of(surroundings.wrenches.begin(), surroundings.wrenches.end(),
                                            [](const TimedWrench& each) { return each.history != nullptr; });
}

void expect_timeless(const Robot& robot, const Surroundings& surroundings) {
  if (robot.base_floats())
    throw UsageError("--base",
                     "the base of " + robot.name() +
                         " floats, but --fit-duration, --fit-path and --sweep speed change the speed of the "
                         "joints, not the speed of the base: leave out these options, or give --base fixed");
  if (is_timeless(surroundings)) return;
  throw UsageError(
      surroundings.base ? "--base-motion" : "--wrench",
      "uses a file with times, but --fit-duration, --fit-path and --sweep speed change the times of the motion: "
      "leave out the file with times, or leave out --fit-duration, --fit-path and --sweep speed");
}

// The torque of a follower is part of the torque of the joint that it follows. It is not known separately.
void note_unchecked_followers(const Robot& robot, Terminal& terminal) {
  std::vector<std::string> followers;
  for (const Joint& joint : robot.joints())
    if (joint.mimic && joint.limits.effort) followers.push_back(joint.name);
  if (!followers.empty())
    terminal.note(std::string(followers.size() == 1 ? "joint " : "joints ") + joined(followers) +
                  ": the torque limits of mimic joints are not checked, because the torque of a mimic "
                  "joint is part of the torque of the joint that it follows");
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
  options.dynamics.note_drives(options.robot, robot, [&](const std::string& text) { terminal.note(text); });
  return robot;
}

// What is known of the motions when each has been read.
struct SizedMotions {
  std::vector<std::string> names;
  std::vector<MotionLoads> loads;
  std::vector<RecordedMotion> kept;     // incomplete: too long to be kept for the verdict alone
  std::optional<DriveDemands> demands;  // for a catalogue, and for limits of drives
  std::list<DrawnRows> drawn;           // for a figure with these motors
};

bool varies(const SizeOptions& options) {
  return fit_option(options) || !options.sweeps.empty();
}

PathFitRequest path_fit_request(const SizeOptions& options, const Robot& robot, bool degrees) {
  PathFitRequest request;
  if (!options.fitted_dt.empty()) request.step = positive_argument("--fitted-dt", options.fitted_dt, "s");
  if (options.acceleration.empty()) return request;
  const Eigen::VectorXd limits =
      joint_values_argument("--acceleration", options.acceleration, robot, degrees);
  for (const double limit : limits)
    if (!(limit > 0))
      throw UsageError("--acceleration", "has " + shortest(limit) + ": expected numbers above 0");
  request.acceleration.assign(limits.begin(), limits.end());
  return request;
}

void add_motion(const SizeWork& work, const SizeOptions& options, const TrajectorySettings& settings,
                Terminal& terminal, SizedMotions& motions) {
  constexpr std::size_t max_numbers_for_verdict = 3'000'000;
  const bool chooses = !options.catalogue.empty();
  const bool keeps = varies(options) || chooses || options.report.is_wanted();
  TrajectoryRun run(settings, work.robot, terminal);
  MotionLoads& loads = motions.loads.emplace_back(work.ratings, motions.loads.size());
  std::vector<Sink*> sinks{&loads};
  if (motions.demands) {
    motions.demands->begin_motion();
    sinks.push_back(&*motions.demands);
  }
  if (options.plot.is_wanted() && !chooses)
    sinks.push_back(&motions.drawn.emplace_back(run.name(), drawn_columns(work.robot)));
  sinks.push_back(
      &(keeps ? motions.kept.emplace_back(run.max_kept_numbers())
              : motions.kept.emplace_back(max_numbers_for_verdict, RecordedMotion::WhenTooLong::forget)));
  const std::size_t rows = run.finish(work.dynamics, sinks);
  terminal.print(run.noise_gain());
  motions.names.push_back(run.name());
  if (rows < 2)
    throw Error(run.name(),
                "has only one row: expected at least two rows, because loads are computed over time");
  if (!loads.is_finite())
    throw Error(run.name(),
                "its powers and energies are too large to compute: expected realistic positions, "
                "velocities, times, masses and gear ratios");
}

SizedMotions sized_motions(const SizeWork& work, const SizeOptions& options, TrajectorySettings settings) {
  SizedMotions motions;
  if (!options.catalogue.empty() || (!varies(options) && has_drive_limits(work.ratings)))
    motions.demands.emplace(work.robot);
  settings.path = options.paths.front();
  if (options.paths.size() == 1) {
    add_motion(work, options, settings, work.terminal, motions);
    return motions;
  }
  std::size_t faulty = 0;
  BatchMessages messages;  // what files have in common is said once
  for (const std::string& path : options.paths) {
    settings.path = path;
    const std::unique_ptr<Terminal> said = Terminal::in_front_of(work.terminal);
    said->be_quiet();
    said->forward_progress([&](std::size_t rows, std::optional<double> fraction) {
      work.terminal.progress(rows, fraction, "rows");
    });
    try {
      add_motion(work, options, settings, *said, motions);
    } catch (const UsageError&) {
      throw;
    } catch (const Error& error) {  // all of them are told
      ++faulty;
      work.terminal.error(error.what());
    }
    work.terminal.end_progress();
    messages.add({path, path}, *said);
    said->release();
  }
  messages.print(work.terminal);
  if (faulty > 0)
    throw Error("invdyn size",
                counted(faulty, "file") + " of " + std::to_string(options.paths.size()) +
                    " cannot be read: expected files that can be read, because all files are sized together");
  return motions;
}

// What keeps the limits; empty: none is broken.
std::string change_of(const SizeWork& work, const std::vector<RecordedMotion>& motions, bool timeless,
                      const std::vector<LimitCheck>& checks) {
  if (!any_broken(checks)) return "";
  const bool scales =  // what a base that floats does at another speed is not known
      timeless && !work.robot.base_floats() &&
      std::all_of(motions.begin(), motions.end(),
                  [](const RecordedMotion& motion) { return motion.is_complete(); });
  return smallest_change(work.robot, work.ratings, work.dynamics,
                         scales ? std::span(motions) : std::span<const RecordedMotion>(), checks);
}

// The same with the nearest motors of a catalogue, where each joint has one.
std::string change_of_choice(const SizeWork& work, const Catalogue& catalogue,
                             const std::vector<DriveChoice>& choices,
                             const std::vector<RecordedMotion>& motions, const Surroundings& surroundings) {
  const Motors motors = nearest_motors(catalogue, choices);
  if (!std::all_of(motors.begin(), motors.end(), [](const auto& motor) { return motor.has_value(); }))
    return "";
  const Robot driven = with_motors(work.robot, motors);
  const DynamicsSettings& terms = work.dynamics.settings();
  const Ratings ratings = ratings_of(driven, motors, terms);
  const TrajectoryTorques dynamics(driven, terms, surroundings);
  const std::vector<LimitCheck> checks = checks_of_cycle(driven, ratings, dynamics, motions, 1);
  if (!any_broken(checks)) return "";
  return smallest_change(driven, ratings, dynamics,
                         is_timeless(surroundings) && !driven.base_floats()
                             ? std::span(motions)
                             : std::span<const RecordedMotion>(),
                         checks);
}

// The page, and the report. Returns the exit code.
int report(const SizeWork& work, const SizeOptions& options, const CLI::App& command, SizeResult result,
           const std::vector<RecordedMotion>& motions) {
  if (result.verdict.fits && result.verdict.checked)
    result.verdict.text = work.unchecked + result.verdict.text;
  if (options.report.is_wanted()) write_page(work, result, options.report.folder, command, motions);
  return report_result(work, result);
}

int report_given(const SizeWork& work, const SizeOptions& options, const CLI::App& command,
                 const SizedMotions& motions, const Motors& motors, bool timeless) {
  std::vector<LimitCheck> checks = check_limits(work.ratings, all_loads(motions.loads));
  if (motions.demands)
    add_drive_checks(work.robot, work.dynamics.settings(), work.ratings, *motions.demands, checks);
  const std::string change = change_of(work, motions.kept, timeless, checks);
  write_figure(work, options.plot, motions.drawn, motors);
  return report(work, options, command,
                {motions.names, motions.loads, checks, verdict_of(work.ratings, checks, change)},
                motions.kept);
}

// The robot's links may have the masses of their motors already, so nothing is added. Motors on the base add
// no torque.
void note_masses(const Robot& robot, const std::vector<DriveChoice>& choices, const Catalogue& catalogue,
                 Terminal& terminal) {
  const std::vector<LinkPlacement> seats = link_seats(robot.with_independent_mimics());
  for (std::size_t j = 0; j < choices.size(); ++j) {
    const auto& chosen = choices[j].chosen;
    const double mass = chosen ? catalogue.motors[chosen->motor].mass.value_or(0) : 0;
    const Joint& joint = robot.moving_joint(j);
    if (!(mass > 0) || !seats[joint.parent].body) continue;
    return terminal.note(
        catalogue.file +
        ": the masses of the chosen motors are not added to the robot. If the links in the robot's file do "
        "not include the motors, give --payload for each motor that a moving link carries. For joint " +
        in_quotes(joint.name) + ": --payload " +
        shell_word("mass=" + six_digits(mass) + " link=" + robot.links()[joint.parent].name + " com=X,Y,Z"));
  }
}

// Chooses a motor and gear for each joint, and reports the loads with them.
int report_chosen(const SizeWork& work, const SizeOptions& options, const CLI::App& command,
                  const SizedMotions& motions, const Catalogue& catalogue, const Surroundings& surroundings) {
  const DynamicsSettings& terms = work.dynamics.settings();
  const std::vector<DriveChoice> choices = chosen_drives(work.robot, terms, catalogue, *motions.demands);
  const Motors motors = chosen_motors(catalogue, choices);
  const Robot driven = with_motors(work.robot, motors);
  if (!options.chosen_motors.empty()) {
    OutputFile file(options.chosen_motors);
    file.write(motors_file(driven, motors).text(TableFormat::csv));
    file.commit();
    work.sidecar.add_output("chosen-motors", options.chosen_motors);
  }
  const Ratings ratings = ratings_of(driven, motors, terms);
  const TrajectoryTorques dynamics(driven, terms, surroundings);
  const SizeWork driven_work{driven,         ratings,     dynamics,     work.format,   work.details,
                             work.on_screen, work.report, work.sidecar, work.terminal, work.unchecked};
  std::vector<MotionLoads> loads;
  std::list<DrawnRows> drawn;
  for (std::size_t m = 0; m < motions.kept.size(); ++m) {
    motions.kept[m].replay(1, dynamics, loads.emplace_back(ratings, m));
    if (options.plot.is_wanted())
      motions.kept[m].replay(1, dynamics, drawn.emplace_back(motions.names[m], drawn_columns(driven)));
  }
  std::vector<LimitCheck> checks = check_limits(ratings, all_loads(loads));
  for (const DriveChoice& choice : choices)
    if (choice.chosen)
      std::copy_if(choice.chosen->checks.begin(), choice.chosen->checks.end(), std::back_inserter(checks),
                   [](const LimitCheck& check) { return check.kind > LimitKind::motor_rms; });
  const std::string change = change_of_choice(work, catalogue, choices, motions.kept, surroundings);
  write_figure(driven_work, options.plot, drawn, motors);
  note_masses(driven, choices, catalogue, work.terminal);
  return report(driven_work, options, command,
                {motions.names, loads, checks, verdict_of_choice(ratings, catalogue, choices, checks, change),
                 &catalogue, &choices},
                motions.kept);
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
    if (const auto doubt = motor_doubt(robot, motors)) terminal.doubt(options.motors, *doubt);
  }
  DynamicsArguments::Loads loads =
      options.dynamics.collect_loads(robot, settings.csv.degrees, terminal.warn());
  collect_contacts(options.dynamics, options.robot, robot, loads, settings);
  const auto& [terms, surroundings] = loads;
  if (robot.base_floats()) settings.base_motion = surroundings.base;
  report_doubts(options.robot, options.dynamics, robot, {terms, surroundings}, terminal);
  const Ratings ratings = ratings_of(robot, motors, terms);
  SweepRequest request = sweep_argument(options.sweeps, robot, note);
  const PathFitRequest path_request = path_fit_request(options, robot, settings.csv.degrees);
  if (!options.dynamics.payloads.empty() && !request.payloads.empty())
    terminal.note("--sweep payload= adds to --payload: the robot carries both");
  request.threads = settings.threads;
  request.progress = [&](std::size_t done, std::size_t all) {
    terminal.progress(done, static_cast<double>(done) / static_cast<double>(all), "points");
  };
  if (fit_option(options) || !request.speeds.empty()) expect_timeless(robot, surroundings);
  const TrajectoryTorques dynamics(robot, terms, surroundings);
  OutputFile output(options.output);
  sidecar.watch(output);
  const SizeWork work{robot,           ratings,
                      dynamics,        format,
                      options.details, options.output == "-" && ::isatty(STDOUT_FILENO) == 1,
                      output,          sidecar,
                      terminal,        options.dynamics.unchecked_legs(options.robot, robot)};
  std::optional<Catalogue> catalogue;
  if (!options.catalogue.empty()) {
    catalogue = read_catalogue(options.catalogue, robot, note);
    if (const auto doubt = catalogue_doubt(robot, *catalogue)) terminal.doubt(options.catalogue, *doubt);
  }

  const SizedMotions motions = sized_motions(work, options, settings);
  const FitWork fitted{motions.kept.front(), motions.names.front(), options.fitted_motion,
                       options.report.folder, command};
  if (options.fit_duration) return report_fit(work, fitted);
  if (options.fit_path) return report_path_fit(work, fitted, path_request);
  if (!options.sweeps.empty()) {
    const auto points = swept(robot, terms, surroundings, ratings, motions.kept, request);
    terminal.end_progress();
    return report_sweep(work, points, motions.names);
  }
  return catalogue ? report_chosen(work, options, command, motions, *catalogue, surroundings)
                   : report_given(work, options, command, motions, motors, is_timeless(surroundings));
}

}  // namespace

Command add_size_command(CLI::App& program) {
  auto options = std::make_shared<SizeOptions>();
  CLI::App* command = program.add_subcommand(
      "size",
      "Check joints and motors for a motion. It prints whether they fit, and what would make them fit");
  options->add_to(*command);
  command->footer(
      "The exit code is 3 if a limit is broken; with --sweep, if it is broken at any point of the sweep.\n"
      "A margin is the unused part of a limit, relative to the limit. The margin of a position is the "
      "distance "
      "to the nearest limit divided by half the range.\n"
      "RMS, means and energies are computed over time. Power is positive while the torque acts in the "
      "direction of motion.\n"
      "Examples:\n"
      "  invdyn size scara pick.csv place.csv\n"
      "  invdyn size arm.json motion.csv --motors motors.csv --sweep payload=0:5:0.5 --format csv\n"
      "  invdyn size arm.json motion.csv --motors motors.csv --fit-duration --fitted-motion fitted.csv\n"
      "  invdyn size ur5e motion.csv --fit-path --fitted-motion fastest.csv --fitted-dt 0.001");
  return {command, [options, command](Terminal& terminal) { return size(*options, *command, terminal); }};
}

}  // namespace invdyn
