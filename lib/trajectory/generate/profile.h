#pragma once

#include <cstddef>

namespace invdyn {

/// The profile of a motion from rest to rest:
/// - trapezoid: the acceleration 9/2, 0, -9/2 for a third of the time each [S. Sasaki, JAERI-M 90-147 (1990),
///   section 4, Fig. 6].
/// - cubic: 3 s^2 - 2 s^3.
/// - quintic: 10 s^3 - 15 s^4 + 6 s^5, with zero acceleration at both ends.
enum class Profile { trapezoid, cubic, quintic };

/// One instant of a motion over a unit distance in unit time: the distance so far and its derivatives.
struct ProfilePoint {
  double position, velocity, acceleration;
};

/// The point at the time k / n, 0 <= k <= n. Where the trapezoid's acceleration jumps, it is the acceleration
/// after the jump; at the end, the one before it.
ProfilePoint at(Profile profile, std::size_t k, std::size_t n);

/// The velocity at this position, 0 to 1.
double velocity_at_position(Profile profile, double position);

}  // namespace invdyn
