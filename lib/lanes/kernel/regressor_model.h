#pragma once

#include <cstddef>

namespace invdyn {

/// Mass m; first moments h_x, h_y, h_z (m times the centre of mass); moments of inertia I_xx, I_xy, I_xz,
/// I_yy, I_yz, I_zz about the body's origin.
inline constexpr std::size_t inertial_parameters = 10;

/// One body for the regressor, with its frame on its joint as in Body. It has only numbers, so that a unit
/// compiled for any instruction set can read it.
struct RegressorBody {
  int dof = 0;      ///< index into q, dq, ddq
  int parent = -1;  ///< index of a body earlier in the list; -1: the base
  bool is_revolute = true;
  double R_parent_body[9] = {};  ///< at q = 0, row by row
  double p_parent_body[3] = {};  ///< at q = 0, in the parent's axes, m
  /// The joints from the body's own to the root's, as steps in a list of all paths.
  int first_step = 0, steps = 0;
};

struct RegressorModel {
  const RegressorBody* bodies = nullptr;
  int count = 0;
  const std::size_t* columns = nullptr;  ///< by step: the result's column of the body's first parameter
  int steps = 0;                         ///< of all paths together
  double base_a[3] = {};                 ///< acceleration of the base minus gravity, in its axes, m/s^2
};

}  // namespace invdyn
