#include "base_parameters.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <tuple>

#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// More than the parameters of a joint, so that there are more rows than columns.
constexpr Index states = 40;

// The coefficients on random states: positions over a full turn, all joints in motion.
MatrixXd random_coefficients(const Regressor& regressor, const std::vector<Index>& parameters) {
  const auto dof = static_cast<Index>(regressor.dof());
  std::mt19937_64 engine(1);
  const auto fill = [&](double size) {
    MatrixXd values(states, dof);
    for (double& value : values.reshaped())
      value = size * (2 * static_cast<double>(engine() >> 11) * 0x1p-53 - 1);
    return values;
  };
  const MatrixXd q = fill(std::numbers::pi), dq = fill(2), ddq = fill(10);
  Regressor::Workspace workspace(regressor);
  const auto count = static_cast<std::size_t>(states);
  return coefficients(regressor, parameters, {q.data(), dq.data(), ddq.data(), nullptr, count, count},
                      workspace);
}

// The chosen parameters in the order in which columns are taken, as places in `chosen`.
std::vector<std::size_t> order_of(const Regressor& regressor, const std::vector<Index>& chosen,
                                  const std::vector<Index>& first) {
  std::vector<Index> carriers(regressor.dof(), 0);  // of each link: the joints that move it
  for (std::size_t joint = 0; joint < regressor.dof(); ++joint)
    for (const Index column : regressor.columns(joint))
      if (column % static_cast<Index>(parameters_per_joint) == 0)
        ++carriers[static_cast<std::size_t>(column) / parameters_per_joint];
  const auto rank = [&](std::size_t place) {
    const auto parameter = static_cast<std::size_t>(chosen[place]);
    const std::size_t joint = parameter / parameters_per_joint, kind = parameter % parameters_per_joint;
    // Ixx to Izz, mx, my, mz, m, then the drive.
    const std::size_t turn = kind >= parameters_per_link ? kind
                             : kind >= 4                 ? kind - 4
                             : kind > 0                  ? kind + 5
                                                         : 9;
    const bool comes_later = std::find(first.begin(), first.end(), chosen[place]) == first.end();
    return std::tuple(comes_later, carriers[joint], joint, turn);
  };
  std::vector<std::size_t> order(chosen.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

// An orthonormal basis that grows column by column (Gram-Schmidt, each column twice), and the triangle R of
// the columns that made it.
class GrowingBasis {
 public:
  GrowingBasis(Index rows, Index max_columns)
      : Q_(rows, max_columns), R_(MatrixXd::Zero(max_columns, max_columns)) {}

  // Takes the part within the basis out of `column`. Returns the coordinates of that part.
  VectorXd project_out(VectorXd& column) const {
    VectorXd coordinates = VectorXd::Zero(size_);
    for (int pass = 0; pass < 2; ++pass) {
      const VectorXd part = Q_.leftCols(size_).transpose() * column;
      column.noalias() -= Q_.leftCols(size_) * part;
      coordinates += part;
    }
    return coordinates;
  }
  void add(const VectorXd& coordinates, const VectorXd& rest) {
    R_.col(size_).head(size_) = coordinates;
    R_(size_, size_) = rest.norm();
    Q_.col(size_) = rest / R_(size_, size_);
    ++size_;
  }
  // The combination of the first columns that has these coordinates.
  VectorXd combination(const VectorXd& coordinates) const {
    const Index count = coordinates.size();
    return R_.topLeftCorner(count, count).triangularView<Eigen::Upper>().solve(coordinates);
  }

 private:
  MatrixXd Q_, R_;
  Index size_ = 0;
};

std::vector<Index> all_parameters(const Regressor& regressor) {
  std::vector<Index> all(regressor.parameters());
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

}  // namespace

BaseParameters::BaseParameters(const Regressor& regressor)
    : BaseParameters(regressor, all_parameters(regressor)) {}

BaseParameters::BaseParameters(const Regressor& regressor, std::vector<Index> chosen, double tolerance,
                               const std::vector<Index>& first)
    : chosen_(std::move(chosen)) {
  const MatrixXd Y = random_coefficients(regressor, chosen_) / std::sqrt(static_cast<double>(states));
  const auto count = static_cast<Index>(chosen_.size());
  GrowingBasis basis(Y.rows(), count);
  MatrixXd combinations = MatrixXd::Zero(count, count);
  std::vector<double> sizes;
  for (const std::size_t place : order_of(regressor, chosen_, first)) {
    const auto column = static_cast<Index>(place);
    VectorXd rest = Y.col(column);
    const double size = rest.norm();
    if (size < tolerance) {
      without_effect_.push_back(chosen_[place]);
      continue;
    }
    const VectorXd coordinates = basis.project_out(rest);
    if (rest.norm() >= tolerance * std::max(1.0, size)) {
      combinations(static_cast<Index>(sizes.size()), column) = 1;
      basis.add(coordinates, rest);
      independent_.push_back(chosen_[place]);
      sizes.push_back(size);
      continue;
    }
    VectorXd combination = basis.combination(coordinates);
    for (Index i = 0; i < combination.size(); ++i)
      if (std::abs(combination[i]) * sizes[static_cast<std::size_t>(i)] <
          tolerance * 1e-2 * std::max(1.0, size))
        combination[i] = 0;
    combinations.col(column).head(combination.size()) = combination;
  }
  std::sort(without_effect_.begin(), without_effect_.end());
  combinations_ = combinations.topRows(size());
  sizes_ = Eigen::Map<const VectorXd>(sizes.data(), size());
}

std::string BaseParameters::text(Index base_parameter, const std::vector<std::string>& names) const {
  const auto name = [&](Index parameter) { return names[static_cast<std::size_t>(parameter)]; };
  const Index first = independent_[static_cast<std::size_t>(base_parameter)];
  std::string text = name(first);
  for (std::size_t place = 0; place < chosen_.size(); ++place) {
    const double factor = combinations_(base_parameter, static_cast<Index>(place));
    if (factor == 0 || chosen_[place] == first) continue;
    const std::string size = six_digits(std::abs(factor));
    text += (factor < 0 ? " - " : " + ") + (size == "1" ? "" : size + " ") + name(chosen_[place]);
  }
  return text;
}

MatrixXd coefficients(const Regressor& regressor, const std::vector<Index>& parameters,
                      const MotionRows& rows, Regressor::Workspace& workspace) {
  constexpr Index not_chosen = -1;
  const auto count = static_cast<Index>(rows.count);
  std::vector<Index> place(regressor.parameters(), not_chosen);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    place[static_cast<std::size_t>(parameters[i])] = static_cast<Index>(i);
  MatrixXd result =
      MatrixXd::Zero(count * static_cast<Index>(regressor.dof()), static_cast<Index>(parameters.size()));
  regressor.fill(rows, workspace);
  for (std::size_t joint = 0; joint < regressor.dof(); ++joint) {
    const Regressor::Rows of_joint = regressor.of_joint(joint, workspace);
    const std::vector<Index>& columns = regressor.columns(joint);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const Index to = place[static_cast<std::size_t>(columns[i])]; to != not_chosen)
        result.col(to).segment(static_cast<Index>(joint) * count, count) =
            of_joint.col(static_cast<Index>(i));
  }
  return result;
}

}  // namespace invdyn
