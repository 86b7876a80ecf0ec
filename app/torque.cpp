#include <unistd.h>

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "error.h"
#include "output/csv_writer.h"
#include "output/torque_summary.h"
#include "pipeline.h"
#include "robot/read.h"
#include "wording.h"

namespace invdyn {
namespace {

struct Options {
  std::string robot, trajectory = "-", output = "-";
  TimeArguments time;
  std::string differentiate, start = "rest", gravity, columns = "tau";
  bool degrees = false, unwrap = false, no_friction = false, no_rotor = false, summary = false, quiet = false;
};

CsvSettings csv_settings(const Options& options) {
  CsvSettings settings;
  settings.degrees = options.degrees;
  settings.grid = options.time.grid();
  if (!options.differentiate.empty()) {
    constexpr Scheme schemes[] = {Scheme::backward, Scheme::central, Scheme::given};
    settings.scheme =
        schemes[choice_argument("--differentiate", options.differentiate, {"backward", "central", "given"})];
  }
  return settings;
}

Start start(const Options& options) {
  constexpr Start starts[] = {Start::rest, Start::extrapolate};
  return starts[choice_argument("--start", options.start, {"rest", "extrapolate"})];
}

Differentiation differentiation(const CsvSettings& settings, Start start_taken, Known known) {
  Differentiation how;
  how.start = start_taken;
  how.known = known;
  how.scheme = known == Known::q_dq_ddq ? Scheme::given : settings.scheme.value_or(Scheme::backward);
  if (settings.grid) how.step = settings.grid->step();
  return how;
}

std::string in_words(const Differentiation& how) {
  if (how.known == Known::q_dq_ddq) return "dq and ddq as given";
  const std::string wanted = how.known == Known::q ? "dq and ddq" : "ddq";
  const std::string source = how.known == Known::q ? "q" : "dq";
  if (how.scheme == Scheme::central) return wanted + " by central differences of " + source;
  return wanted + " by backward differences of " + source +
         (how.start == Start::rest ? ", starting from rest" : ", the first rows extrapolated");
}

DynamicsSettings dynamics_settings(const Options& options) {
  DynamicsSettings settings;
  settings.friction = !options.no_friction;
  settings.rotor = !options.no_rotor;
  if (!options.gravity.empty()) {
    const Eigen::VectorXd gravity = numbers_argument("--gravity", options.gravity);
    if (gravity.size() != 3)
      throw UsageError("--gravity", "has " + counted(static_cast<std::size_t>(gravity.size()), "number") +
                                        ": expected three, X,Y,Z in m/s^2, such as 0,0,-9.81");
    settings.gravity = gravity;
  }
  return settings;
}

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
  const Warn note = [&](const std::string& text) { terminal.note(text); };
  const CsvSettings settings = csv_settings(options);
  const Start start_taken = start(options);
  const DynamicsSettings terms = dynamics_settings(options);
  const std::vector<Quantity> columns = quantities(options);

  const Robot robot = read_robot(options.robot, warn);
  if (options.trajectory == "-" && ::isatty(STDIN_FILENO) == 1)
    note("reading the trajectory from the terminal; end it with Ctrl-D");
  const InverseDynamics dynamics(robot, terms);
  OutputFile file(options.output);  // before the trajectory, which may take long to come
  CsvReader reader(options.trajectory, robot, settings, note);
  const Differentiation how = differentiation(settings, start_taken, reader.known());
  note(reader.name() + ": " + in_words(how));
  if (how.start == Start::extrapolate && how.scheme != Scheme::backward)
    note("--start extrapolate is for backward differences: it changes nothing here");

  std::vector<std::string> joints;
  for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
  CsvWriter writer(file, joints, columns);
  TorqueSummary summary(robot);
  TrajectoryWatch watch(robot, how, reader.name(), warn);
  Unwrap unwrap(robot);

  TorquePipeline pipeline{.reader = reader, .differentiation = how, .dynamics = dynamics, .watch = watch};
  if (options.unwrap) pipeline.unwrap = &unwrap;
  pipeline.sinks = {&writer};
  if (options.summary) pipeline.sinks.push_back(&summary);
  pipeline.progress = [&](std::size_t rows) {
    std::optional<double> fraction;
    if (reader.bytes_total())
      fraction = static_cast<double>(reader.bytes_read()) / static_cast<double>(*reader.bytes_total());
    terminal.progress(rows, fraction);
  };
  pipeline.run();
  file.commit();
  terminal.end_progress();
  if (options.summary) terminal.print(summary.table().text(TableFormat::table));
  return 0;
}

}  // namespace

Command add_torque_command(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("torque", "Joint torques of a robot along a joint trajectory");
  command->add_option("ROBOT", options->robot, "Robot description, or the name of a shipped robot")
      ->required();
  command->add_option("TRAJECTORY", options->trajectory, "CSV file, - for standard input")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "File to write, - for standard output")
      ->type_name("FILE");
  options->time.add_to(*command);
  command
      ->add_option("--differentiate", options->differentiate,
                   "How dq and ddq come about: backward or central differences of q, or given columns alone "
                   "(default: the columns dq_ and ddq_ where the file has them, else backward)")
      ->type_name("HOW");
  command
      ->add_option("--start", options->start,
                   "What backward differences take for the time before the first row: rest or extrapolate")
      ->type_name("HOW")
      ->capture_default_str();
  command->add_option("--gravity", options->gravity, "Acceleration of a free fall in world axes, in m/s^2")
      ->type_name("X,Y,Z");
  command->add_flag("--degrees", options->degrees,
                    "The trajectory is in degrees (sliding joints: still m); the output stays in SI units");
  command->add_flag("--unwrap", options->unwrap, "Undo jumps of whole turns in the angles");
  command->add_flag("--no-friction", options->no_friction, "Leave viscous and Coulomb friction out");
  command->add_flag("--no-rotor", options->no_rotor, "Leave the inertia of the motors' rotors out");
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
