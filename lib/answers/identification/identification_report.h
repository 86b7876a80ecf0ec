#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../ground/output_files/report_page.h"
#include "identification.h"

namespace invdyn {

/// What the page of an identification holds besides the fit.
struct IdentificationReport {
  std::string program;                                     ///< name and version
  std::vector<std::pair<std::string, std::string>> facts;  ///< settings of the run
  std::vector<std::pair<std::string, std::string>>
      logs;              ///< their names, and figures of their torques as SVG
  std::string friction;  ///< figure of the friction of all joints, as SVG
  std::optional<Table> payload;
  std::vector<std::string> cautions;  ///< what the logs do not tell
  std::vector<std::string> messages;  ///< other notes and warnings of the run
};

/// What the fit predicts, with the file's robot and with the fitted one; figures of each log, parameters with
/// intervals, and what the logs do not tell.
ReportPage identification_page(const IdentificationReport& report, const Robot& robot,
                               const Identification& result);

}  // namespace invdyn
