#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "dynamics/simulation/perturbation.h"

namespace invdyn {

/// Relative errors of a model's masses, from a text such as `mass=5%,com=0.02,inertia=5%,seed=1`: parts of
/// one or per cent, from 0 to below 1; at least one of mass, com, inertia. Throws UsageError.
Perturbation perturbation_argument(const std::string& option, const std::string& text);

/// Shells complete the fields.
CLI::Option* offer_perturbation(CLI::Option* option);

}  // namespace invdyn
