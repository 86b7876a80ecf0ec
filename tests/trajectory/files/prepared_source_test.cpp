// Positions of a whole file that are resampled and filtered before differentiation.

#include "trajectory/files/prepared_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ground/text/number.h"
#include "trajectory/data/low_pass.h"
#include "trajectory/data/not_a_knot_spline.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Column = std::vector<double>;

constexpr double pi = std::numbers::pi;

const Robot& arm() {
  static const Robot robot = arm_of({{"a"}, {"b"}});
  return robot;
}

Way prepared(const Preparation& preparation) {
  Way way;
  way.csv.scheme = Scheme::central;
  way.preparation = preparation;
  return way;
}
Way resampled(double rate) {
  return prepared({.resample = TimeGrid::with_rate(rate), .lowpass = {}});
}
Way low_passed(double cutoff) {
  return prepared({.resample = {}, .lowpass = cutoff});
}

std::string csv(const Column& t, const Column& a, const Column& b) {
  std::string text = "t,a,b\n";
  for (std::size_t k = 0; k < t.size(); ++k)
    text += shortest(t[k]) + ',' + shortest(a[k]) + ',' + shortest(b[k]) + '\n';
  return text;
}

struct Motion {
  Column t, a, b;
  std::string text() const { return csv(t, a, b); }
};

Motion motion(std::size_t rows, double jitter) {
  Motion motion;
  for (std::size_t k = 0; k < rows; ++k) {
    const double x = static_cast<double>(k);
    motion.t.push_back(2 + 0.01 * x + jitter * std::sin(x * x));
    motion.a.push_back(std::sin(0.1 * x));
    motion.b.push_back(0.5 * std::cos(3 * x) + 0.01 * x);
  }
  return motion;
}

TEST(Resampled, IsOnTheSplineAtEvenTimes) {
  const Motion log = motion(50, 0.002);
  const Rows rows = run_csv(log.text(), arm(), resampled(250));
  const double end = log.t.back();
  ASSERT_EQ(rows.t.size(), static_cast<std::size_t>((end - log.t[0]) * 250) + 1);
  for (std::size_t k = 0; k < rows.t.size(); ++k)
    EXPECT_EQ(rows.t[k], log.t[0] + static_cast<double>(k) / 250);
  Column expected(rows.t.size());
  NotAKnotSpline(log.t, log.a).evaluate(rows.t, expected);
  EXPECT_EQ(rows.q[0], expected);
  NotAKnotSpline(log.t, log.b).evaluate(rows.t, expected);
  EXPECT_EQ(rows.q[1], expected);
  EXPECT_NEAR(rows.dq[0][20], (rows.q[0][21] - rows.q[0][19]) * 125, 1e-12) << "central differences";
}

// The last row of the grid is present, although 0.3 / 0.1 is below 3 due to rounding.
TEST(Resampled, EndsWithTheFile) {
  const Rows rows = run_csv("t,a,b\n0,0,1\n0.05,1,1\n0.2,4,1\n0.3,6,1\n", arm(), resampled(10));
  EXPECT_THAT(rows.t, ElementsAre(0, 0.1, 0.2, 0.3));
  EXPECT_THAT(rows.lines, ElementsAre(2U, 3U, 4U, 5U)) << "the rows at these times or in front of them";
}

// Steps of --dt replace the times, as for differences.
TEST(Resampled, UsesAGivenStep) {
  Way way = resampled(2);
  way.csv.grid = TimeGrid::with_step(0.25);
  for (const std::string text :
       {"t,a,b\n7,0,1\n8,1,2\n9,2,3\n10,3,4\n11,4,5\n", "a,b\n0,1\n1,2\n2,3\n3,4\n4,5\n"}) {
    const Rows rows = run_csv(text, arm(), way);
    const double begin = text[0] == 't' ? 7 : 0;
    EXPECT_THAT(rows.t, ElementsAre(begin, begin + 0.5, begin + 1));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(rows.q[0][k], 2 * static_cast<double>(k), 1e-14);
      EXPECT_NEAR(rows.dq[0][k], 4, 1e-13);
    }
  }
}

TEST(Resampled, WarnsOfGapsAndAliasedNoise) {
  std::string text = "t,a,b\n";
  for (int k = 0; k < 40; ++k) text += shortest(k < 20 ? 0.01 * k : 2 + 0.01 * k) + ",1,1\n";
  EXPECT_THAT(run_csv(text, arm(), resampled(100)).warnings,
              ElementsAre(testing::EndsWith(
                  "motion.csv:22: comes 2.01 s after the row before, and rows are 0.0612821 s apart "
                  "on average: between these two rows, the motion is only interpolated")));
  EXPECT_THAT(run_csv(motion(50, 0).text(), arm(), resampled(20)).warnings,
              ElementsAre(HasSubstr("`resample` makes 1 row from about 5 rows of the file: ")));
  EXPECT_THAT(run_csv(motion(50, 0.002).text(), arm(), resampled(100)).warnings, IsEmpty());
}

