#include <algorithm>
#include <functional>
#include <memory>

#include "command_line/flag_names.h"
#include "command_line/help.h"
#include "dynamics/comparison/comparison.h"
#include "dynamics/core/trajectory_torques.h"
#include "ground/base/error.h"
#include "ground/base/visible_text.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/dynamics_arguments.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "random_states.h"
#include "torques/pipeline/trajectory_run.h"
#include "trajectory/data/quantity.h"

namespace invdyn {
namespace {

struct CompareOptions {
  RobotArgument robot;
  std::string tolerance, format = "table";
  TrajectoryArguments trajectory;
  RandomStatesArgument states;
  DynamicsArguments dynamics;
  bool quiet = false;
};

std::string unit(const Joint& joint) {
  return std::string(unit_of(Quantity::tau, joint.is_revolute()));
}

std::string name_of(const Comparison::Method& method) {
  return std::string(method.formulation->name);
}

// One row for each method and joint, one for a method that does not take the robot.
Table flat_table(const Comparison& comparison, const Robot& robot) {
  Table table({{"method"},
               {"joint"},
               {"difference"},
               {"unit"},
               {"relative"},
               {"multiplications"},
               {"additions"},
               {"ns_per_sample"},
               {"why_not"}});
  for (const Comparison::Method& method : comparison.methods()) {
    if (!method.refusal.empty()) {
      table.add_row({name_of(method), {}, {}, {}, {}, {}, {}, {}, with_flags(method.refusal)});
      continue;
    }
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const Joint& joint = robot.moving_joint(j);
      table.add_row({name_of(method),
                     joint.name,
                     method.difference[j],
                     unit(joint),
                     comparison.relative_difference(method, j),
                     method.multiplications,
                     method.additions,
                     Comparison::median_time(method),
                     {}});
    }
  }
  return table;
}

std::size_t worst_joint(const Comparison& comparison, const Comparison::Method& method) {
  std::size_t worst = 0;
  for (std::size_t j = 1; j < method.difference.size(); ++j)
    if (comparison.relative_difference(method, j) > comparison.relative_difference(method, worst)) worst = j;
  return worst;
}

using ValueOf = std::function<double(const Comparison::Method&, std::size_t joint)>;

// A column for each method but the first, in several tables if one is too wide for a terminal.
std::string by_joint(const Comparison& comparison, const Robot& robot, bool has_units, const ValueOf& value) {
  constexpr std::size_t columns_of_a_screen = 5;
  std::vector<const Comparison::Method*> methods;
  for (const Comparison::Method& method : comparison.methods())
    if (method.refusal.empty() && &method != &comparison.methods().front()) methods.push_back(&method);
  std::string text;
  for (std::size_t begin = 0; begin < methods.size(); begin += columns_of_a_screen) {
    const std::size_t end = std::min(begin + columns_of_a_screen, methods.size());
    std::vector<Table::Column> columns{{"joint"}};
    if (has_units) columns.push_back({"unit"});
    for (std::size_t m = begin; m < end; ++m) columns.push_back({name_of(*methods[m])});
    Table table(columns);
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      std::vector<Table::Cell> row{robot.moving_joint(j).name};
      if (has_units) row.emplace_back(unit(robot.moving_joint(j)));
      for (std::size_t m = begin; m < end; ++m) row.emplace_back(value(*methods[m], j));
      table.add_row(row);
    }
    text += (begin > 0 ? "\n" : "") + table.text(TableFormat::table);
  }
  return text;
}

// First the costs and the largest relative difference of each method, then the differences by joint, then the
// methods that do not support the robot, with the reason.
std::string text(const Comparison& comparison, const Robot& robot) {
  const std::string reference = name_of(comparison.methods().front());
  Table costs(
      {{"method"}, {"multiplications"}, {"additions"}, {"ns/sample"}, {"relative difference"}, {"at"}});
  std::string refusals;
  for (const Comparison::Method& method : comparison.methods()) {
    if (!method.refusal.empty()) {
      refusals +=
          name_of(method) + " does not support this robot: " + visible(with_flags(method.refusal)) + "\n";
      continue;
    }
    const std::size_t worst = worst_joint(comparison, method);
    const double relative = comparison.relative_difference(method, worst);
    costs.add_row({name_of(method), method.multiplications, method.additions, Comparison::median_time(method),
                   relative, relative > 0 ? Table::Cell(robot.moving_joint(worst).name) : Table::Cell()});
  }
  const auto difference = [](const Comparison::Method& method, std::size_t j) {
    return method.difference[j];
  };
  const auto relative_difference = [&](const Comparison::Method& method, std::size_t j) {
    return comparison.relative_difference(method, j);
  };
  return visible(robot.name()) + ", " + counted(comparison.samples(), "sample") + "\n\n" +
         costs.text(TableFormat::table) + "\nLargest difference from the torques of " + reference + "\n" +
         by_joint(comparison, robot, true, difference) +
         "\nLargest relative difference (divided by the largest torque of each joint)\n" +
         by_joint(comparison, robot, false, relative_difference) + (refusals.empty() ? "" : "\n" + refusals);
}

