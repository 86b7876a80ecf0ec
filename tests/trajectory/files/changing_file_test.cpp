// A CSV file that another program shortens or extends while it is read.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "ground/csv/csv_rows.h"
#include "support/temporary_folder.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::EndsWith;

const Robot& pendulum() {
  static const Robot robot = arm_of({{"a"}});
  return robot;
}

constexpr std::size_t rows_in_file = 40, header_size = 4, row_size = 8;
std::string rows_from(std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t k = begin; k < end; ++k)
    text += std::to_string(100 + k) + ",1." + std::to_string(k % 10) + "\n";
  return text;
}

struct Reading {
  std::size_t rows = 0;  // rows with results
  std::string error = "none";
  bool ended = false;
};

// In chunks of three rows. The file changes after the first chunk, or before it if there is a shard.
class ChangingFile : public testing::TestWithParam<Scheme> {
 protected:
  Reading read(const std::function<void()>& change, std::optional<Shard> shard = {}) const {
    const Differentiation how{.scheme = GetParam()};
    CsvSource source(path_, pendulum(), {}, [](const std::string&) {},
                     {.text = 3 * row_size, .read = row_size});
    if (shard) source.restrict_to(*shard, how);
    if (shard) change();
    Reading reading;
    Block block(1, 0);
    try {
      Chunk chunk;
      for (bool first = !shard; !reading.ended && source.next(chunk, how); first = false) {
        const std::exception_ptr fault = source.parse(chunk, block);
        reading.ended = block.last;
        reading.rows +=
            block.rows - block.before - (block.last ? block.after : std::max(block.after, how.rows_after()));
        if (fault) std::rethrow_exception(fault);
        if (first) change();
      }
    } catch (const Error& error) {
      reading.error = error.what();
    }
    return reading;
  }
  void cut_to(std::size_t rows) const { std::filesystem::resize_file(path_, header_size + rows * row_size); }
  void append(const std::string& text) const { std::ofstream(path_, std::ios::app) << text; }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.write("motion.csv", "t,a\n" + rows_from(0, rows_in_file));
};

// Cut at the end of a line, so that the rest looks complete.
TEST_P(ChangingFile, DoesNotEndWhereItWasShortened) {
  for (const std::size_t rows : {20U, 2U, 39U}) {
    folder_.write("motion.csv", "t,a\n" + rows_from(0, rows_in_file));
    const Reading reading = read([&] { cut_to(rows); });
    EXPECT_THAT(reading.error,
                EndsWith("motion.csv: became shorter while it was read: expected an unchanged file"));
    EXPECT_FALSE(reading.ended);
  }
}

TEST_P(ChangingFile, DoesNotEndInAShardWhereItWasShortened) {
  const std::string shorter = "motion.csv: became shorter while it was read: expected an unchanged file";
  const Shard second{2, 4};  // rows 10 to 19
  EXPECT_THAT(read([&] { cut_to(15); }, second).error, EndsWith(shorter));
  folder_.write("motion.csv", "t,a\n" + rows_from(0, rows_in_file));
  const Reading reading = read([&] { cut_to(20); }, second);
  if (GetParam() == Scheme::central)
    EXPECT_THAT(reading.error, EndsWith(shorter)) << "needs the row behind";
  else
    EXPECT_EQ(reading.rows, 10U);
}

TEST_P(ChangingFile, IsReadToItsNewEnd) {
  const Reading reading = read([&] { append(rows_from(rows_in_file, 2 * rows_in_file)); });
  EXPECT_EQ(reading.error, "none");
  EXPECT_TRUE(reading.ended);
  EXPECT_EQ(reading.rows, 2 * rows_in_file);
}

// A number is invalid if its last digits are still missing.
TEST_P(ChangingFile, MustNotGrowByAPartialLine) {
  const Reading reading = read([&] { append(rows_from(rows_in_file, rows_in_file + 1) + "900,1"); });
  EXPECT_THAT(
      reading.error,
      testing::HasSubstr("motion.csv: has grown while it was read, and its last line may be incomplete"));
  EXPECT_FALSE(reading.ended);
}

// All shards then cut it at the same places.
TEST_P(ChangingFile, KeepsItsSizeAtOpeningInShards) {
  for (const std::string& more : {rows_from(rows_in_file, 2 * rows_in_file), std::string("900,1")}) {
    folder_.write("motion.csv", "t,a\n" + rows_from(0, rows_in_file));
    const Reading reading = read([&] { append(more); }, Shard{4, 4});
    EXPECT_EQ(reading.error, "none");
    EXPECT_TRUE(reading.ended);
    EXPECT_EQ(reading.rows, rows_in_file / 4);
  }
}

// Bytes of standard input that were read earlier are not missing.
TEST(StandardInput, MayHaveBeenPartlyRead) {
  const TemporaryFolder folder;
  const std::string path = folder.write("motion.csv", "not read\nt,a\n0,0\n1,0\n");
  const int before = ::dup(STDIN_FILENO), file = ::open(path.c_str(), O_RDONLY);
  ::dup2(file, STDIN_FILENO);
  ::lseek(STDIN_FILENO, 9, SEEK_SET);
  EXPECT_EQ(run_file("-", pendulum()).t, (std::vector<double>{0, 1}));
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(file);
}

INSTANTIATE_TEST_SUITE_P(By, ChangingFile, testing::Values(Scheme::backward, Scheme::central),
                         [](const auto& scheme) {
                           return scheme.param == Scheme::central ? "CentralDifferences"
                                                                  : "BackwardDifferences";
                         });

// The same size, but another time of change.
TEST(ChangingTable, IsReported) {
  const TemporaryFolder folder;
  const std::string path = folder.write("table.csv", "t,x\n0,1\n1,2\n");
  std::filesystem::last_write_time(path, std::filesystem::file_time_type{});
  CsvRows rows(path);
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  ASSERT_TRUE(rows.read_row(fields));
  folder.write("table.csv", "t,x\n0,1\n1,3\n");
  ASSERT_TRUE(rows.read_row(fields));
  EXPECT_THROW(rows.read_row(fields), Error);
}

// Rows that come after the table was read are not its rows.
TEST(ChangingTable, MayGrow) {
  const TemporaryFolder folder;
  const std::string path = folder.write("table.csv", "t,x\n0,1\n");
  CsvRows rows(path);
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  folder.write("table.csv", "t,x\n0,1\n1,3\n");
  ASSERT_TRUE(rows.read_row(fields));
  EXPECT_FALSE(rows.read_row(fields));
}

}  // namespace
}  // namespace invdyn::test
