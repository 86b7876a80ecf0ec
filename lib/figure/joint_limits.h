#pragma once

#include <string>
#include <vector>

#include "../sizing/joint_rating.h"
#include "column_quantity.h"

namespace invdyn {

/// A limit of a quantity of a joint or of its motor.
struct JointLimit {
  double value;      ///< with its sign, in SI units
  std::string name;  ///< in the key
  bool is_upper;
  bool is_strict;  ///< never to be exceeded; false: the continuous torque, which may be for a time
  bool operator==(const JointLimit&) const = default;
};

/// Those of this quantity. A motor's limits at its joint are its own through the gear ratio; of torques also
/// times the gearbox's efficiency.
std::vector<JointLimit> limits_of(const JointRating& rating, AxisQuantity quantity);

}  // namespace invdyn
