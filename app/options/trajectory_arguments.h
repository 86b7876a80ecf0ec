#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "arguments.h"
#include "preparation_arguments.h"
#include "trajectory/differentiate.h"
#include "trajectory_files/csv_columns.h"
#include "trajectory_files/shard.h"

namespace invdyn {

/// What the options ask for.
struct TrajectorySettings {
  std::string path;  ///< - for standard input
  CsvSettings csv;
  LocalFit fit = {};  ///< where the scheme is savitzky_golay
  Preparation preparation = {};
  Start start = Start::rest;
  bool unwrap = false;
  bool is_static = false;  ///< every row is held: dq and ddq are zero
  std::size_t threads = 1;
  std::optional<Shard> shard = {};  ///< none: all rows
  bool noise_gain = false;          ///< print what becomes of noise

  /// How derivatives come about where the file has these quantities.
  Differentiation differentiation(Known known) const;
};

/// `dq and ddq by central differences of q`.
std::string in_words(const Differentiation& how);

/// The trajectory and the options that say how to read it: TRAJECTORY, --dt, --rate, --differentiate,
/// --start, --resample, --lowpass, --noise-gain, --degrees, --unwrap, --no-header, --separator, --map,
/// --threads.
struct TrajectoryArguments {
  std::string path = "-";
  TimeArguments time;
  std::string differentiate, start = "rest", threads;
  PreparationArguments preparation;
  bool degrees = false, unwrap = false, no_header = false, noise_gain = false;
  std::string separator;
  std::vector<std::string> mappings;

  void add_to(CLI::App& command);
  /// All but TRAJECTORY, for a command that takes several.
  void add_options_to(CLI::App& command);
  TrajectorySettings settings() const;
};

}  // namespace invdyn
