#include "suspicions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/quantity.h"
#include "thresholds.h"
#include "torque_lag.h"

namespace invdyn {
namespace {

using Kind = Suspicion::Kind;
using Residuals = JointResiduals;

std::string percent(double part) {
  return three_digits(100 * part) + " %";
}

// Measured over computed torque, and how closely it holds.
struct Scale {
  double slope, error, correlation;
  bool friction_apart;
};

Scale plain_scale(const BlockedSums& sums) {
  const LinearFit fit = sums.fit(Residuals::residual, {Residuals::one, Residuals::computed});
  const double slope = 1 + fit.coefficients[1],
               explained =
                   slope * slope * sums.variance(Residuals::computed) * static_cast<double>(sums.rows()),
               all = explained + fit.residual_squares;
  return {slope, fit.errors[1], all > 0 ? std::copysign(std::sqrt(explained / all), slope) : 0, false};
}

// Of the torque of the links, with any friction: measured = slope links + friction, where the residual is
// measured - computed, so that the fit is of residual + computed.
Scale scale_of_links(const BlockedSums& sums) {
  const std::vector<std::size_t> with{Residuals::one, Residuals::links, Residuals::sign_of_dq,
                                      Residuals::velocity, Residuals::acceleration};
  const std::vector<std::size_t> without{Residuals::one, Residuals::sign_of_dq, Residuals::velocity,
                                         Residuals::acceleration};
  const LinearFit residual = sums.fit(Residuals::residual, with),
                  computed = sums.fit(Residuals::computed, with), alone = sums.fit(Residuals::links, without);
  const double slope = residual.coefficients[1] + computed.coefficients[1],
               explained = slope * slope * alone.residual_squares,
               all = explained + residual.residual_squares;
  return {slope, residual.errors[1], all > 0 ? std::copysign(std::sqrt(explained / all), slope) : 0, true};
}

// The closer one: missing friction hides the first, and a joint of friction alone has no second.
Scale scale_of(const BlockedSums& sums) {
  const Scale plain = plain_scale(sums), links = scale_of_links(sums);
  return std::abs(links.correlation) > std::abs(plain.correlation) ? links : plain;
}

bool is_near(double ratio, double factor) {
  return ratio > 1 / factor && ratio < factor;
}

std::string slope_text(const Scale& scale) {
  return "measured is " + three_digits(scale.slope) + " +- " + three_digits(scale.error) +
         " times computed torque" + (scale.friction_apart ? ", friction apart" : "") +
         ", with a correlation of " + three_digits(scale.correlation);
}

// None: the torque of this joint does not tell.
std::optional<Scale> known_scale(const Residuals::Joint& joint) {
  if (!joint.varies()) return std::nullopt;
  const Scale scale = scale_of(joint.sums);
  const bool is_known = std::abs(scale.correlation) >= threshold::scale_correlation &&
                        std::abs(scale.slope) > threshold::t_ratio * scale.error;
  return is_known ? std::optional(scale) : std::nullopt;
}

double decade_of(double slope) {
  return std::pow(10, std::round(std::log10(std::abs(slope))));
}

// 10 or 0.1 is a unit only if most joints have it: a payload multiplies the torque of a wrist.
bool is_ten_everywhere(const std::vector<std::optional<Scale>>& scales, double ten) {
  std::size_t known = 0, with = 0;
  for (const auto& scale : scales) {
    if (!scale) continue;
    ++known;
    with += decade_of(scale->slope) == ten;
  }
  return 2 * with > known;
}

std::optional<Suspicion> scale_fault(const ValidatedLogs& logs,
                                     const std::vector<std::optional<Scale>>& scales, std::size_t joint) {
  if (!scales[joint]) return std::nullopt;
  const Scale& scale = *scales[joint];
  const double size = std::abs(scale.slope), ratio = logs.robot.moving_joint(joint).drive.gear_ratio;
  const auto flipped = [](double slope) { return slope < 0 ? ", and the sign is flipped" : ""; };
  if (is_near(size, threshold::plain_factor)) {
    if (scale.slope > 0) return std::nullopt;
    return Suspicion{Kind::sign, joint, "the sign of the measured torque is flipped", slope_text(scale)};
  }
  const bool is_at_joint = logs.measured.at == MeasuredSettings::At::joint;
  if (std::abs(ratio) > threshold::plain_factor) {
    if (is_at_joint && is_near(size * std::abs(ratio), threshold::gear_factor))
      return Suspicion{Kind::motor_side, joint,
                       std::string("the measured torque is at the motor's side of the gearbox") +
                           flipped(scale.slope * ratio),
                       slope_text(scale) + "; 1/gear ratio is " + three_digits(1 / ratio)};
    if (!is_at_joint && is_near(size / std::abs(ratio), threshold::gear_factor))
      return Suspicion{
          Kind::motor_side, joint,
          std::string("the measured torque is at the joint already") + flipped(scale.slope * ratio),
          slope_text(scale) + "; the gear ratio is " + three_digits(ratio)};
  }
  const double decade = decade_of(scale.slope);
  if (!is_near(size / decade, threshold::decade_factor)) return std::nullopt;
  if ((decade == 10 || decade == 0.1) && !is_ten_everywhere(scales, decade)) return std::nullopt;
  return Suspicion{
      Kind::decade, joint,
      "the measured torque is wrong by a power of ten, " + three_digits(decade) + flipped(scale.slope),
      slope_text(scale)};
}

// The part of the variance of a measured torque that the computed torque of a joint leaves, taken as it is,
// with any friction of that joint.
double part_left(const RowRuns& rows, std::size_t measured, std::size_t computed) {
  enum : std::size_t { one, sign, velocity, torque, rest, all };
  BlockedSums sums(all);
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double dq = run.dq(row, computed), y = run.measured(row, measured);
      const std::array<double, all> values{1, static_cast<double>((dq > 0) - (dq < 0)), dq, y,
                                           y - run.tau(row, computed)};
      sums.add(values.data());
    }
  const double variance = sums.variance(torque) * static_cast<double>(sums.rows());
  return variance > 0 ? sums.fit(rest, {one, sign, velocity}).residual_squares / variance : 1;
}

// For each joint the joint with which it is exchanged. Where many do not fit, the next ones are looked at.
std::vector<Suspicion> exchanged_joints(const ValidatedLogs& logs) {
  constexpr std::size_t few = 64, near = 16;
  std::vector<Suspicion> found;
  const std::size_t dof = logs.robot.dof();
  std::vector<double> own(dof);
  std::vector<std::size_t> misfits;
  for (std::size_t j = 0; j < dof; ++j) {
    own[j] = part_left(logs.rows, j, j);
    if (own[j] >= threshold::exchanged_part) misfits.push_back(j);
  }
  const std::size_t reach = misfits.size() > few ? near : few;
  for (std::size_t m = 0; m < misfits.size(); ++m)
    for (std::size_t n = m + 1; n < misfits.size() && n <= m + reach; ++n) {
      const std::size_t j = misfits[m], k = misfits[n];
      const auto fits = [&](double left, std::size_t joint) {
        return left <= threshold::exchanged_part && left <= threshold::exchanged_ratio * own[joint];
      };
      const double left = part_left(logs.rows, j, k);
      if (!fits(left, j)) continue;
      const double other = part_left(logs.rows, k, j);
      if (!fits(other, k)) continue;
      const auto name = [&](std::size_t joint) { return in_quotes(logs.robot.moving_joint(joint).name); };
      const auto suspicion = [&](std::size_t a, std::size_t b, double part) {
        return Suspicion{Kind::exchanged, a, "its measured torque is exchanged with joint " + name(b),
                         "the computed torque of joint " + name(b) + " leaves " + percent(part) +
                             " of its variance, its own " + percent(own[a])};
      };
      found.push_back(suspicion(j, k, left));
      found.push_back(suspicion(k, j, other));
    }
  return found;
}

std::optional<Suspicion> lag_fault(const ValidatedLogs& logs, std::size_t joint) {
  const std::optional<TorqueLag> lag = torque_lag(logs.rows, joint);
  if (!lag || std::abs(lag->rows) < threshold::lag_rows || lag->part > threshold::lag_part ||
      lag->left > threshold::lag_left)
    return std::nullopt;
  return Suspicion{Kind::lag, joint,
                   lag->seconds > 0 ? "the measured torque lags behind the positions"
                                    : "the measured torque is ahead of the positions",
                   "shifted by " + three_digits(1000 * std::abs(lag->seconds)) + " ms it leaves " +
                       percent(lag->part) + " of the residual's variance"};
}

// How much more of the residual a fit explains with these variables than without them.
struct Gain {
  double part;      // of what the fit without them leaves
  double of_whole;  // of the residual's variance
  LinearFit fit;
};

constexpr std::array<std::size_t, 5> all_terms{Residuals::one, Residuals::links, Residuals::sign_of_dq,
                                               Residuals::velocity, Residuals::acceleration};

Gain gain_of(const BlockedSums& sums, const std::vector<std::size_t>& without) {
  const LinearFit full = sums.fit(Residuals::residual, {all_terms.begin(), all_terms.end()});
  const double left = sums.fit(Residuals::residual, without).residual_squares;
  const double whole = sums.variance(Residuals::residual) * static_cast<double>(sums.rows());
  if (!(left > 0 && whole > 0)) return {0, 0, full};
  return {1 - full.residual_squares / left, (left - full.residual_squares) / whole, full};
}

std::optional<Suspicion> friction_fault(const Residuals::Joint& joint, std::size_t number) {
  const Gain gain = gain_of(joint.sums, {Residuals::one, Residuals::links, Residuals::acceleration});
  if (gain.part < threshold::friction_part || gain.of_whole < threshold::considerable) return std::nullopt;
  const double dry = gain.fit.t_ratio(2), viscous = gain.fit.t_ratio(3);
  const bool is_missing =
      std::max(dry, viscous) > threshold::t_ratio && std::min(dry, viscous) > -threshold::t_ratio;
  if (!is_missing) return std::nullopt;
  return Suspicion{Kind::friction, number, "friction is missing or too small",
                   three_digits(gain.fit.coefficients[2]) + " sign(dq) + " +
                       three_digits(gain.fit.coefficients[3]) + " dq explains " + percent(gain.part) +
                       " of the residual's variance"};
}

// How much more an inertia that goes with the positions of the other joints explains, relative to what a
// constant one explains. A rotor's is constant. What a joint moves is not: where it is wrong, as by a moved
// zero or unknown weights, this is large. Of a long robot the joints near this one do.
double varying_inertia(const RowRuns& rows, std::size_t joint) {
  enum : std::size_t { one, torque, sign, velocity, rest, acceleration, products };
  constexpr std::size_t near = 16;
  const std::size_t first = joint - std::min(joint, near), last = std::min(rows.dof(), joint + near + 1);
  const std::size_t all = products + last - first;
  BlockedSums sums(all);
  std::vector<double> values(all);
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double dq = run.dq(row, joint), ddq = run.ddq(row, joint), tau = run.tau(row, joint);
      values = {1, tau, static_cast<double>((dq > 0) - (dq < 0)), dq, run.measured(row, joint) - tau, ddq};
      for (std::size_t k = first; k < last; ++k) values.push_back(k == joint ? 0 : ddq * run.q(row, k));
      sums.add(values.data());
    }
  std::vector<std::size_t> variables{one, torque, sign, velocity};
  const double without = sums.fit(rest, variables).residual_squares;
  variables.push_back(acceleration);
  const double constant = sums.fit(rest, variables).residual_squares;
  for (std::size_t k = products; k < all; ++k) variables.push_back(k);
  const double varying = sums.fit(rest, variables).residual_squares;
  return without > constant ? (constant - varying) / (without - constant) : HUGE_VAL;
}

