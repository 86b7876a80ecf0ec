#pragma once

#include <Eigen/Core>
#include <vector>

#include "robot/model/robot.h"
#include "trajectory/loads/external_wrench.h"

namespace invdyn::test {

/// An independent computation of inverse dynamics as a reference for the recursions. It uses no recursion and
/// nothing of lib/dynamics/core. It computes link poses in extended precision as products of matrices, their
/// derivatives by differences of eighth order, and the principle of virtual work (d'Alembert):
///   tau_i = sum over links of  m (a_com - g) . dp_com/dq_i  +  dH/dt . dtheta/dq_i   + drives.
/// Its own error is about 1e-14 of the largest term of the sum.
using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Vector3r = Eigen::Matrix<Real, 3, 1>;
using Matrix3r = Eigen::Matrix<Real, 3, 3>;

struct State {
  Vector q, dq, ddq;  ///< in the order of robot.moving_joints()
};

struct VirtualWork {
  Vector tau;
  Real scale = 0;  ///< the largest magnitude added in the computation of any tau
};

/// Torques of the links alone, without rotors and friction.
VirtualWork links_torques(const Robot& robot, const State& state, const Eigen::Vector3d& gravity);

/// The effect of a wrench on the joint torques: minus the work that it does as each joint moves.
Vector wrench_torques(const Robot& robot, const Vector& q, const ExternalWrench& wrench);

/// Torques with rotors and friction too, as the README defines them.
VirtualWork all_torques(const Robot& robot, const State& state);

/// Kinetic and potential energy of links and rotors, J.
Real energy(const Robot& robot, const State& state);

}  // namespace invdyn::test
