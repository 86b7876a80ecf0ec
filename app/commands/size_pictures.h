#pragma once

#include <CLI/CLI.hpp>
#include <list>
#include <span>
#include <string>
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

/// The page of --report, of the motions at `speed` times their speed. `path`: one of them is the fastest
/// along its path.
void write_page(const SizeWork& work, const SizeResult& result, const std::string& folder,
                const CLI::App& command, std::span<const RecordedMotion> motions, double speed = 1,
                const PathFit* path = nullptr);

}  // namespace invdyn
