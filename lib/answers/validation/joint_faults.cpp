#include "joint_faults.h"

#include <algorithm>
#include <array>

#include "../../ground/base/wording.h"
#include "payload_fault.h"
#include "torque_lag.h"

namespace invdyn {
namespace {

using Kind = Suspicion::Kind;
using Residuals = JointResiduals;

bool is_near(double ratio, double factor) {
  return ratio > 1 / factor && ratio < factor;
}

// To two digits.
double rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 1);
  return std::round(value / unit) * unit;
}

double decade_of(double slope) {
  return std::pow(10, std::round(std::log10(std::abs(slope))));
}

// Whether a slope is nearer to a power of ten than to the gear ratio or its inverse.
bool decade_is_closer(const ValidatedLogs& logs, double size, double decade, std::size_t joint) {
  const double ratio = std::abs(logs.robot.moving_joint(joint).drive.gear_ratio);
  const double side = logs.measured.at == MeasuredSettings::At::joint ? 1 / ratio : ratio;
  return std::abs(std::log(size / decade)) < std::abs(std::log(size / side));
}

// Measured torque over that at the other side of the gearbox.
double over_other_side(const ValidatedLogs& logs, double slope, std::size_t joint) {
  const double ratio = logs.robot.moving_joint(joint).drive.gear_ratio;
  return logs.measured.at == MeasuredSettings::At::joint ? slope * ratio : slope / ratio;
}

bool is_of_other_side(const ValidatedLogs& logs, double slope, std::size_t joint) {
  return std::abs(logs.robot.moving_joint(joint).drive.gear_ratio) > threshold::plain_factor &&
         is_near(std::abs(over_other_side(logs, slope, joint)), threshold::gear_factor);
}

std::optional<Fault> motor_side_fault(const ValidatedLogs& logs, const JointScale& scale, std::size_t joint) {
  const double ratio = logs.robot.moving_joint(joint).drive.gear_ratio;
  if (!is_of_other_side(logs, scale.slope, joint)) return std::nullopt;
  const char* const flipped = scale.slope * ratio < 0 ? ", and the sign is flipped" : "";
  if (logs.measured.at == MeasuredSettings::At::joint)
    return Fault{
        Kind::motor_side, joint,
        std::string("the measured torque is at the motor's side of the gearbox, not at the joint") + flipped,
        slope_text(scale) + "; 1/gear ratio is " + three_digits(1 / ratio)};
  return Fault{Kind::motor_side, joint,
               std::string("the measured torque is at the joint already, not at the motor") + flipped,
               slope_text(scale) + "; the gear ratio is " + three_digits(ratio)};
}

// `3.1 sign(dq) + 0.2 dq`: the terms that have this sign; others are within their errors.
std::string friction_text(double dry, double viscous, double sign) {
  std::string text = dry * sign > 0 ? three_digits(dry) + " sign(dq)" : "";
  if (viscous * sign > 0)
    text += (text.empty()  ? three_digits(viscous)
             : viscous < 0 ? " - " + three_digits(-viscous)
                           : " + " + three_digits(viscous)) +
            " dq";
  return text;
}

// The friction in the measured torque of a joint.
struct MeasuredFriction {
  double dry, viscous;
  double least, most;  // of both, over their standard errors
  double part;         // of what the other terms leave
};

MeasuredFriction measured_friction(const Residuals::Joint& joint) {
  const std::vector<std::size_t> with{Residuals::one, Residuals::links, Residuals::sign_of_dq,
                                      Residuals::velocity, Residuals::acceleration},
      without{Residuals::one, Residuals::links, Residuals::acceleration};
  const LinearFit residual = joint.sums.fit(Residuals::residual, with),
                  computed = joint.sums.fit(Residuals::computed, with),
                  alone = joint.sums.fit(Residuals::residual, without);
  const auto ratio = [&](Eigen::Index i) {
    const double value = residual.coefficients[i] + computed.coefficients[i];
    return residual.errors[i] > 0 && std::isfinite(residual.errors[i]) ? value / residual.errors[i] : 0;
  };
  const double left = alone.residual_squares;
  return {residual.coefficients[2] + computed.coefficients[2],
          residual.coefficients[3] + computed.coefficients[3], std::min(ratio(2), ratio(3)),
          std::max(ratio(2), ratio(3)), left > 0 ? 1 - residual.residual_squares / left : 0};
}

