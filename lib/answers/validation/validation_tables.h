#pragma once

#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "joint_residuals.h"
#include "row_runs.h"
#include "suspicions.h"

namespace invdyn {

/// The residual of each joint, and the explained share of the variance.
Table residual_table(const JointResiduals& residuals);
/// Measured over computed torque, as a line, and the lag.
Table line_table(const JointResiduals& residuals, const RowRuns& rows);
/// Residuals, and measured over computed torque, for people: two tables and the suspicions.
std::string validation_text(const JointResiduals& residuals, const RowRuns& rows,
                            const std::vector<Suspicion>& suspicions, const Robot& robot);
/// All of it for programs, with a row for each joint.
Table validation_table(const JointResiduals& residuals, const RowRuns& rows,
                       const std::vector<Suspicion>& suspicions);

}  // namespace invdyn
