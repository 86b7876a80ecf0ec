#pragma once

#include <CLI/CLI.hpp>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "answers/sizing/motor_table.h"
#include "options/plot_argument.h"
#include "pictures/figure/drawn_rows.h"
#include "size_reports.h"

namespace invdyn {

/// The columns of a motion that --plot draws.
OutputColumns drawn_columns(const Robot& robot);
/// Torque over speed, within the curves of the motors.
void write_figure(const SizeWork& work, const PlotArgument& plot, const std::list<DrawnRows>& motions,
                  const Motors& motors);

/// All that the page of --report needs besides the loads.
struct PageWork {
  const std::string& folder;  ///< empty: no page
  const DynamicsSettings& terms;
  const CLI::App& command;
  const std::vector<RecordedMotion>& motions;
  std::vector<std::pair<std::string, Table>> tables;
  std::vector<std::string> failures;
};

void write_page(const SizeWork& work, const PageWork& page, const std::vector<std::string>& names);

}  // namespace invdyn
