#include "link_errors.h"

#include <algorithm>
#include <cmath>

#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/pseudo_inertia.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The size of a link's parameters: mass, first moments, inertia about the joint's origin.
LinkParameters size_of(const LinkParameters& p) {
  LinkParameters size = LinkParameters::Zero();
  if (p[0] <= 0) return size;
  const double spread = pseudo_inertia(p).topLeftCorner<3, 3>().trace();  // of r^2 about the origin
  const double com = p.segment<3>(1).norm() / p[0],
               gyration = std::sqrt(std::max(0.0, spread / p[0] - com * com));
  size << p[0], LinkParameters::Constant(p[0] * std::max(com, gyration)).head<3>(),
      LinkParameters::Constant(spread).head<6>();
  return size;
}

}  // namespace

LinkErrors link_errors(const Robot& robot, const Regressor& regressor, double share) {
  LinkErrors errors{fit_columns(robot, regressor, {.links = true}).columns, {}};
  VectorXd deviation = VectorXd::Zero(static_cast<Index>(regressor.parameters()));
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto first = static_cast<Index>(parameters_per_joint * j);
    deviation.segment<10>(first) = share * size_of(LinkParameters(regressor.values().segment<10>(first)));
  }
  MatrixXd combination = MatrixXd::Zero(static_cast<Index>(errors.columns.size()), deviation.size());
  for (std::size_t k = 0; k < errors.columns.size(); ++k)
    for (const auto& [parameter, factor] : errors.columns[k].combination)
      combination(static_cast<Index>(k), parameter) = factor;
  combination *= deviation.asDiagonal();
  errors.covariance = combination * combination.transpose();
  return errors;
}

void add_link_errors(Uncertainty& uncertainty, const Model& model, const ModelFit& fit,
                     const LinkErrors& errors) {
  if (model.basis.cols() == 0) return;
  const Index count = model.basis.rows(), own = errors.covariance.rows();
  const MatrixXd A = fit.weighted.leftCols(count) * model.basis,
                 L = fit.weighted.middleCols(count - own, own);
  MatrixXd GL(model.basis.cols(), own);
  for (Index k = 0; k < own; ++k) GL.col(k) = least_squares(A, L.col(k));
  const MatrixXd added = GL * errors.covariance * GL.transpose();
  constexpr double normal = 1.96;  // 95 %
  for (Index k = 0; k < added.rows(); ++k)
    uncertainty.half_width[k] = std::hypot(uncertainty.half_width[k], normal * std::sqrt(added(k, k)));
  uncertainty.covariance += added;
  uncertainty.standard_error = uncertainty.covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

}  // namespace invdyn
