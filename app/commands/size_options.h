#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ground/job/protected_files.h"
#include "options/dynamics_arguments.h"
#include "options/plot_argument.h"
#include "options/report_argument.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "sidecar.h"
#include "terminal.h"

namespace invdyn {

/// The options of `size`.
struct SizeOptions {
  RobotArgument robot;
  std::string motors, catalogue, output = "-", fitted_motion, chosen_motors, format = "table", acceleration,
                                 fitted_dt;
  std::vector<std::string> paths, sweeps;
  TrajectoryArguments trajectory;
  DynamicsArguments dynamics;
  ReportArgument report;
  SidecarArgument sidecar;
  PlotArgument plot;
  bool fit_duration = false, fit_path = false, details = false, quiet = false;

  void add_to(CLI::App& command);
};

/// Whether a motion in place of the given one is found: the option that asks for it, or null.
const char* fit_option(const SizeOptions& options);

/// Throws UsageError for options that do not go together.
void expect_sensible(const SizeOptions& options);
/// No output replaces an input or another output.
void expect_outputs_kept(const SizeOptions& options, Terminal& terminal);
/// All files that are read, except the robot and what belongs to arrays.
std::vector<std::string> inputs_of(const SizeOptions& options);

}  // namespace invdyn
