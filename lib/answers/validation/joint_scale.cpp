#include "joint_scale.h"

#include <cmath>

#include "../../ground/base/wording.h"
#include "thresholds.h"

namespace invdyn {
namespace {

using Residuals = JointResiduals;

JointScale plain_scale(const BlockedSums& sums) {
  const LinearFit fit = sums.fit(Residuals::residual, {Residuals::one, Residuals::computed});
  const double slope = 1 + fit.coefficients[1],
               explained =
                   slope * slope * sums.variance(Residuals::computed) * static_cast<double>(sums.rows()),
               all = explained + fit.residual_squares;
  return {slope, fit.errors[1], all > 0 ? std::copysign(std::sqrt(explained / all), slope) : 0, false, false};
}

// Of the torque of the links, with any friction: measured = slope links + friction, where the residual is
// measured - computed, so that the fit is of residual + computed.
JointScale scale_of_links(const BlockedSums& sums) {
  const std::vector<std::size_t> with{Residuals::one, Residuals::links, Residuals::sign_of_dq,
                                      Residuals::velocity, Residuals::acceleration};
  const std::vector<std::size_t> without{Residuals::one, Residuals::sign_of_dq, Residuals::velocity,
                                         Residuals::acceleration};
  const LinearFit residual = sums.fit(Residuals::residual, with),
                  computed = sums.fit(Residuals::computed, with), alone = sums.fit(Residuals::links, without);
  const double slope = residual.coefficients[1] + computed.coefficients[1],
               explained = slope * slope * alone.residual_squares,
               all = explained + residual.residual_squares;
  return {slope, residual.errors[1], all > 0 ? std::copysign(std::sqrt(explained / all), slope) : 0, true,
          true};
}

// The closer one: missing friction hides the first, and a joint of friction alone has no second.
JointScale scale_of(const BlockedSums& sums) {
  JointScale plain = plain_scale(sums);
  JointScale links = scale_of_links(sums);
  if (std::abs(links.correlation) > std::abs(plain.correlation)) {
    // Where the whole torque has the right size, that of the links is a small part, and noise in this fit.
    links.links_agree = !(plain.slope > threshold::t_ratio * plain.error &&
                          plain.slope < threshold::plain_factor && plain.slope * threshold::plain_factor > 1);
    return links;
  }
  const double ratio = links.slope / plain.slope;
  plain.links_agree = std::abs(links.slope) > threshold::t_ratio * links.error &&
                      ratio > 1 / threshold::plain_factor && ratio < threshold::plain_factor;
  return plain;
}

}  // namespace

std::string slope_text(const JointScale& scale) {
  return "the measured torque is " + three_digits(scale.slope) + " +- " + three_digits(scale.error) +
         " times the computed torque" + (scale.friction_apart ? " (friction fitted separately)" : "") +
         ", with a correlation of " + three_digits(scale.correlation);
}

std::optional<JointScale> known_scale(const Residuals::Joint& joint) {
  if (!joint.varies()) return std::nullopt;
  const JointScale scale = scale_of(joint.sums);
  const bool is_known = std::abs(scale.correlation) >= threshold::scale_correlation &&
                        std::abs(scale.slope) > threshold::t_ratio * scale.error;
  return is_known ? std::optional(scale) : std::nullopt;
}

}  // namespace invdyn