// Reports each method beyond the tolerance. Returns whether there is one.
bool report_excess(const Comparison& comparison, const Robot& robot, double tolerance, Terminal& terminal) {
  bool exceeded = false;
  for (const Comparison::Method& method : comparison.methods()) {
    if (!method.refusal.empty()) continue;
    const std::size_t worst = worst_joint(comparison, method);
    const double relative = comparison.relative_difference(method, worst);
    if (relative <= tolerance) continue;
    exceeded = true;
    terminal.error("--tolerance: " + name_of(method) + " differs at joint " +
                   invdyn::in_quotes(robot.moving_joint(worst).name) + " by " + six_digits(relative) +
                   ", relative to the largest torque of this joint: expected at most " +
                   six_digits(tolerance));
  }
  return exceeded;
}

int compare(const CompareOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  const Warn warn = terminal.warn();
  const TableFormat format = table_format_argument(options.format);
  const bool on_trajectory = !options.trajectory.path.empty();
  options.states.expect_sensible(options.trajectory, "invdyn compare");
  const std::optional<double> tolerance = tolerance_argument(options.tolerance);
  TrajectorySettings trajectory = options.trajectory.settings();
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(trajectory.path);
  expect_standard_input_once(inputs);

  const Robot robot =
      options.dynamics.modified_robot(options.robot.read(warn), trajectory.csv.degrees, terminal);
  trajectory.csv.locked = options.dynamics.locked_joints();
  trajectory.csv.coupling = options.dynamics.coupling;
  const DynamicsSettings settings = options.dynamics.settings(robot, warn);
  Comparison comparison(robot, settings);
  if (on_trajectory) {
    const TrajectoryTorques dynamics(robot, settings);
    TrajectoryRun run(trajectory, robot, terminal);
    run.finish(dynamics, {&comparison});
    terminal.print(run.noise_gain());
  } else {
    options.states.run(robot, comparison, terminal);
  }

  const bool exceeded = tolerance && report_excess(comparison, robot, *tolerance, terminal);
  OutputFile out("-");
  out.write(format == TableFormat::table ? text(comparison, robot)
                                         : flat_table(comparison, robot).text(format));
  out.commit();
  return exceeded ? limit_exceeded : done;
}

}  // namespace

Command add_compare_command(CLI::App& program) {
  auto options = std::make_shared<CompareOptions>();
  options->trajectory.path.clear();
  CLI::App* command = program.add_subcommand(
      "compare",
      "Compare the formulations: torques, operations and times. It runs every formulation that supports the "
      "robot");
  options->dynamics.add_to(*command);
  options->dynamics.add_coupling_to(*command);
  options->robot.add_to(*command);
  options->robot.command_for_fixed_bases = "invdyn compare";
  options->trajectory.add_to(*command);
  options->states.add_to(*command);
  add_tolerance_option(*command, options->tolerance, "method");
  add_format_option(*command, options->format);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Each difference is the torque of a method minus the torque of the first method. The output has the "
      "largest difference over all samples. A relative difference is the difference divided by the joint's "
      "largest torque. If this torque is below 0.1 % of the robot's largest torque, the difference "
      "is divided by 0.1 % of the robot's largest torque.\n"
      "Random states have velocities up to 2 rad/s or m/s, and accelerations up to 10 "
      "rad/s^2 or m/s^2. Positions of joints without limits are within half a turn or half "
      "a metre of zero.\n"
      "Multiplications and additions are counted for one sample. The counts include only the links and the "
      "wrench. The times also include rotors and friction. Each time is a median.\n"
      "Examples:\n"
      "  invdyn compare puma560 --tolerance 1e-10\n"
      "  invdyn compare arm.json motion.csv --format csv");
  return {command, [options](Terminal& terminal) { return compare(*options, terminal); }};
}

}  // namespace invdyn
