#pragma once

#include <cstddef>

namespace invdyn {

/// How a motion from rest to rest is spread over its time.
/// trapezoid: the acceleration 9/2, 0, -9/2 for a third of the time each [S. Sasaki, JAERI-M 90-147 (1990),
/// section 4, Fig. 6]. cubic: 3 s^2 - 2 s^3. quintic: 10 s^3 - 15 s^4 + 6 s^5, which starts and ends without
/// acceleration.
enum class Profile { trapezoid, cubic, quintic };

/// A unit way in unit time at one instant: part of the way that is done, and its derivatives.
struct ProfilePoint {
  double position, velocity, acceleration;
};

/// At the time k / n, 0 <= k <= n. Where the trapezoid's acceleration jumps, it is the acceleration of the
/// following part; at the end, of the last part.
ProfilePoint at(Profile profile, std::size_t k, std::size_t n);

/// The velocity where this part of the way is done, 0 to 1.
double velocity_at_position(Profile profile, double position);

}  // namespace invdyn
