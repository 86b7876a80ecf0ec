// What the reader of trajectories accepts, and what it makes of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

#include "trajectory/run_csv.h"

namespace invdyn::test {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;
using Column = std::vector<double>;

constexpr double pi = std::numbers::pi;

// A joint that turns and one that slides.
const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder"}, {"slide", JointType::prismatic}});
  return robot;
}

const CsvSettings every_half_second{.degrees = false, .grid = TimeGrid::with_step(0.5), .scheme = {}};

// All of these say the same: shoulder at 1 and 2 rad, slide at -0.5 and 0.25 m, at 0 and 0.1 s.
struct Spelling {
  std::string name, text;
};
void PrintTo(const Spelling& spelling, std::ostream* out) {
  *out << spelling.name;
}
class SameTrajectory : public testing::TestWithParam<Spelling> {};

TEST_P(SameTrajectory, IsReadFromEverySpelling) {
  const Rows rows = run_csv(GetParam().text, arm());
  EXPECT_EQ(rows.t, (Column{0, 0.1}));
  EXPECT_EQ(rows.q[0], (Column{1, 2}));
  EXPECT_EQ(rows.q[1], (Column{-0.5, 0.25}));
  EXPECT_THAT(rows.notes, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Csv, SameTrajectory,
    testing::Values(
        Spelling{"Plain", "t,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"OtherOrder", "q_slide,t,q_shoulder\n-0.5,0,1\n0.25,0.1,2\n"},
        Spelling{"TimeSpeltOut", "time,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"BareNames", "t,shoulder,slide\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"BareAndFullNamesMixed", "t,slide,q_shoulder\n0,-0.5,1\n0.1,0.25,2\n"},
        Spelling{"NoNewlineAtTheEnd", "t,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25"},
        Spelling{"CarriageReturns", "t,q_shoulder,q_slide\r\n0,1,-0.5\r\n0.1,2,0.25\r\n"},
        Spelling{"CarriageReturnsAndNoNewlineAtTheEnd", "t,q_shoulder,q_slide\r\n0,1,-0.5\r\n0.1,2,0.25\r"},
        Spelling{"ByteOrderMark", "\xEF\xBB\xBFt,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"BlankLinesAtTheEnd", "t,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n\n \t\n\r\n\n"},
        Spelling{"BlankLinesInFront", "\n  \nt,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"Comments",
                 "# arm, 2026\nt,q_shoulder,q_slide\n# start, \"odd\n0,1,-0.5\n  #\n0.1,2,0.25\n# end"},
        Spelling{"CommentBehindBlankLine", "t,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n\n# end\n"},
        Spelling{"QuotedNames", "\"t\",\"q_shoulder\",\"slide\"\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"QuotedNumbers", "t,q_shoulder,q_slide\n\"0\",\"1\",\"-0.5\"\n\"0.1\",2,\" 0.25 \"\n"},
        Spelling{"PlusSigns", "t,q_shoulder,q_slide\n+0,+1,-0.5\n+0.1,+2e0,+.25\n"},
        Spelling{"BlanksAroundFields",
                 " t , q_shoulder\t, \"q_slide\" \n 0 ,\t1, -0.5\n0.1 , 2 , \"0.25\" \n"},
        Spelling{"Exponents", "t,q_shoulder,q_slide\n0e0,10e-1,-5E-1\n1E-1,0.2e+1,2.5e-1\n"}),
    [](const auto& spelling) { return spelling.param.name; });

TEST(CsvReader, TakesQuotedJointNamesWithCommasAndQuotes) {
  const Robot odd = arm_of({{"left, upper"}, {"the \"big\" one"}});
  const Rows rows = run_csv("t,\"q_left, upper\",\"the \"\"big\"\" one\"\n0,1,2\n", odd);
  EXPECT_EQ(rows.q[0], Column{1});
  EXPECT_EQ(rows.q[1], Column{2});
}

TEST(CsvReader, NamesAllIgnoredColumnsInOneNote) {
  const Rows rows = run_csv(
      "t,tau_shoulder,q_shoulder,\"a note\",q_slide,\n"
      "0,not a number,1,\"x, y\",2,\n",
      arm());
  EXPECT_THAT(rows.notes, ElementsAre("motion.csv: columns not used: tau_shoulder, a note, \"\""));
  EXPECT_EQ(rows.q[0], Column{1});
  EXPECT_EQ(rows.q[1], Column{2});
}

TEST(CsvReader, RemembersTheLineOfEachRow) {
  EXPECT_EQ(run_csv("# 1\nt,shoulder,slide\n0,0,0\n# 4\n# 5\n1,0,0\n2,0,0\n", arm()).lines,
            (std::vector<std::size_t>{3, 6, 7}));
}

// Each text and the double that the compiler makes of the same digits.
TEST(CsvReader, TakesEachNumberToTheNearestDouble) {
  struct Number {
    const char* text;
    double value;
  };
  const Number numbers[] = {
      {"0.1", 0.1},
      {"2.718281828459045", 2.718281828459045},
      {"9007199254740993", 9007199254740992.0},  // 2^53 + 1 lies between two doubles: to the even one
      {"2.2250738585072011e-308", 2.2250738585072011e-308},  // the largest subnormal
      {"5e-324", std::numeric_limits<double>::denorm_min()},
      {"2e-324", 0.0},  // below half of the smallest double
      {"-1e-400", -0.0},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
      {"0.1000000000000000055511151231257827021181583404541015625", 0.1},
      {"100000000000000000000000000000000000000000", 1e41},
      {"-0", -0.0},
      {"5.", 5.0},
      {".5", 0.5},
  };
  const Robot one = arm_of({{"x"}});
  for (const Number& number : numbers) {
    const Rows rows = run_csv(std::string("t,x\n0,") + number.text + '\n', one);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(rows.q[0][0]), std::bit_cast<std::uint64_t>(number.value))
        << number.text;
  }
}

// 180 deg = pi rad, by definition. What slides is in m either way.
TEST(CsvReader, ConvertsDegreesOfTurningJointsAlone) {
  const CsvSettings degrees{.degrees = true, .grid = {}, .scheme = {}};
  const Rows rows = run_csv(
      "t,q_shoulder,q_slide,dq_shoulder,dq_slide,ddq_shoulder,ddq_slide\n"
      "0,180,180,-90,-90,45,45\n",
      arm(), {.csv = degrees});
  EXPECT_THAT(rows.q[0], ElementsAre(DoubleEq(pi)));
  EXPECT_THAT(rows.dq[0], ElementsAre(DoubleEq(-pi / 2)));
  EXPECT_THAT(rows.ddq[0], ElementsAre(DoubleEq(pi / 4)));
  EXPECT_THAT(rows.q[1], ElementsAre(180));
  EXPECT_THAT(rows.dq[1], ElementsAre(-90));
  EXPECT_THAT(rows.ddq[1], ElementsAre(45));
}

TEST(CsvReader, ConvertsDegreesOfContinuousJoints) {
  const CsvSettings degrees{.degrees = true, .grid = {}, .scheme = {}};
  const Rows rows =
      run_csv("t,wheel\n0,-360\n", arm_of({{"wheel", JointType::continuous}}), {.csv = degrees});
  EXPECT_THAT(rows.q[0], ElementsAre(DoubleEq(-2 * pi)));
}

TEST(CsvReader, CountsTimeFromZeroWhereTheFileHasNone) {
  const Rows rows = run_csv("shoulder,slide\n0,0\n1,1\n2,2\n", arm(), {.csv = every_half_second});
  EXPECT_EQ(rows.t, (Column{0, 0.5, 1}));
}

TEST(CsvReader, TakesARateForTheTimeBetweenRows) {
  const CsvSettings at_3_hz{.degrees = false, .grid = TimeGrid::with_rate(3), .scheme = {}};
  const Rows rows = run_csv("shoulder,slide\n0,0\n1,1\n2,2\n3,3\n", arm(), {.csv = at_3_hz});
  EXPECT_EQ(rows.t, (Column{0, 1.0 / 3, 2.0 / 3, 1}));
}

TEST(CsvReader, KeepsTheFilesTimesBesideAGivenStep) {
  const Rows rows = run_csv("t,shoulder,slide\n7,0,0\n7.125,1,1\n", arm(), {.csv = every_half_second});
  EXPECT_EQ(rows.t, (Column{7, 7.125}));
}

TEST(CsvReader, TakesVelocitiesAndAccelerationsWhereAllAreThere) {
  const Rows rows = run_csv(
      "t,ddq_slide,dq_shoulder,q_slide,ddq_shoulder,q_shoulder,dq_slide\n"
      "0,1,2,3,4,5,6\n",
      arm());
  EXPECT_EQ(rows.known, Known::q_dq_ddq);
  EXPECT_EQ(rows.ddq[1], Column{1});
  EXPECT_EQ(rows.dq[0], Column{2});
  EXPECT_EQ(rows.q[1], Column{3});
  EXPECT_EQ(rows.ddq[0], Column{4});
  EXPECT_EQ(rows.q[0], Column{5});
  EXPECT_EQ(rows.dq[1], Column{6});
}

TEST(CsvReader, TakesVelocitiesAloneWhereNoAccelerationIsThere) {
  const Rows rows = run_csv("t,shoulder,slide,dq_shoulder,dq_slide\n0,0,0,3,4\n1,0,0,5,6\n", arm());
  EXPECT_EQ(rows.known, Known::q_dq);
  EXPECT_EQ(rows.dq[0], (Column{3, 5}));
  EXPECT_EQ(rows.dq[1], (Column{4, 6}));
}

TEST(CsvReader, LeavesDerivativesUnusedWhereDifferencesOfPositionAreAskedFor) {
  const CsvSettings backward{.degrees = false, .grid = {}, .scheme = Scheme::backward};
  const Rows rows = run_csv("t,shoulder,slide,dq_shoulder,ddq_slide\n0,0,0,odd,\n", arm(), {.csv = backward});
  EXPECT_EQ(rows.known, Known::q);
  EXPECT_THAT(rows.notes, ElementsAre("motion.csv: columns not used: dq_shoulder, ddq_slide"));
}

// Names of joints that look like columns of other joints, or like that of time.
TEST(CsvReader, TellsAJointCalledTFromTime) {
  const Rows rows = run_csv("t,q_t\n7,1\n", arm_of({{"t"}}));
  EXPECT_EQ(rows.t, Column{7});
  EXPECT_EQ(rows.q[0], Column{1});
}

TEST(CsvReader, TakesNumbersForNamesWhereJointsAreCalledSo) {
  const Rows rows = run_csv("1,2\n0.25,0.75\n", arm_of({{"1"}, {"2"}}), {.csv = every_half_second});
  EXPECT_EQ(rows.q[0], Column{0.25});
  EXPECT_EQ(rows.q[1], Column{0.75});
}

TEST(CsvReader, TellsAJointCalledTimeFromTime) {
  const Rows rows = run_csv("time,q_time\n7,1\n", arm_of({{"time"}}));
  EXPECT_EQ(rows.t, Column{7});
  EXPECT_EQ(rows.q[0], Column{1});
}

TEST(CsvReader, TellsAJointFromThePositionOfAnother) {
  const Rows rows = run_csv("t,q_q_a,q_a\n0,1,2\n", arm_of({{"a"}, {"q_a"}}));
  EXPECT_EQ(rows.q[0], Column{2});
  EXPECT_EQ(rows.q[1], Column{1});
}

TEST(CsvReader, TellsAJointFromTheVelocityOfAnother) {
  const Rows rows = run_csv("t,q_dq_a,q_a\n0,1,2\n", arm_of({{"a"}, {"dq_a"}}));
  EXPECT_EQ(rows.known, Known::q);
  EXPECT_EQ(rows.q[0], Column{2});
  EXPECT_EQ(rows.q[1], Column{1});
}

// The reader holds a file in pieces of 16 or 32 MiB. Comments of just under 16 MiB put the rows between them
// anywhere in such a piece; with the last one the file ends exactly where a piece does.
TEST(CsvReader, ReadsAcrossThePiecesThatAFileIsHeldIn) {
  constexpr std::size_t piece = std::size_t{16} << 20;
  const Robot one = arm_of({{"x"}});
  const auto padding = [](std::size_t length) { return '#' + std::string(length - 2, '.') + '\n'; };
  std::string text = "t,x\n";
  for (int k = 0; k < 2; ++k)
    text += padding(piece - 5 - static_cast<std::size_t>(k)) + std::to_string(k) + ",1.5\n";
  for (const std::string last_row : {"2,3.5\n", "2,3.5"}) {
    const std::string to_the_end = padding(3 * piece - text.size() - last_row.size());
    const Rows rows = run_csv(text + to_the_end + last_row, one);
    EXPECT_EQ(rows.t, (Column{0, 1, 2}));
    EXPECT_EQ(rows.q[0], (Column{1.5, 1.5, 3.5}));
  }
}

}  // namespace
}  // namespace invdyn::test
