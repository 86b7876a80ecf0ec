#pragma once

#include <string>

#include "../../ground/output_files/table.h"
#include "../../robot/model/robot.h"

namespace invdyn {

/// The tree of links as lines of text, such as `└─ elbow, revolute: forearm, 1.6 kg`. Each child is below the
/// joint that carries it. The order is that of the file.
std::string tree_text(const Robot& robot);

/// A row per moving joint: first the joints of q and tau, in their order and numbered from 1, then joints
/// that follow others. Limits are in the joint's own units: rad, rad/s, N m, or m, m/s, N.
Table joint_table(const Robot& robot);

/// A row per joint that has a rotor, a gear, losses or friction. All values are at the joint's side, except
/// the rotor's inertia.
Table drive_table(const Robot& robot);

/// Sums over all links of a robot.
struct Totals {
  double mass = 0, moved = 0;  ///< of all links except a fixed base; of those that move; kg
  Eigen::Vector3d com = Eigen::Vector3d::Zero();  ///< of these links at q = 0, in the world, m
  std::vector<std::string> at_rest = {};          ///< links with mass that do not move
};
Totals totals(const Robot& robot);

/// The gravity direction: `(0, 0, -9.80665) m/s^2: direction -z of the world`, and in the base's axes if they
/// differ.
std::string gravity_text(const Robot& robot);

/// The whole robot for a reader: tree, tables, totals, base and gravity.
std::string outline_text(const Robot& robot);

/// The same as one JSON object, in SI units and radians; missing values are null.
std::string outline_json(const Robot& robot);

}  // namespace invdyn
