#include "profile.h"

namespace invdyn {

ProfilePoint at(Profile profile, std::size_t k, std::size_t n) {
  const double s = static_cast<double>(k) / static_cast<double>(n);
  const double rest = static_cast<double>(n - k) / static_cast<double>(n);  // 1 - s
  switch (profile) {
    case Profile::cubic:
      return {s * s * (1 + 2 * rest), 6 * s * rest, 6 * (rest - s)};
    case Profile::quintic:
      return {s * s * s * (1 + 3 * rest + 6 * rest * rest), 30 * s * s * rest * rest,
              60 * s * rest * (rest - s)};
    case Profile::trapezoid:
      break;
  }
  if (3 * k < n) return {2.25 * s * s, 4.5 * s, 4.5};
  if (3 * k < 2 * n) return {(6 * s - 1) / 4, 1.5, 0};
  return {1 - 2.25 * rest * rest, 4.5 * rest, -4.5};
}

// Finds the time by bisection: positions increase with the time.
double velocity_at_position(Profile profile, double position) {
  constexpr std::size_t n = std::size_t{1} << 40;
  std::size_t before = 0, after = n;
  while (after - before > 1) {
    const std::size_t middle = before + (after - before) / 2;
    (at(profile, middle, n).position < position ? before : after) = middle;
  }
  return at(profile, after, n).velocity;
}

}  // namespace invdyn
