#include "position_limits.h"

#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"
#include "quantity.h"

namespace invdyn {

std::string position_text(double q, bool is_revolute) {
  const std::string si = six_digits(q) + " " + std::string(unit_of(Quantity::q, is_revolute));
  const double degrees = q * 180 / std::numbers::pi;
  return is_revolute && std::isfinite(degrees) ? si + " (" + six_digits(degrees) + " deg)" : si;
}

std::string beyond_limits_text(const Joint& joint, double q) {
  const bool below = is_below_limits(joint, q);
  const double limit = below ? *joint.limits.lower : *joint.limits.upper;
  return "joint " + in_quotes(joint.name) + " is at " + position_text(q, joint.is_revolute()) + ", " +
         (below ? "below its lower limit, " : "above its upper limit, ") +
         position_text(limit, joint.is_revolute());
}

}  // namespace invdyn
