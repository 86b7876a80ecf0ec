#pragma once

#include <Eigen/Core>
#include <vector>

#include "least_squares.h"

namespace invdyn {

/// Errors of links that a fit takes as they are in the robot's file: of base parameters, with their
/// covariance.
struct LinkErrors {
  std::vector<FitColumn> columns;
  Eigen::MatrixXd covariance;
};

/// Mass, first moments and inertia of each link are right to this share: that is their standard deviation. Of
/// a link whose centre of mass is near its joint, the share is of the radius of gyration.
LinkErrors link_errors(const Robot& robot, const Regressor& regressor, double share);

/// Adds what these errors do to the unknowns of a fit. With x = G z and equations L of the errors, that is
/// G L covariance L' G'. The fit's equations must end with the columns of the errors.
void add_link_errors(Uncertainty& uncertainty, const Model& model, const ModelFit& fit,
                     const LinkErrors& errors);

}  // namespace invdyn
