#include "gear_columns.h"

#include <algorithm>
#include <cmath>

#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/pseudo_inertia.h"
#include "least_squares.h"
#include "possible_robot.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

bool is_curve_of(const FitColumn& column, std::size_t joint) {
  return column.part == FitPart::curve && column.joint() == joint;
}

// The squared residuals of a joint by itself with this one of its curves; infinite where friction would
// drive.
double squares_with(const LogEquations& equations, const JointEquations& joint, std::size_t j, Index curve) {
  std::vector<Index> taken;
  const std::vector<Index>& own = equations.columns_of[j];
  for (std::size_t k = 0; k < own.size(); ++k)
    if (own[k] == curve || !is_curve_of(equations.columns[static_cast<std::size_t>(own[k])], j))
      taken.push_back(static_cast<Index>(k));
  MatrixXd A = joint.triangle(Eigen::all, taken);
  const VectorXd y = joint.triangle.rightCols(1),
                 scale = A.colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
  A *= scale.asDiagonal();
  const VectorXd scaled = least_squares(A, y), x = scale.cwiseProduct(scaled);
  double damping = 0, coulomb = HUGE_VAL, of_curve = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const FitColumn& column =
        equations.columns[static_cast<std::size_t>(own[static_cast<std::size_t>(taken[i])])];
    const double value = column.value + x[static_cast<Index>(i)];
    if (is_curve_of(column, j)) of_curve = value;
    if (column.part != FitPart::friction || column.joint() != j) continue;
    if (column.name.starts_with("damping"))
      damping = value;
    else
      coulomb = std::min(coulomb, column.name.starts_with("coulomb_negative") ? -value : value);
  }
  if (damping < 0 || (coulomb < HUGE_VAL && (coulomb < 0 || of_curve < -coulomb))) return HUGE_VAL;
  return (A * scaled - y).squaredNorm();
}

void drop(LogEquations& equations, Index column) {
  equations.columns.erase(equations.columns.begin() + column);
  for (std::size_t j = 0; j < equations.joints(); ++j) {
    std::vector<Index>& own = equations.columns_of[j];
    const auto at = std::find(own.begin(), own.end(), column);
    if (at != own.end()) {
      std::vector<Index> kept;
      for (Index k = 0; k < static_cast<Index>(own.size()) + 1; ++k)
        if (k != at - own.begin()) kept.push_back(k);
      for (Stretch& stretch : equations.stretches)
        if (MatrixXd& triangle = stretch.joints[j].triangle; triangle.rows() > 0)
          triangle = MatrixXd(triangle(Eigen::all, kept));
      own.erase(at);
    }
    for (Index& each : own)
      if (each > column) --each;
  }
}

}  // namespace

void keep_best_curves(LogEquations& equations, const std::vector<double>& slowest) {
  const std::vector<JointEquations> joints = joined(equations);
  std::vector<Index> others;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    std::vector<Index> curves;
    for (std::size_t k = 0; k < equations.columns.size(); ++k)
      if (is_curve_of(equations.columns[k], j)) curves.push_back(static_cast<Index>(k));
    if (curves.size() < 2) continue;
    const double slow = slowest.empty() ? 0 : slowest[j];
    const auto is_told = [&](Index curve) {
      return equations.columns[static_cast<std::size_t>(curve)].curve_speed >= slow;
    };
    Index best = is_told(curves.back()) ? curves.back() : -1;
    double smallest = HUGE_VAL;
    for (const Index curve : curves)
      if (joints[j].triangle.rows() > 0 && is_told(curve))
        if (const double squares = squares_with(equations, joints[j], j, curve); squares < smallest)
          smallest = squares, best = curve;
    for (const Index curve : curves)
      if (curve != best) others.push_back(curve);
  }
  std::sort(others.rbegin(), others.rend());
  for (const Index each : others) drop(equations, each);
}

LinkValues estimated_links(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
                           const FitChoice& choice, const std::optional<Eigen::Vector3d>& gravity) {
  const Model model = ladder_of(equations.columns, robot, regressor, choice).back();
  const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
  const PossibleRobot possible = possible_robot(robot, regressor, equations.columns, model, fit, choice);
  const VectorXd values = Regressor(possible.robot, gravity).values();
  LinkValues links{values, values};
  if (choice.payload)
    links.loaded.segment<parameters_per_link>(static_cast<Index>(parameters_per_joint * *choice.payload)) +=
        link_parameters(possible.payload);
  return links;
}

}  // namespace invdyn