TEST(Resampled, TakesWholeRowsWhereMissingOnesMayBeLeftOut) {
  const std::string log = motion(50, 0.002).text();
  Way skipping = resampled(100000);
  skipping.csv.missing.policy = MissingValues::Policy::skip;
  EXPECT_EQ(run_csv(log, arm(), skipping).ddq, run_csv(log, arm(), resampled(100000)).ddq);
}

TEST(Resampled, RefusesMoreRowsThanFit) {
  EXPECT_THAT(
      error_of_csv("t,a,b\n0,1,1\n1000,1,1\n", arm(), resampled(1e6)),
      HasSubstr(
          "`resample`: makes 1e+09 rows from 1000 s: expected a rate that makes at most 1.25e+07 rows"));
}

TEST(LowPassed, FiltersPositionsBeforeTheDifferences) {
  const Motion log = motion(60, 0);
  const Rows rows = run_csv(log.text(), arm(), low_passed(12));
  Column a = log.a, b = log.b;
  const double step = (log.t.back() - log.t.front()) / 59;
  LowPass(12, step).apply(a);
  LowPass(12, step).apply(b);
  EXPECT_EQ(rows.t, log.t);
  EXPECT_EQ(rows.q, (std::vector<Column>{a, b}));
  for (std::size_t k = 1; k < 59; ++k)
    EXPECT_NEAR(rows.ddq[1][k], (b[k + 1] - 2 * b[k] + b[k - 1]) / step / step, 1e-8);
}

// The order is the one in the help: the grid comes first, so the filter gets even times.
TEST(LowPassed, ComesAfterResampling) {
  const Motion log = motion(60, 0.002);
  const Column even = run_csv(log.text(), arm(), resampled(200)).q[1];
  const Rows rows =
      run_csv(log.text(), arm(), prepared({.resample = TimeGrid::with_rate(200), .lowpass = 12}));
  Column expected = even;
  LowPass(12, 0.005).apply(expected);
  EXPECT_EQ(rows.q[1], expected);
}

TEST(LowPassed, NeedsEvenTimes) {
  const std::string expected =
      "motion.csv:4: comes 1.5 s after the row before, but rows are 1.125 s apart on average: expected "
      "equal time steps for `lowpass`; `resample` HZ makes them equal. If the rows were recorded at equal "
      "steps, give "
      "`dt` or `rate`";
  const std::string text = "t,a,b\n0,1,1\n1.12,1,1\n2.62,1,1\n3.5,1,1\n4.5,1,1\n";
  EXPECT_EQ(error_of_csv(text, arm(), low_passed(0.1)), expected);
  Way way = low_passed(0.1);
  way.csv.grid = TimeGrid::with_step(1);
  EXPECT_EQ(run_csv(text, arm(), way).t.size(), 5U);
  EXPECT_EQ(run_csv(motion(50, 2e-5).text(), arm(), low_passed(5)).t.size(), 50U) << "to 1 % of a step";
}

TEST(LowPassed, NamesWhatFillsAbsentRows) {
  Motion log = motion(60, 0);
  for (Column* column : {&log.t, &log.a, &log.b}) column->erase(column->begin() + 20, column->begin() + 30);
  Way way = low_passed(5);
  way.csv.missing.policy = MissingValues::Policy::skip;
  EXPECT_THAT(error_of_csv(log.text(), arm(), way),
              HasSubstr("to fill the gaps, give `missing` interpolate:0.11 `resample` 100 (or"));
  way.csv.missing = {.policy = MissingValues::Policy::interpolate, .longest = 0.11};
  way.preparation.resample = TimeGrid::with_rate(100);
  EXPECT_EQ(error_of_csv(log.text(), arm(), way), "no error");
}

TEST(LowPassed, NeedsACutoffBelowHalfTheRate) {
  EXPECT_THAT(error_of_csv(motion(50, 0).text(), arm(), low_passed(50.1)),
              HasSubstr("`lowpass`: is 50.1 Hz, but rows are 0.01 s apart: expected less than 50 Hz, half "
                        "the rate of the rows"));
}

