#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "../../dynamics/core/measured_torques.h"
#include "../../dynamics/core/trajectory_torques.h"
#include "joint_residuals.h"
#include "row_runs.h"

namespace invdyn {

/// What is probably wrong with a log or a model.
struct Suspicion {
  enum class Kind {
    dead,
    spikes,
    degrees,
    clock,
    gravity,
    exchanged,
    motor_side,
    decade,
    unit,  ///< a current or another unit
    tool,  ///< or a payload, or a scale
    sign,
    lag,
    friction,
    excess,  ///< of friction
    rotor,
    links  ///< or a motion of other joints, or nothing known
  };
  Kind kind;
  std::vector<std::size_t> joints;  ///< numbers of the moving joints that have it, in order
  std::string statement;            ///< the fault
  std::string evidence;             ///< with numbers
  std::string remedy;               ///< options that correct it, as `option` value; empty: there is none
  bool spoils_fits;                 ///< a fit to these torques cannot be right
  bool may_be_masses;               ///< but one of links may
};

/// `sign`, ...
std::string_view name_of(Suspicion::Kind kind);

/// The data of one or several logs, and the model of their torques.
struct ValidatedLogs {
  const Robot& robot;
  const MeasuredSettings& measured;
  const JointResiduals& residuals;
  const RowRuns& rows;
  const TrajectoryTorques& dynamics;    ///< of the model
  const TrajectoryTorques& weightless;  ///< of the same model without gravity
  bool are_loaded = false;              ///< the robot carries a payload that the model lacks
  bool has_rate = false;                ///< rows are even, whatever their times
  bool is_fitted = false;               ///< the robot's file says how well a fit knows its links
  const RowRuns* raw = nullptr;         ///< rows without filters; null, or without rows: not known
  /// The line that fits a robot to these logs, without its choices and its output; empty: not known.
  std::string identify = {};
  /// Of each joint, the speed up to which its dry friction may be anything between its limits, so that its
  /// torque says nothing; negative: it has none. suspicions() sets it.
  std::vector<double> slow_speeds = {};

  bool rests(const RowRuns::Run& run, std::size_t row, std::size_t joint) const {
    return !slow_speeds.empty() && std::abs(run.dq(row, joint)) <= slow_speeds[joint];
  }
};

/// What is probably wrong, by the limits of thresholds.h, in the order of the joints. Joints with the same
/// fault share a suspicion. A fault changes all residuals and so hides others: a joint has one fault of its
/// channel (dead, without gravity), its scale (exchanged, motor side, power of ten, unit, sign) or a lag, or
/// else any of the other faults.
std::vector<Suspicion> suspicions(const ValidatedLogs& logs);

/// `joint "elbow": the sign of the measured torque is flipped. the measured torque is ...; `torque-constant`
/// ...`
std::string in_words(const Suspicion& suspicion, const Robot& robot);

}  // namespace invdyn
