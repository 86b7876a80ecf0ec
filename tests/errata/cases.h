#pragma once

#include <string>

#include "errata/dh_arm.h"
#include "robot/model/robot.h"
#include "support/virtual_work.h"

namespace invdyn::test::errata {

/// A robot in motion, with the torques from the principle of virtual work.
struct Case {
  Case(const std::string& name, const Robot& robot, const Motion& motion);

  std::string name;
  Robot robot;
  Motion motion;
  State state;
  Eigen::VectorXd tau;
  double scale;  ///< the largest magnitude added in the computation of any tau
};

/// The shipped robot of Sasaki 1990 in posture A of its section 4.
const Case& sasaki_at_a();
/// The shipped Puma 560 in the posture of Corke's published check.
const Case& puma();
/// The shipped two-arms robot: a tree.
const Case& two_arms();
/// Four revolute joints, links with products of inertia.
const Case& skew_arm();
/// Alternating revolute and prismatic joints, links with products of inertia.
const Case& mixed_arm();

/// Torques of unit accelerations at zero speed without gravity, column by column, by a source's equations.
template <class TorquesOfMotion>
Eigen::MatrixXd mass_matrix(const Eigen::VectorXd& q, const TorquesOfMotion& torques) {
  const Eigen::Index n = q.size();
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(n), weight = torques(Motion{q, zero, zero});
  Eigen::MatrixXd M(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    M.col(i) = torques(Motion{q, zero, Eigen::VectorXd::Unit(n, i)}) - weight;
  return M;
}

}  // namespace invdyn::test::errata
