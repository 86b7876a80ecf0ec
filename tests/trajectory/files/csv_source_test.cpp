// Accepted trajectories and the rows that the reader makes of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;
using Column = std::vector<double>;

constexpr double pi = std::numbers::pi;

// A revolute and a prismatic joint.
const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder"}, {"slide", JointType::prismatic}});
  return robot;
}

const CsvSettings every_half_second{.degrees = false, .grid = TimeGrid::with_step(0.5), .scheme = {}};

// All of these are equivalent: shoulder at 1 and 2 rad, slide at -0.5 and 0.25 m, at 0 and 0.1 s.
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
        Spelling{"LeadingBlankLines", "\n  \nt,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"Comments",
                 "# arm, 2026\nt,q_shoulder,q_slide\n# start, \"odd\n0,1,-0.5\n  #\n0.1,2,0.25\n# end"},
        Spelling{"CommentAfterBlankLine", "t,q_shoulder,q_slide\n0,1,-0.5\n0.1,2,0.25\n\n# end\n"},
        Spelling{"QuotedNames", "\"t\",\"q_shoulder\",\"slide\"\n0,1,-0.5\n0.1,2,0.25\n"},
        Spelling{"QuotedNumbers", "t,q_shoulder,q_slide\n\"0\",\"1\",\"-0.5\"\n\"0.1\",2,\" 0.25 \"\n"},
        Spelling{"PlusSigns", "t,q_shoulder,q_slide\n+0,+1,-0.5\n+0.1,+2e0,+.25\n"},
        Spelling{"BlanksAroundFields",
                 " t , q_shoulder\t, \"q_slide\" \n 0 ,\t1, -0.5\n0.1 , 2 , \"0.25\" \n"},
        Spelling{"Exponents", "t,q_shoulder,q_slide\n0e0,10e-1,-5E-1\n1E-1,0.2e+1,2.5e-1\n"}),
    [](const auto& spelling) { return spelling.param.name; });

TEST(CsvSource, TakesQuotedJointNamesWithCommasAndQuotes) {
  const Robot odd = arm_of({{"left, upper"}, {"the \"big\" one"}});
  const Rows rows = run_csv("t,\"q_left, upper\",\"the \"\"big\"\" one\"\n0,1,2\n", odd);
  EXPECT_EQ(rows.q[0], Column{1});
  EXPECT_EQ(rows.q[1], Column{2});
}

// Rows need 32 bytes for each joint; millions of comments must not need this.
TEST(CsvSource, AllocatesMemoryForRowsOnly) {
  const TemporaryFolder folder;
  const auto capacity_for = [&](const std::string& lines) {
    CsvSource source(folder.write("motion.csv", "t,shoulder,slide\n0,1,2\n" + lines), arm(), {},
                     [](const std::string&) {});
    Block block(2, 0);
    for (Chunk chunk; source.next(chunk, {});) source.parse(chunk, block);
    return block.capacity;
  };
  std::string rows, comments, blank_lines, short_lines;
  for (int k = 1; k <= 50; ++k) rows += std::to_string(k) + ",1,2\n#" + std::to_string(k) + "\n \t# 1,2,3\n";
  for (int k = 0; k < 9000; ++k) {
    comments += "#\n";
    blank_lines += k % 2 ? "\r\n" : " \n";
    short_lines += "x\n";
  }
  constexpr std::size_t held = 2;
  EXPECT_LE(capacity_for(rows), 51 + held);
  EXPECT_LE(capacity_for(rows + comments + blank_lines), 51 + held);
  EXPECT_LE(capacity_for(short_lines), short_lines.size() / 3 + 1 + held) << "no room for three fields";
}

