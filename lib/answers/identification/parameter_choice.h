#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "../../dynamics/core/regressor.h"
#include "fit_columns.h"

namespace invdyn {

/// The parts of a robot's parameters, as words: friction (damping and dry friction of all joints), offset,
/// rotor, links (mass, first moments and inertia of all links) and all. One further word, payload=LINK, is
/// the parameters of one link.
const std::vector<std::string>& parameter_parts();

/// The parameters of the regressor that these words choose, in ascending order, each once. LINK may be fixed
/// to the link of a joint: its payload is a part of that link. Throws UsageError with the place `origin` for
/// an unknown word, and for a link that is unknown or does not move. The robot must be the regressor's.
std::vector<Eigen::Index> chosen_parameters(const std::vector<std::string>& words, const Robot& robot,
                                            const Regressor& regressor, const std::string& origin = "`fit`");

/// The same words as the choice of a fit, in which friction has its curve too, and load: friction that
/// depends on the load. These are no parameters of the regressor.
const std::vector<std::string>& fit_parts();
FitChoice fit_choice(const std::vector<std::string>& words, const Robot& robot, const Regressor& regressor,
                     const std::string& origin = "`fit`");

}  // namespace invdyn
