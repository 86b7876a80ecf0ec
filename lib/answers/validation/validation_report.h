#pragma once

#include <vector>

#include "log_page.h"
#include "suspicions.h"

namespace invdyn {

/// How well the model predicts the measured torques, what is probably wrong, and figures of each log.
ReportPage validation_page(const LogPage& log_page, const ValidatedLogs& logs,
                           const std::vector<Suspicion>& suspicions);

}  // namespace invdyn
