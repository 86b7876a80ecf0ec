// The zero-phase Butterworth filter.

#include "trajectory/data/low_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "ground/base/error.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;
constexpr double pi = std::numbers::pi;

Column filtered(Column values, double cutoff, double step) {
  LowPass(cutoff, step).apply(values);
  return values;
}

Column sinusoid(double frequency, double phase, double step, std::size_t count) {
  Column values;
  for (std::size_t k = 0; k < count; ++k)
    values.push_back(std::sin(2 * pi * frequency * step * static_cast<double>(k) + phase));
  return values;
}

// scipy 1.10.1 (numpy 1.24.2), C = (sqrt(2) - 1)^(1/4):
//   b, a = butter(2, 2 atan(tan(pi HZ h) / C) / pi); filtfilt(b, a, q, padtype="odd", padlen=pad)
TEST(LowPass, AgreesWithScipy) {
  const Column q{0, 1, 4, 2, -3, 5, 8, 6, 7, -1, 0, 3};
  ASSERT_EQ(LowPass(3, 0.1).padding(12), 11U);  // all rows that exist
  const Column few{0.00024092870762802698, 1.5213918029154794,  3.7777554413897514,   1.0287040683618984,
                   -1.1708504465685481,    3.7603108756740178,  7.7791681682512408,   7.4449801934005002,
                   5.0168232908759096,     0.63086155435549252, -0.74153786053467918, 3.0000619239676038};
  const Column result = filtered(q, 3, 0.1);
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_NEAR(result[k], few[k], 1e-13) << k;

  ASSERT_EQ(LowPass(4, 0.05).padding(40), 30U);
  Column longer;
  for (std::size_t k = 0; k < 40; ++k) longer.push_back(q[k % 12] + 0.1 * static_cast<double>(k));
  longer = filtered(longer, 4, 0.05);
  const std::vector<std::pair<std::size_t, double>> some{
      {0, -5.0315307476012094e-13}, {1, 2.1567538565622812},  {2, 2.7264462537328429},
      {10, 1.310744907771249},      {20, 6.6152893381834437}, {38, 6.2456256642569716},
      {39, 5.9000000000056865}};
  for (const auto& [k, value] : some) EXPECT_NEAR(longer[k], value, 1e-13) << k;
}

// 1 / sqrt(2) at the cut-off after both passes, for any rate; and no phase shift: sine remains sine and
// cosine remains cosine.
TEST(LowPass, HasHalfThePowerAtTheCutoffAndNoPhaseShift) {
  for (const double per_period : {2.5, 4.0, 10.0, 100.0}) {
    const double step = 0.01, frequency = 1 / (per_period * step);
    const auto count = static_cast<std::size_t>(160 * per_period);
    for (const double phase : {0.0, pi / 2, 1.0}) {
      const Column before = sinusoid(frequency, phase, step, count);
      const Column after = filtered(before, frequency, step);
      for (std::size_t k = count / 3; k < 2 * count / 3; ++k)
        EXPECT_NEAR(after[k], before[k] / std::numbers::sqrt2, 1e-9) << per_period << ", row " << k;
    }
  }
}

// Butterworth's amplitude, squared for two passes: 1 / (1 + (sqrt(2) - 1) (f / HZ)^4), far below half the
// rate.
TEST(LowPass, HasButterworthsAmplitude) {
  const double step = 0.0005, cutoff = 5;
  for (const double frequency : {0.5, 2.0, 10.0, 20.0}) {
    const Column before = sinusoid(frequency, 0.3, step, 20'000);
    const Column after = filtered(before, cutoff, step);
    const double kept = 1 / (1 + (std::numbers::sqrt2 - 1) * std::pow(frequency / cutoff, 4));
    for (std::size_t k = 5000; k < 15'000; k += 7) EXPECT_NEAR(after[k], kept * before[k], 2e-4);
  }
}

TEST(LowPass, KeepsFrequenciesFarBelowTheCutoff) {
  const Column before = sinusoid(1, 0.3, 0.001, 5000);
  const Column after = filtered(before, 100, 0.001);
  for (std::size_t k = 500; k < 4500; ++k) EXPECT_NEAR(after[k], before[k], 1e-8);  // 0.41 (1/100)^4
}

TEST(LowPass, KeepsConstantsAndLines) {
  EXPECT_EQ(filtered(Column(50, 0.1), 3, 0.01), Column(50, 0.1));
  EXPECT_EQ(filtered(Column(1, 0.1), 3, 0.01), Column(1, 0.1));
  Column line;
  for (std::size_t k = 0; k < 1000; ++k) line.push_back(5 - 0.25 * static_cast<double>(k));
  const Column after = filtered(line, 10, 0.01);
  for (std::size_t k = 0; k < line.size(); ++k) EXPECT_NEAR(after[k], line[k], 1e-10);
}

// Second differences of the result are accelerations. Its rounding must stay as small as the values'
// rounding, even with a cut-off of a ten-thousandth of the rate.
TEST(LowPass, HasLittleRoundingAtALowCutoff) {
  const double step = 1e-4, frequency = 0.1;
  const Column after = filtered(sinusoid(frequency, 0.3, step, 200'000), 1, step);
  const double kept = 1 / (1 + (std::numbers::sqrt2 - 1) * 1e-4), omega = 2 * pi * frequency;
  for (std::size_t k = 90'000; k < 110'000; k += 101) {
    const double second = (after[k + 1] - 2 * after[k] + after[k - 1]) / step / step;
    const double expected = -omega * omega * kept * std::sin(omega * step * static_cast<double>(k) + 0.3);
    EXPECT_NEAR(second, expected, 1e-6) << "2e-16 / step^2 is 2e-8";
  }
}

TEST(LowPass, NeedsACutoffBelowHalfTheRate) {
  EXPECT_NO_THROW(LowPass(49.9, 0.01));
  for (const double cutoff : {50.0, 51.0, 1e300}) try {
      const LowPass filter(cutoff, 0.01);
      ADD_FAILURE() << cutoff;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(),
                  testing::EndsWith(
                      "Hz, but rows are 0.01 s apart: expected less than 50 Hz, half the rate of the rows"));
    }
}

}  // namespace
}  // namespace invdyn::test
