#include "reference_inertia.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

namespace invdyn {

SpatialVector turning(const Eigen::Vector3d& axis, const Eigen::Vector3d& point) {
  SpatialVector motion;
  motion << axis, point.cross(axis);
  return motion;
}

SpatialVector sliding(const Eigen::Vector3d& axis) {
  SpatialVector motion;
  motion << Eigen::Vector3d::Zero(), axis;
  return motion;
}

void ReferenceTree::add_body(const std::optional<std::size_t>& parent, const MassProperties& in_world) {
  const double m = in_world.mass;
  const Eigen::Vector3d& c = in_world.com;
  Eigen::Matrix3d cross;
  cross << 0, -c.z(), c.y(), c.z(), 0, -c.x(), -c.y(), c.x(), 0;
  SpatialMatrix inertia;
  inertia << in_world.inertia - m * cross * cross, m * cross, -m * cross, m * Eigen::Matrix3d::Identity();
  bodies.push_back({parent, inertia});
}

// M_ij = s_i^T I s_j, where I is the inertia of all that the later one moves, and the earlier one moves it.
std::vector<double> ReferenceTree::inertias() const {
  std::vector<SpatialMatrix> moved(bodies.size(), SpatialMatrix::Zero());
  for (std::size_t b = bodies.size(); b-- > 0;) {
    moved[b] += bodies[b].inertia;
    if (bodies[b].parent) moved[*bodies[b].parent] += moved[b];
  }
  std::vector<std::vector<std::size_t>> of_body(bodies.size());
  for (std::size_t j = 0; j < freedoms.size(); ++j) of_body[freedoms[j].body].push_back(j);
  const auto n = static_cast<Eigen::Index>(freedoms.size());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t j = 0; j < freedoms.size(); ++j) {
    const SpatialVector momentum = moved[freedoms[j].body] * freedoms[j].motion;
    for (std::optional<std::size_t> b = freedoms[j].body; b; b = bodies[*b].parent)
      for (const std::size_t i : of_body[*b])
        if (i <= j)
          M(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = freedoms[i].motion.dot(momentum);
    M(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(j)) += freedoms[j].armature;
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(M);  // reads the lower triangle
  if (factor.info() != Eigen::Success) return {};
  const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(n, n));
  std::vector<double> result;
  for (Eigen::Index i = 0; i < n; ++i) result.push_back(1 / inverse(i, i));
  return result;
}

}  // namespace invdyn
