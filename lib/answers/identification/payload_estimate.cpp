#include "payload_estimate.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../robot/model/pseudo_inertia.h"

namespace invdyn {
namespace {

using Eigen::Index;

// The unknown of a payload's parameter, unless it is combined with others.
std::optional<Index> unknown_of_payload(const Model& model, Parameter parameter) {
  for (std::size_t k = 0; k < model.values.size(); ++k) {
    const FitColumn& value = model.values[k];
    if (value.part == FitPart::payload && value.combination.size() == 1 &&
        value.parts.front().first % static_cast<Index>(parameters_per_joint) == static_cast<Index>(parameter))
      return static_cast<Index>(k);
  }
  return std::nullopt;
}

}  // namespace

std::optional<PayloadEstimate> payload_estimate(const Robot& robot, const Identification& result,
                                                const FitChoice& choice) {
  if (!choice.payload) return std::nullopt;
  const Rung& chosen = result.best();
  const std::optional<Index> at = unknown_of_payload(chosen.model, Parameter::m);
  if (!at || chosen.fit.is_weak(*at)) return std::nullopt;
  PayloadEstimate payload;
  payload.link = robot.links()[robot.moving_joints()[*choice.payload] + 1].name;
  payload.body = chosen.possible.payload;
  payload.mass_half_width = result.uncertainty.half_width[*at];
  payload.com_half_width.setConstant(NAN);
  const Eigen::MatrixXd& covariance = result.uncertainty.covariance;
  for (Index axis = 0; axis < 3 && payload.is_determined(); ++axis) {
    const auto first =
        unknown_of_payload(chosen.model, static_cast<Parameter>(static_cast<Index>(Parameter::mx) + axis));
    if (!first || chosen.fit.is_weak(*first)) continue;
    // To first order, with h = m c: d(h/m) = (dh - c dm) / m.
    const Eigen::Vector2d slope(-payload.body.com[axis], 1);
    Eigen::Matrix2d of_both;
    of_both << covariance(*at, *at), covariance(*at, *first), covariance(*first, *at),
        covariance(*first, *first);
    const double student =
        result.uncertainty.half_width[*first] / std::max(1e-300, result.uncertainty.standard_error[*first]);
    payload.com_half_width[axis] =
        student * std::sqrt(std::max(0.0, slope.dot(of_both * slope))) / payload.body.mass;
  }
  return payload;
}

std::optional<std::string> negative_payload(const Robot& robot, const Regressor& regressor,
                                            const LogEquations& equations, const FitChoice& choice) {
  const Model model = ladder_of(equations.columns, robot, regressor, choice).back();
  const std::optional<Index> at = unknown_of_payload(model, Parameter::m);
  if (!at) return std::nullopt;
  const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
  const double mass = fit.unknowns[*at], half = uncertainty(equations, model, fit).half_width[*at];
  if (fit.is_weak(*at) || mass + half >= 0) return std::nullopt;
  return three_digits(mass) + " +- " + three_digits(half) + " kg";
}

std::vector<FitColumn> with_known_payload(std::vector<FitColumn> columns, std::size_t joint,
                                          const MassProperties& payload) {
  FitColumn known;
  known.part = FitPart::payload;
  known.name = known.text = "gain";
  const LinkParameters p = link_parameters(payload);
  for (Index k = 0; k < p.size(); ++k)
    if (p[k] != 0) known.parts.emplace_back(static_cast<Index>(parameters_per_joint * joint) + k, p[k]);
  known.combination = known.parts;
  columns.push_back(known);
  return columns;
}

std::vector<Gain> gains(const LogEquations& equations) {
  std::vector<Gain> result;
  const auto known = static_cast<Index>(equations.columns.size()) - 1;
  for (std::size_t j = 0; j < equations.joints(); ++j) {
    const std::vector<Index>& columns = equations.columns_of[j];
    if (columns.empty() || columns.back() != known) {
      result.push_back({NAN, NAN});
      continue;
    }
    LogEquations own;
    own.columns_of.emplace_back();
    for (std::size_t k = 0; k < columns.size(); ++k) {
      own.columns.push_back(equations.columns[static_cast<std::size_t>(columns[k])]);
      own.columns_of.front().push_back(static_cast<Index>(k));
    }
    for (const Stretch& stretch : equations.stretches)
      own.stretches.push_back({stretch.log, stretch.begin, stretch.end, stretch.rows, {stretch.joints[j]}});
    const auto count = static_cast<Index>(columns.size());
    const Model model{{}, Eigen::MatrixXd::Identity(count, count), own.columns};
    const ModelFit fit = LeastSquares(own).fit(joined(own), model);
    const double length = fit.weighted.col(count - 1).norm();
    const bool is_determined = length > 0 && !fit.is_weak(count - 1);
    result.push_back(is_determined
                         ? Gain{fit.unknowns[count - 1], uncertainty(own, model, fit).half_width[count - 1]}
                         : Gain{NAN, NAN});
  }
  return result;
}

}  // namespace invdyn
