#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../validation/log_page.h"
#include "identification.h"

namespace invdyn {

/// What the page of an identification holds besides the fit.
struct IdentificationReport : LogPage {
  std::optional<Table> payload;
  std::vector<std::string> cautions;  ///< what the logs do not determine
};

/// What the fit predicts, with the file's robot and with the fitted one; figures of each log, parameters with
/// intervals, and what the logs do not determine.
ReportPage identification_page(const IdentificationReport& report, const Robot& robot,
                               const Identification& result);

}  // namespace invdyn
