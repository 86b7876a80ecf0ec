#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

namespace invdyn::test {

/// How many numbers of each kind a test converts: 10^6, or as many as INVDYN_TEST_NUMBERS says.
inline std::size_t numbers_to_convert() {
  const char* const wish = std::getenv("INVDYN_TEST_NUMBERS");
  return wish ? std::strtoull(wish, nullptr, 10) : 1'000'000;
}

/// Doubles of the kinds that conversions of text treat differently.
enum class NumberFamily {
  any_bits,      ///< all finite doubles
  values,        ///< uniform between -4 and 4
  few_decimals,  ///< whole numbers of all sizes over 1 to 10^9
  near_powers    ///< up to eight doubles from a power of two or ten
};
constexpr NumberFamily all_number_families[] = {NumberFamily::any_bits, NumberFamily::values,
                                                NumberFamily::few_decimals, NumberFamily::near_powers};

inline double number_of(NumberFamily family, std::mt19937_64& random) {
  switch (family) {
    case NumberFamily::any_bits:
      for (;;)
        if (const auto number = std::bit_cast<double>(random()); std::isfinite(number)) return number;
    case NumberFamily::values:
      return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -61);
    case NumberFamily::few_decimals: {
      double power = 1;
      for (std::uint64_t i = random() % 10; i > 0; --i) power *= 10;
      const std::uint64_t bits = random();
      return static_cast<double>(static_cast<std::int64_t>(bits) >> (10 + bits % 54)) / power;
    }
    case NumberFamily::near_powers: {
      const std::uint64_t choice = random(), steps = random() % 17;
      // The powers in lanes, half of the time, and all.
      const int exponent = static_cast<int>(random() % (choice & 2 ? 600 : 60)) - (choice & 2 ? 300 : 30);
      const double power = choice & 1 ? std::ldexp(1, exponent * 3) : std::pow(10, exponent);
      const auto near = std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) + steps - 8);
      return choice & 4 ? -near : near;
    }
  }
  return 0;
}

inline std::vector<double> numbers_of(NumberFamily family, std::mt19937_64& random, std::size_t count) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = number_of(family, random);
  return numbers;
}

}  // namespace invdyn::test
