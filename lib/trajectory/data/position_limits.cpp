#include "position_limits.h"

#include <cmath>
#include <numbers>

#include "../../ground/base/wording.h"
#include "../../ground/output_files/table.h"
#include "quantity.h"

namespace invdyn {

namespace {

std::string text_of(double q, bool is_revolute, std::string (*digits)(double)) {
  const std::string si = digits(q) + " " + std::string(unit_of(Quantity::q, is_revolute));
  const double degrees = q * 180 / std::numbers::pi;
  return is_revolute && std::isfinite(degrees) ? si + " (" + digits(degrees) + " deg)" : si;
}

}  // namespace

std::string position_text(double q, bool is_revolute) {
  return text_of(q, is_revolute, four_digits);
}

std::string beyond_limits_text(const Joint& joint, double q) {
  const bool below = is_below_limits(joint, q);
  const double limit = below ? *joint.limits.lower : *joint.limits.upper;
  const bool is_revolute = joint.is_revolute();
  const auto digits = four_digits(q) == four_digits(limit) ? six_digits : four_digits;
  return "joint " + in_quotes(joint.name) + " is at " + text_of(q, is_revolute, digits) + ", " +
         (below ? "below its lower limit, " : "above its upper limit, ") +
         text_of(limit, is_revolute, digits);
}

}  // namespace invdyn
