#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../../ground/output_files/report_page.h"
#include "../../robot/model/robot.h"

namespace invdyn {

/// What the pages of `validate` and `identify` share.
struct LogPage {
  std::string program;                                                 ///< name and version
  std::vector<std::pair<std::string, std::string>> facts;              ///< settings of the run
  std::vector<std::pair<std::string, std::vector<std::string>>> logs;  ///< names, figures of torques as SVG
  std::vector<std::string> friction;                                   ///< figures of all joints, as SVG
  std::vector<std::string> messages;                                   ///< notes and warnings of the run
};

/// The figures of the logs, with `text` above them, and of friction. `model`: whose friction: `the fitted
/// robot`.
void add_figures(ReportPage& page, const LogPage& log_page, const std::string& text,
                 const std::string& model);
/// Settings, messages, and the last line.
void add_run(ReportPage& page, const LogPage& log_page, const Robot& robot);

}  // namespace invdyn
