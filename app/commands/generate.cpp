#include "options/arguments.h"

namespace invdyn {

Command add_generate_command(CLI::App& program) {
  CLI::App* generate =
      program.add_subcommand("generate", "Write a joint trajectory: t, q, dq, ddq in SI units");
  generate->require_subcommand(1, 1);
  generate->footer(
      "Example:\n  invdyn generate trapezoid --from 0,0 --to 90,-45 --degrees --duration 2 --dt 0.001 -o "
      "motion.csv");
  std::vector<Command> motions = add_generate_joints_commands(*generate);
  motions.push_back(add_generate_line_command(*generate));
  motions.push_back(add_generate_excitation_command(*generate));
  return {generate, [=](Terminal& terminal) {
            for (const Command& motion : motions)
              if (motion.app->parsed()) return motion.run(terminal);
            return static_cast<int>(usage);  // not reached: one is required
          }};
}

}  // namespace invdyn
