#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "../../dynamics/core/regressor.h"

namespace invdyn {

/// The base parameters of a robot: the fewest combinations of its parameters that give the torques of all
/// motions. No measurement of torques determines more. [M. Gautier and W. Khalil, "Direct calculation of
/// minimum set of inertial parameters of serial robots", IEEE Trans. Robotics and Automation 6 (1990);
/// numerically: M. Gautier, "Numerical calculation of the base inertial parameters of robots", J. Robotic
/// Systems 8 (1991)]
///
/// They are found by a QR decomposition of the regressor on random states in motion. It takes the columns one
/// by one: links from the base to the tip, in each link the inertia, then the first moments, the mass and the
/// drive. A column that depends on those before it is added to them, so the parameters of a link go to the
/// links nearer to the base: m_forearm to Izz_upper-arm and mx_upper-arm. The same robot gives the same
/// result on every machine, up to rounding.
class BaseParameters {
 public:
  /// Columns are equal if they differ by less than this part of their RMS over the states, or by less than
  /// this number in SI units.
  static constexpr double rounding = 1e-9;

  /// `chosen`: the parameters of the regressor that are unknown. `first`: those of them that are taken first.
  /// A greater tolerance takes parameters together whose difference is too small to be measured.
  BaseParameters(const Regressor& regressor, std::vector<Eigen::Index> chosen, double tolerance = rounding,
                 const std::vector<Eigen::Index>& first = {});
  /// All parameters are unknown.
  explicit BaseParameters(const Regressor& regressor);

  Eigen::Index size() const { return static_cast<Eigen::Index>(independent_.size()); }
  const std::vector<Eigen::Index>& chosen() const { return chosen_; }
  /// The parameter that each base parameter begins with. The coefficients of a base parameter are those of
  /// this parameter, so these columns of the regressor are the regressor of the base parameters.
  const std::vector<Eigen::Index>& independent() const { return independent_; }
  /// The base parameters of the chosen parameters: a row for each base parameter, a column for each of
  /// chosen(). The columns of the independent parameters are unit vectors.
  const Eigen::MatrixXd& combinations() const { return combinations_; }
  /// The chosen parameters that no torque depends on. Their columns of combinations() are zero.
  const std::vector<Eigen::Index>& without_effect() const { return without_effect_; }
  /// The RMS of the coefficients of each base parameter over the random states, summed over the joints:
  /// units for the base parameters that make them comparable.
  const Eigen::VectorXd& sizes() const { return sizes_; }

  /// The base parameters for the values of all parameters of the regressor.
  Eigen::VectorXd values(const Eigen::VectorXd& parameters) const {
    return combinations_ * parameters(chosen_);
  }
  /// A base parameter as text, with the names() of the regressor: `Izz_arm + 0.25 m_hand`.
  std::string text(Eigen::Index base_parameter, const std::vector<std::string>& names) const;

 private:
  std::vector<Eigen::Index> chosen_, independent_, without_effect_;
  Eigen::MatrixXd combinations_;
  Eigen::VectorXd sizes_;
};

/// The coefficients of these parameters for all rows, joint by joint: those of row k and joint j are in row
/// j * rows.count + k.
Eigen::MatrixXd coefficients(const Regressor& regressor, const std::vector<Eigen::Index>& parameters,
                             const MotionRows& rows, Regressor::Workspace& workspace);

}  // namespace invdyn
