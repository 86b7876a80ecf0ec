#include "cube_root.h"

#include <cassert>
#include <cmath>

namespace invdyn {

double cube_root(double x) {
  assert(!(x < 0));
  if (!(x > 0) || !std::isfinite(x)) return x;
  // x = m * 2^(3 k), m in [1, 8)
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const int shift = ((exponent - 1) % 3 + 3) % 3 + 1;
  const double m = std::ldexp(fraction, shift);
  // The chord of the root is at most 11 % off; Newton's steps reduce the error to 2e-2, 2e-4, 3e-8, 1e-15.
  double root = 1 + (m - 1) / 7;
  for (int step = 0; step < 4; ++step) root = (2 * root + m / (root * root)) / 3;
  // The first 17 binary digits: their cube is exact, and so is its difference from m. The rest follows from
  // (head + rest)^3 = m. Its error of some units in its last place is 2^-16 times as large in the sum.
  constexpr double digits = 65536;
  const double head = std::floor(root * digits) / digits;
  const double lacking = m - head * head * head;
  double rest = root - head;
  rest = lacking / (3 * head * (head + rest) + rest * rest);
  return std::ldexp(head + rest, (exponent - shift) / 3);
}

}  // namespace invdyn
