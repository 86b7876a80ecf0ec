#pragma once

#include <memory>

#include "formulation.h"

namespace invdyn {

/// The torques of a robot less those that gravity compensation takes off: by any formulation, the torques of
/// `robot` less those of its compensated_part() at rest under the same gravity, without a wrench. `prepare`
/// makes the formulation for a robot that is taken without compensation.
std::unique_ptr<const LinkTorques> with_gravity_compensation(
    const Robot& robot, const Loads& loads,
    std::unique_ptr<const LinkTorques> (*prepare)(const Robot& robot, const Loads& loads));

}  // namespace invdyn
