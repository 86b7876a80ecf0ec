#include "options/arguments.h"

namespace invdyn {

Command add_generate_command(CLI::App& program) {
  CLI::App* generate =
      program.add_subcommand("generate", "Write a joint trajectory as CSV: t, q, dq, ddq in SI units");
  generate->require_subcommand(1, 1);
  std::vector<Command> motions = add_generate_joints_commands(*generate);
  motions.push_back(add_generate_line_command(*generate));
  return {generate, [=](Terminal& terminal) {
            for (const Command& motion : motions)
              if (motion.app->parsed()) return motion.run(terminal);
            return static_cast<int>(usage);  // not reached: one of them is required
          }};
}

}  // namespace invdyn
