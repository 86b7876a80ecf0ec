#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../../ground/output_files/report_page.h"
#include "motion_loads.h"
#include "operating_points.h"

namespace invdyn {

/// What a sizing report holds besides the loads.
struct SizingReport {
  std::string program;                                     ///< name and version
  std::string robot, source;                               ///< its name and the origin of its numbers
  std::vector<std::pair<std::string, std::string>> facts;  ///< assumptions and settings
  std::vector<std::pair<std::string, Table>> tables;       ///< further ones with their titles: a choice
  std::vector<std::string> failures;                       ///< for the verdict, besides broken limits
  std::vector<std::string> messages;                       ///< notes and warnings of the run
};

/// Verdict, worst moments with time and row, loads, limits, a picture of torque over speed for each joint,
/// assumptions. `names` are the names of the motions' files.
ReportPage sizing_page(const SizingReport& report, const Ratings& ratings,
                       const std::vector<MotionLoads>& motions, const std::vector<OperatingPoints>& points,
                       const std::vector<std::string>& names);

}  // namespace invdyn
