#include "condition_number.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../ground/matrix/decompositions.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tells_not_all = std::numeric_limits<double>::infinity();

}  // namespace

ConditionNumber::ConditionNumber(const Regressor& regressor, const BaseParameters& base)
    : regressor_(regressor), base_(base), columns_(regressor.dof()) {
  std::vector<Index> place(regressor.parameters(), -1);
  for (Index i = 0; i < base.size(); ++i)
    place[static_cast<std::size_t>(base.independent()[static_cast<std::size_t>(i)])] = i;
  for (std::size_t joint = 0; joint < regressor.dof(); ++joint) {
    const std::vector<Index>& columns = regressor.columns(joint);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const Index base_parameter = place[static_cast<std::size_t>(columns[i])]; base_parameter >= 0)
        columns_[joint].push_back({static_cast<Index>(i), base_parameter});
  }
}

// Y^T Y is the sum over the joints, each of which has few of the columns. Products of a matrix and a vector
// add in the same order on every processor; those of two matrices depend on the size of its caches.
double ConditionNumber::quick(const MotionRows& rows, Regressor::Workspace& workspace) const {
  regressor_.fill(rows, workspace);
  MatrixXd gram = MatrixXd::Zero(base_.size(), base_.size());
  MatrixXd Y;
  VectorXd products;
  for (std::size_t joint = 0; joint < columns_.size(); ++joint) {
    const Regressor::Rows coefficients = regressor_.of_joint(joint, workspace);
    const auto& columns = columns_[joint];
    Y.resize(coefficients.rows(), static_cast<Index>(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto column = static_cast<Index>(i);
      Y.col(column) = coefficients.col(columns[i].in_joint) / base_.sizes()[columns[i].base_parameter];
      products.noalias() = Y.leftCols(column + 1).transpose() * Y.col(column);
      for (std::size_t k = 0; k <= i; ++k) {
        const auto [low, high] = std::minmax(columns[k].base_parameter, columns[i].base_parameter);
        gram(high, low) += products[static_cast<Index>(k)];
      }
    }
  }
  const VectorXd eigenvalues = symmetric_eigenvalues(gram);
  const double smallest = eigenvalues[0], largest = eigenvalues[eigenvalues.size() - 1];
  return smallest > 1e-16 * largest ? std::sqrt(largest / smallest) : tells_not_all;
}

double ConditionNumber::exact(const MotionRows& rows, Regressor::Workspace& workspace) const {
  const MatrixXd Y = coefficients(regressor_, base_.independent(), rows, workspace) *
                     base_.sizes().cwiseInverse().asDiagonal();
  if (Y.rows() < Y.cols()) return tells_not_all;
  const VectorXd values = singular_values(triangle_of(Y));
  const double smallest = values[values.size() - 1];
  return smallest > 1e-12 * values[0] ? values[0] / smallest : tells_not_all;
}

}  // namespace invdyn
