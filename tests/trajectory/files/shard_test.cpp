// Shards of a file, one after the other, give the whole file: each row once, with the same derivatives, for
// any cut.

#include "trajectory/files/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>

#include "ground/base/error.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const Robot& arm() {
  static const Robot robot = arm_of({{.name = "a"}, {.name = "b"}});
  return robot;
}

void append(const Rows& from, Rows& to) {
  const auto append_joints = [](const auto& source, auto& target) {
    target.resize(2);
    for (std::size_t j = 0; j < source.size(); ++j)
      target[j].insert(target[j].end(), source[j].begin(), source[j].end());
  };
  to.t.insert(to.t.end(), from.t.begin(), from.t.end());
  append_joints(from.q, to.q);
  append_joints(from.dq, to.dq);
  append_joints(from.ddq, to.ddq);
  append_joints(from.tau, to.tau);
}

void expect_same_rows(const Rows& joined, const Rows& whole) {
  EXPECT_EQ(joined.t, whole.t);
  EXPECT_EQ(joined.q, whole.q);
  EXPECT_EQ(joined.dq, whole.dq);
  EXPECT_EQ(joined.ddq, whole.ddq);
  EXPECT_EQ(joined.tau, whole.tau);
}

struct Text {
  const char* name;
  std::string text;
};

struct Differences {
  const char* name;
  std::optional<Scheme> scheme;
  Start start = Start::rest;
  std::optional<TimeGrid> grid = {};
  LocalFit fit = {};
};

