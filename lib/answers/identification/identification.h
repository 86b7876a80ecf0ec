#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "evidence.h"
#include "least_squares.h"
#include "possible_robot.h"

namespace invdyn {

/// One model of the ladder, and how well it explains the measured torques: the share of each joint's
/// variance.
struct Rung {
  Model model;
  ModelFit fit;
  Eigen::VectorXd explained;  ///< of the rows that were fitted
  Eigen::VectorXd held_out;   ///< of rows that were not
};

/// Models of increasing size, fitted to the same logs. A larger one is chosen only if it predicts rows better
/// that it has not seen: those of other logs, or each tenth of the logs in turn.
struct Identification {
  std::vector<Rung> ladder;               ///< from the robot's file to all that was asked for
  std::size_t chosen = 0;                 ///< 0: the robot's file predicts best
  std::size_t folds = 0;                  ///< parts held out in turn; 0: other logs
  Uncertainty uncertainty;                ///< of the chosen model's unknowns
  std::optional<PossibleRobot> possible;  ///< of the chosen model
  /// RMS of each joint's residual with the robot's file, and with the possible robot.
  Eigen::VectorXd rms_before, rms_after;
  Eigen::VectorXd explained_after;  ///< by the possible robot
  Eigen::VectorXd held_out_after;   ///< by the possible robot, of other logs; empty without any
};

/// Throws Error with `place` for fewer rows than unknowns and for measured torques that never change.
Identification identify(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
                        const LogEquations* held_out, const FitChoice& choice, const std::string& place);

/// What a model explains of each joint's measured torque, from 1 down; minus infinity: it does not change.
Eigen::VectorXd explained(const std::vector<JointEquations>& joints, const Eigen::VectorXd& squares);
/// The mean of such shares over the joints that have one; not finite: none has.
double mean_share(const Eigen::VectorXd& shares);

}  // namespace invdyn
