// Rate and remaining time of a long run. Expected values: the definition, what is left divided by the speed.

#include "pace.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

using namespace std::chrono_literals;

const Pace::Time begin{};

TEST(Pace, IsUnknownBeforeThereIsProgress) {
  Pace pace(begin);
  EXPECT_EQ(pace.text("rows"), "");
  pace.take(begin + 1s, 0, 0.0);
  EXPECT_EQ(pace.text("rows"), "");
}

TEST(Pace, DividesWhatIsLeftByTheSpeed) {
  Pace pace(begin);
  pace.take(begin + 2s, 100, 0.25);
  EXPECT_EQ(pace.text("rows"), ", 50 rows/s, 6 s left");
  pace.take(begin + 4s, 300, 0.75);
  EXPECT_EQ(pace.text("rows"), ", 75 rows/s, 2 s left");
}

TEST(Pace, HasARateAloneIfTheWholeIsUnknown) {
  Pace pace(begin);
  pace.take(begin + 2s, 100, std::nullopt);
  EXPECT_EQ(pace.text("rows"), ", 50 rows/s");
}

TEST(Pace, ForgetsWhatIsLongAgo) {
  Pace pace(begin);
  for (int second = 1; second <= 100; ++second) pace.take(begin + 1s * second, 0, 0.0);
  for (int second = 1; second <= 20; ++second)
    pace.take(begin + 100s + 1s * second, static_cast<std::size_t>(second), second * 0.01);
  EXPECT_EQ(pace.text("points"), ", 1 points/s, 1 min 20 s left");
}

TEST(Pace, BeginsAnewWithTheNextFile) {
  Pace pace(begin);
  pace.take(begin + 10s, 1000, 1.0);
  pace.take(begin + 11s, 10, 0.1);
  EXPECT_EQ(pace.text("rows"), "");
  pace.take(begin + 12s, 20, 0.2);
  EXPECT_EQ(pace.text("rows"), ", 20 rows/s, 4 s left");
}

TEST(Pace, SpeaksInUnitsOfPeople) {
  EXPECT_EQ(time_text(0), "0 s");
  EXPECT_EQ(time_text(11.2), "12 s");
  EXPECT_EQ(time_text(200), "3 min 20 s");
  EXPECT_EQ(time_text(3600 * 2 + 300), "2 h 5 min");
  EXPECT_EQ(time_text(1e300), "more than 100000 h");
  EXPECT_EQ(rate_text(0.5, "points"), "30 points/min");
  EXPECT_EQ(rate_text(12.34, "rows"), "12.3 rows/s");
  EXPECT_EQ(rate_text(412'345, "rows"), "412k rows/s");
  EXPECT_EQ(rate_text(3.456e6, "rows"), "3.46M rows/s");
}

}  // namespace
}  // namespace invdyn::test
