#pragma once

// Tables of the readers in lanes, for all instruction sets. Only data: units compiled for different
// instruction sets must not share functions.

namespace invdyn::text_lanes {

/// Powers of ten as sums of two doubles: upper is 10^exponent cut off to 53 bits, lower the rest rounded to
/// 53 bits. So their sum is exact to 2^-105 of itself.
constexpr int smallest_power = -122, largest_power = 99;
struct PowerOfTen {
  double upper, lower;
};
struct PowersOfTen {
  alignas(16) PowerOfTen at[largest_power - smallest_power + 1];
};
extern const PowersOfTen powers_of_ten;

}  // namespace invdyn::text_lanes
