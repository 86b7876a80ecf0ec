// Trajectories as .npy arrays: the same rows as from the same numbers in a CSV file, for any cut.

#include "trajectory/files/npy_source.h"
#include "support/npy_number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "ground/npy/npy_columns.h"
#include "ground/text/number.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

using Values = std::vector<std::vector<double>>;  // [row][column]

std::string npy_of(const Values& rows) {
  std::string bytes = npy_header(rows.size(), rows.front().size());
  for (const std::vector<double>& row : rows)
    for (const double value : row) {
      bytes.resize(bytes.size() + sizeof value);
      put_npy_number(value, bytes.data() + bytes.size() - sizeof value);
    }
  return bytes;
}

std::string csv_of(const std::vector<std::string>& names, const Values& rows) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  for (const std::vector<double>& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "\n" : ",") + shortest(row[i]);
  return text + "\n";
}

class NpySourceTest : public testing::Test {
 protected:
  std::string write(const std::vector<std::string>& names, const Values& rows) const {
    folder_.write("motion.npy.json", npy_columns_text(names));
    return folder_.write("motion.npy", npy_of(rows));
  }
  std::string error(const std::vector<std::string>& names, const Values& rows, const Way& way = {}) const {
    return without_folder(error_of_file(write(names, rows), arm_, way), folder_);
  }

  const TemporaryFolder folder_;
  const Robot arm_ = arm_of({{"a"}, {"b"}});
};

// A motion at uneven times; its columns are not in the order of the joints.
Values motion(std::size_t rows, std::size_t quantities) {
  Values values;
  for (std::size_t k = 0; k < rows; ++k) {
    const auto x = static_cast<double>(k);
    std::vector<double> row{0.25 * x + 1e-3 * x * x};
    for (std::size_t i = 0; i < 2 * quantities; ++i)
      row.push_back(0.1 * std::sqrt(x + static_cast<double>(i)) - 0.02 * x);
    row.push_back(-x);
    values.push_back(row);
  }
  return values;
}

const std::vector<std::vector<std::string>> headers = {
    {"t", "b", "q_a", "note"},
    {"t", "b", "q_a", "dq_b", "dq_a", "note"},
    {"t", "ddq_a", "q_a", "dq_b", "dq_a", "b", "ddq_b", "note"},
};

std::vector<Way> ways() {
  std::vector<Way> ways(7);
  ways[1].csv.scheme = Scheme::central;
  ways[2].start = Start::extrapolate;
  ways[3].csv.degrees = true;
  ways[4].csv.grid = TimeGrid::with_step(0.01);
  ways[5].csv.scheme = Scheme::savitzky_golay;
  ways[5].fit = {5, 3};
  ways[6].csv.missing.policy = MissingValues::Policy::skip;
  return ways;
}

void expect_same(const Rows& rows, const Rows& expected) {
  EXPECT_EQ(rows.known, expected.known);
  EXPECT_EQ(rows.t, expected.t);
  EXPECT_EQ(rows.q, expected.q);
  EXPECT_EQ(rows.dq, expected.dq);
  EXPECT_EQ(rows.ddq, expected.ddq);
  EXPECT_EQ(rows.tau, expected.tau);
}

TEST_F(NpySourceTest, GivesTheRowsOfTheSameCsvFileForAnyCut) {
  for (std::size_t quantities = 1; quantities <= 3; ++quantities)
    for (const std::size_t count : {5U, 6U, 17U}) {
      const Values values = motion(count, quantities);
      const std::vector<std::string>& names = headers[quantities - 1];
      const std::string path = write(names, values);
      const std::string csv = folder_.write("motion.csv", csv_of(names, values));
      for (Way way : ways())
        for (const std::size_t threads : {1U, 3U})
          for (way.rows_in_chunk = 0; way.rows_in_chunk <= count + 1; ++way.rows_in_chunk) {
            way.threads = threads;
            expect_same(run_file(path, arm_, way), run_file(csv, arm_, way));
          }
    }
}

TEST_F(NpySourceTest, HasATimeForEachRowWithoutATimeColumn) {
  Way way;
  way.csv.grid = TimeGrid::with_step(0.1);
  const std::string path = write({"a", "b"}, Values(7, {1, 2}));
  for (way.rows_in_chunk = 1; way.rows_in_chunk < 9; ++way.rows_in_chunk)
    EXPECT_THAT(run_file(path, arm_, way).t, ElementsAre(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6));
}

