#include <cmath>
#include <memory>

#include "answers/excitation/excitation.h"
#include "answers/identification/parameter_choice.h"
#include "command_line/command_line.h"
#include "command_line/help.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "motion_output.h"
#include "options/arguments.h"
#include "options/dynamics_arguments.h"
#include "options/joints_argument.h"
#include "options/limit_doubts.h"
#include "options/robot_argument.h"
#include "robot/model/names.h"

namespace invdyn {
namespace {

struct GenerateExcitationOptions {
  RobotArgument robot;
  DynamicsArguments dynamics;
  std::vector<std::string> fit;
  std::string duration, harmonics, lower, upper, velocity, acceleration, torque, seed, trials, threads,
      output = "-";
  SidecarArgument sidecar;
  TimeArguments time;
  bool degrees = false, quiet = false;
};

void expect_positive(const std::string& option, const Eigen::VectorXd& values, const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (const double value = values[static_cast<Eigen::Index>(j)]; !(value > 0))
      throw UsageError(option, "is " + six_digits(value) + " for joint " +
                                   in_quotes(robot.moving_joint(j).name) + ": expected a limit above 0");
}

void expect_ranges(const ExcitationLimits& limits, const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto i = static_cast<Eigen::Index>(j);
    const std::string joint = "joint " + in_quotes(robot.moving_joint(j).name);
    if (!std::isfinite(limits.lower[i]) || !std::isfinite(limits.upper[i]))
      throw UsageError("--lower and --upper",
                       "are needed, because " + joint + " has no limits of position in the robot's file");
    if (!(limits.lower[i] < limits.upper[i]))
      throw UsageError("--lower and --upper",
                       "give " + joint + " the range from " + six_digits(limits.lower[i]) + " to " +
                           six_digits(limits.upper[i]) + ": expected --lower below --upper");
  }
}

ExcitationLimits limits_of(const GenerateExcitationOptions& options, const Robot& robot, Terminal& terminal) {
  ExcitationLimits limits = excitation_limits(robot);
  const auto take = [&](const std::string& option, const std::string& text, Eigen::VectorXd& values,
                        bool degrees) {
    if (!text.empty()) values = joint_values_argument(option, text, robot, degrees);
  };
  take("--lower", options.lower, limits.lower, options.degrees);
  take("--upper", options.upper, limits.upper, options.degrees);
  take("--velocity", options.velocity, limits.velocity, options.degrees);
  take("--acceleration", options.acceleration, limits.acceleration, options.degrees);
  take("--torque", options.torque, limits.torque, false);
  expect_positive("--velocity", limits.velocity, robot);
  expect_positive("--acceleration", limits.acceleration, robot);
  expect_positive("--torque", limits.torque, robot);
  expect_ranges(limits, robot);
  doubt_positions("--lower", limits.lower, robot, options.degrees, terminal);
  doubt_positions("--upper", limits.upper, robot, options.degrees, terminal);
  doubt_speeds("--velocity", limits.velocity, robot, options.degrees, terminal);
  return limits;
}

ExcitationRequest request_of(const GenerateExcitationOptions& options, const Robot& robot,
                             Terminal& terminal) {
  ExcitationRequest request;
  request.duration = positive_argument("--duration", options.duration, "s");
  request.harmonics = options.harmonics.empty() ? usual_harmonics(request.duration)
                                                : count_argument("--harmonics", options.harmonics, 2, 50);
  request.limits = limits_of(options, robot, terminal);
  request.gravity = options.dynamics.settings(robot, terminal.warn()).gravity;
  std::vector<std::string> parts;
  expect_few("--fit", options.fit.size());
  for (const std::string& words : options.fit)
    for (const std::string& word : words_argument(words)) parts.push_back(word);
  if (parts.empty()) parts = {"all"};
  request.parameters = chosen_parameters(parts, robot, Regressor(robot, request.gravity));
  if (!options.seed.empty()) request.seed = count_argument("--seed", options.seed, 0, 1'000'000'000);
  if (!options.trials.empty()) request.trials = count_argument("--trials", options.trials, 100, 100'000'000);
  request.threads = threads_argument(options.threads);
  return request;
}

void expect_enough_rows(const ExcitationRequest& request, const TimeGrid& grid) {
  constexpr std::size_t rows_per_period = 4;  // of the highest harmonic
  const std::size_t intervals = grid.intervals(request.duration),
                    expected = rows_per_period * request.harmonics;
  if (intervals < expected)
    throw UsageError("--rate", "gives " + counted(intervals, "step") + ", but " +
                                   counted(request.harmonics, "harmonic") + " need at least " +
                                   std::to_string(expected) +
                                   " steps: expected a higher --rate or fewer --harmonics");
}

void note_unlimited(const ExcitationLimits& limits, const Robot& robot, Terminal& terminal) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (std::isinf(limits.velocity[static_cast<Eigen::Index>(j)]) &&
        std::isinf(limits.acceleration[static_cast<Eigen::Index>(j)]))
      names.push_back(robot.moving_joint(j).name);
  if (!names.empty())
    terminal.note("no limit of velocity or acceleration is known for " + joined(names) +
                  ": only the range of positions limits the speed of these joints. To set a limit, give "
                  "--velocity");
}

std::string condition_text(double condition) {
  return std::isfinite(condition) ? "has condition number " + three_digits(condition)
                                  : "does not determine all parameters";
}

int generate_excitation(const GenerateExcitationOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const TimeGrid grid = options.time.required_grid();
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  Sidecar sidecar(options.sidecar, {options.robot.file()});
  const Robot robot =
      options.dynamics.modified_robot(options.robot.read(terminal.warn()), options.degrees, terminal);
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  ExcitationRequest request = request_of(options, robot, terminal);
  expect_enough_rows(request, grid);
  note_unlimited(request.limits, robot, terminal);
  request.progress = [&](std::size_t tried, std::size_t all) {
    terminal.progress(tried, static_cast<double>(tried) / static_cast<double>(all), "motions");
  };
  const Excitation found = find_excitation(robot, request);
  terminal.end_progress();
  terminal.note(
      "condition number " + three_digits(found.condition) + " for " +
      counted(found.parameters, "base parameter") + " (smaller is better). For comparison: a random series " +
      condition_text(found.random_condition) + " (median of " + std::to_string(Excitation::random_series) +
      " series); a motion between the limits with a trapezoidal speed profile " +
      condition_text(found.trapezoid_condition));
  FourierMotion motion(found.joints, request.duration, grid);
  write_motion(motion, moving_joint_names(robot), options.output, options.degrees, sidecar, terminal);
  return done;
}

void add_limit_options(CLI::App& command, GenerateExcitationOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* text, const char* type) {
    command.add_option(name, value, text)->type_name(type)->group(group::limits);
  };
  add("--lower", options.lower,
      "Lowest position of the joints. One value for all joints, or one for each joint. In rad or m. "
      "Default: the robot's limit, or half a turn below zero if there is no limit",
      "Q1,Q2,...");
  add("--upper", options.upper,
      "Highest position of the joints. One value for all joints, or one for each joint. In rad or m. "
      "Default: the robot's limit, or half a turn above zero if there is no limit",
      "Q1,Q2,...");
  add("--velocity", options.velocity,
      "Velocity limit of the joints. One value for all joints, or one for each joint. In rad/s or m/s. "
      "Default: the robot's limit",
      "V1,V2,...");
  add("--acceleration", options.acceleration,
      "Acceleration limit of the joints. One value for all joints, or one for each joint. In rad/s^2 or "
      "m/s^2",
      "A1,A2,...");
  add("--torque", options.torque,
      "Torque limit of the joints. One value for all joints, or one for each joint. In N m or N. Default: "
      "the robot's limit",
      "T1,T2,...");
}

