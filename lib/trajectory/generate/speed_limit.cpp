#include "speed_limit.h"

#include <numbers>

#include "../../ground/base/wording.h"
#include "../data/position_limits.h"
#include "../data/quantity.h"

namespace invdyn {
namespace {

// `2.5 rad/s (143.239 deg/s)`, `0.1 m/s`.
std::string speed_text(double dq, bool is_revolute) {
  const std::string si = six_digits(dq) + " " + std::string(unit_of(Quantity::dq, is_revolute));
  return is_revolute ? si + " (" + six_digits(dq * 180 / std::numbers::pi) + " deg/s)" : si;
}

}  // namespace

std::optional<std::string> beyond_speed_limit_text(const Joint& joint, double speed) {
  if (!joint.limits.velocity || !(speed > *joint.limits.velocity * (1 + limit_tolerance)))
    return std::nullopt;
  return "joint " + in_quotes(joint.name) + " moves at up to " + speed_text(speed, joint.is_revolute()) +
         ", above its velocity limit, " + speed_text(*joint.limits.velocity, joint.is_revolute());
}

}  // namespace invdyn
