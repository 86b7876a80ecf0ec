#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

namespace invdyn {

/// A change of numbers in a robot's file: each number x of the quantity becomes x * multiply / divide. So a
/// power of ten is one rounding, and 226 g mm^2 become the double that is written 2.26e-07.
struct RobotChange {
  enum class Quantity {
    mass,
    com,
    inertia,
    products,  ///< of inertia
    origin,    ///< of a joint: its position, without its orientation
    position_limits,
    velocity_limit,
    rotor_inertia,
    gear_ratio,
    gravity
  };
  Quantity quantity;
  std::string subject = {};  ///< name of the link or joint; empty: gravity
  double multiply = 1, divide = 1;
  std::optional<Eigen::Matrix3d> tensor =
      {};                            ///< the new inertia about the centre of mass, in the link's axes
  std::optional<double> value = {};  ///< the new number

  double changed(double x) const { return value ? *value : x * multiply / divide; }
  bool is_of_link() const {
    return quantity == Quantity::mass || quantity == Quantity::com || quantity == Quantity::inertia ||
           quantity == Quantity::products;
  }
};

/// A change by ten to this power.
inline RobotChange power_of_ten(RobotChange::Quantity quantity, const std::string& subject, int power) {
  RobotChange change{quantity, subject};
  for (int i = 0; i < (power < 0 ? -power : power); ++i) (power < 0 ? change.divide : change.multiply) *= 10;
  return change;
}

}  // namespace invdyn