// The number of rows before a shard is known exactly, so a shard needs no time column.
TEST_F(NpySourceTest, ShardsJoinToTheWholeFile) {
  for (Way way : ways())
    for (const std::size_t count : {1U, 2U, 3U, 10U}) {
      Values values = motion(count, 1);
      std::vector<std::string> names = headers.front();
      if (way.csv.grid) {
        names.front() = "was_time";
        for (std::vector<double>& row : values) row.front() = nan;
      }
      const std::string path = write(names, values);
      Differentiation how{way.csv.scheme.value_or(Scheme::backward), way.start};
      how.fit = way.fit;
      if (count < how.rows_needed()) {
        EXPECT_THAT(error_of_file(path, arm_, way),
                    HasSubstr("expected at least " + std::to_string(how.rows_needed()) +
                              " rows for the finite differences"));
        continue;
      }
      way.rows_in_chunk = 0;
      const Rows whole = run_file(path, arm_, way);
      for (const std::size_t shards : {1U, 2U, 3U, 9U, 25U})
        for (const std::size_t in_chunk : {1U, 2U, 100U}) {
          Rows joined;
          for (std::size_t index = 1; index <= shards; ++index) {
            way.rows_in_chunk = in_chunk;
            way.shard = Shard{index, shards};
            run_file(path, arm_, way, joined);
          }
          way.shard.reset();
          expect_same(joined, whole);
          EXPECT_EQ(joined.lines, whole.lines);
        }
    }
}

TEST_F(NpySourceTest, UnwrapsAcrossChunks) {
  Values values;
  for (int k = 0; k < 12; ++k)
    values.push_back({0.1 * k, std::remainder(2.0 * k, 2 * std::numbers::pi), 0.0});
  const std::string path = write({"t", "a", "b"}, values);
  Way way;
  way.unwrap = true;
  for (const Scheme scheme : {Scheme::backward, Scheme::central})
    for (way.rows_in_chunk = 1; way.rows_in_chunk < 14; ++way.rows_in_chunk) {
      way.csv.scheme = scheme;
      const Rows rows = run_file(path, arm_, way);
      for (std::size_t k = 0; k < rows.t.size(); ++k)
        EXPECT_NEAR(rows.q[0][k], 2.0 * static_cast<double>(k), 1e-12);
    }
}

// Other threads continue with later chunks. Turns can no longer be counted before these.
TEST_F(NpySourceTest, UnwrapsNothingAfterABadRow) {
  for (const std::size_t bad : {0U, 4U, 7U}) {
    Values values(64, {0, 0, 0});
    for (std::size_t k = 0; k < values.size(); ++k) values[k][0] = static_cast<double>(k);
    values[bad][1] = nan;
    const std::string path = write({"t", "a", "b"}, values);
    const Way way{.unwrap = true, .rows_in_chunk = 2, .threads = 4};
    for (int run = 0; run < 20; ++run) {
      EXPECT_EQ(without_folder(error_of_file(path, arm_, way), folder_),
                "motion.npy: row " + std::to_string(bad) + ": a is nan: expected a finite number (rad)");
      EXPECT_EQ(rows_before_error(path, arm_, way), bad);
    }
  }
}

TEST_F(NpySourceTest, CountsRowsFromZero) {
  const Rows rows = run_file(write({"t", "a", "b"}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}), arm_);
  EXPECT_THAT(rows.lines, ElementsAre(0U, 1U, 2U));
}

TEST_F(NpySourceTest, NamesTheNonFiniteValue) {
  const std::vector<std::string> names{"t", "a", "b"};
  EXPECT_EQ(error(names, {{0, 0, 0}, {1, 0, nan}}),
            "motion.npy: row 1: b is nan: expected a finite number (rad)");
  EXPECT_EQ(error(names, {{0, -infinity, 0}, {1, 0, nan}}),
            "motion.npy: row 0: a is -inf: expected a finite number (rad)");
  EXPECT_EQ(error(names, {{0, 0, 0}, {nan, 0, 0}}),
            "motion.npy: row 1: t is nan: expected a finite number (s)");
  Way degrees;
  degrees.csv.degrees = true;
  EXPECT_EQ(error(names, {{0, infinity, 0}}, degrees),
            "motion.npy: row 0: a is inf: expected a finite number (deg)");
}

TEST_F(NpySourceTest, NamesTheTimeThatDoesNotIncrease) {
  EXPECT_EQ(
      error({"t", "a", "b"}, {{0, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}}),
      "motion.npy: row 2: t is \"0.5\", but was 0.5 in the row before (row 1): expected times that increase");
  Way even;  // as of a coarse clock, whose times the grid replaces
  even.csv.grid = TimeGrid::with_step(0.3);
  EXPECT_EQ(error({"t", "a", "b"}, {{0, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}}, even), "no error");
}

// The first fault in the file is reported after all rows before it, for any chunk boundaries.
TEST_F(NpySourceTest, GivesAllRowsBeforeTheFirstFault) {
  Values values = motion(11, 1);
  values[7][1] = nan;
  values[8][0] = 0;
  values[9][2] = infinity;
  const std::string path = write(headers.front(), values);
  for (Way way : ways())
    for (way.rows_in_chunk = 1; way.rows_in_chunk < 13; ++way.rows_in_chunk) {
      const bool is_fit = way.csv.scheme == Scheme::savitzky_golay;
      const bool looks_two_ahead = is_fit || way.csv.missing.leaves_gaps();
      const std::size_t look_ahead = looks_two_ahead ? 2 : way.csv.scheme == Scheme::central ? 1 : 0;
      EXPECT_EQ(rows_before_error(path, arm_, way), 7 - look_ahead);
      EXPECT_THAT(error_of_file(path, arm_, way), HasSubstr("motion.npy: row 7: b is nan"));
    }
}

