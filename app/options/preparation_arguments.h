#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "trajectory/data/local_polynomial.h"
#include "trajectory/files/preparation.h"

namespace invdyn {

/// The options that change logged positions before differentiation: --resample, --lowpass,
/// --smooth, --rest, --clean, and --no-clean.
struct PreparationArguments {
  std::string resample, lowpass, smooth, rest;
  bool clean = false, no_clean = false;

  bool any() const { return !resample.empty() || !lowpass.empty() || !smooth.empty() || clean; }
  /// One of them that is given.
  std::string option() const;
  void add_to(CLI::App& command);
  /// For commands that clean logs by themselves.
  void add_no_clean_to(CLI::App& command);
  /// Throws UsageError.
  Preparation preparation() const;
};

/// Whether the value of --differentiate asks for a fit, and which: `savgol:WINDOW,ORDER`. Throws UsageError.
bool names_local_fit(const std::string& text);
LocalFit local_fit_argument(const std::string& option, const std::string& text);

}  // namespace invdyn
