#pragma once

#include "evidence.h"

// Friction that depends on the load or on a curve is not linear in its parameters and those of links. These
// make its columns of a fit linear.

namespace invdyn {

/// Of the columns that a joint has for its friction curve, one for each speed that it may have, keeps the one
/// with the smallest residuals of those with which friction opposes motion at every speed. The others leave
/// the equations. So the fit stays linear. `slowest`: of each joint, the speed up to which rows are left out:
/// it has no curve that bends below it, which would be dry friction at speed and none at rest.
void keep_best_curves(LogEquations& equations, const std::vector<double>& slowest = {});

/// The links of the robot that a fit of all that is chosen writes: by them the load is to be read again.
/// `gravity`: the regressor's.
LinkValues estimated_links(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
                           const FitChoice& choice, const std::optional<Eigen::Vector3d>& gravity);

}  // namespace invdyn
