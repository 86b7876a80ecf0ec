#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/identification/identification.h"
#include "answers/identification/payload_estimate.h"
#include "identify_options.h"

namespace invdyn {

/// What a fit found.
struct FittedRobot {
  const Robot& robot;  ///< before the fit
  Identification result;
  std::optional<PayloadEstimate> payload;
  std::vector<std::string> cautions;  ///< what the logs do not determine
};

/// The tables, in the format of the options.
std::string text_of(const IdentifyOptions& options, const FittedRobot& fit);
/// Writes and commits the robot of -o, as its file has it, with the fitted numbers.
void write_robot(const IdentifyOptions& options, const RobotFile& file, const FittedRobot& fit,
                 Sidecar& sidecar, Terminal& terminal);
/// Writes the page of --report. Reads the logs twice again.
void write_page(const IdentifyOptions& options, const Holdout& holdout, const CLI::App& command,
                const FittedRobot& fit, LogReader& reader, Sidecar& sidecar, const Terminal& terminal);

}  // namespace invdyn
