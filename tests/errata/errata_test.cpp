// Each misprint of the sources. On a named case, the corrected equations agree with the laws of mechanics.
// The printed equations do not, and the difference is the one in lib/ERRATA.md.

#include <gtest/gtest.h>

#include <cstdlib>

#include "errata/erratum.h"

namespace invdyn::test::errata {
namespace {

class Misprint : public testing::TestWithParam<Erratum> {};

TEST_P(Misprint, BreaksALawThatTheCorrectionKeeps) {
  const Erratum& erratum = GetParam();
  const Deviation deviation = erratum.deviation();
  EXPECT_LT(deviation.corrected, 1e-12 * deviation.scale) << erratum.name << " on " << erratum.case_name;
  const double stated = std::strtod(erratum.error.c_str(), nullptr);
  EXPECT_GT(stated, 0);
  EXPECT_NEAR(deviation.printed, stated, 0.01 * stated) << erratum.name << " on " << erratum.case_name;
  EXPECT_TRUE(erratum.error.ends_with(" " + deviation.unit)) << deviation.unit;
}

std::string name_of(const testing::TestParamInfo<Erratum>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Source000, Misprint, testing::ValuesIn(source_000_errata()), name_of);
INSTANTIATE_TEST_SUITE_P(Source001, Misprint, testing::ValuesIn(source_001_errata()), name_of);
INSTANTIATE_TEST_SUITE_P(Source002, Misprint, testing::ValuesIn(source_002_errata()), name_of);
INSTANTIATE_TEST_SUITE_P(Source003, Misprint, testing::ValuesIn(source_003_errata()), name_of);
INSTANTIATE_TEST_SUITE_P(Source004, Misprint, testing::ValuesIn(source_004_errata()), name_of);

}  // namespace
}  // namespace invdyn::test::errata
