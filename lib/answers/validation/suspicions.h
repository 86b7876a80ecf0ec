#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../../dynamics/core/measured_torques.h"
#include "joint_residuals.h"
#include "row_runs.h"

namespace invdyn {

/// What is probably wrong with a log or a model.
struct Suspicion {
  enum class Kind { exchanged, motor_side, decade, sign, lag, friction, rotor };
  Kind kind;
  std::size_t joint;      ///< number of the moving joint
  std::string statement;  ///< the fault
  std::string evidence;   ///< with numbers
};

/// `sign`, ...
std::string_view name_of(Suspicion::Kind kind);

/// The data of one or several logs, and the model of their torques.
struct ValidatedLogs {
  const Robot& robot;
  const MeasuredSettings& measured;
  const JointResiduals& residuals;
  const RowRuns& rows;
};

/// What is probably wrong, by the limits of thresholds.h, in the order of the joints. A fault changes all
/// residuals and so hides others: a joint has one fault of its scale (exchanged, motor side, power of ten,
/// sign) or a lag, or else any of the other faults.
std::vector<Suspicion> suspicions(const ValidatedLogs& logs);

}  // namespace invdyn
