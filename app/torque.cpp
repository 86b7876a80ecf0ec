#include <algorithm>
#include <memory>

#include "arguments.h"
#include "batch_arguments.h"
#include "batch_run.h"
#include "dynamics_arguments.h"
#include "error.h"
#include "output/row_file.h"
#include "output/torque_summary.h"
#include "robot/read.h"
#include "shard_argument.h"
#include "trajectory/npy_header.h"
#include "trajectory_run.h"
#include "wording.h"

namespace invdyn {
namespace {

struct Options {
  std::string robot, method, columns = "tau", shard;
  BatchArguments files;
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

Shard shard_of(const Options& options, bool is_batch) {
  if (is_batch) throw UsageError("--shard", "is of one file: expected no --output-dir");
  if (options.files.file().input == "-")
    throw UsageError("--shard", "cannot be of standard input: expected a file");
  if (is_npy_name(options.files.file().output))
    throw UsageError("--shard",
                     "does not go with a .npy output: the header in front of an array is that of all rows, "
                     "so parts of it cannot be joined: expected CSV");
  if (options.trajectory.unwrap)
    throw UsageError(
        "--shard", "does not go with --unwrap, which counts turns from the first row: expected one of them");
  if (options.summary)
    throw UsageError("--shard", "does not go with --summary, which is of all rows: expected one of them");
  return shard_argument(options.shard);
}

// What is the same for every file.
struct Work {
  const TrajectorySettings& settings;
  const std::vector<Quantity>& columns;
  const Robot& robot;
  const InverseDynamics& dynamics;
  bool summary, is_batch;
  bool on_disk;  ///< outputs, before they take their places
};

// Returns the number of rows. A summary bears the name of its file where there are several.
std::size_t write_torques(const Work& work, const BatchFile& paths, std::size_t threads, Terminal& terminal) {
  std::vector<std::string> joints;
  for (std::size_t j = 0; j < work.robot.dof(); ++j) joints.push_back(work.robot.moving_joint(j).name);
  RowFile file(paths.output, joints, work.columns);  // before the trajectory, which may take long to come
  TrajectorySettings settings = work.settings;
  settings.path = paths.input;
  settings.threads = threads;
  TrajectoryRun run(settings, work.robot, terminal);
  TorqueSummary summary(work.robot);
  std::vector<Sink*> sinks;
  if (work.summary) sinks.push_back(&summary);
  const std::size_t rows = run.finish(work.dynamics, sinks, &file);
  file.commit(rows, work.on_disk);
  if (work.summary)
    terminal.print((work.is_batch ? paths.input + "\n" : "") + summary.table().text(TableFormat::table));
  return rows;
}

int torque(const Options& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const Warn warn = [&](const std::string& text) { terminal.warning(text); };
  TrajectorySettings settings = options.trajectory.settings();
  const std::vector<Quantity> columns = quantities(options);
  if (!options.method.empty()) formulation("--method", options.method);  // before any file is read
  const bool is_batch = options.files.is_batch();
  if (!options.shard.empty()) settings.shard = shard_of(options, is_batch);
  KeptFiles kept;
  kept.add(options.robot, "the robot's file");
  if (settings.shard) kept.add_input(options.files.file().input);  // other parts may be yet to read it
  const std::vector<BatchFile> files =
      is_batch ? options.files.files(kept) : std::vector<BatchFile>{options.files.file()};
  if (!is_batch) expect_kept(files.front(), kept);

  const Robot robot =
      options.dynamics.with_locked_joints(read_robot(options.robot, warn), settings.csv.degrees, warn);
  DynamicsSettings terms = options.dynamics.settings(robot, warn);
  terms.method = options.method;
  const InverseDynamics dynamics(robot, terms);
  // A later run takes such a file for complete. In a batch of small ones it would cost most of the time.
  const bool on_disk = !is_batch && (settings.shard || options.files.resume);
  const Work work{settings, columns, robot, dynamics, options.summary, is_batch, on_disk};

  std::vector<std::string> sources;
  if (is_robot_file(options.robot)) sources.push_back(options.robot);
  if (is_batch) {
    const std::size_t at_a_time = std::min(settings.threads, files.size());
    const BatchSettings batch{options.files.folder, at_a_time, options.files.resume, sources};
    return run_batch(
        files, batch,
        [&](const BatchFile& file, Terminal& part) {
          return write_torques(work, file, settings.threads / at_a_time, part);
        },
        terminal);
  }
  if (options.files.resume && is_up_to_date(files.front(), sources)) {
    terminal.note(files.front().input + ": skipped, as " + files.front().output + " is complete");
    return done;
  }
  write_torques(work, files.front(), settings.threads, terminal);
  return done;
}

}  // namespace

Command add_torque_command(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("torque", "Joint torques of a robot along a joint trajectory");
  command->add_option("ROBOT", options->robot, "Robot description, or the name of a shipped robot")
      ->required();
  options->files.add_to(*command);
  options->trajectory.add_options_to(*command);
  options->dynamics.add_to(*command);
  std::vector<std::string> methods;
  for (const Formulation& formulation : formulations()) methods.emplace_back(formulation.name);
  command
      ->add_option("--method", options->method,
                   "The published formulation to compute with: " + joined(methods) +
                       ". All give the same torques; not all take every robot (invdyn compare tells)")
      ->type_name("NAME")
      ->default_str(methods.front());
  command
      ->add_option("--shard", options->shard,
                   "Part I of N of one file with a time column (a .npy needs none), as the parts' outputs "
                   "joined are the whole; slurm: by the task of a job array")
      ->type_name("I/N");
  command->add_option("--columns", options->columns, "What to write beside t, of q, dq, ddq, tau")
      ->type_name("LIST")
      ->capture_default_str();
  command->add_flag("--summary", options->summary, "Print peak and RMS torque per joint on standard error");
  command->add_flag("-q,--quiet", options->quiet, "Nothing on standard error but errors (and the summary)");
  command->footer(
      "Examples:\n"
      "  invdyn torque puma560 motion.csv -o torques.csv\n"
      "  invdyn torque arm.json --degrees --rate 500 --columns q,dq,ddq,tau < log.csv > torques.csv\n"
      "  invdyn torque arm.json logs/*.csv --output-dir torques --resume\n"
      "  invdyn torque puma560 motion.npy -o torques.npy");
  return {command, [options](Terminal& terminal) { return torque(*options, terminal); }};
}

}  // namespace invdyn
