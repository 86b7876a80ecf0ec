#include <algorithm>
#include <memory>

#include "arguments.h"
#include "dynamics_arguments.h"
#include "error.h"
#include "output/row_file.h"
#include "output/torque_summary.h"
#include "robot/read.h"
#include "trajectory_run.h"
#include "wording.h"

namespace invdyn {
namespace {

struct Options {
  std::string robot, method, output = "-", columns = "tau";
  TrajectoryArguments trajectory;
  DynamicsArguments dynamics;
  bool summary = false, quiet = false;
};

std::vector<Quantity> quantities(const Options& options) {
  std::vector<std::string> known;
  for (const Quantity quantity : all_quantities) known.emplace_back(name_of(quantity));
  std::vector<Quantity> result;
  for (const std::string& word : words_argument(options.columns)) {
    const Quantity quantity = all_quantities[choice_argument("--columns", word, known)];
    if (std::find(result.begin(), result.end(), quantity) != result.end())
      throw UsageError("--columns", "names " + word + " twice: expected each once");
    result.push_back(quantity);
  }
  return result;
}

int torque(const Options& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const Warn warn = [&](const std::string& text) { terminal.warning(text); };
  const TrajectorySettings settings = options.trajectory.settings();
  const std::vector<Quantity> columns = quantities(options);
  if (!options.method.empty()) formulation("--method", options.method);  // before any file is read

  const Robot robot =
      options.dynamics.with_locked_joints(read_robot(options.robot, warn), settings.csv.degrees, warn);
  DynamicsSettings terms = options.dynamics.settings(robot, warn);
  terms.method = options.method;
  const InverseDynamics dynamics(robot, terms);
  std::vector<std::string> joints;
  for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
  RowFile file(options.output, joints, columns);  // before the trajectory, which may take long to come
  TrajectoryRun run(settings, robot, terminal);
  TorqueSummary summary(robot);
  std::vector<Sink*> sinks;
  if (options.summary) sinks.push_back(&summary);
  file.commit(run.finish(dynamics, sinks, &file));
  if (options.summary) terminal.print(summary.table().text(TableFormat::table));
  return 0;
}

}  // namespace

Command add_torque_command(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("torque", "Joint torques of a robot along a joint trajectory");
  command->add_option("ROBOT", options->robot, "Robot description, or the name of a shipped robot")
      ->required();
  options->trajectory.add_to(*command);
  options->dynamics.add_to(*command);
  std::vector<std::string> methods;
  for (const Formulation& formulation : formulations()) methods.emplace_back(formulation.name);
  command
      ->add_option("--method", options->method,
                   "The published formulation to compute with: " + joined(methods) +
                       ". All give the same torques; not all take every robot (invdyn compare tells)")
      ->type_name("NAME")
      ->default_str(methods.front());
  command->add_option("-o,--output", options->output, "File to write, - for standard output")
      ->type_name("FILE");
  command->add_option("--columns", options->columns, "What to write beside t, of q, dq, ddq, tau")
      ->type_name("LIST")
      ->capture_default_str();
  command->add_flag("--summary", options->summary, "Print peak and RMS torque per joint on standard error");
  command->add_flag("-q,--quiet", options->quiet, "Nothing on standard error but errors (and the summary)");
  command->footer(
      "Examples:\n"
      "  invdyn torque puma560 motion.csv -o torques.csv\n"
      "  invdyn torque arm.json --degrees --rate 500 --columns q,dq,ddq,tau < log.csv > torques.csv");
  return {command, [options](Terminal& terminal) { return torque(*options, terminal); }};
}

}  // namespace invdyn
