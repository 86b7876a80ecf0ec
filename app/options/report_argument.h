#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ground/job/protected_files.h"

namespace invdyn {

/// The option --report of a command: a page about the run.
struct ReportArgument {
  std::string folder;  ///< empty: no page

  /// `contents`: what the page has, for the help: `figures of torques`.
  void add_to(CLI::App& command, const std::string& contents);
  bool is_wanted() const { return !folder.empty(); }
  /// `DIR/index.html`; empty: no page.
  std::string file() const { return is_wanted() ? folder + "/index.html" : ""; }
  /// Throws UsageError if the page would replace an input or one of these outputs.
  void expect_place(const std::vector<std::string>& outputs, const ProtectedFiles& kept) const;
};

}  // namespace invdyn