TEST(Chunk, ReleasesTheMemoryOfUnusualLines) {
  Chunk chunk;
  chunk.ensure(200'000);
  chunk.release_if_large();
  EXPECT_GE(chunk.buffer.size(), 200'000U) << "the usual size is kept";
  chunk.ensure(2'000'000);
  chunk.release_if_large();
  EXPECT_EQ(chunk.buffer.capacity(), 0U);
}

TEST(CsvSource, NamesAllIgnoredColumnsInOneNote) {
  const Rows rows = run_csv(
      "t,tau_shoulder,q_shoulder,\"a note\",q_slide,\n"
      "0,not a number,1,\"x, y\",2,\n",
      arm());
  EXPECT_THAT(rows.notes, ElementsAre("motion.csv: columns not used: tau_shoulder, a note, \"\""));
  EXPECT_EQ(rows.q[0], Column{1});
  EXPECT_EQ(rows.q[1], Column{2});
}

TEST(CsvSource, RemembersTheLineOfEachRow) {
  EXPECT_EQ(run_csv("# 1\nt,shoulder,slide\n0,0,0\n# 4\n# 5\n1,0,0\n2,0,0\n", arm()).lines,
            (std::vector<std::size_t>{3, 6, 7}));
}

// Each text and the double that the compiler makes of the same digits.
TEST(CsvSource, RoundsEachNumberToTheNearestDouble) {
  struct Number {
    const char* text;
    double value;
  };
  const Number numbers[] = {
      {"0.1", 0.1},
      {"2.718281828459045", 2.718281828459045},
      {"9007199254740993", 9007199254740992.0},              // 2^53 + 1, half-way: rounded to the even double
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

// 180 deg = pi rad, by definition. Prismatic joints are always in m.
TEST(CsvSource, ConvertsDegreesOfRevoluteJointsOnly) {
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

TEST(CsvSource, ConvertsDegreesOfContinuousJoints) {
  const CsvSettings degrees{.degrees = true, .grid = {}, .scheme = {}};
  const Rows rows =
      run_csv("t,wheel\n0,-360\n", arm_of({{"wheel", JointType::continuous}}), {.csv = degrees});
  EXPECT_THAT(rows.q[0], ElementsAre(DoubleEq(-2 * pi)));
}

TEST(CsvSource, CountsTimeFromZeroIfTheFileHasNone) {
  const Rows rows = run_csv("shoulder,slide\n0,0\n1,1\n2,2\n", arm(), {.csv = every_half_second});
  EXPECT_EQ(rows.t, (Column{0, 0.5, 1}));
}

TEST(CsvSource, UsesARateForTheTimeBetweenRows) {
  const CsvSettings at_3_hz{.degrees = false, .grid = TimeGrid::with_rate(3), .scheme = {}};
  const Rows rows = run_csv("shoulder,slide\n0,0\n1,1\n2,2\n3,3\n", arm(), {.csv = at_3_hz});
  EXPECT_EQ(rows.t, (Column{0, 1.0 / 3, 2.0 / 3, 1}));
}

TEST(CsvSource, KeepsTheFilesTimesWithAGivenStep) {
  const Rows rows = run_csv("t,shoulder,slide\n7,0,0\n7.125,1,1\n", arm(), {.csv = every_half_second});
  EXPECT_EQ(rows.t, (Column{7, 7.125}));
}

TEST(CsvSource, UsesVelocitiesAndAccelerationsIfAllExist) {
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

TEST(CsvSource, UsesVelocitiesWithoutAccelerations) {
  const Rows rows = run_csv("t,shoulder,slide,dq_shoulder,dq_slide\n0,0,0,3,4\n1,0,0,5,6\n", arm());
  EXPECT_EQ(rows.known, Known::q_dq);
  EXPECT_EQ(rows.dq[0], (Column{3, 5}));
  EXPECT_EQ(rows.dq[1], (Column{4, 6}));
}

TEST(CsvSource, IgnoresDerivativesIfPositionsAreDifferentiated) {
  const CsvSettings backward{.degrees = false, .grid = {}, .scheme = Scheme::backward};
  const Rows rows = run_csv("t,shoulder,slide,dq_shoulder,ddq_slide\n0,0,0,odd,\n", arm(), {.csv = backward});
  EXPECT_EQ(rows.known, Known::q);
  EXPECT_THAT(rows.notes, ElementsAre("motion.csv: columns not used: dq_shoulder, ddq_slide"));
}

// Joint names that look like columns of other joints, or like the time column.
TEST(CsvSource, DistinguishesAJointCalledTFromTime) {
  const Rows rows = run_csv("t,q_t\n7,1\n", arm_of({{"t"}}));
  EXPECT_EQ(rows.t, Column{7});
  EXPECT_EQ(rows.q[0], Column{1});
}

TEST(CsvSource, TakesNumbersAsNamesOfJoints) {
  const Rows rows = run_csv("1,2\n0.25,0.75\n", arm_of({{"1"}, {"2"}}), {.csv = every_half_second});
  EXPECT_EQ(rows.q[0], Column{0.25});
  EXPECT_EQ(rows.q[1], Column{0.75});
}

TEST(CsvSource, DistinguishesAJointCalledTimeFromTime) {
  const Rows rows = run_csv("time,q_time\n7,1\n", arm_of({{"time"}}));
  EXPECT_EQ(rows.t, Column{7});
  EXPECT_EQ(rows.q[0], Column{1});
}

TEST(CsvSource, DistinguishesAJointFromThePositionOfAnother) {
  const Rows rows = run_csv("t,q_q_a,q_a\n0,1,2\n", arm_of({{"a"}, {"q_a"}}));
  EXPECT_EQ(rows.q[0], Column{2});
  EXPECT_EQ(rows.q[1], Column{1});
}

TEST(CsvSource, DistinguishesAJointFromTheVelocityOfAnother) {
  const Rows rows = run_csv("t,q_dq_a,q_a\n0,1,2\n", arm_of({{"a"}, {"dq_a"}}));
  EXPECT_EQ(rows.known, Known::q);
  EXPECT_EQ(rows.q[0], Column{2});
  EXPECT_EQ(rows.q[1], Column{1});
}

// Lines of nearly the maximum length before the rows and between them.
TEST(CsvSource, ReadsAcrossLongLines) {
  constexpr std::size_t longest = std::size_t{16} << 20;
  const Robot one = arm_of({{"x"}});
  const std::string comment = '#' + std::string(longest - 2, '.') + '\n';
  for (const std::string last_row : {"2,3.5\n", "2,3.5"}) {
    const Rows rows = run_csv(comment + "t,x\n0,1.5\n" + comment + "1,1.5\n" + last_row, one);
    EXPECT_EQ(rows.t, (Column{0, 1, 2}));
    EXPECT_EQ(rows.q[0], (Column{1.5, 1.5, 3.5}));
  }
  EXPECT_EQ(error_of_csv("t,x\n0,1.5\n." + comment, one),
            "motion.csv:3: is longer than 16 MiB: expected a row of numbers");
}

}  // namespace
}  // namespace invdyn::test
