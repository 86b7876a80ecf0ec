#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace invdyn {

template <class T>
struct SinCos {
  T sin, cos;
};

/// sin_cos_below() is valid below this magnitude.
inline constexpr double sin_cos_limit = 1e6;

// Functions of a double for the template below; batch.h has the same for batches.
inline std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double from_bits(std::uint64_t bits, double) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline double select(std::uint64_t condition, double yes, double no) {
  return condition ? yes : no;
}

/// Sine and cosine of an angle reduced to [-pi/4, pi/4] as r + r_tail; the two lowest bits of `quadrant` give
/// its quadrant. The coefficients of the minimax polynomials are from fdlibm (Sun Microsystems 1993, k_sin.c
/// and k_cos.c).
template <class T, class Bits>
SinCos<T> sin_cos_reduced(const T& r, const T& r_tail, const Bits& quadrant) {
  const T z = r * r;
  const T s = T(-1.98412698298579493134e-04) +
              z * (T(2.75573137070700676789e-06) +
                   z * (T(-2.50507602534068634195e-08) + z * T(1.58969099521155010221e-10)));
  const T sin_high = T(8.33333333332248946124e-03) + z * s;
  const T cube = z * r;
  const T sine =
      r - ((z * (T(0.5) * r_tail - cube * sin_high) - r_tail) + cube * T(1.66666666666666324348e-01));

  const T c = T(2.48015872894767294178e-05) +
              z * (T(-2.75573143513906633035e-07) +
                   z * (T(2.08757232129817482790e-09) + z * T(-1.13596475577881948265e-11)));
  const T cos_high = z * (T(4.16666666666666019037e-02) + z * (T(-1.38888888888741095749e-03) + z * c));
  const T half = T(0.5) * z;
  const T one_less = T(1) - half;
  const T cosine = one_less + (((T(1) - one_less) - half) + (z * cos_high - r * r_tail));

  // By quadrant: (s, c), (c, -s), (-s, -c), (-c, s).
  const Bits odd = -(quadrant & 1);
  const T first = select(odd, cosine, sine), second = select(odd, sine, cosine);
  const Bits first_sign = (quadrant & 2) << 62, second_sign = ((quadrant + 1) & 2) << 62;
  return {from_bits(bits_of(first) ^ first_sign, first), from_bits(bits_of(second) ^ second_sign, second)};
}

/// Sine and cosine of angles (rad) below sin_cos_limit in magnitude, with an error below 0.8 ulp. For larger
/// angles the result is garbage.
///
/// Reduction by multiples of pi/2 held in four parts [Cody & Waite, Software Manual for the Elementary
/// Functions, 1980, ch. 8] with the rounding of the last step carried along.
template <class T>
SinCos<T> sin_cos_below(const T& angle) {
  // pi/2 = part1 + ... + part4; the first three have 33 bits, so n times them is exact for n below 2^20.
  const T part1(0x1.921fb544p+0), part2(0x1.0b4611a6p-34);
  const T part3(0x1.3198a2ep-69), part4(0x1.b839a252049c1p-104);
  const T two_over_pi(0x1.45f306dc9c883p-1);
  const T to_integer(0x1.8p52);  // adding it rounds to an integer in the lowest bits
  const T shifted = angle * two_over_pi + to_integer;
  const T n = shifted - to_integer;
  const T coarse = angle - n * part1;
  const T middle = coarse - n * part2;
  const T small = n * part3 - ((coarse - middle) - n * part2);
  const T r = middle - small;
  const T r_tail = ((middle - r) - small) - n * part4;
  return sin_cos_reduced(r, r_tail, bits_of(shifted));
}

/// Sine and cosine of finite angles (rad) of magnitude 2^19 or more, with an error below 0.8 ulp.
SinCos<double> sin_cos_of_large(double angle);

/// Sine and cosine of any angle in rad, with an error below 0.8 ulp; the scalar types of the recursions
/// overload it. It is our own, so that an angle gives the same bits on every processor: the C library chooses
/// its code by processor.
inline SinCos<double> sin_cos(double angle) {
  if (std::abs(angle) < sin_cos_limit) return sin_cos_below(angle);
  return sin_cos_of_large(angle);
}

inline SinCos<long double> sin_cos(long double angle) {
  return {std::sin(angle), std::cos(angle)};
}

}  // namespace invdyn