TEST_F(NpySourceTest, IgnoresUnusedColumns) {
  const Rows rows = run_file(write({"t", "a", "x", "b"}, {{0, 0, nan, 0}, {1, 0, infinity, 0}}), arm_);
  EXPECT_EQ(rows.t.size(), 2U);
  EXPECT_THAT(rows.notes, ElementsAre(HasSubstr("motion.npy: columns not used: x")));
}

TEST_F(NpySourceTest, LocatesWarningsByRow) {
  const Robot arm = arm_of({{"a", JointType::revolute, {-1, 1, {}, {}}}});
  Values values(30, {0, 0});
  for (std::size_t k = 0; k < values.size(); ++k) values[k][0] = static_cast<double>(k);
  values[20][1] = 1.5;
  Way way;
  for (way.rows_in_chunk = 0; way.rows_in_chunk < 22; ++way.rows_in_chunk)
    EXPECT_THAT(run_file(write({"t", "a"}, values), arm, way).warnings,
                ElementsAre(HasSubstr("motion.npy: row 20: joint \"a\" is at 1.5 rad")));
}

TEST_F(NpySourceTest, ReportsMissingNames) {
  EXPECT_EQ(error({"t", "a", "bb"}, {{0, 0, 0}}),
            "motion.npy.json: no column for joint b: expected \"q_b\" or \"b\", or `map` NAME=q_b for a "
            "column of another name (bb); `lock` b=0 if the log lacks it");
  EXPECT_EQ(error({"x", "a", "b"}, {{0, 0, 0}}),
            "motion.npy.json: no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`), or "
            "`map` NAME=t for a column of another name (x)");
  EXPECT_THAT(error({"mytime", "joint_0_pos", "joint_1_pos"}, {{0, 0, 0}}),
              HasSubstr("`map` mytime=t,joint_0_pos=a,joint_1_pos=b"));
}

// The error comes before any row is read.
TEST_F(NpySourceTest, RefusesATruncatedFile) {
  const std::string path = write({"t", "a", "b"}, Values(100, {0, 0, 0}));
  const std::string bytes = folder_.read("motion.npy");
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 97) {
    folder_.write("motion.npy", bytes.substr(0, size));
    EXPECT_THROW(NpySource(path, arm_, {}, [](const std::string&) {}), Error) << size;
  }
  folder_.write("motion.npy", bytes + '\0');
  EXPECT_THAT(error_of_file(path, arm_), HasSubstr("there is more data after the array"));
}

// For example, another program rewrites it.
TEST_F(NpySourceTest, NoticesAFileThatShrinksWhileItIsRead) {
  const std::string path = write({"t", "a", "b"}, Values(50, {0, 0, 0}));
  NpySource source(
      path, arm_, {}, [](const std::string&) {}, 10);
  Chunk chunk;
  Block block(2, 0);
  ASSERT_TRUE(source.next(chunk, {}));
  std::filesystem::resize_file(path, 200);
  const std::exception_ptr fault = source.parse(chunk, block);
  ASSERT_TRUE(fault);
  try {
    std::rethrow_exception(fault);
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("became shorter while it was read"));
  }
  EXPECT_EQ(block.rows, 0U);
}

TEST_F(NpySourceTest, RefusesNonRegularFiles) {
  EXPECT_THAT(error_of_file(folder_ / "none.npy", arm_), HasSubstr("none.npy: No such file or directory"));
  std::filesystem::create_directory(folder_ / "folder.npy");
  EXPECT_THAT(error_of_file(folder_ / "folder.npy", arm_), HasSubstr("expected a regular .npy file"));
  std::filesystem::create_symlink("/dev/null", folder_ / "device.npy");
  EXPECT_THAT(error_of_file(folder_ / "device.npy", arm_), HasSubstr("expected a regular .npy file"));
}

TEST_F(NpySourceTest, IsNotReadAsCsv) {
  write({"t", "a", "b"}, {{0, 0, 0}});
  std::filesystem::rename(folder_ / "motion.npy", folder_ / "motion.csv");
  EXPECT_THAT(error_of_file(folder_ / "motion.csv", arm_),
              HasSubstr("motion.csv: is a .npy array, but its name does not end in .npy: expected a regular "
                        "file NAME.npy"));
  EXPECT_THAT(error_of_file(folder_.write("text.npy", "t,a,b\n0,0,0\n"), arm_),
              HasSubstr("text.npy: does not begin as a .npy file does"));
}

}  // namespace
}  // namespace invdyn::test
