#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "dynamics/core/mass_matrix.h"
#include "dynamics/core/trajectory_torques.h"
#include "dynamics/simulation/sample_writer.h"
#include "dynamics/simulation/simulation.h"
#include "dynamics/simulation/tracking_summary.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/job/job_files.h"
#include "ground/npy/npy_header.h"
#include "ground/text/number.h"
#include "options/arguments.h"
#include "options/columns_argument.h"
#include "options/dynamics_arguments.h"
#include "options/joints_argument.h"
#include "options/option_doubts.h"
#include "options/output_ending.h"
#include "options/perturbation_argument.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "robot/model/names.h"
#include "sidecar.h"
#include "torques/pipeline/trajectory_run.h"
#include "trajectory/data/position_limits.h"

namespace invdyn {
namespace {

struct SimulateOptions {
  RobotArgument robot;
  std::string control = "computed-torque", kp, kv, period = "0.01", initial;
  std::string model, perturb, method;
  bool model_no_friction = false, model_no_rotor = false, model_no_spring = false, model_no_wrench = false;
  bool torque_limits = false;
  std::string bits, encoder_range, measured_velocity, tolerance = "1e-12";
  std::string output = "-", columns;
  SidecarArgument sidecar;
  TrajectoryArguments trajectory;
  DynamicsArguments dynamics;
  bool summary = false, quiet = false;
};

std::vector<std::string> sample_quantity_names() {
  std::vector<std::string> names;
  for (const SampleQuantity& quantity : sample_quantities) names.emplace_back(quantity.name);
  return names;
}

std::vector<SampleQuantity> quantities(const SimulateOptions& options) {
  if (options.columns.empty()) return {sample_quantities.begin(), sample_quantities.end()};
  std::vector<SampleQuantity> result;
  for (const std::size_t choice : columns_argument(options.columns, sample_quantity_names()))
    result.push_back(sample_quantities[choice]);
  return result;
}

// One number for all joints, or one for each.
Eigen::VectorXd per_joint_argument(const std::string& option, const std::string& text, const Robot& robot) {
  const Eigen::VectorXd numbers = numbers_argument(option, text);
  const auto dof = static_cast<Eigen::Index>(robot.dof());
  if (numbers.size() == 1) return Eigen::VectorXd::Constant(dof, numbers[0]);
  if (numbers.size() == dof) return numbers;
  throw UsageError(option, "has " + counted(static_cast<std::size_t>(numbers.size()), "number") +
                               ": expected one number for all joints, or " + counted(robot.dof(), "number") +
                               ", one for each joint (" + joined(moving_joint_names(robot)) + ")");
}

void turn_to_radians(Eigen::VectorXd& values, const Robot& robot) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (robot.moving_joint(j).is_revolute()) values[static_cast<Eigen::Index>(j)] *= std::numbers::pi / 180;
}

// `--kp 225,8.33 --kv 45,1.67`: what the defaults of computed-torque are at q = 0.
std::string example_of_gains(const Robot& robot) {
  const MassMatrix mass(robot);
  MassMatrix::Workspace<double> workspace(mass);
  Eigen::MatrixXd M(mass.dof(), mass.dof());
  mass.compute<double>(std::vector<double>(mass.dof()), workspace, M);
  std::string kp, kv;
  for (const double inertia : M.diagonal()) {
    kp += (kp.empty() ? "--kp " : ",") + three_digits(100 * inertia);
    kv += (kv.empty() ? " --kv " : ",") + three_digits(20 * inertia);
  }
  return kp + kv;
}

Eigen::VectorXd gains(const std::string& option, const std::string& text, const std::string& otherwise,
                      const Robot& robot) {
  if (text.empty() && otherwise.empty())
    throw UsageError(
        option,
        "is missing: --control pd has no default gains. Give --kp in N m/rad and --kv in N m s/rad "
        "(prismatic joints: N/m and N s/m), such as " +
            example_of_gains(robot));
  Eigen::VectorXd values = per_joint_argument(option, text.empty() ? otherwise : text, robot);
  if ((values.array() < 0).any())
    throw UsageError(option,
                     "is " + text + ": expected gains of 0 or more; with negative gains, errors grow");
  return values;
}

ControlLaw law_of(const SimulateOptions& options) {
  constexpr ControlLaw laws[] = {ControlLaw::computed_torque, ControlLaw::pd, ControlLaw::feedforward};
  return laws[choice_argument("--control", options.control, {"computed-torque", "pd", "feedforward"})];
}

ControlSettings control(const SimulateOptions& options, const Robot& robot) {
  ControlSettings settings;
  settings.law = law_of(options);
  if (settings.law == ControlLaw::feedforward) return settings;
  const bool lee = settings.law == ControlLaw::computed_torque;
  settings.kp = gains("--kp", options.kp, lee ? "100" : "", robot);
  settings.kv = gains("--kv", options.kv, lee ? "20" : "", robot);
  return settings;
}

// The default range of a joint's encoder.
double default_range(const Joint& joint) {
  if (joint.is_revolute()) return 2 * std::numbers::pi;
  if (joint.limits.lower && joint.limits.upper && *joint.limits.upper > *joint.limits.lower)
    return *joint.limits.upper - *joint.limits.lower;
  throw UsageError(
      "--encoder-range",
      "is missing: the joint " + invdyn::in_quotes(joint.name) +
          " is prismatic and has no position limits; expected one number for each joint, rad or m");
}

EncoderSettings encoder(const SimulateOptions& options, const Robot& robot) {
  EncoderSettings settings;
  settings.differences = !options.bits.empty();
  if (!options.measured_velocity.empty())
    settings.differences =
        choice_argument("--measured-velocity", options.measured_velocity, {"exact", "differences"}) == 1;
  if (options.bits.empty()) {
    if (!options.encoder_range.empty())
      throw UsageError("--encoder-range", "is given without --bits: expected both");
    return settings;
  }
  constexpr std::size_t max_bits = 48;
  const double counts = std::ldexp(1, static_cast<int>(count_argument("--bits", options.bits, 1, max_bits)));
  Eigen::VectorXd range(static_cast<Eigen::Index>(robot.dof()));
  if (options.encoder_range.empty()) {
    for (std::size_t j = 0; j < robot.dof(); ++j)
      range[static_cast<Eigen::Index>(j)] = default_range(robot.moving_joint(j));
  } else {
    range = per_joint_argument("--encoder-range", options.encoder_range, robot);
    if (!(range.array() > 0).all())
      throw UsageError("--encoder-range", "is " + options.encoder_range + ": expected numbers above 0");
    if (options.trajectory.degrees) turn_to_radians(range, robot);
  }
  settings.resolution = range / counts;
  return settings;
}

SimulationSettings simulation(const SimulateOptions& options, const Robot& robot) {
  SimulationSettings settings;
  settings.period = TimeGrid::with_step(positive_argument("--control-period", options.period, "s"));
  settings.encoder = encoder(options, robot);
  settings.torque_limits = options.torque_limits;
  settings.integration.tolerance = number_argument("--integration-tolerance", options.tolerance);
  if (!(settings.integration.tolerance >= 1e-14 && settings.integration.tolerance <= 0.01))
    throw UsageError("--integration-tolerance",
                     "is " + options.tolerance + ": expected a number from 1e-14 to 0.01");
  if (!options.initial.empty())
    settings.initial_q = joints_argument("--initial", options.initial, robot, options.trajectory.degrees);
  return settings;
}

// The robot as the controller believes it to be.
Robot model_of(const SimulateOptions& options, const Robot& robot, const Warn& warn, Terminal& terminal) {
  Report silent;
  Robot model = options.model.empty()
                    ? robot
                    : options.dynamics.modified_robot(options.robot.read(options.model, warn),
                                                      options.trajectory.degrees, silent);
  if (!options.model.empty())
    terminal.note("--model: only the controller uses the model " + options.model +
                  ". The simulated robot does not change");
  if (options.perturb.empty()) return model;
  terminal.note(
      "--perturb: only the controller's model has random errors. The simulated robot does not "
      "change");
  return perturbed(model, perturbation_argument("--perturb", options.perturb));
}

DynamicsSettings model_terms(const SimulateOptions& options, const Robot& model) {
  DynamicsSettings terms = options.dynamics.settings(model, [](const std::string&) {});
  terms.method = options.method;
  if (options.model_no_friction) terms.friction = false;
  if (options.model_no_rotor) terms.rotor = false;
  if (options.model_no_spring) terms.spring = false;
  if (options.model_no_wrench) terms.wrench.reset();
  return terms;
}

void note_what_changes_nothing(const SimulateOptions& options, const Robot& robot, Terminal& terminal) {
  const bool has_gains = !options.kp.empty() || !options.kv.empty();
  const bool has_model = !options.model.empty() || !options.perturb.empty() || options.model_no_friction ||
                         options.model_no_rotor || options.model_no_spring || options.model_no_wrench ||
                         !options.method.empty();
  const ControlLaw law = law_of(options);
  if (law == ControlLaw::feedforward && has_gains)
    terminal.note("--control feedforward does not use measured positions: --kp and --kv have no effect");
  if (law == ControlLaw::pd && has_model)
    terminal.note("--control pd does not use a model of the robot: options of the model have no effect");
  if (options.model_no_wrench && options.dynamics.wrenches.empty())
    terminal.note("--model-no-wrench has no effect without --wrench");
  if (options.model_no_friction && options.dynamics.no_friction)
    terminal.note("--model-no-friction has no effect with --no-friction");
  if (options.model_no_rotor && options.dynamics.no_rotor)
    terminal.note("--model-no-rotor has no effect with --no-rotor");
  if (options.model_no_spring && options.dynamics.no_spring)
    terminal.note("--model-no-spring has no effect with --no-spring");
  if (law != ControlLaw::feedforward && !options.kv.empty() && gains("--kv", options.kv, "", robot).isZero(0))
    terminal.note("--kv 0: the control does not damp errors, so errors oscillate or grow");
  bool has_effort_limits = false;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    has_effort_limits = has_effort_limits || robot.moving_joint(j).limits.effort;
  if (options.torque_limits && !has_effort_limits)
    terminal.note("--torque-limits: no joint of " + robot.name() +
                  " has an effort limit, so the option has no effect");
}

void note_interpolation(const SampledMotion& desired, const Simulation& simulation, const std::string& name,
                        Terminal& terminal) {
  const ControlInstants instants = simulation.instants(desired);
  for (std::size_t k = 0; k < instants.count(); ++k) {
    const double t = instants.time(k);
    if (desired.row_at(t)) continue;
    terminal.note(name + ": no row at " + six_digits(t) +
                  " s: the desired q, dq and ddq are interpolated between the rows before and after "
                  "this time");
    return;
  }
}

void doubt_initial(const SimulateOptions& options, const Robot& robot, Terminal& terminal) {
  if (options.initial.empty() || options.trajectory.degrees) return;
  const Eigen::VectorXd q = joints_argument("--initial", options.initial, robot, false);
  for (std::size_t j = 0; j < robot.dof(); ++j)
    if (const double value = q[static_cast<Eigen::Index>(j)]; is_far_turned(robot.moving_joint(j), value))
      return terminal.doubt("--initial", "joint " + in_quotes(robot.moving_joint(j).name) + " is at " +
                                             position_text(value, true) +
                                             ": are the angles in degrees? Then give --degrees");
}

int simulate(const SimulateOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  const Warn warn = terminal.warn();
  TrajectorySettings settings = options.trajectory.settings();
  const std::vector<SampleQuantity> columns = quantities(options);
  if (!options.method.empty()) formulation("--method", options.method);  // before any file is read
  if (!options.perturb.empty()) perturbation_argument("--perturb", options.perturb);
  if (is_npy_name(without_compression_ending(options.output)))
    throw UsageError("--output",
                     "is " + options.output + ", but simulate writes only CSV: expected another name");
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(settings.path);
  expect_standard_input_once(inputs);
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  kept.add(options.model, "the model's file");
  options.dynamics.keep_files(kept);
  kept.add_input(settings.path);
  expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
  inputs.push_back(options.robot.file());
  if (!options.model.empty() && is_file(options.model)) inputs.push_back(options.model);
  Sidecar sidecar(options.sidecar, inputs);

  const Robot robot =
      options.dynamics.modified_robot(options.robot.read(warn), settings.csv.degrees, terminal);
  settings.csv.locked = options.dynamics.locked_joints();
  settings.csv.coupling = options.dynamics.coupling;
  note_what_changes_nothing(options, robot, terminal);
  doubt_initial(options, robot, terminal);
  const DynamicsSettings plant_terms = options.dynamics.settings(robot, warn);
  report_doubts(options.robot, options.dynamics, robot, {plant_terms}, terminal);
  const Robot model = model_of(options, robot, warn, terminal);
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  const Controller controller(robot, model, model_terms(options, model), control(options, robot));
  const Simulation simulation(robot, plant_terms, controller, invdyn::simulation(options, robot));
  OutputFile file(options.output);  // before the trajectory, which may take long to come
  sidecar.watch(file);
  TrajectoryRun run(settings, robot, terminal);
  SampledMotion desired(robot.dof(), run.max_kept_numbers());
  run.finish(TrajectoryTorques(robot), {&desired});
  terminal.print(run.noise_gain());
  note_interpolation(desired, simulation, run.name(), terminal);

  SampleWriter writer(file, robot, columns);
  TrackingSummary summary(robot);
  std::size_t samples = 0;
  const auto take = [&](const ControlSample& sample) {
    writer.take(sample);
    summary.take(sample);
    terminal.progress(++samples, (sample.t - desired.begin()) / (desired.end() - desired.begin()), "samples");
  };
  simulation.run(desired, take, warn);
  terminal.end_progress();
  if (options.summary && !summary.is_finite())
    throw Error(run.name(),
                "the RMS errors are too large to compute: expected realistic positions and times");
  if (const auto doubt = summary.doubt())
    terminal.doubt(
        run.name(),
        *doubt + (law_of(options) == ControlLaw::feedforward
                      ? ": --control feedforward does not correct errors; expected another law"
                      : ": if the error shrinks too slowly, give larger gains. If the error oscillates or "
                        "grows, give smaller gains or a shorter --control-period, such as " +
                            six_digits(simulation.shorter_period(desired))));
  sidecar.commit(samples, terminal);
  if (options.summary) terminal.print(summary.table().text(TableFormat::table));
  return 0;
}

void add_control_options(CLI::App& command, SimulateOptions& options) {
  offer_words(command.add_option("--control", options.control,
                                 "Control law: computed-torque, pd or feedforward. computed-torque: inverse "
                                 "dynamics of the measured motion (Lee et al. 1982). feedforward: inverse "
                                 "dynamics of the desired motion only"),
              {"computed-torque", "pd", "feedforward"})
      ->type_name("LAW")
      ->group(group::control)
      ->capture_default_str();
  command
      .add_option(
          "--kp", options.kp,
          "Gain of the position error. One number for all joints, or one for each joint. The unit is 1/s^2, "
          "and the default is 100. With --control pd, the unit is N m/rad (prismatic joints: N/m), and "
          "there is no default")
      ->type_name("K1,K2,...")
      ->group(group::control);
  command
      .add_option(
          "--kv", options.kv,
          "Gain of the velocity error. One number for all joints, or one for each joint. The unit is 1/s, and "
          "the default is 20. With --control pd, the unit is N m s/rad (prismatic joints: N s/m), and there is "
          "no default")
      ->type_name("K1,K2,...")
      ->group(group::control);
  rare(command.add_option("--control-period", options.period, "Sampling period of the controller, in s"))
      ->type_name("S")
      ->group(group::control)
      ->capture_default_str();
  rare(command.add_option(
           "--initial", options.initial,
           "Initial positions, one per joint, in rad or m. With --degrees: revolute joints in degrees. "
           "Default: the desired positions"))
      ->type_name("Q1,Q2,...")
      ->group(group::control);
  command
      .add_flag("--torque-limits", options.torque_limits,
                "Limit torques to the robot's effort limits. Without this option, a warning reports torques "
                "above the limits")
      ->group(group::control);
  rare(command.add_option(
           "--bits", options.bits,
           "Bits of the encoders, for 2^N counts. The controller gets positions rounded to counts, and "
           "velocities computed from these positions"))
      ->type_name("N")
      ->group(group::control);
  rare(command.add_option(
           "--encoder-range", options.encoder_range,
           "Range of the encoders, in rad or m. --bits N divides the range into 2^N counts. One number for "
           "all joints, or one for each. With --degrees: revolute joints in degrees. Default: one turn; for "
           "prismatic joints the span of their limits"))
      ->type_name("X")
      ->group(group::control);
  offer_words(
      rare(command.add_option(
          "--measured-velocity", options.measured_velocity,
          "Velocities for the controller: exact or differences. differences: the velocities "
          "are computed from the positions of successive samples. Default: exact; with --bits: differences")),
      {"exact", "differences"})
      ->type_name("HOW")
      ->group(group::control);
  rare(command.add_option("--integration-tolerance", options.tolerance,
                          "Maximum error of an integration step. From 1e-14 to 0.01"))
      ->type_name("X")
      ->group(group::control)
      ->capture_default_str();
}

void add_model_options(CLI::App& command, SimulateOptions& options) {
  offer_robot(
      rare(command.add_option(
          "--model", options.model,
          "Model of the robot for the controller. The model is another description of the robot, with the "
          "same joints")),
      RobotRole::other)
      ->type_name("ROBOT")
      ->group(group::model);
  offer_perturbation(
      rare(command.add_option(
               "--perturb", options.perturb,
               "Random relative errors of the controller's model. Example: "
               "mass=5%,com=2%,inertia=5%,seed=1. Each link has its own errors. If the mass of a "
               "link changes, its inertia changes by the same factor. Default seed: 1"))
          ->type_name("SPEC")
          ->group(group::model));
  rare(command.add_flag("--model-no-friction", options.model_no_friction, "The controller ignores friction"))
      ->group(group::model);
  rare(command.add_flag("--model-no-rotor", options.model_no_rotor, "The controller ignores rotors"))
      ->group(group::model);
  rare(command.add_flag("--model-no-spring", options.model_no_spring, "The controller ignores springs"))
      ->group(group::model);
  rare(command.add_flag("--model-no-wrench", options.model_no_wrench, "The controller ignores --wrench"))
      ->group(group::model);
  add_method_option(command, options.method, group::model, ". The controller uses the chosen formulation");
}

}  // namespace

