#pragma once

/// The headers that most programs need: a robot from its file, torques of a trajectory, torques of one
/// sample.
#include "base/error.h"
#include "base/report.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/inverse_dynamics.h"
#include "pipeline/torques.h"
#include "robot/robot.h"
#include "robot_files/read.h"
