#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../dynamics/core/joint_motion.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/block.h"
#include "../figure/figure.h"

namespace invdyn {

/// The shipped robot of this name. Its warnings are known and not shown.
Robot reproduced_robot(const std::string& name);

/// A whole motion in one block, from any class that fills blocks (PointToPoint, ToolLine).
template <class Motion>
Block whole(Motion motion, std::size_t dof) {
  Block block(dof, motion.rows());
  motion.fill(0, block);
  return block;
}

/// The same rows with the torques of this robot under these settings.
Block with_torques(const Robot& robot, const DynamicsSettings& settings, Block motion);

/// Fills tau of every row with a formulation alone, without friction and rotors. Calls each(row) while the
/// workspace holds that row.
template <class Method, class Each>
void compute_torques(const Method& method, typename Method::template Workspace<double>& workspace,
                     Block& motion, const Each& each) {
  std::vector<double> q(motion.dof), dq(motion.dof), ddq(motion.dof), tau(motion.dof);
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(motion.rows); ++row) {
    for (std::size_t j = 0; j < motion.dof; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      q[j] = motion.q(row, column);
      dq[j] = motion.dq(row, column);
      ddq[j] = motion.ddq(row, column);
    }
    method.torques(JointMotion<double>{q, dq, ddq}, workspace, std::span<double>(tau));
    for (std::size_t j = 0; j < motion.dof; ++j) motion.tau(row, static_cast<Eigen::Index>(j)) = tau[j];
    each(row);
  }
}

/// A column, or the times, as one coordinate of a curve's points.
std::vector<double> points(const Eigen::ArrayXXd& columns, std::size_t joint);
std::vector<double> points(const Eigen::ArrayXd& times);

/// One quantity of one joint over time.
Curve over_time(const std::string& name, const Block& block, const Eigen::ArrayXXd& columns,
                std::size_t joint);

/// Rounded to this number of decimals, for tables that people read; zero has no sign.
double rounded(double value, int decimals);

/// A number in a sentence, with three significant digits. Rounding errors (below 1e-9) have one digit.
std::string in_digits(double value);

/// Printed angles in degrees, converted to rad.
Eigen::VectorXd radians(std::initializer_list<double> degrees);

}  // namespace invdyn
