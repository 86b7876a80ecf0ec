#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "trajectory/local_polynomial.h"
#include "trajectory_files/prepared_source.h"

namespace invdyn {

/// The options that say what is done to logged positions before they are differentiated: --resample,
/// --lowpass.
struct PreparationArguments {
  std::string resample, lowpass;

  bool any() const { return !resample.empty() || !lowpass.empty(); }
  void add_to(CLI::App& command);
  /// Throws UsageError.
  Preparation preparation() const;
};

/// `q resampled at 100 Hz by a cubic spline, low-passed at 6 Hz without delay; `; empty where nothing is
/// done.
std::string in_words(const Preparation& preparation);

/// Whether the value of --differentiate asks for a fit, and which: `savgol:WINDOW,ORDER`. Throws UsageError.
bool names_local_fit(const std::string& text);
LocalFit local_fit_argument(const std::string& option, const std::string& text);

}  // namespace invdyn
