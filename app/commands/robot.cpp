#include "options/arguments.h"

namespace invdyn {

Command add_robot_command(CLI::App& program) {
  CLI::App* robot =
      program.add_subcommand("robot", "Check, compare or convert a robot, or create a template");
  robot->require_subcommand(1, 1);
  robot->footer("Example:\n  invdyn robot check arm.urdf");
  const std::vector<Command> commands{add_robot_inspect_command(*robot), add_robot_check_command(*robot),
                                      add_robot_convert_command(*robot), add_robot_diff_command(*robot),
                                      add_robot_init_command(*robot)};
  return {robot, [commands](Terminal& terminal) {
            for (const Command& command : commands)
              if (command.app->parsed()) return command.run(terminal);
            return static_cast<int>(usage);  // not reached: one is required
          }};
}

}  // namespace invdyn
