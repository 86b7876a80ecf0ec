// Rows that lack values, repeated rows, and decimal commas.

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Policy = MissingValues::Policy;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

const Robot& arm() {
  static const Robot robot = arm_of({{"turn"}, {"slide", JointType::prismatic}});
  return robot;
}

Way with(Policy policy, double longest = 0.1) {
  Way way;
  way.csv.missing = {policy, longest};
  return way;
}

// The position of constant acceleration 2: differences of it are exact but for rounding.
double square(int k) {
  return 1e-4 * k * k;
}

// Steps of 10 ms. `lacks`: whether row k lacks the value of "slide".
template <class Lacks>
std::string motion(int rows, const Lacks& lacks, const std::string& missing = "") {
  std::string text = "t,turn,slide\n";
  for (int k = 0; k < rows; ++k)
    text += std::to_string(0.01 * k) + "," + std::to_string(square(k)) + "," +
            (lacks(k) ? missing : std::to_string(square(k))) + "\n";
  return text;
}

bool in_gap(int k) {
  return k >= 20 && k < 40;
}

TEST(MissingValues, AreErrors) {
  for (const char* missing : {"", "NaN", "nan", "NA", "null", "-"})
    EXPECT_THAT(error_of_csv(motion(60, in_gap, missing), arm()), HasSubstr("motion.csv:22: slide is"))
        << missing;
  EXPECT_THAT(error_of_csv(motion(60, in_gap, "x"), arm(), with(Policy::skip)),
              HasSubstr("motion.csv:22: slide is \"x\": expected a finite number (m)"));
  EXPECT_THAT(error_of_csv(motion(60, in_gap, "inf"), arm(), with(Policy::interpolate, 9)),
              HasSubstr("motion.csv:22: slide is \"inf\": expected a finite number (m)"));
}

// Across the gap, the mean velocity would give another acceleration.
TEST(MissingValues, LeaveOutRowsAndNoDifferenceCrosses) {
  for (const char* missing : {"", "NaN", "NA", "null", "-"}) {
    Way way = with(Policy::skip);
    way.start = Start::extrapolate;
    const std::string text = motion(60, in_gap, missing);
    for (const Scheme scheme : {Scheme::backward, Scheme::central, Scheme::savitzky_golay}) {
      way.csv.scheme = scheme;
      way.fit = {.window = 7, .order = 2};
      const Rows rows = run_csv(text, arm(), way);
      ASSERT_EQ(rows.t.size(), 40U);
      EXPECT_EQ(rows.lines[19], 21U);
      EXPECT_EQ(rows.lines[20], 42U);
      EXPECT_THAT(rows.ddq[0], Each(DoubleNear(2, 1e-6)));
      EXPECT_THAT(rows.ddq[1], Each(DoubleNear(2, 1e-6)));
    }
  }
}

// The stretches of a file are those of files of their own.
TEST(MissingValues, MakeStretchesThatStandForThemselves) {
  std::string text = "t,turn,slide\n", part = text;
  for (int k = 0; k < 300; ++k) {
    const bool lacks = k == 100 || k == 200;
    const std::string row = std::to_string(0.01 * k) + "," + std::to_string(std::sin(0.05 * k)) + "," +
                            (lacks ? "" : std::to_string(std::cos(0.03 * k))) + "\n";
    text += row;
    if (k > 100 && k < 200) part += row;
  }
  for (const Scheme scheme : {Scheme::backward, Scheme::central, Scheme::savitzky_golay}) {
    Way way = with(Policy::skip);
    way.csv.scheme = scheme;
    way.fit = {.window = 21, .order = 3};
    Way alone = way;
    alone.start = Start::extrapolate;
    alone.csv.missing = {};
    const Rows all = run_csv(text, arm(), way), middle = run_csv(part, arm(), alone);
    ASSERT_EQ(all.t.size(), 298U);
    for (std::size_t i = 0; i < 99; ++i) {
      EXPECT_EQ(all.dq[0][100 + i], middle.dq[0][i]);
      EXPECT_EQ(all.ddq[1][100 + i], middle.ddq[1][i]);
      EXPECT_EQ(all.tau[0][100 + i], middle.tau[0][i]);
    }
    for (const std::size_t bytes : {1U, 30U, 333U, 2000U}) {
      way.sizes = {.text = bytes, .read = bytes};
      way.threads = 1 + bytes % 3;
      const Rows cut = run_csv(text, arm(), way);
      EXPECT_EQ(cut.ddq, all.ddq) << bytes;
      EXPECT_EQ(cut.tau, all.tau) << bytes;
      EXPECT_EQ(cut.lines, all.lines) << bytes;
    }
  }
}