// Times and angles with fields of all lengths; every 7th row is far longer than the others.
std::string rows_of(std::size_t count, const std::string& end = "\n", bool with_velocities = false) {
  std::mt19937 random(count);
  std::string text = with_velocities ? "t,a,b,dq_a,dq_b" + end : "t,a,b,note" + end;
  for (std::size_t row = 0; row < count; ++row) {
    const auto number = [&] { return std::to_string(static_cast<double>(random() % 100'000) / 7); };
    text += std::to_string(row) + "." + std::to_string(random() % 1000) + "," + number() + "," + number();
    if (with_velocities)
      text += "," + number() + "," + number();
    else
      text += row % 7 == 3 ? ",1" + std::string(300, '0') : ",1";
    text += end;
  }
  return text;
}

std::string without_last_byte(std::string text) {
  text.pop_back();
  return text;
}

// A comment after every second row; some comments are longer than a shard.
std::string commented(const std::string& text) {
  std::string result = "# first\n#\n";
  std::size_t lines = 0;
  for (const char c : text) {
    result += c;
    if (c == '\n' && ++lines % 2 == 1) result += "#" + std::string(lines * lines, ' ') + "1,2,3\n";
  }
  return result;
}

// Of files of at most 20 rows and some 500 bytes: also more shards than rows, and shards within a row.
constexpr std::size_t counts[] = {1, 2, 3, 4, 5, 7, 9, 13, 21, 40};

class Shards : public testing::TestWithParam<std::tuple<Text, Differences>> {};

TEST_P(Shards, JoinedAreTheWhole) {
  const auto& [text, differences] = GetParam();
  const TemporaryFolder folder;
  const std::string file = folder.write("motion.csv", text.text);
  Way way{.csv = {.grid = differences.grid, .scheme = differences.scheme},
          .start = differences.start,
          .fit = differences.fit};
  const std::string error = error_of_file(file, arm(), way);
  const Rows whole = error == "no error" ? run_file(file, arm(), way) : Rows{};

  for (const std::size_t bytes_of_chunk : {0U, 1U, 40U})
    for (const std::size_t count : counts) {
      SCOPED_TRACE(std::to_string(count) + " shards, chunks of " + std::to_string(bytes_of_chunk));
      way.sizes.text = bytes_of_chunk;
      way.threads = 1 + count % 2;
      Rows joined;
      std::vector<std::string> errors;
      for (std::size_t index = 1; index <= count; ++index) {
        way.shard = {.index = index, .count = count};
        try {
          append(run_file(file, arm(), way), joined);
        } catch (const Error& fault) {
          errors.push_back(fault.what());
        }
      }
      if (error == "no error") {
        EXPECT_THAT(errors, IsEmpty());
        expect_same_rows(joined, whole);
      } else {  // too few rows; some shard must report it
        EXPECT_THAT(errors, Contains(error));
      }
      if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, Shards,
    testing::Combine(
        testing::Values(Text{"Rows", rows_of(20)}, Text{"WindowsLineEnds", rows_of(20, "\r\n")},
                        Text{"NoLastNewline", without_last_byte(rows_of(9))},
                        Text{"Comments", commented(rows_of(12))}, Text{"OneRow", rows_of(1)},
                        Text{"TwoRows", rows_of(2)}, Text{"ThreeRows", rows_of(3)},
                        Text{"FourRows", rows_of(4)}, Text{"ThreeRowsAmongComments", commented(rows_of(3))},
                        Text{"OneRowWithoutNewline", without_last_byte(rows_of(1))},
                        Text{"BlankLinesAtTheEnd", rows_of(5) + "\n \n\r\n\n"},
                        Text{"CommentsAtTheEnd", rows_of(5) + "#\n# no row\n\n"},
                        Text{"ByteOrderMark", "\xEF\xBB\xBF" + rows_of(6)},
                        Text{"Velocities", rows_of(8, "\n", true)}, Text{"NoRows", "t,a,b\n"}),
        testing::Values(
            Differences{"AsTheColumnsSuggest", {}}, Differences{"Backward", Scheme::backward},
            Differences{"Extrapolated", Scheme::backward, Start::extrapolate},
            Differences{"VelocitiesExtrapolated", {}, Start::extrapolate},
            Differences{"Central", Scheme::central},
            Differences{"CentralBySteps", Scheme::central, Start::rest, TimeGrid::with_step(1)},
            Differences{"BackwardBySteps", {}, Start::rest, TimeGrid::with_step(1)},
            Differences{"Fitted", Scheme::savitzky_golay, Start::rest, {}, {5, 3}},
            Differences{
                "FittedBySteps", Scheme::savitzky_golay, Start::rest, TimeGrid::with_step(1), {9, 2}})),
    [](const auto& cut) { return std::string(std::get<0>(cut.param).name) + std::get<1>(cut.param).name; });

TEST(Shard, RangesMeet) {
  constexpr std::size_t huge = std::numeric_limits<std::int64_t>::max();
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, huge})
    for (const std::size_t count : {1U, 2U, 3U, 7U, 1000U, 1'000'000'000U}) {
      EXPECT_EQ((Shard{1, count}.begin(size)), 0U);
      EXPECT_EQ((Shard{count, count}.end(size)), size);
      for (std::size_t index = 1; index < std::min(count, std::size_t{1000}); ++index)
        EXPECT_EQ((Shard{index, count}.end(size)), (Shard{index + 1, count}.begin(size)));
    }
}

// A shard may miss a fault in its neighbour's rows. Some shard must find each fault.
class FaultyShards : public testing::TestWithParam<Text> {};

// Changes `motion.csv:3: ` of the whole to `motion.csv: byte 24: `.
std::string place_by_byte(const std::string& error, const std::string& text) {
  const std::string name = "motion.csv:";
  const std::size_t at = error.find(name) + name.size();
  std::size_t offset = 0;
  for (unsigned long line = std::stoul(error.substr(at)); line > 1; --line)
    offset = text.find('\n', offset) + 1;
  return name + " byte " + std::to_string(offset) + ": ";
}

TEST_P(FaultyShards, AreFound) {
  const TemporaryFolder folder;
  const std::string& text = GetParam().text;
  const std::string file = folder.write("motion.csv", text);
  for (const Scheme scheme : {Scheme::backward, Scheme::central}) {
    Way way;
    way.csv.scheme = scheme;
    const std::string error = error_of_file(file, arm(), way);
    ASSERT_NE(error, "no error");
    for (const std::size_t count : counts) {
      std::vector<std::string> errors;
      for (std::size_t index = 1; index <= count; ++index) {
        way.shard = {.index = index, .count = count};
        errors.push_back(error_of_file(file, arm(), way));
      }
      EXPECT_THAT(errors, Contains(HasSubstr(place_by_byte(error, text)))) << count << " shards";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultyShards,
    testing::Values(Text{"Word", "t,a,b\n0,1,2\n1,1,3\n2,2,4\n# five\n3,x,5\n4,1,1\n5,1,1\n"},
                    Text{"Time", "t,a,b\n0,1,2\n1,1,3\n2,2,4\n2,1,5\n4,1,1\n5,1,1\n"},
                    Text{"Field", "t,a,b\n0,1,2\n1,1,3\n2,2,4\n3,1\n4,1,1\n5,1,1\n"},
                    Text{"BlankLine", "t,a,b\n0,1,2\n1,1,3\n2,2,4\n\n\n3,3,4\n4,1,1\n5,1,1\n"},
                    Text{"BlankLineAmongComments",
                         "t,a,b\n0,1,2\n1,1,3\n2,2,4\n#\n\n#\n#\n3,3,4\n4,1,1\n5,1,1\n"},
                    Text{"BlankLineBelowTheHeader", "t,a,b\n\n\n3,3,4\n4,1,1\n5,1,1\n"},
                    Text{"Overflow", "t,a,b\n0,1,2\n1,1,3\n2,2,4\n3,1e308,-1e308\n4,1,1\n5,1,1\n"}),
    [](const auto& fault) { return fault.param.name; });

// Longer than one read; many of these can be in a shard or before one.
TEST(Shard, MayHaveLongCommentsAndRows) {
  const std::string comments = '#' + std::string(300'000, 'x') + "\n#\n", field(200'000, '0');
  std::string text = "t,a,b\n";
  for (int row = 0; row < 5; ++row)
    text += comments + std::to_string(row) + "," + std::to_string(row * row) + ",1" +
            (row % 2 ? "." + field : "") + "\n";
  text += comments;
  const TemporaryFolder folder;
  const std::string file = folder.write("motion.csv", text);
  Way way;
  way.csv.scheme = Scheme::central;
  const Rows whole = run_file(file, arm(), way);
  for (const std::size_t count : {2U, 5U, 16U, 100U}) {
    Rows joined;
    for (std::size_t index = 1; index <= count; ++index) {
      way.shard = {.index = index, .count = count};
      append(run_file(file, arm(), way), joined);
    }
    expect_same_rows(joined, whole);
  }
}

// Same error as for the whole file, in the shard with the line and in shards that look for rows after it.
TEST(Shard, RefusesLinesThatAreTooLong) {
  const TemporaryFolder folder;
  const std::string head = "t,a,b\n0,1,2\n1,1,2\n", tail = "\n3,1,1\n4,2,2\n";
  const std::string file = folder.write("motion.csv", head + "2,1," + std::string(40 << 20, '0') + tail);
  Way way;
  way.csv.scheme = Scheme::central;
  const std::string expected = "is longer than 16 MiB: expected a row of numbers";
  ASSERT_THAT(error_of_file(file, arm(), way), HasSubstr(expected));
  const auto shard_of_byte = [&](std::size_t byte) {
    const std::size_t size = std::filesystem::file_size(file), count = size / 4;
    std::size_t index = byte / 4;
    while (Shard{index, count}.end(size) <= byte) ++index;
    return Shard{index, count};
  };
  way.shard = shard_of_byte(std::filesystem::file_size(file) + 1 - tail.size());
  EXPECT_THAT(error_of_file(file, arm(), way), HasSubstr(expected)) << "needs rows in front";
  way.shard = shard_of_byte(head.rfind('1', head.size() - 5));
  EXPECT_THAT(error_of_file(file, arm(), way), HasSubstr(expected)) << "needs rows behind";
}

TEST(Shard, ReportsThePreviousTime) {
  const std::string text = "t,a,b\n0,1,2\n5,1,3\n4,2,4\n";
  EXPECT_EQ(error_of_csv(text, arm(), {.shard = Shard{1, 1}}),
            "motion.csv: byte 18: t is \"4\", but was 5 in the row before (byte 12): expected times "
            "that increase (if a clock was reset, split the file before this row and run invdyn for "
            "each part)");
}

TEST(Shard, WarnsWithTheLocation) {
  const std::string text = "t,a,b\n0,1,2\n1,1,3\n2,2,40\n3,2,3\n4,2,3\n";
  for (std::size_t count = 1; count <= 5; ++count) {
    std::vector<std::string> warnings;
    for (std::size_t index = 1; index <= count; ++index)
      for (const std::string& warning : run_csv(text, arm(), {.shard = Shard{index, count}}).warnings)
        warnings.push_back(warning);
    EXPECT_THAT(warnings, Contains(testing::StartsWith("motion.csv: byte 18: joint \"b\" jumps by 37 rad")));
    EXPECT_THAT(warnings, testing::Not(Contains(HasSubstr("already moves")))) << "but at its true start";
  }
}

TEST(Shard, ReportsItsProgress) {
  const TemporaryFolder folder;
  std::string text = "t,a,b\n";
  for (int k = 100; k < 200; ++k) text += std::to_string(k) + ",1,2\n";
  Way way{.sizes = {.text = 5 * 8}};
  for (const Scheme scheme : {Scheme::backward, Scheme::central})
    for (const Shard shard : {Shard{1, 5}, Shard{3, 5}, Shard{5, 5}}) {  // four chunks of five rows each
      way.csv.scheme = scheme;
      way.shard = shard;
      std::vector<double> fractions = run_csv(text, arm(), way).fractions;
      if (fractions.size() == 5) fractions.pop_back();  // the end, where rows waited for it
      EXPECT_THAT(fractions, testing::ElementsAre(0.25, 0.5, 0.75, 1));
    }
}

TEST(Shard, NeedsATimeColumn) {
  Way way;
  way.csv.grid = TimeGrid::with_step(1);
  way.shard = Shard{1, 2};
  EXPECT_THAT(error_of_csv("a,b\n1,2\n3,4\n", arm(), way),
              HasSubstr("`shard`: needs a column \"t\" or \"time\", and "));
}

}  // namespace
}  // namespace invdyn::test
