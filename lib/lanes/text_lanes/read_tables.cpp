#include "read_tables.h"

#include <bit>
#include <cstdint>

#include "../../ground/text/power_of_five.h"

namespace invdyn::text_lanes {
namespace {

constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

constexpr PowersOfTen all_powers() {
  PowersOfTen result{};
  for (int exponent = smallest_power; exponent <= largest_power; ++exponent) {
    const PowerOfFive& five = power_of_five(exponent);
    // The upper word is 10^exponent without the factor 2^last_bit: see nearest_double() in
    // ground/text/decimal_scan.h.
    const int last_bit = ((217706 * exponent) >> 16) - 63;
    const int i = exponent - smallest_power;
    result.at[i].upper = static_cast<double>(five.upper >> 11) * power_of_two(last_bit + 11);
    result.at[i].lower =
        (static_cast<double>(five.upper & 0x7ff) + static_cast<double>(five.lower >> 11) * 0x1p-53) *
        power_of_two(last_bit);
  }
  return result;
}

}  // namespace

constexpr PowersOfTen powers_of_ten = all_powers();

}  // namespace invdyn::text_lanes
