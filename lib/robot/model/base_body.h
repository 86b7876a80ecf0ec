#pragma once

#include "robot.h"

namespace invdyn {

/// Mass and inertia of the base link with all links fixed to it, in the base link's axes. Throws
/// NotRepresentable for a robot with mimic joints.
MassProperties base_body(const Robot& robot);

}  // namespace invdyn
