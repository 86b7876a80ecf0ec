#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "arguments.h"
#include "preparation_arguments.h"
#include "torques/pipeline/trajectory_settings.h"

namespace invdyn {

/// The text of TRAJECTORY, or its beginning if there may be several.
constexpr const char* trajectory_text = "CSV, .npy or MCAP file; - for standard input";

/// The options for what logs of other programs need: --no-header, --decimal, --time-unit, --missing, --map,
/// --topic.
struct LogArguments {
  std::string decimal, time_unit, missing, topic;
  bool no_header = false;
  std::vector<std::string> mappings;

  /// `usual_missing`: ends the text of --missing, what is done without it.
  void add_log_options_to(CLI::App& command, const std::string& usual_missing);
  void add_no_header_to(CLI::App& command, const std::string& end_of_text = {});
  /// Sets these settings of a file.
  void apply_to(CsvSettings& settings) const;
};

/// The trajectory and the options that say how to read it: TRAJECTORY, --dt, --rate, --differentiate,
/// --start, --resample, --lowpass, --noise-gain, --degrees, --unwrap, --no-header, --quaternion,
/// --base-twist,
/// --separator, --decimal, --time-unit, --missing, --map, --topic, --threads.
struct TrajectoryArguments : LogArguments {
  std::string path = "-";
  TimeArguments time;
  std::string differentiate, start, threads;
  PreparationArguments preparation;
  bool degrees = false, unwrap = false, noise_gain = false, strict = false;
  std::string separator, quaternion, base_twist;

  void add_to(CLI::App& command);
  /// All but TRAJECTORY, for a command that takes several.
  void add_options_to(CLI::App& command);
  TrajectorySettings settings() const;

 private:
  void add_reading_options_to(CLI::App& command);
};

}  // namespace invdyn
