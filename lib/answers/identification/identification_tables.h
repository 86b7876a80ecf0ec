#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "identification.h"

namespace invdyn {

/// `links`, `friction, offset of 2 joints`; of no parts: `robot's file`.
std::string name_of(const Model& model);

/// The ladder: a row for each model. Shares are in percent, means over the joints.
Table model_table(const Identification& result);
/// A row for each joint: residual and explained variance before and after, and what holds it at rest.
Table joint_table(const Robot& robot, const Identification& result);
/// A row for each unknown of the chosen model: its value in the robot that is written, and half its 95 %
/// interval. in_full: base parameters as the combinations that they are, else `Izz_arm + ...`. `determined`:
/// only those that the logs determine, or only the others.
Table parameter_table(const Identification& result, bool in_full, std::optional<bool> determined = {});
/// The unknowns of a model, and which parameters they combine. With a fit: whether the logs determine them.
Table unknowns_table(const std::vector<FitColumn>& unknowns, const std::vector<bool>* determined = nullptr);

/// What the logs do not determine, and what a reader must know before he uses the result: one sentence each.
/// `logs`: their names. `motion`: the command line that makes a better motion.
std::vector<std::string> cautions(const LogEquations& equations, const Identification& result,
                                  const std::vector<std::string>& logs, const std::string& motion);
/// Which parts that were asked for stay as in the robot's file; empty: none.
std::string kept_values(const Robot& robot, const Identification& result);

}  // namespace invdyn
