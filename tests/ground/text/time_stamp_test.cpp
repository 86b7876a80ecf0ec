// Time stamps as whole nanoseconds. Expected epochs are by the calendar: 2026-11-23 is day 20780 after
// 1970-01-01.

#include "ground/text/time_stamp.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace invdyn {
namespace {

constexpr std::int64_t s = 1'000'000'000;

TEST(TimeStamp, KeepsAllDigitsOfANumber) {
  EXPECT_EQ(parse_time_stamp("1700000000123456789", TimeUnit::ns), 1700000000123456789);
  EXPECT_EQ(parse_time_stamp("1700000000123456.789", TimeUnit::us), 1700000000123456789);
  EXPECT_EQ(parse_time_stamp("1700000000123.456789", TimeUnit::ms), 1700000000123456789);
  EXPECT_EQ(parse_time_stamp("1700000000.123456789", TimeUnit::s), 1700000000123456789);
  EXPECT_EQ(parse_time_stamp("1.700000000123456789e9", TimeUnit::s), 1700000000123456789);
  EXPECT_EQ(parse_time_stamp(" +.5 ", TimeUnit::s), s / 2);
}

TEST(TimeStamp, RoundsToTheNearestNanosecond) {
  EXPECT_EQ(parse_time_stamp("0.0000000014", TimeUnit::s), 1);
  EXPECT_EQ(parse_time_stamp("0.0000000015", TimeUnit::s), 2);
  EXPECT_EQ(parse_time_stamp("-0.0000000015", TimeUnit::s), -2);
  EXPECT_EQ(parse_time_stamp("1e-400", TimeUnit::s), 0);
  EXPECT_EQ(parse_time_stamp("0e99999999999999999999", TimeUnit::s), 0);
}

TEST(TimeStamp, MayHaveAnyNumberOfDigits) {
  const std::string zeros(20'000, '0');
  EXPECT_EQ(parse_time_stamp("0." + zeros + "1e20001", TimeUnit::s), s);
  EXPECT_EQ(parse_time_stamp(zeros + "1", TimeUnit::s), s);
  EXPECT_EQ(parse_time_stamp("1" + zeros + "e-20000", TimeUnit::s), s);
}

TEST(TimeStamp, MayBeBefore1970) {
  EXPECT_EQ(parse_time_stamp("-1.5", TimeUnit::s), -3 * s / 2);
  EXPECT_EQ(parse_time_stamp("1969-12-31T23:59:59.75Z", TimeUnit::iso), -s / 4);
}

TEST(TimeStamp, OfTheCalendarCountsFrom1970) {
  constexpr std::int64_t day = 86'400 * s;
  EXPECT_EQ(parse_time_stamp("1970-01-01T00:00:00Z", TimeUnit::iso), 0);
  EXPECT_EQ(parse_time_stamp("2026-11-23T00:00:00", TimeUnit::iso), 20780 * day);
  EXPECT_EQ(parse_time_stamp("2026-11-23 10:45:09.000000001Z", TimeUnit::iso),
            20780 * day + (10 * 3600 + 45 * 60 + 9) * s + 1);
  EXPECT_EQ(parse_time_stamp("2026-11-23t10:45:09,5z", TimeUnit::iso),
            20780 * day + (10 * 3600 + 45 * 60 + 9) * s + s / 2);
  // A leap day in a century that is a multiple of 400, none in another one.
  EXPECT_EQ(*parse_time_stamp("2000-03-01T00:00:00Z", TimeUnit::iso) -
                *parse_time_stamp("2000-02-28T00:00:00Z", TimeUnit::iso),
            2 * day);
  EXPECT_EQ(parse_time_stamp("1900-02-29T00:00:00Z", TimeUnit::iso), std::nullopt);
}

TEST(TimeStamp, IsTheSameInstantForAnyOffset) {
  const auto utc = parse_time_stamp("2026-11-23T08:00:00Z", TimeUnit::iso);
  for (const char* text : {"2026-11-23T10:00:00+02:00", "2026-11-23T10:00:00+0200", "2026-11-23T10:00:00+02",
                           "2026-11-22T22:30:00-09:30"})
    EXPECT_EQ(parse_time_stamp(text, TimeUnit::iso), utc) << text;
}

TEST(TimeStamp, OfALeapSecondIsTheNextSecond) {
  EXPECT_EQ(parse_time_stamp("2016-12-31T23:59:60Z", TimeUnit::iso),
            parse_time_stamp("2017-01-01T00:00:00Z", TimeUnit::iso));
}

TEST(TimeStamp, BeyondItsRangeIsNone) {
  EXPECT_EQ(parse_time_stamp("9223372036854775807", TimeUnit::ns), std::numeric_limits<std::int64_t>::max());
  for (const char* text : {"9223372036854775808", "99999999999999999999999999", "1e19", "1e99999999999999"})
    EXPECT_EQ(parse_time_stamp(text, TimeUnit::ns), std::nullopt) << text;
  EXPECT_EQ(parse_time_stamp("9223372037", TimeUnit::s), std::nullopt);
  EXPECT_EQ(parse_time_stamp("9999-12-31T23:59:59Z", TimeUnit::iso), std::nullopt);
  EXPECT_EQ(parse_time_stamp("0001-01-01T00:00:00Z", TimeUnit::iso), std::nullopt);
}

TEST(TimeStamp, RefusesOtherTexts) {
  for (const char* text : {"", "-", ".", "1.2.3", "1e", "1 2", "nan", "inf", "0x10", "1_000", "--1"})
    EXPECT_EQ(parse_time_stamp(text, TimeUnit::s), std::nullopt) << text;
  for (const char* text :
       {"", "2026", "2026-11-23", "2026-11-23T10:45", "2026-13-01T00:00:00", "2026-02-30T00:00:00",
        "2026-11-23T24:00:00", "2026-11-23T10:60:00", "2026-11-23T10:45:61", "2026-11-23T10:45:09.",
        "2026-11-23T10:45:09+", "2026-11-23T10:45:09+24:00", "2026-11-23T10:45:09 Z", "23.11.2026 10:45:09",
        "1700000000", "0000-01-01T00:00:00"})
    EXPECT_EQ(parse_time_stamp(text, TimeUnit::iso), std::nullopt) << text;
}

TEST(TimeStamp, IsWrittenAsSecondsWithNineDecimals) {
  std::string text;
  append_seconds(text, 1'000'000'025);
  EXPECT_EQ(text, "1.000000025");
  text.clear();
  append_seconds(text, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(text, "18446744073.709551615");
}

}  // namespace
}  // namespace invdyn
