// Peak and RMS errors. The RMS is over time, by the trapezoidal rule; expected numbers are computed with this
// rule by hand.

#include "dynamics/simulation/tracking_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

struct Sample {
  double t, error, tau, desired = 0;
};

TrackingSummary summary_of(const std::vector<Sample>& samples) {
  TrackingSummary summary(arm_of({{"x"}}));
  for (const Sample& values : samples) {
    ControlSample sample;
    sample.t = values.t;
    sample.error = Eigen::VectorXd::Constant(1, values.error);
    sample.desired = Eigen::VectorXd::Constant(1, values.desired);
    sample.tau = Eigen::VectorXd::Constant(1, values.tau);
    summary.take(sample);
  }
  return summary;
}

TEST(TrackingSummary, PeaksAreTheFirstOfTheLargestMagnitudes) {
  const TrackingSummary summary = summary_of({{1, 0.5, -4}, {2, -3, 1}, {3, 3, 4}});
  const TrackingSummary::Joint& joint = summary.joints()[0];
  EXPECT_EQ(joint.error.value, -3);
  EXPECT_EQ(joint.error.time, 2);
  EXPECT_EQ(joint.torque.value, -4);
  EXPECT_EQ(joint.torque.time, 1);
  EXPECT_EQ(joint.last, 3);
}

// Steps of 1, 0.5 and 2 s: ((1 + 9) 1 + (9 + 4) 0.5 + (4 + 0) 2) / 2 = 12.25, over 3.5 s.
TEST(TrackingSummary, RmsIsOverTimeAndNotOverSamples) {
  const TrackingSummary summary = summary_of({{1, 1, 0}, {2, -3, 0}, {2.5, 2, 0}, {4.5, 0, 0}});
  EXPECT_DOUBLE_EQ(summary.rms(summary.joints()[0]), std::sqrt(12.25 / 3.5));
}

TEST(TrackingSummary, OfOneSampleIsThatSample) {
  const TrackingSummary summary = summary_of({{5, -2, 1}});
  EXPECT_EQ(summary.rms(summary.joints()[0]), 2);
}

// More than 1 rad and half of the way, and more than at the beginning.
TEST(TrackingSummary, TellsErrorsThatGrow) {
  EXPECT_EQ(summary_of({{0, 0, 0}, {1, 0.9, 0}}).doubt(), std::nullopt);
  EXPECT_EQ(summary_of({{0, 3, 0}, {1, 1, 0}}).doubt(), std::nullopt);
  EXPECT_EQ(summary_of({{0, 0, 0, 0}, {1, 1.4, 0, 3}}).doubt(), std::nullopt);
  EXPECT_TRUE(summary_of({{0, 0, 0, 0}, {1, 1.6, 0, 3}}).doubt().has_value());
}

// 0.01 plus 40 times 0.01 is not 0.41 in binary; clock times keep their digits to the microsecond.
TEST(TrackingSummary, ShowsTimesWithoutRoundingErrors) {
  const double rounded = std::nextafter(0.41, 0);
  EXPECT_THAT(summary_of({{0, 0, 0}, {rounded, 1, 1}}).table().text(TableFormat::table),
              testing::HasSubstr(" 0.41 "));
  EXPECT_THAT(summary_of({{0, 0, 0}, {1700000000.25, 1, 1}}).table().text(TableFormat::table),
              testing::HasSubstr(" 1700000000.25 "));
}

}  // namespace
}  // namespace invdyn::test
