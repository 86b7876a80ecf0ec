#include "payload_estimate.h"

#include <algorithm>
#include <cmath>

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
  const Rung& chosen = result.ladder[result.chosen];
  const std::optional<Index> at = unknown_of_payload(chosen.model, Parameter::m);
  if (!at) return std::nullopt;
  PayloadEstimate payload;
  payload.link = robot.links()[robot.moving_joints()[*choice.payload] + 1].name;
  payload.mass = chosen.fit.unknowns[*at];
  payload.mass_half_width = result.uncertainty.half_width[*at];
  payload.com.setConstant(NAN);
  payload.com_half_width.setConstant(NAN);
  const Eigen::MatrixXd& covariance = result.uncertainty.covariance;
  for (Index axis = 0; axis < 3; ++axis) {
    const auto first =
        unknown_of_payload(chosen.model, static_cast<Parameter>(static_cast<Index>(Parameter::mx) + axis));
    if (!first) continue;
    const double moment = chosen.fit.unknowns[*first];
    payload.com[axis] = moment / payload.mass;
    // To first order: d(h/m) = dh / m - h dm / m^2.
    const Eigen::Vector2d slope(-moment / (payload.mass * payload.mass), 1 / payload.mass);
    Eigen::Matrix2d of_both;
    of_both << covariance(*at, *at), covariance(*at, *first), covariance(*first, *at),
        covariance(*first, *first);
    const double student =
        result.uncertainty.half_width[*first] / std::max(1e-300, result.uncertainty.standard_error[*first]);
    payload.com_half_width[axis] = student * std::sqrt(std::max(0.0, slope.dot(of_both * slope)));
  }
  payload.possible = result.possible->payload;
  return payload;
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
    const bool is_told = length > 0 && (fit.weak.size() == 0 || fit.weak.row(count - 1).norm() < 1e-3);
    result.push_back(is_told
                         ? Gain{fit.unknowns[count - 1], uncertainty(own, model, fit).half_width[count - 1]}
                         : Gain{NAN, NAN});
  }
  return result;
}

}  // namespace invdyn