// The part of the variance of a measured torque that the computed torque of a joint leaves, taken as it is,
// with any friction of that joint, and with any payload if there is a regressor.
double part_left(const RowRuns& rows, const Regressor* regressor, std::size_t measured,
                 std::size_t computed) {
  enum : std::size_t { one, sign, velocity, torque, rest, payload };
  std::vector<std::pair<Eigen::Index, Eigen::Index>> columns;
  std::optional<Regressor::Workspace> workspace;
  if (regressor) columns = columns_of_payload(*regressor, computed), workspace.emplace(*regressor);
  BlockedSums sums(payload + columns.size());
  std::vector<double> values;
  std::vector<std::size_t> variables{one, sign, velocity};
  for (std::size_t k = 0; k < columns.size(); ++k) variables.push_back(payload + k);
  for (const RowRuns::Run& run : rows.runs()) {
    if (workspace) {
      const Block block = run.block();
      regressor->fill(
          {block.q.data(), block.dq.data(), block.ddq.data(), nullptr, block.capacity, run.rows()},
          *workspace);
    }
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double dq = run.dq(row, computed), y = run.measured(row, measured);
      values = {1, static_cast<double>((dq > 0) - (dq < 0)), dq, y, y - run.tau(row, computed)};
      for (const auto& [column, parameter] : columns)
        values.push_back(regressor->of_joint(computed, *workspace)(static_cast<Eigen::Index>(row), column));
      sums.add(values.data());
    }
  }
  const double variance = sums.variance(torque) * static_cast<double>(sums.rows());
  return variance > 0 ? sums.fit(rest, variables).residual_squares / variance : 1;
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

// How much more an inertia that goes with the positions of the other joints explains, relative to what a
// constant one explains. A rotor's is constant. What a joint moves is not: where it is wrong, as by a moved
// zero or unknown weights, this is large. Of a long robot the joints near this one do.
double varying_inertia(const ValidatedLogs& logs, std::size_t joint) {
  const RowRuns& rows = logs.rows;
  enum : std::size_t { one, torque, sign, velocity, rest, acceleration, products };
  constexpr std::size_t near = 16;
  const std::size_t first = joint - std::min(joint, near), last = std::min(rows.dof(), joint + near + 1);
  const std::size_t all = products + last - first;
  BlockedSums sums(all);
  std::vector<double> values(all);
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      if (logs.rests(run, row, joint)) continue;
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

// Whether the joint has little of the model's friction, by the larger one of its two terms.
bool lacks_most_friction(const Residuals::Joint& joint, const LinearFit& of_residual) {
  const double speed = std::sqrt(joint.sums.mean_square(Residuals::velocity)),
               dry = (joint.drive.while_positive - joint.drive.while_negative) / 2,
               viscous = joint.drive.damping * speed;
  const double excess = dry > viscous ? -of_residual.coefficients[2] : -of_residual.coefficients[3] * speed;
  return excess > threshold::excess_part * std::max(dry, viscous);
}

}  // namespace

std::string percent(double part) {
  return three_digits(100 * part) + " %";
}

std::string in_identify(const ValidatedLogs& logs, const std::string& options, const std::string& effect) {
  return (logs.identify.empty() ? "in identify, " + options
                                : logs.identify + ' ' + options + " `output` fitted.json") +
         ' ' + effect;
}

