#include <memory>

#include "ground/output_files/output_file.h"
#include "options/arguments.h"
#include "options/robot_argument.h"
#include "robot/model/floating_base.h"
#include "robot/model/moved_mass.h"
#include "torques/rows/robot_outline.h"

namespace invdyn {
namespace {

struct RobotInspectOptions {
  RobotArgument robot;
  std::string format = "table";
  bool quiet = false;
};

int inspect(const RobotInspectOptions& options, Terminal& terminal) {
  if (options.quiet) terminal.be_quiet();
  const bool as_json = choice_argument("--format", options.format, {"table", "json"}) == 1;
  const Warn warn = [&](const std::string& text) { terminal.warning(text); };
  const Robot robot = options.robot.read_file(warn).robot;
  warn_of_no_mass(robot, warn);
  if (floats_without_mass(robot)) warn(robot.name() + ": " + massless_base_text(robot));
  OutputFile out("-");
  out.write(as_json ? outline_json(robot) : outline_text(robot));
  out.commit();
  return done;
}

}  // namespace

Command add_robot_inspect_command(CLI::App& robot) {
  auto options = std::make_shared<RobotInspectOptions>();
  CLI::App* command = robot.add_subcommand("inspect",
                                           "Print the links and joints of a robot. They are printed as a "
                                           "tree, with limits, drives, masses, base and gravity");
  options->robot.add_to(*command);
  add_format_option(*command, options->format, {"table", "json"});
  add_quiet_option(*command, options->quiet);
  command->footer("Example:\n  invdyn robot inspect arm.urdf");
  return {command, [options](Terminal& terminal) { return inspect(*options, terminal); }};
}

}  // namespace invdyn
