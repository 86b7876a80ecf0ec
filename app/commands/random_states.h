#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "options/trajectory_arguments.h"
#include "robot/model/robot.h"
#include "terminal.h"
#include "trajectory/data/sink.h"

namespace invdyn {

/// Random states in place of a trajectory that was not given: --random, --seed.
struct RandomStatesArgument {
  std::string random, seed;

  void add_to(CLI::App& command);
  /// Throws UsageError for these options with a trajectory, or for options of a trajectory without one.
  void expect_sensible(const TrajectoryArguments& trajectory, const std::string& command) const;
  /// Sends the states to the sink, with a note of their number and seed.
  void run(const Robot& robot, Sink& sink, Terminal& terminal) const;
  std::size_t samples() const;
  std::size_t seed_value() const;
};

}  // namespace invdyn
