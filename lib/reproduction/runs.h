#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "../dynamics/dynamics_settings.h"
#include "../figure/figure.h"
#include "../robot/robot.h"
#include "../trajectory/block.h"

namespace invdyn {

/// The shipped robot of this name; what it warns of is known.
Robot reproduced_robot(const std::string& name);

/// A whole motion, of anything that fills blocks (PointToPoint, ToolLine), in one.
template <class Motion>
Block whole(Motion motion, std::size_t dof) {
  Block block(dof, motion.rows());
  motion.fill(0, block);
  return block;
}

/// The same rows with the torques of this robot under these settings.
Block with_torques(const Robot& robot, const DynamicsSettings& settings, Block motion);

/// A column, or the times, as points of a curve.
std::vector<double> points(const Eigen::ArrayXXd& columns, std::size_t joint);
std::vector<double> points(const Eigen::ArrayXd& times);

/// One quantity of one joint over time.
Curve over_time(const std::string& name, const Block& block, const Eigen::ArrayXXd& columns,
                std::size_t joint);

/// To so many decimals, for tables that people read; zero has no sign.
double rounded(double value, int decimals);

/// Printed angles in degrees, as rad.
Eigen::VectorXd radians(std::initializer_list<double> degrees);

}  // namespace invdyn
