#include "dynamics/core/regressor.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "dynamics/core/trajectory_torques.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "options/arguments.h"
#include "options/columns_argument.h"
#include "options/dynamics_arguments.h"
#include "options/output_ending.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "robot/model/drive_fields.h"
#include "sidecar.h"
#include "torques/pipeline/trajectory_run.h"
#include "torques/rows/row_file.h"

namespace invdyn {
namespace {

struct RegressorOptions {
  RobotArgument robot;
  TrajectoryArguments trajectory;
  DynamicsArguments dynamics;
  std::string output = "-", columns;
  SidecarArgument sidecar;
  bool quiet = false;
};

// Writes a row for each row of the trajectory and each joint.
class CoefficientRows : public Sink {
 public:
  // `parameters`: those to write, in order.
  CoefficientRows(const Regressor& regressor, const std::vector<std::size_t>& parameters,
                  const std::string& trajectory, RowFile& file)
      : regressor_(regressor),
        trajectory_(trajectory),
        parameters_(parameters),
        file_(file),
        workspace_(regressor),
        max_rows_(std::max<std::size_t>(1, max_numbers / (regressor.dof() * regressor.parameters()))),
        block_(0, max_rows_ * regressor.dof(), 1 + parameters.size()),
        row_(static_cast<Eigen::Index>(regressor.parameters())) {
    file.file().write(file.format().header());
  }

  void take(const Block& block) override {
    for (std::size_t begin = block.own_begin(); begin < block.own_end(); begin += max_rows_)
      write(block, begin, std::min(max_rows_, block.own_end() - begin));
  }

  std::size_t rows() const { return rows_; }

 private:
  static constexpr std::size_t max_numbers = 1'000'000;  // at a time

  void write(const Block& block, std::size_t begin, std::size_t count) {
    regressor_.fill({block.q.data() + begin, block.dq.data() + begin, block.ddq.data() + begin, nullptr,
                     block.capacity, count},
                    workspace_);
    const std::size_t dof = regressor_.dof();
    for (std::size_t joint = 0; joint < dof; ++joint) {
      const Regressor::Rows coefficients = regressor_.of_joint(joint, workspace_);
      for (std::size_t k = 0; k < count; ++k) {
        row_.setZero();
        row_(regressor_.columns(joint)) = coefficients.row(static_cast<Eigen::Index>(k));
        const auto row = static_cast<Eigen::Index>(k * dof + joint);
        block_.t[row] = block.t[static_cast<Eigen::Index>(begin + k)];
        block_.derived(row, 0) = static_cast<double>(joint + 1);
        for (std::size_t i = 0; i < parameters_.size(); ++i)
          block_.derived(row, static_cast<Eigen::Index>(i + 1)) =
              row_[static_cast<Eigen::Index>(parameters_[i])];
      }
    }
    const std::size_t sound = finite_rows(count * dof) / dof;
    block_.rows = sound * dof;
    file_.format().put(block_, bytes_);
    file_.file().write(bytes_.view());
    rows_ += block_.rows;
    if (sound == count) return;
    throw Error(trajectory_,
                "the coefficients at t = " + shortest(block.t[static_cast<Eigen::Index>(begin + sound)]) +
                    " are too large to compute: expected realistic positions, velocities and times");
  }

  // The rows of block_ before one that overflowed.
  std::size_t finite_rows(std::size_t rows) const {
    std::size_t row = 0;
    while (row < rows && block_.derived.row(static_cast<Eigen::Index>(row)).isFinite().all()) ++row;
    return row;
  }