// At the other side of gearboxes, the slopes differ as the gear ratios do.
bool JointScales::is_one_factor(const ValidatedLogs& logs) const {
  double count = 0, sums[2] = {0, 0}, squares[2] = {0, 0};
  for (std::size_t j = 0; j < of.size(); ++j) {
    if (!of[j] || !is_of_other_side(logs, of[j]->slope, j)) continue;
    ++count;
    const double values[] = {std::log(std::abs(of[j]->slope)),
                             std::log(std::abs(over_other_side(logs, of[j]->slope, j)))};
    for (int k = 0; k < 2; ++k) sums[k] += values[k], squares[k] += values[k] * values[k];
  }
  const auto spread = [&](int k) { return squares[k] - sums[k] * sums[k] / count; };
  constexpr double clearly = 0.25;
  return count > 1 && spread(0) < clearly * spread(1);
}

// 10 or 0.1 is a unit only if several joints share it: a tool multiplies the torque of a wrist.
std::optional<Fault> scale_fault(const ValidatedLogs& logs, const JointScales& scales, std::size_t joint) {
  if (!scales.of[joint]) return std::nullopt;
  const JointScale& scale = *scales.of[joint];
  const double size = std::abs(scale.slope);
  if (logs.are_loaded ? size * threshold::least_factor_of_load > 1 : is_near(size, threshold::plain_factor))
    return std::nullopt;
  if (!scale.links_agree && !scales.are_strange) return std::nullopt;  // friction may be wrong
  const std::string flipped = scale.slope < 0 ? ", and the sign is flipped" : "";
  const double decade = decade_of(scale.slope);
  if (auto fault = motor_side_fault(logs, scale, joint);
      fault && !scales.share_factor && !(scales.share(decade) && decade_is_closer(logs, size, decade, joint)))
    return fault;
  const bool may_lack_gear = !logs.measured.are_joint_torques() && size < 1 &&
                             std::abs(logs.robot.moving_joint(joint).drive.gear_ratio) == 1;
  const std::string geared = may_lack_gear ? ", or gear_ratio is missing in the robot's file" : "";
  const bool is_ten = decade == 10 || decade == 0.1;
  if (is_ten || logs.are_loaded ? scales.share(decade) : is_near(size / decade, threshold::decade_factor))
    return Fault{Kind::decade, joint,
                 "the measured torque is wrong by a power of ten, the factor " + three_digits(decade) +
                     flipped + geared,
                 slope_text(scale), std::copysign(1 / decade, scale.slope)};
  if (scales.are_strange)
    return Fault{Kind::unit, joint, "the measured torque is a current or in another unit" + flipped + geared,
                 slope_text(scale), rounded(1 / scale.slope)};
  if (!is_ten || scale.error > threshold::unit_part * decade || !scales.is_near_exactly(joint, decade))
    return std::nullopt;
  return Fault{Kind::tool, joint,
               "does the joint carry a tool that the model lacks, or is its measured torque wrong by the "
               "factor " +
                   three_digits(decade) + "?",
               slope_text(scale)};
}

std::optional<Fault> sign_fault(const ValidatedLogs& logs, const std::optional<JointScale>& scale,
                                std::size_t number) {
  const std::string statement = "the sign of the measured torque is flipped";
  const MeasuredFriction friction = measured_friction(logs.residuals.joints()[number]);
  const auto [least, most] = std::pair(friction.least, friction.most);
  const bool is_opposed = least < -threshold::t_ratio && most < threshold::t_ratio;
  const bool is_right = most > threshold::t_ratio && least > -threshold::t_ratio;
  const bool is_plain = scale && (is_near(-scale->slope, threshold::plain_factor) || logs.are_loaded);
  if (scale && scale->slope < 0 && (is_plain ? !is_right : is_opposed))
    return Fault{Kind::sign, number, statement, slope_text(*scale), -1};
  if (scale || !is_opposed || friction.part < threshold::exchanged_part) return std::nullopt;
  return Fault{Kind::sign, number, statement,
               "its friction is " + friction_text(friction.dry, friction.viscous, -1) +
                   ", but friction with this sign would drive the joint",
               -1};
}