std::optional<Suspicion> rotor_fault(const ValidatedLogs& logs, std::size_t number) {
  const Gain gain = gain_of(logs.residuals.joints()[number].sums,
                            {Residuals::one, Residuals::links, Residuals::sign_of_dq, Residuals::velocity});
  if (gain.part < threshold::rotor_part || gain.of_whole < threshold::considerable ||
      gain.fit.t_ratio(4) < threshold::t_ratio ||
      varying_inertia(logs.rows, number) > threshold::varying_inertia)
    return std::nullopt;
  return Suspicion{Kind::rotor, number, "the inertia of the rotor is missing or too small",
                   three_digits(gain.fit.coefficients[4]) + " ddq explains " + percent(gain.of_whole) +
                       " of the residual's variance"};
}

}  // namespace

std::string_view name_of(Suspicion::Kind kind) {
  constexpr std::array<std::string_view, 7> names{"exchanged", "motor side", "power of ten", "sign",
                                                  "lag",       "friction",   "rotor"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<Suspicion> suspicions(const ValidatedLogs& logs) {
  const std::size_t dof = logs.robot.dof();
  std::vector<Suspicion> found = exchanged_joints(logs);
  std::vector<bool> is_sound(dof, true);
  for (const Suspicion& each : found) is_sound[each.joint] = false;
  std::vector<std::optional<Scale>> scales;
  for (const Residuals::Joint& joint : logs.residuals.joints()) scales.push_back(known_scale(joint));
  for (std::size_t j = 0; j < dof; ++j) {
    if (!logs.residuals.joints()[j].varies()) is_sound[j] = false;
    if (!is_sound[j]) continue;
    std::optional<Suspicion> fault = scale_fault(logs, scales, j);
    if (!fault) fault = lag_fault(logs, j);
    if (!fault) continue;
    is_sound[j] = false;
    found.push_back(*fault);
  }
  for (std::size_t j = 0; j < dof; ++j) {
    if (!is_sound[j]) continue;
    const Residuals::Joint& joint = logs.residuals.joints()[j];
    if (const auto fault = friction_fault(joint, j)) found.push_back(*fault);
    if (const auto fault = rotor_fault(logs, j)) found.push_back(*fault);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Suspicion& a, const Suspicion& b) { return a.joint < b.joint; });
  return found;
}

}  // namespace invdyn
