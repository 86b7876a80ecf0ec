#pragma once

namespace invdyn {

/// One body of a tree of revolute and prismatic joints, for the default recursion (recursion.h). It has only
/// numbers, so that a unit compiled for any instruction set can read it. The rotation from parent to body is
/// Rz(gamma) Rx(alpha) Rz(theta), with theta = q + theta_0 for a revolute joint and theta_0 for a prismatic
/// one, which moves by q along z. gamma is zero, except for some bodies that share a parent. A root on a base
/// at rest has none of these: its g contains its orientation at q = 0. A base that moves is like any parent.
struct TreeBody {
  static constexpr int base = -1;

  int dof = 0;        ///< index into q, dq, ddq and tau
  int parent = base;  ///< index of a body earlier in the list
  bool is_revolute = true;
  bool has_gamma = false, has_theta_0 = false;  ///< whether they are not zero
  bool has_p = true;                            ///< false for a revolute body with its parent's origin
  enum class Alpha { zero, right_angle, minus_right_angle, any } alpha = Alpha::any;
  bool is_branching = false;     ///< it has a child that is not the next body in the list
  bool leads_to_wrench = false;  ///< the wrench acts on it or on one of its descendants

  double sin_gamma = 0, cos_gamma = 1, sin_alpha = 0, cos_alpha = 1, sin_theta_0 = 0, cos_theta_0 = 1;
  /// From the parent's origin to the body's at q = 0: (across_x, across_y, 0) in the frame between (the
  /// parent's, rotated by gamma and alpha), and (p_x, p_y, p_z) in the parent's axes. m
  double across_x = 0, across_y = 0, p_x = 0, p_y = 0, p_z = 0;
  /// For a root on a base at rest, at q = 0: the base's acceleration minus gravity, in the body's axes,
  /// m/s^2.
  double g_x = 0, g_y = 0, g_z = 0;

  /// Base inertial parameters about the body's origin, in its axes: first moments m c (kg m), moments of
  /// inertia (kg m^2). For a revolute body, mass, h_z and I_yy are zero; for a prismatic body, all moments of
  /// inertia.
  double mass = 0, h_x = 0, h_y = 0, h_z = 0;
  double I_xx = 0, I_xy = 0, I_xz = 0, I_yz = 0, I_zz = 0, I_xx_less_zz = 0;
};

/// A base that moves as prescribed: its inertial parameters about its origin, in its axes, with what its
/// children let it bear.
struct BaseBody {
  double mass = 0, h_x = 0, h_y = 0, h_z = 0;
  double I_xx = 0, I_xy = 0, I_xz = 0, I_yy = 0, I_yz = 0, I_zz = 0;
};

/// A wrench of the surroundings on one body of the tree. A vector is constant either in the body's axes or in
/// the world. In the second case it is transformed along the path from the base to the body.
struct TreeWrench {
  int body = TreeBody::base;  ///< the body it acts on; base: no wrench
  bool force_in_world = false, point_in_world = false;
  /// In the body's axes, from its origin; or in the axes of the root's frame at q = 0, from its origin.
  double force[3] = {}, moment[3] = {}, point[3] = {};
};

}  // namespace invdyn