// For each joint the joint with which it is exchanged. Where many do not fit, the next ones are looked at.
std::vector<Fault> exchanged_joints(const ValidatedLogs& logs) {
  constexpr std::size_t few = 64, near = 16;
  std::vector<Fault> found;
  const std::size_t dof = logs.robot.dof();
  const std::unique_ptr<Regressor> with_payload = logs.are_loaded ? regressor_of(logs) : nullptr;
  const auto left_of = [&](std::size_t measured, std::size_t computed) {
    return part_left(logs.rows, with_payload.get(), measured, computed);
  };
  std::vector<double> own(dof);
  std::vector<std::size_t> misfits;
  for (std::size_t j = 0; j < dof; ++j) {
    own[j] = left_of(j, j);
    if (own[j] >= threshold::exchanged_own) misfits.push_back(j);
  }
  // Whether the joint's own torque, with the other sign, leaves about as little.
  const auto is_flipped = [&](std::size_t joint, double left) {
    const std::optional<JointScale> scale = known_scale(logs.residuals.joints()[joint]);
    return scale && scale->slope < 0 && 1 - scale->correlation * scale->correlation < 2 * left;
  };
  const std::size_t reach = misfits.size() > few ? near : few;
  for (std::size_t m = 0; m < misfits.size(); ++m)
    for (std::size_t n = m + 1; n < misfits.size() && n <= m + reach; ++n) {
      const std::size_t j = misfits[m], k = misfits[n];
      const auto fits = [&](double left, std::size_t joint) {
        return left <= threshold::exchanged_part && left <= threshold::exchanged_ratio * own[joint];
      };
      const double left = left_of(j, k);
      if (!fits(left, j)) continue;
      const double other = left_of(k, j);
      if (!fits(other, k) || (is_flipped(j, left) && is_flipped(k, other))) continue;
      const auto name = [&](std::size_t joint) { return in_quotes(logs.robot.moving_joint(joint).name); };
      const auto suspicion = [&](std::size_t a, std::size_t b, double part) {
        return Fault{Kind::exchanged, a,
                     "its measured torque is exchanged with the measured torque of joint " + name(b),
                     "of the variance of the torque measured at " + name(a) + ", the computed torque of " +
                         name(b) + " leaves only " + percent(part) +
                         " unexplained, but the computed torque of " + name(a) + " leaves " +
                         percent(own[a])};
      };
      found.push_back(suspicion(j, k, left));
      found.push_back(suspicion(k, j, other));
    }
  return found;
}

// The lag of a joint whose residual it explains. Smoothed friction of a slow joint may fit better at any
// shift: the slope of the torque must show the lag too.
std::optional<TorqueLag> own_lag(const ValidatedLogs& logs, std::size_t joint) {
  const std::optional<TorqueLag> lag = torque_lag(logs.rows, joint);
  if (!lag || std::abs(lag->rows) < threshold::lag_rows || lag->part > threshold::lag_part ||
      lag->left > threshold::lag_left)
    return std::nullopt;
  const std::optional<LagBySlope> slope = lag_by_slope(logs.rows, joint);
  const bool is_shown = slope && slope->seconds * lag->seconds > 0 && std::abs(slope->seconds) > slope->error;
  return is_shown ? lag : std::nullopt;
}

Fault fault_of_lag(std::size_t joint, double seconds, const std::string& evidence) {
  return {Kind::lag, joint,
          seconds > 0 ? "the measured torque lags behind the positions"
                      : "the measured torque is ahead of the positions",
          evidence, seconds};
}

// The lag that all joints show, s: wrong parameters give each joint one of its own. Backward differences make
// torques come early, by up to a row.
std::optional<double> common_lag(const std::vector<std::pair<std::size_t, LagBySlope>>& lags) {
  double sum = 0, weight = 0;
  for (const auto& [joint, lag] : lags)
    sum += lag.seconds / (lag.error * lag.error), weight += 1 / (lag.error * lag.error);
  const double mean = weight > 0 ? sum / weight : 0, size = std::abs(mean);
  std::size_t sure = 0;
  for (const auto& [joint, lag] : lags) {
    const double error = threshold::lag_errors * lag.error;
    if (std::abs(lag.seconds - mean) > error + threshold::lag_differs * size) return std::nullopt;
    if (mean < 0 && size < threshold::lag_rows * lag.step) return std::nullopt;
    sure += std::abs(lag.seconds) > error;
  }
  const bool is_certain = sure > 1 && size * std::sqrt(weight) > threshold::t_ratio;
  return is_certain && size > threshold::common_lag ? std::optional(mean) : std::nullopt;
}