  const Regressor& regressor_;
  const std::string& trajectory_;
  const std::vector<std::size_t>& parameters_;
  RowFile& file_;
  Regressor::Workspace workspace_;
  std::size_t max_rows_;
  Block block_;
  Eigen::RowVectorXd row_;
  RowBytes bytes_;
  std::size_t rows_ = 0;
};

std::vector<std::size_t> chosen_parameters(const std::string& columns, const Regressor& regressor) {
  if (!columns.empty()) return columns_argument(columns, regressor.names());
  std::vector<std::size_t> all(regressor.parameters());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void expect_kept(const RegressorOptions& options) {
  ProtectedFiles kept;
  kept.add(options.robot.path, "the robot's file");
  options.dynamics.keep_files(kept);
  kept.add_input(options.trajectory.path);
  invdyn::expect_kept(options.output, kept);
  options.sidecar.expect_place(options.output, kept);
}

int regressor(const RegressorOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  if (options.trajectory.strict) terminal.be_strict();
  const Warn warn = terminal.warn();
  TrajectorySettings settings = options.trajectory.settings();
  std::vector<std::string> inputs = options.dynamics.files();
  inputs.push_back(settings.path);
  expect_standard_input_once(inputs);
  expect_kept(options);
  inputs.push_back(options.robot.file());
  Sidecar sidecar(options.sidecar, inputs);

  const Robot robot =
      options.dynamics.modified_robot(options.robot.read(warn), settings.csv.degrees, terminal);
  settings.csv.locked = options.dynamics.locked_joints();
  settings.csv.coupling = options.dynamics.coupling;
  for (const std::string& output : {options.output, options.sidecar.path})
    options.robot.expect_parts_kept(output);
  sidecar.add_inputs(options.robot.parts());
  const DynamicsSettings terms = options.dynamics.settings(robot, warn);
  const Regressor regressor(robot, terms.gravity);
  for (const Joint& joint : robot.joints())
    if (joint.moves() && joint.drive.spring.stiffness != 0) {
      warn(robot.name() +
           ": the output has no columns for springs. Torque = sum of (column * parameter) + "
           "torque of the springs");
      break;
    }
  for (const Joint& joint : robot.joints())
    if (joint.moves() && has_load_or_curve(joint.drive)) {
      warn(robot.name() +
           ": the output has no columns for load-dependent friction and friction curves (keys load, curve). "
           "Torque = sum of (column * parameter) + torque of these two kinds of friction");
      break;
    }
  const std::vector<std::size_t> parameters = chosen_parameters(options.columns, regressor);
  const std::vector<std::string> names = regressor.names();
  OutputColumns columns;
  columns.add_derived("joint");
  for (const std::size_t parameter : parameters) columns.add_derived(names[parameter]);

  RowFile file(options.output, columns);  // before the trajectory, which may take long to come
  sidecar.watch(file.file());
  TrajectoryRun run(settings, robot, terminal);
  CoefficientRows rows(regressor, parameters, run.name(), file);
  run.finish(TrajectoryTorques(robot), {&rows});
  terminal.print(run.noise_gain());
  sidecar.add_messages(terminal.notes(), terminal.warnings());
  file.commit(rows.rows(), Sync::no, sidecar.descriptions(rows.rows()));
  return done;
}

}  // namespace

Command add_regressor_command(CLI::App& program) {
  auto options = std::make_shared<RegressorOptions>();
  CLI::App* command =
      program.add_subcommand("regressor", "Write the coefficients of the parameters of a robot");
  options->dynamics.add_model_to(*command);
  options->dynamics.add_coupling_to(*command);
  options->robot.add_to(*command);
  options->robot.command_for_fixed_bases = "invdyn regressor";
  options->trajectory.add_to(*command);
  refuse_foreign_ending_of_rows(
      add_output_option(*command, options->output, ". It has a row for each time and joint"));
  command
      ->add_option("--columns", options->columns,
                   "Parameters to write, in addition to t and joint. Names such as m_LINK and offset_JOINT, "
                   "or patterns such as 'damping_*'. Default: all")
      ->type_name("LIST")
      ->group(group::output);
  options->sidecar.add_to(*command);
  add_quiet_option(*command, options->quiet);
  command->footer("Example:\n  invdyn regressor puma560 motion.csv -o regressor.npy");
  return {command, [options](Terminal& terminal) { return regressor(*options, terminal); }};
}

}  // namespace invdyn
