#pragma once

#include <Eigen/Core>
#include <cmath>

namespace invdyn {

/// The forces that are possible at a point, in its axes: two tangents, then the normal.
struct PossibleForces {
  enum class Kind {
    friction_cone,  ///< |f_t| <= friction f_n
    half_space,     ///< f_n >= 0: friction without limit
    all
  };
  Kind kind = Kind::friction_cone;
  double friction = 0.7;
};

/// The possible force that is nearest to a given one, and how it changes with that. The Jacobian is
///   J = diag(tangents, tangents, normal) + of_u u u^T + of_p p p^T.
struct NearestForce {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  double tangents = 0, normal = 0;
  double of_u = 0, of_p = 0;
  Eigen::Vector3d u = Eigen::Vector3d::Zero(), p = Eigen::Vector3d::Zero();
};

/// Closed form of the projection onto the second-order cone and of a generalised Jacobian [Fukushima, Luo &
/// Tseng 2001].
inline NearestForce nearest_force(const Eigen::Vector3d& f, const PossibleForces& possible) {
  using Kind = PossibleForces::Kind;
  const double t = std::sqrt(f.x() * f.x() + f.y() * f.y()), n = f.z(), mu = possible.friction;
  if (possible.kind == Kind::all || (possible.kind == Kind::friction_cone && t <= mu * n) ||
      (possible.kind == Kind::half_space && n >= 0))
    return {.force = f, .tangents = 1, .normal = 1};
  if (possible.kind == Kind::half_space) return {.force = {f.x(), f.y(), 0}, .tangents = 1};
  if (mu * t <= -n) return {};
  const Eigen::Vector3d u(mu * f.x() / t, mu * f.y() / t, 1);
  const double share = 1 / (1 + mu * mu), pressure = (n + mu * t) * share;
  return {.force = pressure * u,
          .of_u = share,
          .of_p = mu * pressure / t,
          .u = u,
          .p = {-f.y() / t, f.x() / t, 0}};
}

}  // namespace invdyn
