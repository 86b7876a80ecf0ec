#include "answers/identification/student.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

// [Abramowitz & Stegun 1964, Handbook of Mathematical Functions, table 26.10, A = 0.95]; infinite degrees:
// table 26.1. Printed with three decimals.
TEST(Student, HasTheQuantilesOfTheTables) {
  const std::pair<double, double> table[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},   {5, 2.571},
                                             {10, 2.228}, {30, 2.042}, {120, 1.980}, {1e7, 1.960}};
  for (const auto& [freedom, quantile] : table) EXPECT_NEAR(student_95(freedom), quantile, 6e-4) << freedom;
}

TEST(Student, FallsWithTheDegreesOfFreedom) {
  for (double freedom = 1; freedom < 50; freedom += 0.5)
    EXPECT_GT(student_95(freedom), student_95(freedom + 0.5)) << freedom;
}

}  // namespace
}  // namespace invdyn::test
