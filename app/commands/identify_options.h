#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "identify_logs.h"
#include "options/dynamics_arguments.h"
#include "options/measured_arguments.h"
#include "options/report_argument.h"
#include "options/robot_argument.h"
#include "options/trajectory_arguments.h"
#include "sidecar.h"

namespace invdyn {

struct IdentifyOptions {
  RobotArgument robot;
  std::vector<std::string> paths;
  TrajectoryArguments trajectory;
  DynamicsArguments dynamics;
  MeasuredArguments measured;
  std::vector<std::string> fit, pair;
  std::string known_payload, trust_links;
  std::string holdout, average, min_speed, max_torque;
  bool robust = false, list = false;
  std::string output, format = "table";
  ReportArgument report;
  SidecarArgument sidecar;
  bool quiet = false;

  void add_to(CLI::App& command);
  /// The text of the robot's file, or of the shipped robot.
  std::string robot_text() const;
  /// Whether the robot carries an unknown payload in each log, without --pair.
  bool has_payload() const;
  /// Whether the gains of drives are asked for, in place of a fit.
  bool finds_gains() const;
  /// Whether --known-payload states the mass and nothing else of the body.
  bool knows_mass_alone() const;
  /// The logs to fit, in place of --pair too.
  LogList logs() const;
  bool reads_standard_input() const;  ///< a log that can be read only once
};

/// A share of the logs, or another log.
struct Holdout {
  std::optional<double> share;
  std::string file;
};

Holdout holdout_argument(const std::string& text);

// Each throws UsageError for options that have no sense, alone or together.
/// `is_fitted`: the robot's file states how well its links are known, so that one log shows a payload.
FitChoice choice_of(const IdentifyOptions& options, const Robot& robot, const Regressor& regressor,
                    bool is_fitted);
EvidenceSettings evidence_settings(const IdentifyOptions& options, const Robot& robot);
std::optional<double> average_argument(const IdentifyOptions& options);
/// The share to which links are right; none: they are not trusted.
std::optional<double> trust_argument(const IdentifyOptions& options);
void expect_sensible(const IdentifyOptions& options, const Holdout& holdout);
/// No output replaces an input or another output.
void expect_outputs_kept(const IdentifyOptions& options, const Holdout& holdout);

}  // namespace invdyn
