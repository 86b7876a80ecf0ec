#pragma once

#include <cstddef>
#include <cstdint>

// Tables of the writers in lanes, for all instruction sets. Only data: units compiled for different
// instruction sets must not share functions.

namespace invdyn::text_lanes {

/// For each biased exponent of a double, the distance g of neighbouring doubles: 2^q for a last bit of
/// exponent q. The unit is the largest power of ten up to it, 10^k, so g is at least 1 and below 10. It has
/// 48 bits after the point in `upper`, and the next 52 bits in `lower`; all further bits are cut off.
struct Gaps {
  /// Bits 0 to 51: g. Bits 52 to 61: k + exponent_offset. Bit 63 is 0 if half of g is exact here: for the
  /// doubles from 2^-16 to 2^56.
  std::uint64_t upper[2048];
  std::uint64_t lower[2048];
};
constexpr int exponent_offset = 400;

extern const Gaps gaps;

/// The exponents of the first digit that a layout can have, in plain notation. In scientific notation the
/// digits are laid out as for exponent 0, before `e-12`.
constexpr int smallest_plain = -4, largest_plain = 15;

/// Layouts are numbered by this exponent, then by the number of digits (17 or 16), then by the sign. There
/// are layouts for one more exponent at each end, whose numbers are all not plain. (`static`: a function of
/// each unit.)
constexpr int layout_count = (largest_plain - smallest_plain + 3) * 4;
static constexpr int layout_of(int exponent, bool has_sixteen, bool is_negative) {
  return (exponent - smallest_plain + 1) * 4 + (has_sixteen ? 2 : 0) + (is_negative ? 1 : 0);
}

/// The layout of a text for a shuffle of bytes: places of digits have an index, counted from the last of
/// sixteen digits; other places have their character in `characters`, and an index that gives zero.
struct alignas(128) Layout {
  unsigned char index[32];
  unsigned char characters[32];
  /// The length of the text by the number of zeros at the end of the sixteen digits; 0: it is not plain.
  unsigned char length[17];
  unsigned char first_place;  ///< the place of the first of 17 digits; unused room if there are 16
};
struct Layouts {
  Layout at[layout_count];
};
extern const Layouts layouts;

/// e-99 to e+99.
struct ExponentTexts {
  char at[199][4];
};
extern const ExponentTexts exponent_texts;

}  // namespace invdyn::text_lanes