std::vector<Fault> shared_lags(const ValidatedLogs& logs, const std::vector<bool>& is_sound) {
  std::vector<std::pair<std::size_t, LagBySlope>> lags;
  for (std::size_t j = 0; j < is_sound.size(); ++j)
    if (const auto lag = is_sound[j] ? lag_by_slope(logs.rows, j) : std::nullopt;
        lag && lag->left < threshold::lag_left)
      lags.emplace_back(j, *lag);
  const std::optional<double> common = common_lag(lags);
  if (!common) return {};
  std::vector<Fault> found;
  for (const auto& [joint, lag] : lags)
    found.push_back(
        fault_of_lag(joint, *common,
                     "the joints have about the same shift: " + three_digits(1000 * std::abs(*common)) +
                         " ms, estimated from the slope of the computed torque over time"));
  return found;
}

std::vector<Fault> lag_faults(const ValidatedLogs& logs, const std::vector<bool>& is_sound) {
  std::vector<Fault> found = shared_lags(logs, is_sound);
  for (std::size_t j = 0; j < is_sound.size(); ++j) {
    const auto lag = is_sound[j] ? own_lag(logs, j) : std::nullopt;
    if (!lag) continue;
    std::erase_if(found, [&](const Fault& each) { return each.joint == j; });
    found.push_back(fault_of_lag(j, lag->seconds,
                                 "if the measured torque is shifted by " +
                                     three_digits(1000 * std::abs(lag->seconds)) +
                                     " ms, the residual's variance drops to " + percent(lag->part)));
  }
  return found;
}

std::optional<Fault> friction_fault(const Residuals::Joint& joint, std::size_t number) {
  const Gain gain = gain_of(joint.sums, {Residuals::one, Residuals::links, Residuals::acceleration});
  if (gain.part < threshold::friction_part || gain.of_whole < threshold::considerable) return std::nullopt;
  const auto [least, most] = std::minmax({gain.fit.t_ratio(2), gain.fit.t_ratio(3)});
  const bool is_missing = most > threshold::t_ratio && least > -threshold::t_ratio,
             is_excess = least < -threshold::t_ratio && most < threshold::t_ratio &&
                         gain.of_whole > threshold::exchanged_part && lacks_most_friction(joint, gain.fit);
  if (!is_missing && !is_excess) return std::nullopt;
  return Fault{is_missing ? Kind::friction : Kind::excess, number,
               is_missing ? "friction is missing or too small" : "the model's friction is far too large",
               friction_text(gain.fit.coefficients[2], gain.fit.coefficients[3], is_missing ? 1 : -1) +
                   " explains " + percent(gain.part) + " of the residual's variance"};
}

std::optional<Fault> rotor_fault(const ValidatedLogs& logs, std::size_t number) {
  const Gain gain = gain_of(logs.residuals.joints()[number].sums,
                            {Residuals::one, Residuals::links, Residuals::sign_of_dq, Residuals::velocity});
  if (gain.part < threshold::rotor_part || gain.of_whole < threshold::considerable ||
      gain.fit.t_ratio(4) < threshold::t_ratio || varying_inertia(logs, number) > threshold::varying_inertia)
    return std::nullopt;
  return Fault{Kind::rotor, number, "the inertia of the rotor is missing or too small",
               three_digits(gain.fit.coefficients[4]) + " ddq explains " + percent(gain.of_whole) +
                   " of the residual's variance"};
}

}  // namespace invdyn
