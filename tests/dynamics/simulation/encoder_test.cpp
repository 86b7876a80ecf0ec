#include "dynamics/simulation/encoder.h"

#include <gtest/gtest.h>

#include <numbers>
#include <optional>

namespace invdyn::test {
namespace {

struct Reading {
  double q, dq;
};
Reading read(Encoder& encoder, double t, double q, double dq, double period = 0.1) {
  Reading reading{};
  encoder.read(t, {&q, 1}, {&dq, 1}, period, {&reading.q, 1}, {&reading.dq, 1});
  return reading;
}

EncoderSettings counts_of(double count, bool differences) {
  return {.resolution = Eigen::VectorXd::Constant(1, count), .differences = differences};
}

TEST(Encoder, ReadsExactlyWithoutResolution) {
  Encoder encoder({});
  EXPECT_EQ(read(encoder, 0, 0.1234567, 3).q, 0.1234567);
  EXPECT_EQ(read(encoder, 0.1, 0.2, -3).dq, -3);
}

TEST(Encoder, ReadsToTheNearestCount) {
  Encoder encoder(counts_of(0.25, false));
  EXPECT_EQ(read(encoder, 0, 0.3, 3).q, 0.25);
  EXPECT_EQ(read(encoder, 1, 0.38, 3).q, 0.5);
  EXPECT_EQ(read(encoder, 2, -0.38, 3).q, -0.5);
  EXPECT_EQ(read(encoder, 3, -0.1, 3).q, 0);
  EXPECT_EQ(read(encoder, 4, -0.1, 3).dq, 3);
}

TEST(Encoder, TakesVelocitiesFromTheReadings) {
  Encoder encoder(counts_of(0.25, true));
  read(encoder, 0, 0.3, 0);
  EXPECT_DOUBLE_EQ(read(encoder, 0.1, 0.38, 99).dq, 2.5);
  EXPECT_DOUBLE_EQ(read(encoder, 0.2, 0.4, 99).dq, 0);
  EXPECT_DOUBLE_EQ(read(encoder, 0.28, 0, 99).dq, -0.5 / 0.08);  // uses the elapsed time
}

// A count over a very short time gives no velocity.
TEST(Encoder, KeepsTheVelocityAtTheStartOfAPeriod) {
  Encoder encoder(counts_of(0.25, true));
  read(encoder, 0, 0, 2.5);
  EXPECT_DOUBLE_EQ(read(encoder, 0.1, 0.25, 99).dq, 2.5);
  const Reading soon = read(encoder, 0.1001, 0.5, 99);
  EXPECT_EQ(soon.q, 0.5);
  EXPECT_DOUBLE_EQ(soon.dq, 2.5);
  EXPECT_DOUBLE_EQ(read(encoder, 0.2, 0.75, 99).dq, 5);  // since the latest reading used for a velocity
}

TEST(Encoder, AssumesAConstantVelocityBefore) {
  Encoder at_rest(counts_of(0.25, true));
  EXPECT_EQ(read(at_rest, 5, 0.3, 0).dq, 0);
  Encoder moving(counts_of(0.25, true));
  EXPECT_DOUBLE_EQ(read(moving, 5, 0.5, 2.5).dq, 2.5);
  Encoder exact({.differences = true});
  EXPECT_NEAR(read(exact, 5, 0.5, 2.3).dq, 2.3, 1e-14);
}

}  // namespace
}  // namespace invdyn::test
