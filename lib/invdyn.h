#pragma once

/// The headers that most programs need: a robot from its file, torques of a trajectory, torques of one
/// sample.
#include "dynamics/core/forward_dynamics.h"
#include "dynamics/core/inverse_dynamics.h"
#include "ground/base/error.h"
#include "ground/base/report.h"
#include "robot/files/read.h"
#include "robot/model/robot.h"
#include "torques/pipeline/torques.h"
