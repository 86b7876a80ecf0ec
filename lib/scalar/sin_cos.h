#pragma once

#include <cmath>

namespace invdyn {

template <class T>
struct SinCos {
  T sin, cos;
};

/// Sine and cosine of one angle in rad; the scalar types of the recursions overload it.
///
/// For double it is our own, so that the same angle gives the same bits on every processor: the C library
/// picks its code by what the processor can do. Below 1e6 rad the error is less than 0.8 ulp. Larger angles
/// go to the C library, which reduces them exactly.
///
/// Method: reduction by multiples of pi/2 held in four parts [Cody & Waite, Software Manual for the
/// Elementary Functions, 1980, ch. 8] with the rounding of the last step carried along, then the minimax
/// polynomials on
/// [-pi/4, pi/4] of fdlibm (Sun Microsystems 1993, k_sin.c and k_cos.c: the coefficients).
inline SinCos<double> sin_cos(double angle) {
  if (!(std::abs(angle) < 1e6)) return {std::sin(angle), std::cos(angle)};

  // pi/2 = part1 + ... + part4; the first three have 33 bits, so n times them is exact for n below 2^20.
  constexpr double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34;
  constexpr double part3 = 0x1.3198a2ep-69, part4 = 0x1.b839a252049c1p-104;
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  constexpr double to_integer = 0x1.8p52;  // adding it rounds to the nearest integer
  const double n = (angle * two_over_pi + to_integer) - to_integer;
  const double coarse = angle - n * part1;
  const double middle = coarse - n * part2;
  const double small = n * part3 - ((coarse - middle) - n * part2);
  const double r = middle - small;
  const double r_tail = ((middle - r) - small) - n * part4;  // r + r_tail: the reduced angle

  const double z = r * r;
  const double s =
      -1.98412698298579493134e-04 +
      z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10));
  const double sin_high = 8.33333333332248946124e-03 + z * s;
  const double cube = z * r;
  const double sine =
      r - ((z * (0.5 * r_tail - cube * sin_high) - r_tail) + cube * 1.66666666666666324348e-01);

  const double c =
      2.48015872894767294178e-05 +
      z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
  const double cos_high = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * c));
  const double half = 0.5 * z;
  const double one_less = 1 - half;
  const double cosine = one_less + (((1 - one_less) - half) + (z * cos_high - r * r_tail));

  // By quadrant: (s, c), (c, -s), (-s, -c), (-c, s).
  const int quadrant = static_cast<int>(n) & 3;
  const double first = quadrant & 1 ? cosine : sine;
  const double second = quadrant & 1 ? sine : cosine;
  return {quadrant & 2 ? -first : first, (quadrant + 1) & 2 ? -second : second};
}

inline SinCos<long double> sin_cos(long double angle) {
  return {std::sin(angle), std::cos(angle)};
}

}  // namespace invdyn
