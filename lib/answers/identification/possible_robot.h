#pragma once

#include <Eigen/Core>
#include <optional>

#include "least_squares.h"

namespace invdyn {

/// A robot that can exist: each link with mass has a density that is nowhere negative, friction and rotors
/// are not negative, and a friction curve takes away at most the dry friction.
struct PossibleRobot {
  Robot robot;
  MassProperties payload;  ///< in the axes of the link that carries it; zero without one
  Eigen::VectorXd change;  ///< of each fit column
};

/// The possible robot that explains the measured torques best, among those of equal quality the nearest to
/// the robot's file.
///
/// A link's mass, first moments and second moments are a 4x4 matrix, the pseudo-inertia, which is positive
/// definite exactly if they belong to a density [Wensing, Kim & Slotine 2018]. It is linear in the
/// parameters, so the problem is convex. The pull towards the file is one standard deviation of noise where
/// a parameter of a link changes by its own size, and where friction, an offset or a load changes by all of
/// the torque. So it counts only for combinations that the data do not determine.
///
/// Links without mass stay so. The others keep the bounds of possible_link.h.
PossibleRobot possible_robot(const Robot& robot, const Regressor& regressor,
                             const std::vector<FitColumn>& columns, const Model& model, const ModelFit& fit,
                             const FitChoice& choice);

}  // namespace invdyn