void add_search_options(CLI::App& command, GenerateExcitationOptions& options) {
  command
      .add_option("--harmonics", options.harmonics,
                  "Number of harmonics of the series, from 2 to 50. Default: one for each 2 s of the motion, "
                  "at least 5 and at most 15")
      ->type_name("N")
      ->group(group::motion);
  command
      .add_option("--seed", options.seed,
                  "Seed of the random numbers. The same seed gives the same motion. Default: 1")
      ->type_name("S")
      ->group(group::motion);
  command
      .add_option("--trials", options.trials,
                  "Number of motions that the search tries. Default: 6000, or fewer if the robot has "
                  "many joints")
      ->type_name("N")
      ->group(group::motion);
  add_threads_option(command, options.threads);
}

}  // namespace

Command add_generate_excitation_command(CLI::App& generate) {
  auto options = std::make_shared<GenerateExcitationOptions>();
  CLI::App* command = generate.add_subcommand(
      "excitation",
      "Fourier series to identify the robot's parameters. The motion starts and ends at "
      "rest and stays within the limits. A search finds a motion with a small condition "
      "number");
  options->robot.add_to(*command);
  options->robot.command_for_fixed_bases = "invdyn generate excitation";
  offer_fit_parts(
      command->add_option(
          "--fit", options->fit,
          std::string("Parameters that the motion should determine. Parts: friction, offset, rotor, links, "
                      "payload=LINK or all. ") +
              repeated_list + ". Default: all"),
      parameter_parts())
      ->type_name("PART")
      ->group(group::motion)
      ->allow_extra_args(false);
  command->add_option("--duration", options->duration, duration_text)
      ->type_name("S")
      ->group(group::motion)
      ->required();
  options->time.add_to(*command, group::motion);
  add_degrees_option(*command, options->degrees, group::motion,
                     ". Limits are in degrees too. The output stays in SI units");
  add_search_options(*command, *options);
  add_limit_options(*command, *options);
  options->dynamics.add_model_to(*command);
  add_row_output_option(*command, options->output);
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer("Example:\n  invdyn generate excitation ur5e --duration 10 --rate 100 -o motion.csv");
  return {command, [options](Terminal& terminal) { return generate_excitation(*options, terminal); }};
}

}  // namespace invdyn
