#pragma once

#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "identification.h"

namespace invdyn {

/// `links`, `friction, offset`; of no parts: `robot's file`.
std::string name_of(const Model& model);

/// The ladder: a row for each model. Shares are in percent, means over the joints.
Table model_table(const Identification& result);
/// A row for each joint: residual and explained variance before and after.
Table joint_table(const Robot& robot, const Identification& result);
/// A row for each unknown of the chosen model, with its 95 % interval. in_full: base parameters as the
/// combinations that they are, else `Izz_arm + ...`.
Table parameter_table(const Identification& result, bool in_full);
/// The unknowns of a model, and which parameters they combine. With a fit of it: whether the logs tell them.
Table unknowns_table(const std::vector<FitColumn>& unknowns, const ModelFit* fit = nullptr);

/// What the logs cannot tell, and what a reader must know before he uses the result: one sentence each.
/// `logs`: their names.
std::vector<std::string> cautions(const LogEquations& equations, const Identification& result,
                                  const std::vector<std::string>& logs);

}  // namespace invdyn
