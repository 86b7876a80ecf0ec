#include "random_states.h"

#include <algorithm>

#include "command_line/help.h"
#include "dynamics/comparison/comparison.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "options/arguments.h"

namespace invdyn {

void RandomStatesArgument::add_to(CLI::App& command) {
  command
      .add_option("--random", random,
                  "Number of random states, without a trajectory. Positions are within the joints' limits. "
                  "Default: 1000")
      ->type_name("N")
      ->group(group::comparison);
  command.add_option("--seed", seed, "Seed of the random numbers. Default: 1")
      ->type_name("S")
      ->group(group::comparison);
}

void RandomStatesArgument::expect_sensible(const TrajectoryArguments& trajectory,
                                           const std::string& command) const {
  if (!trajectory.path.empty()) {
    if (!(random.empty() && seed.empty()))
      throw UsageError("--random and --seed", "are for random states: leave out the trajectory");
    return;
  }
  if (!trajectory.time.dt.empty() || !trajectory.time.rate.empty() || !trajectory.differentiate.empty() ||
      !trajectory.start.empty() || trajectory.unwrap || trajectory.no_header ||
      !trajectory.separator.empty() || !trajectory.decimal.empty() || !trajectory.time_unit.empty() ||
      !trajectory.missing.empty() || !trajectory.mappings.empty() || trajectory.preparation.any() ||
      trajectory.noise_gain)
    throw UsageError(
        command,
        "has options for reading a trajectory, but no trajectory: expected the trajectory's file, or - for standard "
        "input");
  samples();
  seed_value();
}

std::size_t RandomStatesArgument::samples() const {
  return random.empty() ? 1000 : count_argument("--random", random, 1, 100'000'000);
}

std::size_t RandomStatesArgument::seed_value() const {
  return seed.empty() ? 1 : count_argument("--seed", seed, 0, 1'000'000'000);
}

void RandomStatesArgument::run(const Robot& robot, Sink& sink, Terminal& terminal) const {
  terminal.note("no trajectory is given: the run uses " + counted(samples(), "random state") + " (seed " +
                std::to_string(seed_value()) + "); to read standard input, give -");
  constexpr std::size_t max_numbers = 100'000;  // of a quantity in memory at once
  const std::size_t max_rows =
      std::clamp<std::size_t>(max_numbers / std::max<std::size_t>(robot.dof(), 1), 1, 512);
  Block block(robot.dof(), max_rows);
  RandomStates states(robot, seed_value());
  const std::size_t count = samples();
  for (std::size_t done = 0; done < count; done += block.rows) {
    states.fill(block, std::min(max_rows, count - done));
    sink.take(block);
    terminal.progress(done, static_cast<double>(done) / static_cast<double>(count), "states");
  }
  terminal.end_progress();
}

}  // namespace invdyn
