#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "link_errors.h"

namespace invdyn {

/// How much a joint's measured torque counts: measured = gain * torque.
struct Gain {
  double value = 1, half_width = 0;  ///< half_width: of the 95 % interval
  double explained = 0;              ///< share of the variance of the measured values
};

/// The columns of a fit of gains: those of each joint by itself, which have its gain as a factor, then a
/// torque that is known, then others that are shared by the joints and not known.
struct GainColumns {
  std::vector<FitColumn> columns = {};
  std::size_t own = 0;  ///< columns before that of the known torque
  /// The known torque is a part of the computed ones.
  bool is_computed = false;
  /// Of the shared ones, if they are known too; else empty.
  Eigen::VectorXd shared = {};
  /// Of the shared ones, in place of being fitted. Empty: they are fitted.
  Eigen::MatrixXd covariance = {};
};

/// From logs without and with a payload on the link of `joint`, in whose axes it is given. `columns`: links,
/// friction and offsets. `is_mass_alone`: its other nine parameters are fitted too.
GainColumns gains_of_payload(std::vector<FitColumn> columns, std::size_t joint, const MassProperties& payload,
                             bool is_mass_alone);
/// The joints whose gain the payload's mass alone puts elsewhere: its other parameters as stated do not fit.
/// `of_mass`: gains with them fitted.
std::vector<std::size_t> doubtful_gains(const std::vector<Gain>& gains, const std::vector<Gain>& of_mass);

/// From any log: the links, and what the robot carries, move as in its file, and `errors` are those of the
/// links. `columns`: friction, offsets and rotors.
GainColumns gains_of_links(std::vector<FitColumn> columns, const Regressor& regressor,
                           const LinkErrors& errors);

/// The equations must have these columns. NaN: the logs do not determine it.
std::vector<Gain> gains(const LogEquations& equations, const GainColumns& columns);

/// Gains that differ by more than their intervals.
struct GainSpread {
  double mean = NAN, deviation = 0;       ///< deviation: of the gains about their mean; 0: chance may make it
  std::size_t smallest = 0, largest = 0;  ///< joints
  double freedom = 0;                     ///< one less than the gains
};
GainSpread spread_of(const std::vector<Gain>& gains);
/// From a fit of links and a payload to logs without and with it: the mass that each joint by itself sees,
/// kg.
std::vector<Gain> masses_seen(const LogEquations& equations);
/// Adds what such gains can do to the payload. `spread`: of the masses that joints see.
void add_gain_errors(Uncertainty& uncertainty, const LogEquations& equations, const Model& model,
                     const ModelFit& fit, const GainSpread& spread);

}  // namespace invdyn
