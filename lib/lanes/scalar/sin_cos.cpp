#include "sin_cos.h"

#include <array>
#include <limits>

namespace invdyn {
namespace {

__extension__ typedef unsigned __int128 Uint128;

// The first 1280 binary digits of 2/pi after the point, preceded by 64 zeros.
constexpr std::array<std::uint64_t, 21> two_over_pi{0,
                                                    0xa2f9836e4e441529,
                                                    0xfc2757d1f534ddc0,
                                                    0xdb6295993c439041,
                                                    0xfe5163abdebbc561,
                                                    0xb7246e3a424dd2e0,
                                                    0x06492eea09d1921c,
                                                    0xfe1deb1cb129a73e,
                                                    0xe88235f52ebb4484,
                                                    0xe99c7026b45f7e41,
                                                    0x3991d639835339f4,
                                                    0x9c845f8bbdf9283b,
                                                    0x1ff897ffde05980f,
                                                    0xef2f118b5a0a6d1f,
                                                    0x6d367ecf27cb09b7,
                                                    0x4f463f669e5fea2d,
                                                    0x7527bac7ebe5f17b,
                                                    0x3d0739f78a5292ea,
                                                    0x6bfb5fb11f8d5d08,
                                                    0x56033046fc7b6bab,
                                                    0xf0cfbc209af4361d};
constexpr std::uint64_t half_pi = 0xc90fdaa22168c234;  // times 2^63

std::uint64_t digits_of_two_over_pi(int from) {
  const auto word = static_cast<std::size_t>(from / 64);
  const int shift = from % 64;
  return shift == 0 ? two_over_pi[word] : two_over_pi[word] << shift | two_over_pi[word + 1] >> (64 - shift);
}

}  // namespace

// Payne & Hanek, "Radian Reduction for Trigonometric Functions", SIGNUM Newsletter 18 (1983) 19-24: only the
// last two bits of angle * 2/pi before the point and the bits after it matter. They need only the digits of
// 2/pi that meet the angle's 53 digits there. No double is nearer than 2^-61 to a multiple of pi/2 [Muller,
// Elementary Functions, 3rd ed. 2016, sec. 11.3.2], so 128 bits after the point leave 64 significant ones.
SinCos<double> sin_cos_of_large(double angle) {
  if (!std::isfinite(angle)) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none};
  }
  // |angle| = significand * 2^exponent
  int exponent = 0;
  const auto significand = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(angle), &exponent), 53));
  exponent -= 53;

  // The product with 192 digits of 2/pi; the first digit has the weight 2 * significand. Its lowest 192 bits
  // are angle * 2/pi modulo 4, times 2^190.
  const int first = exponent + 62;
  const Uint128 low = static_cast<Uint128>(significand) * digits_of_two_over_pi(first + 128);
  const Uint128 middle = static_cast<Uint128>(significand) * digits_of_two_over_pi(first + 64) + (low >> 64);
  const std::uint64_t high =
      significand * digits_of_two_over_pi(first) + static_cast<std::uint64_t>(middle >> 64);

  // The nearest integer, and the remaining fraction as sign and magnitude, in 2^-128.
  std::uint64_t quadrant = high >> 62;
  Uint128 fraction = (static_cast<Uint128>(high) << 64 | static_cast<std::uint64_t>(middle)) << 2 |
                     static_cast<std::uint64_t>(low) >> 62;
  const bool rounds_up = fraction >> 127;
  if (rounds_up) {
    ++quadrant;
    fraction = -fraction;
  }

  int leading_zeros = 0;
  for (; !(fraction >> 127); fraction <<= 1) ++leading_zeros;
  const auto product = static_cast<std::uint64_t>(
      static_cast<Uint128>(static_cast<std::uint64_t>(fraction >> 64)) * half_pi >> 64);
  constexpr std::uint64_t low_bits = 0x7ff;  // beyond a double's 53
  const double sign = rounds_up ? -1 : 1;
  const double r = sign * std::ldexp(static_cast<double>(product & ~low_bits), -63 - leading_zeros);
  const double r_tail = sign * std::ldexp(static_cast<double>(product & low_bits), -63 - leading_zeros);

  const SinCos<double> result = sin_cos_reduced(r, r_tail, quadrant & 3);
  return {angle < 0 ? -result.sin : result.sin, result.cos};
}

}  // namespace invdyn