Command add_simulate_command(CLI::App& program) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = program.add_subcommand(
      "simulate", "Simulate a controlled robot by forward dynamics. The robot follows a joint trajectory");
  options->dynamics.add_to(*command);
  options->dynamics.add_coupling_to(*command);
  options->robot.add_to(*command);
  options->robot.command_for_fixed_bases = "invdyn simulate";
  options->trajectory.add_to(*command);
  add_control_options(*command, *options);
  add_model_options(*command, *options);
  refuse_foreign_ending_of_rows(add_output_option(*command, options->output));
  options->sidecar.add_to(*command);
  offer_words(
      command->add_option("--columns", options->columns,
                          "Quantities to write in addition to t. Some of " + joined(sample_quantity_names()) +
                              ", or patterns such as 'motor_*'. Default: all"),
      sample_quantity_names())
      ->type_name("LIST")
      ->group(group::output);
  add_summary_options(*command, options->summary, options->quiet, "position errors and peak torques");
  command->footer(
      "Examples:\n"
      "  invdyn simulate puma560 motion.csv --no-friction --summary -o followed.csv\n"
      "  invdyn simulate arm.json motion.csv --bits 12 --perturb mass=5%,seed=1 -o followed.csv");
  return {command, [options](Terminal& terminal) { return simulate(*options, terminal); }};
}

}  // namespace invdyn
