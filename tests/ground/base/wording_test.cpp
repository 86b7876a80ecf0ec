#include "ground/base/wording.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

TEST(Wording, RoundsToThreeDigitsInPlainForm) {
  EXPECT_EQ(three_digits(1234.5), "1230");
  EXPECT_EQ(three_digits(-0.0123456), "-0.0123");
  EXPECT_EQ(three_digits(9996), "10000");
  EXPECT_EQ(three_digits(2.5e7), "2.5e+07");
  EXPECT_EQ(three_digits(0), "0");
}

}  // namespace
}  // namespace invdyn::test
