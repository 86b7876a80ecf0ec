#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace invdyn {

inline constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, 20> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

/// 10^exponent, for exponents from 0 to 19.
constexpr std::uint64_t power_of_ten(int exponent) {
  return powers_of_ten[static_cast<std::size_t>(exponent)];
}

}  // namespace invdyn
