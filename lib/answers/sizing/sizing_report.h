#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../ground/output_files/report_page.h"
#include "operating_points.h"
#include "verdict.h"

namespace invdyn {

/// What a sizing report holds besides the loads.
struct SizingReport {
  std::string program;        ///< name and version
  std::string robot, source;  ///< its name and the origin of its numbers
  Verdict verdict;
  std::vector<LimitCheck> checks;
  std::vector<std::pair<std::string, std::string>> facts;  ///< assumptions and settings
  std::optional<Table> chosen, refused;                    ///< motors of a catalogue
  /// Of a motion that was fitted to its path: HTML of its speed, and the limits that bind.
  std::string path_picture = {};
  std::optional<Table> binding = {};
  std::vector<std::string> messages;  ///< notes and warnings of the run
};

/// Verdict, a picture of torque over speed and the nearest limit for each joint, worst moments with time and
/// row, loads, limits, assumptions. `names` are the names of the motions' files.
ReportPage sizing_page(const SizingReport& report, const Ratings& ratings,
                       const std::vector<MotionLoads>& motions, const std::vector<OperatingPoints>& points,
                       const std::vector<std::string>& names);

}  // namespace invdyn
