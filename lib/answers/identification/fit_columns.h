#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "../../dynamics/core/regressor.h"
#include "../../robot/model/robot.h"
#include "base_parameters.h"

namespace invdyn {

/// The groups of parameters that are fitted together. A fit adds friction, offset, rotor, load, curve, delay,
/// links. delay: of the measured torque, which the robot that is written does not have.
enum class FitPart { friction, offset, rotor, links, payload, curve, load, delay };

/// One unknown of a fit: the change of a base parameter, or of values that change together.
struct FitColumn {
  FitPart part = FitPart::links;
  std::string name;  ///< `damping_elbow`, `coulomb_elbow`, `Izz_arm`
  std::string unit;
  std::string text;  ///< of a base parameter: the combination that it stands for; else the name
  double value = 0;  ///< by the robot's file
  /// Parameters of the regressor, and how much each changes. Of a base parameter: the independent one.
  std::vector<std::pair<Eigen::Index, double>> parts;
  /// Of a base parameter: all parameters that it combines, and their factors. Else as parts.
  std::vector<std::pair<Eigen::Index, double>> combination;
  /// Of a friction curve: its speed, rad/s or m/s. No parameter of the regressor is a curve, a load or a
  /// delay, so that `parts` only names the joint.
  double curve_speed = 0;

  std::size_t joint() const { return static_cast<std::size_t>(parts.front().first) / parameters_per_joint; }
};

/// The parameters that are to be fitted.
struct FitChoice {
  bool friction = false, offset = false, rotor = false, links = false, curve = false, load = false,
       delay = false;
  std::optional<std::size_t> payload = {};  ///< the joint whose link carries it, in loaded logs

  bool has_any() const { return friction || offset || rotor || links || payload || curve || load || delay; }
};

/// The unknowns of a fit. Dry friction is one unknown, the same in both directions, if an offset is fitted
/// too: two torques do not determine three values. Rotors that no torque determines apart from links are
/// combined with them where links are fitted. A joint has a column for each speed that its friction curve may
/// have, or for the file's: one of them is to be kept, see gear_columns.h.
struct FitColumns {
  std::vector<FitColumn> columns;
  std::vector<std::string> without_effect;  ///< names of chosen parameters that no torque depends on
};
FitColumns fit_columns(const Robot& robot, const Regressor& regressor, const FitChoice& choice);

}  // namespace invdyn