TEST(MissingValues, LeaveOutStretchesTooShortForDifferences) {
  const auto lacks = [](int k) { return k == 20 || k == 23; };  // rows 21 and 22 are between
  const Rows rows = run_csv(motion(60, lacks), arm(), with(Policy::skip));
  EXPECT_EQ(rows.t.size(), 56U);
  EXPECT_THAT(
      error_of_csv(motion(60, [](int k) { return k % 3 == 2; }), arm(), with(Policy::skip)),
      HasSubstr(
          "has too many gaps, because finite differences need 3 rows without a gap between them. Expected fewer "
          "gaps, or `missing` interpolate:0.02, which fills gaps"));
  EXPECT_THAT(error_of_csv(motion(60, [](int) { return true; }), arm(), with(Policy::skip)),
              HasSubstr("has no rows of numbers"));
}

// Two rows, a gap, then a constant velocity: it must not begin at rest.
TEST(MissingValues, LeaveOutAShortFirstStretchWithoutARest) {
  const std::string text = "t,turn,slide\n0,0,0\n1,1,1\n2,,2\n3,6,6\n4,9,9\n5,12,12\n6,15,15\n";
  const Rows rows = run_csv(text, arm(), with(Policy::skip));
  EXPECT_THAT(rows.t, ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(rows.dq[0], Each(DoubleNear(3, 1e-12)));
  EXPECT_THAT(rows.ddq[1], Each(DoubleNear(0, 1e-12)));
}

TEST(MissingValues, AreFilledByStraightLinesInTime) {
  const std::string text = "t,turn,slide\n0,1,5\n0.01,,NaN\n0.04,null,9\n0.05,3.5,10\n0.06,4,\n0.07,4.5,12\n";
  const Rows rows = run_csv(text, arm(), with(Policy::interpolate));
  EXPECT_EQ(rows.lines, (std::vector<std::size_t>{2, 3, 4, 5, 6, 7}));
  EXPECT_THAT(rows.q[0], ElementsAre(1, DoubleNear(1.5, 1e-12), DoubleNear(3, 1e-12), 3.5, 4, 4.5));
  EXPECT_THAT(rows.q[1], ElementsAre(5, DoubleNear(6, 1e-12), 9, 10, DoubleNear(11, 1e-12), 12));
}

// The gaps of the two columns overlap.
TEST(MissingValues, AreNamedInTheOrderOfTheFile) {
  std::string text = "t,turn,slide\n";
  for (int k = 0; k < 9; ++k)
    text += std::to_string(0.01 * k) +
            (k == 3 || k == 4 ? ",,"
             : k == 2         ? ",,0"
             : k == 6         ? ",0,"
                              : ",0,0") +
            "\n";
  const Rows rows = run_csv(text, arm(), with(Policy::interpolate));
  EXPECT_EQ(rows.t.size(), 9U);
  ASSERT_EQ(rows.warnings.size(), 1U);
  EXPECT_THAT(rows.warnings.front(), HasSubstr("lines 4, 5, 6, 8"));
}

// "turn" is known at both ends only, "slide" in every other row: each value is filled once.
TEST(MissingValues, OfALongGapTakeTimeInProportionToTheRows) {
  constexpr int rows_of_file = 60000;
  std::string text = "t,turn,slide\n";
  for (int k = 0; k < rows_of_file; ++k)
    text += std::to_string(0.01 * k) + (k == 0 || k == rows_of_file - 1 ? ",0" : ",") +
            (k % 2 == 0 || k == rows_of_file - 1 ? ",0\n" : ",\n");
  EXPECT_EQ(run_csv(text, arm(), with(Policy::interpolate, 1e6)).t.size(), std::size_t{rows_of_file});
}

TEST(MissingValues, AreNotFilledAcrossLongerGaps) {
  const auto rows_with = [](double longest) {
    return run_csv(motion(60, in_gap), arm(), with(Policy::interpolate, longest)).t.size();
  };
  EXPECT_EQ(rows_with(0.21), 60U);  // from row 19 to row 40
  EXPECT_EQ(rows_with(0.2), 40U);
}

TEST(MissingValues, BeforeTheFirstAndAfterTheLastAreLeftOut) {
  const auto ends = [](int k) { return k < 2 || k >= 57; };
  EXPECT_EQ(run_csv(motion(60, ends), arm(), with(Policy::interpolate, 100)).t.size(), 55U);
}

// From 3.1 to -3.1 rad is a step of 0.08 the other way.
TEST(MissingValues, AreNotFilledAcrossAWrappedAngle) {
  std::string text = "t,turn,slide\n";
  for (int k = 0; k < 20; ++k)
    text += std::to_string(0.01 * k) + "," + (k < 10 ? "3.1" : k < 11 ? "" : "-3.1") + ",0\n";
  EXPECT_EQ(run_csv(text, arm(), with(Policy::interpolate)).t.size(), 19U);
}

TEST(MissingValues, OfATimeLeaveOutTheRow) {
  std::string text = motion(60, [](int) { return false; });
  const std::string time = "\n0.300000";
  text.replace(text.find(time), time.size(), "\n");
  for (const Policy policy : {Policy::skip, Policy::interpolate})
    EXPECT_EQ(run_csv(text, arm(), with(policy)).t.size(), 59U);
}

// Rows 20 to 39 are not in the file.
TEST(MissingValues, RowsThatAreNotThereAreAGap) {
  const std::string text = motion(60, [](int) { return false; });
  const std::string without =
      text.substr(0, text.find("\n0.200000") + 1) + text.substr(text.find("\n0.400000") + 1);
  for (const Policy policy : {Policy::skip, Policy::interpolate}) {
    const Rows rows = run_csv(without, arm(), with(policy));
    ASSERT_EQ(rows.t.size(), 40U);
    EXPECT_THAT(std::vector<double>(rows.ddq[0].begin() + 3, rows.ddq[0].end()), Each(DoubleNear(2, 1e-6)));
  }
}

TEST(MissingValues, NeedATimeColumnToBeLeftOut) {
  Way way = with(Policy::skip);
  way.csv.grid = TimeGrid::with_step(0.01);
  EXPECT_THAT(error_of_csv("turn,slide\n0,0\n0,\n0,0\n", arm(), way),
              HasSubstr("motion.csv:3: a value is missing. Its row cannot be left out"));
  way.csv.missing.policy = Policy::interpolate;
  EXPECT_THAT(run_csv("turn,slide\n0,0\n0,\n0,1\n", arm(), way).q[1],
              ElementsAre(0, DoubleNear(0.5, 1e-12), 1));
}

TEST(MissingValues, RepeatedRowsAreLeftOut) {
  const std::string text = "t,turn,slide\n0,1,1\n0,1,1.0\n0.01,2,2\n0.01,2,\n0.02,3,3\n";
  for (const Policy policy : {Policy::skip, Policy::interpolate}) {
    const Rows rows = run_csv(text, arm(), with(policy));
    EXPECT_EQ(rows.lines, (std::vector<std::size_t>{2, 4, 6}));
  }
  EXPECT_THAT(error_of_csv(text, arm()), HasSubstr("motion.csv:3: t is \"0\", but was 0 in the row before"));
  EXPECT_EQ(error_of_csv("t,turn,slide\n0,1,1\n0,1,2\n", arm(), with(Policy::skip)),
            "motion.csv:3: t is \"0\" in this row and in line 2, but the two rows differ in slide: "
            "expected only one row for each time. To replace the times of the file, give `dt` or "
            "`rate`");
}

// The grid counts them.
TEST(MissingValues, RowsOfOneTimeStayIfTheGridReplacesTimes) {
  for (const Policy policy : {Policy::error, Policy::skip}) {
    Way way = with(policy);
    way.csv.grid = TimeGrid::with_step(0.5);
    EXPECT_THAT(run_csv("t,turn,slide\n0,0,0\n0,1,1\n1,2,2\n", arm(), way).q[1], ElementsAre(0, 1, 2));
  }
}

// The second row has the value that the first one lacks: leaving it out would lose it.
TEST(MissingValues, RowsOfOneTimeThatCompleteEachOtherAreNotRepeated) {
  EXPECT_THAT(error_of_csv("t,turn,slide\n0,0,0\n1,1,\n1,,1\n2,2,2\n", arm(), with(Policy::skip)),
              HasSubstr("but the two rows differ in slide: expected only one row for each time"));
}

TEST(MissingValues, DoNotExcuseAClockThatWasReset) {
  for (const Policy policy : {Policy::error, Policy::skip, Policy::interpolate})
    EXPECT_EQ(error_of_csv("t,turn,slide\n0,1,1\n0.01,1,2\n0,1,3\n", arm(), with(policy)),
              "motion.csv:4: t is \"0\", but was 0.01 in the row before (line 3): expected times that "
              "increase (if a clock was reset, split the file before this row and run invdyn for each part)");
}

// The number of seconds of the advice. It fills the gap.
double advised(const std::string& error) {
  const std::string key = "`missing` interpolate:";
  const std::size_t at = error.find(key);
  return at == std::string::npos ? 0 : std::stod(error.substr(at + key.size()));
}

TEST(MissingValues, DoNotGoWithALowPassAcrossAGap) {
  Way way = with(Policy::skip);
  way.preparation.lowpass = 10;
  const std::string error = error_of_csv(motion(60, in_gap), arm(), way);
  EXPECT_THAT(error, HasSubstr("motion.csv:42: comes after a gap"));
  way.csv.missing = {Policy::interpolate, advised(error)};
  EXPECT_EQ(run_csv(motion(60, in_gap), arm(), way).t.size(), 60U);
}

Way with_commas(std::optional<Separator> separator = {}) {
  Way way;
  way.csv.decimal_comma = true;
  way.csv.separator = separator;
  return way;
}

TEST(DecimalComma, IsReadAsAPoint) {
  const Rows points = run_csv("t,turn,slide\n0,0.5,1\n0.25,-1.5e-1,2\n", arm());
  for (const char separator : {';', '\t', ' '}) {
    const std::string s(1, separator);
    const Rows commas =
        run_csv("t" + s + "turn" + s + "slide\n0" + s + "0,5" + s + "1\n0,25" + s + "-1,5e-1" + s + "2\n",
                arm(), with_commas());
    EXPECT_EQ(commas.t, points.t);
    EXPECT_EQ(commas.q, points.q);
    EXPECT_EQ(commas.tau, points.tau);
  }
}

TEST(DecimalComma, NeedsAnotherSeparator) {
  EXPECT_THAT(error_of_csv("t\n0\n", arm(), with_commas()),
              HasSubstr("`decimal`: is a comma, but motion.csv:1 has no semicolon, tab or blank"));
  EXPECT_THAT(error_of_csv("t,turn,slide\n0,0,0,5,1,25\n", arm(), with_commas()),
              testing::AllOf(HasSubstr("motion.csv:2: has 6 fields: expected 3"),
                             HasSubstr("expected decimal points. To write them, run sed -E")));
  EXPECT_EQ(error_of_csv("t;turn;slide\n0;0.5;0\n", arm(), with_commas()),
            "motion.csv:2: turn is \"0.5\": expected a number with a decimal comma, as `decimal` says");
  EXPECT_THAT(error_of_csv("t;turn;slide\n0;1,234,5;0\n", arm(), with_commas()),
              HasSubstr("motion.csv:2: turn is"));
}

// As spreadsheets with a decimal comma write them between commas.
TEST(DecimalComma, IsReadInFieldsWithQuotes) {
  const Rows points = run_csv("t,turn,slide\n0,0.5,1\n0.25,-1.5e-1,2\n", arm());
  const std::string rows = "\"0,0\",\"0,5\",\"1\"\n\"0,25\",\"-1,5e-1\",2\n";
  for (const std::string head : {"\"t\",\"turn\",\"slide\"\n", "t,turn,slide\n"}) {
    const Rows commas = run_csv(head + rows, arm(), with_commas());
    EXPECT_EQ(commas.t, points.t) << head;
    EXPECT_EQ(commas.q, points.q) << head;
  }
  Way way = with_commas();
  way.csv.has_header = false;
  EXPECT_EQ(run_csv(rows, arm(), way).q, points.q);
}

TEST(DecimalComma, DoesNotGoWithPointsForThousands) {
  const std::string table = "t;turn;slide\n1.000,00;0,5;0\n",
                    advice = " without points for thousands (sed '2,$s/\\.//g'";
  EXPECT_THAT(error_of_csv(table, arm()), testing::AllOf(HasSubstr("t is \"1.000,00\""), HasSubstr(advice),
                                                         HasSubstr("takes them out), and `decimal` ,")));
  EXPECT_THAT(error_of_csv(table, arm(), with_commas()), HasSubstr("as `decimal` says," + advice));
}

TEST(DecimalComma, MayBeInAFileWithoutHeader) {
  Way way = with_commas();
  way.csv.has_header = false;
  EXPECT_THAT(run_csv("0,0\t0,5\t1,5\n0,1\t0,5\t1,5\n", arm(), way).q[1], ElementsAre(1.5, 1.5));
}

// A program that was started again has written its header again, or rows of another kind.
TEST(MissingValues, AreInRowsOfOtherFields) {
  const std::string text =
      "t,turn,slide\n0,0,0\n1,1,1\n2,2,2\nt,turn,slide\n3,3,3\n4,4,4\n5,5,5\nstopped\n6,6,6\n7,7,7\n8,8,8\n";
  EXPECT_EQ(run_csv(text, arm(), with(Policy::skip)).lines,
            (std::vector<std::size_t>{2, 3, 4, 6, 7, 8, 10, 11, 12}));
  EXPECT_EQ(error_of_csv(text, arm()),
            "motion.csv:5: t is \"t\": expected a finite number (s) (`missing` skip leaves out rows that "
            "repeat the header)");
  EXPECT_EQ(error_of_csv("t,turn,slide\n0,0\n1,1\n", arm(), with(Policy::skip)),
            "motion.csv:2: has 2 fields: expected 3, as in the header");  // which may be wrong
}

// A log that a power cut has ended; its last number may have lost digits too.
TEST(MissingValues, AreInATornLastRow) {
  const std::string whole = motion(30, [](int) { return false; });
  for (const char* torn : {"0.3,0.09", "0.3,0.09,0.0", "0.3"}) {
    const Rows rows = run_csv(whole + torn, arm(), with(Policy::skip));
    EXPECT_EQ(rows.t.size(), 30u) << torn;
    EXPECT_THAT(rows.warnings, ElementsAre(HasSubstr("the file ends within line 32")));
  }
  EXPECT_THAT(
      error_of_csv(whole + "0.3,0.09", arm()),
      HasSubstr("motion.csv:32: has 2 fields: expected 3, as in the header (the file ends within this "
                "line: `missing` skip leaves the line out)"));
  EXPECT_EQ(run_csv(whole + "0.3,0.09,0.09", arm()).t.size(), 31u);
}

}  // namespace
}  // namespace invdyn::test
