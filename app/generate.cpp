#include <memory>
#include <numbers>

#include "arguments.h"
#include "batch/batch_files.h"
#include "error.h"
#include "joints_argument.h"
#include "motion_output.h"
#include "robot/read.h"
#include "trajectory/point_to_point.h"
#include "wording.h"

namespace invdyn {
namespace {

struct Options {
  std::string from, to, duration, robot, output = "-";
  TimeArguments time;
  bool degrees = false, quiet = false;
};

struct NamedJoint {
  std::string name;
  bool turns;
};

std::vector<NamedJoint> joints_of(const Options& options, Eigen::Index count) {
  std::vector<NamedJoint> joints;
  if (options.robot.empty()) {
    for (Eigen::Index i = 1; i <= count; ++i) joints.push_back({"joint" + std::to_string(i), true});
    return joints;
  }
  // Only the joints' names and kinds count here, and warnings are about masses.
  const Robot robot = read_robot(options.robot, [](const std::string&) {});
  expect_one_per_joint("--from", count, robot);
  for (std::size_t i = 0; i < robot.dof(); ++i)
    joints.push_back({robot.moving_joint(i).name, robot.moving_joint(i).turns()});
  return joints;
}

int generate_trapezoid(const Options& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  Eigen::VectorXd from = numbers_argument("--from", options.from);
  Eigen::VectorXd to = numbers_argument("--to", options.to);
  if (from.size() != to.size())
    throw UsageError("--to", "has " + counted(static_cast<std::size_t>(to.size()), "number") +
                                 ", --from has " + std::to_string(from.size()) + ": expected as many");
  const TimeGrid grid = options.time.required_grid();
  KeptFiles kept;
  kept.add(options.robot, "the robot's file");
  expect_kept({"-", options.output}, kept);
  const auto joints = joints_of(options, from.size());
  for (Eigen::Index i = 0; options.degrees && i < from.size(); ++i) {
    if (!joints[static_cast<std::size_t>(i)].turns) continue;
    from[i] *= std::numbers::pi / 180;
    to[i] *= std::numbers::pi / 180;
  }
  const PointToPoint motion(Profile::trapezoid, from, to, positive_argument("--duration", options.duration),
                            grid);

  std::vector<std::string> names;
  for (const NamedJoint& joint : joints) names.push_back(joint.name);
  write_motion(motion, names, options.output, terminal);
  return 0;
}

}  // namespace

Command add_generate_command(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* generate =
      program.add_subcommand("generate", "Write a joint trajectory as CSV: t, q, dq, ddq in SI units");
  generate->require_subcommand(1, 1);
  CLI::App* trapezoid = generate->add_subcommand(
      "trapezoid",
      "Trapezoidal speed, each joint accelerating, coasting and braking for a third of the time");
  trapezoid->add_option("--from", options->from, "Positions at the start, one per joint, rad or m")
      ->type_name("Q1,Q2,...")
      ->required();
  trapezoid->add_option("--to", options->to, "Positions at the end, one per joint")
      ->type_name("Q1,Q2,...")
      ->required();
  trapezoid->add_option("--duration", options->duration, "Duration in s, a multiple of the step")
      ->type_name("S")
      ->required();
  options->time.add_to(*trapezoid);
  trapezoid->add_flag("--degrees", options->degrees,
                      "--from and --to are in degrees (sliding joints: still m)");
  trapezoid
      ->add_option("--robot", options->robot, "Robot whose joints name the columns; else joint1, joint2, ...")
      ->type_name("ROBOT");
  trapezoid
      ->add_option("-o,--output", options->output,
                   "File to write, - for standard output; FILE.npy is written as an array")
      ->type_name("FILE");
  trapezoid->add_flag("-q,--quiet", options->quiet, "Nothing on standard error but errors");
  trapezoid->footer(
      "Example:\n  invdyn generate trapezoid --from 0,0 --to 90,-45 --degrees --duration 2 --dt 0.001");
  const Command line = add_generate_line_command(*generate);
  return {generate, [=](Terminal& terminal) {
            return line.app->parsed() ? line.run(terminal) : generate_trapezoid(*options, terminal);
          }};
}

}  // namespace invdyn
