#pragma once

#include <vector>

#include "figure.h"
#include "motion_columns.h"
#include "motion_curves.h"
#include "panel_limits.h"

namespace invdyn {

/// The panels of torque over velocity, of each joint that has both. A joint with a motor is drawn at the
/// motor's shaft, with the motor's limits of torque over speed; its acceleration is needed too. Throws
/// UsageError if no joint has torque and velocity. `note` receives the columns that are not drawn.
std::vector<Panel> phase_panels(const MotionColumns& columns, const MotionFigureSettings& settings,
                                MotionCurves& curves, PanelLimits& limits, const Warn& note);

/// The joints of these series, in their order.
std::vector<std::string> joints_of(const std::vector<MotionColumns::Series>& all);

/// A reader cannot distinguish more curves in one panel.
inline constexpr std::size_t max_curves = 8;

}  // namespace invdyn
