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

}  // namespace invdyn