// A filter would smear the jumps of wrapped angles: they are unwrapped before it, or reported.
TEST(LowPassed, ComesAfterUnwrapping) {
  std::string text = "t,a,b\n";
  for (int k = 0; k < 200; ++k)
    text += shortest(0.01 * k) + ',' + shortest(std::remainder(0.1 * k, 2 * pi)) + ",0\n";
  Way way = low_passed(5);
  EXPECT_THAT(run_csv(text, arm(), way).warnings,
              ElementsAre(HasSubstr("motion.csv:34: joint \"a\" jumps by")));
  way.unwrap = true;
  const Rows rows = run_csv(text, arm(), way);
  EXPECT_THAT(rows.warnings, IsEmpty());
  for (std::size_t k = 0; k < 200; ++k) EXPECT_NEAR(rows.q[0][k], 0.1 * static_cast<double>(k), 1e-9);
}

TEST(Prepared, WarnsOfLimitsOnceWithTheFilesValues) {
  Limits narrow;
  narrow.upper = 0.5;
  const Rows rows =
      run_csv(motion(50, 0).text(), arm_of({{"a", JointType::revolute, narrow}, {"b"}}), low_passed(20));
  EXPECT_THAT(rows.warnings, ElementsAre(HasSubstr("motion.csv:8: joint \"a\" is at 0.5646 rad")));
}

TEST(Prepared, IsTheSameForAnyCutAndThreads) {
  const TemporaryFolder folder;
  const std::string file = folder.write("motion.csv", motion(1500, 0.002).text());
  for (Way way : {resampled(333), prepared({.resample = TimeGrid::with_rate(333), .lowpass = 20})})
    for (const Scheme scheme : {Scheme::backward, Scheme::central, Scheme::savitzky_golay}) {
      way.csv.scheme = scheme;
      way.fit = {31, 3};
      way.sizes = {};
      way.threads = 1;
      const Rows whole = run_file(file, arm(), way);
      ASSERT_GT(whole.t.size(), 4000U);
      for (const std::size_t size : {100U, 5000U}) {
        way.sizes.text = size;
        way.threads = 3;
        const Rows cut = run_file(file, arm(), way);
        EXPECT_EQ(cut.t, whole.t);
        EXPECT_EQ(cut.q, whole.q);
        EXPECT_EQ(cut.dq, whole.dq);
        EXPECT_EQ(cut.ddq, whole.ddq);
        EXPECT_EQ(cut.tau, whole.tau);
        EXPECT_EQ(cut.lines, whole.lines);
      }
    }
}

// No row is output before an error, as all rows are needed first.
TEST(Prepared, EndsWithTheErrorOfTheFile) {
  std::string text = motion(50, 0).text();
  text.replace(text.find("\n2.3,") + 1, 3, "x");
  for (const Way& way : {resampled(100), low_passed(5)}) {
    EXPECT_THAT(error_of_csv(text, arm(), way), HasSubstr("motion.csv:32: t is \"x\": expected a finite"));
    const TemporaryFolder folder;
    EXPECT_EQ(rows_before_error(folder.write("motion.csv", text), arm(), way), 0U);
    EXPECT_THAT(error_of_csv("t,a,b\n", arm(), way), HasSubstr("has no rows of numbers"));
    EXPECT_THAT(error_of_csv("t,a,b\n1,2,3\n", arm(), way), HasSubstr("has 1 data row: expected at least 3"));
  }
}

// Half a second: 1 Hz gives one row, 2 Hz two, and 4 Hz three; central differences need three.
TEST(Prepared, ReportsThatTheRateLeavesTooFewRows) {
  const std::string text = "t,a,b\n1,2,3\n1.25,2,3\n1.5,2,3\n";
  EXPECT_EQ(
      error_of_csv(text, arm(), resampled(1)),
      "`resample`: makes only 1 row from the 0.5 s of motion.csv, but velocities and accelerations need at "
      "least 3 rows: expected a higher rate");
  EXPECT_THAT(error_of_csv(text, arm(), resampled(2)),
              HasSubstr("`resample`: makes only 2 rows from the 0.5 s"));
  EXPECT_EQ(run_csv(text, arm(), resampled(4)).t.size(), 3U);
  Way way = resampled(1);
  way.csv.scheme = Scheme::backward;
  EXPECT_THAT(error_of_csv(text, arm(), way),
              HasSubstr("but velocities and accelerations need at least 2 rows: expected a higher rate"));
}

TEST(Prepared, IsRefusedInShards) {
  Way way = resampled(100);
  way.shard = Shard{1, 2};
  EXPECT_THAT(error_of_csv(motion(50, 0).text(), arm(), way),
              HasSubstr("`shard`: cannot be combined with `lowpass`, `smooth`, `clean` and `resample`"));
}

}  // namespace
}  // namespace invdyn::test
