// Eight digits at a time, compared with printf() and counting.

#include "ground/text/eight_digits.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace invdyn {
namespace {

TEST(EightDigits, OfNumbersAgreeWithPrintf) {
  // 9973 is prime, so all pairs of digits occur; and every number near the ends.
  const auto check = [](std::uint64_t number) {
    char printed[9];
    std::snprintf(printed, sizeof printed, "%08u", static_cast<unsigned>(number));
    ASSERT_EQ(to_eight_digits(number) | eight_zeros, load_eight(printed)) << number;
    ASSERT_EQ(from_eight_digits(load_eight(printed) ^ eight_zeros), number);
  };
  for (std::uint64_t number = 0; number < 100'000'000; number += 997) check(number);
  for (std::uint64_t number = 0; number < 20'000; ++number) check(number);
  for (std::uint64_t number = 99'980'000; number < 100'000'000; ++number) check(number);
}

TEST(EightDigits, AreCountedUpToTheFirstOtherCharacter) {
  for (int count = 0; count < 8; ++count)
    for (int other = 0; other < 256; ++other) {
      if (other >= '0' && other <= '9') continue;
      for (const char behind : {'5', '\xff', '\0'}) {
        std::string text = std::string("90817263").substr(0, static_cast<std::size_t>(count));
        text += static_cast<char>(other);
        text.resize(8, behind);
        EXPECT_EQ(count_digits(load_eight(text.data()) ^ eight_zeros), count) << text;
      }
    }
  EXPECT_EQ(count_digits(load_eight("90817263") ^ eight_zeros), 8);
}

TEST(EightDigits, AreStoredInTheirOrder) {
  char text[] = "        ";
  store_eight(text, load_eight("12345678"));
  EXPECT_STREQ(text, "12345678");
}

}  // namespace
}  // namespace invdyn
