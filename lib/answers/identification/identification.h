#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <string>
#include <vector>

#include "drive_gains.h"
#include "evidence.h"
#include "least_squares.h"
#include "link_errors.h"
#include "possible_robot.h"

namespace invdyn {

/// One model of the ladder. Shares are of each joint's variance, and of the robot that it writes.
struct Rung {
  Model model;
  ModelFit fit;
  PossibleRobot possible;     ///< that would be written
  Eigen::VectorXd explained;  ///< of the rows that were fitted; not finite: unknown
  Eigen::VectorXd held_out;   ///< of rows that were not: each part by the robot of all other rows
  Eigen::MatrixXd
      squares;  ///< sums of squared residuals of these rows: a row for each joint, a column for each part
  std::string refused;  ///< why it is not taken, although it may predict better; mostly empty
};

/// Models of increasing size, fitted to the same logs. A larger one is chosen only if the robot that it
/// writes predicts rows better that it has not seen: those of other logs, or each tenth of the logs in turn.
struct Identification {
  std::vector<Rung> ladder;        ///< from the robot's file to all that was asked for
  Model asked;                     ///< with all that was asked for, whether or not it was tried
  std::size_t chosen = 0;          ///< 0: the robot's file predicts best
  std::size_t folds = 0;           ///< parts held out in turn; 0: other logs
  bool payload_is_better = false;  ///< than none with the rest of the chosen model
  std::vector<Gain> masses_seen;   ///< of the payload, by each joint; empty: not known
  Uncertainty uncertainty;         ///< of the chosen model's unknowns
  Eigen::VectorXd written;         ///< change of these unknowns in the robot that is written
  std::vector<bool> determined;    ///< whether the logs determine each of them
  std::vector<std::string> open;   ///< names of others, which they do not: these stay as in the file
  /// RMS of each joint's residual with the robot's file, and with the robot that is written.
  Eigen::VectorXd rms_before, rms_after;
  /// Of each joint's rows at rest: the share that the dry friction of the robot that is written can hold, see
  /// RestShares. NaN: it is never at rest. Empty: not looked at.
  std::vector<double> held_at_rest;

  const Rung& best() const { return ladder[chosen]; }
  /// Whether the chosen model has this part.
  bool has(FitPart part) const {
    return std::find(best().model.parts.begin(), best().model.parts.end(), part) != best().model.parts.end();
  }
};

/// Friction, offset, rotor and what else is of one joint are taken joint by joint, links all or none. No step
/// may make a joint worse than it is with the robot's file.
///
/// `errors`: of the links that are not fitted; its columns are the last ones of the equations. Throws Error
/// with `place` for fewer rows than unknowns and for measured torques that never change.
Identification identify(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
                        const LogEquations* held_out, const FitChoice& choice, const LinkErrors& errors,
                        const std::string& place, std::size_t threads = 1);

/// Whether the logs determine each unknown: half its interval is at most a tenth of the RMS torque of each
/// joint, or it differs from the file by more than half its interval.
std::vector<bool> determined(const LogEquations& equations, const Model& model, const ModelFit& fit,
                             const Uncertainty& uncertainty);
/// The RMS torque in each joint of a change by 1 of an unknown, N m or N: a row for each joint.
Eigen::MatrixXd effects(const std::vector<JointEquations>& joints, const LogEquations& equations,
                        const Model& model);

/// What a model explains of each joint's measured torque, from 1 down; minus infinity: it does not change.
/// NaN: the joint has no rows.
Eigen::VectorXd explained(const std::vector<JointEquations>& joints, const Eigen::VectorXd& squares);
/// The mean of such shares over the joints that have one; not finite: none has.
double mean_share(const Eigen::VectorXd& shares);

}  // namespace invdyn
