// The table of the formats of trajectories.

#include "trajectory/files/formats.h"

#include <gtest/gtest.h>

#include <set>

namespace invdyn::test {
namespace {

std::string_view ending_of(std::string_view path) {
  const TrajectoryFormat* const format = trajectory_format_of(path);
  return format ? format->ending : "none";
}

TEST(TrajectoryFormats, HaveOneEndingEach) {
  std::set<std::string_view> endings;
  for (const TrajectoryFormat& format : trajectory_formats()) {
    EXPECT_TRUE(endings.insert(format.ending).second) << format.ending;
    EXPECT_EQ(ending_of("a/b" + std::string(format.ending)), format.ending);
  }
}

TEST(TrajectoryFormats, AreToldByTheName) {
  EXPECT_EQ(ending_of("walk.sto"), ".sto");
  EXPECT_EQ(ending_of("walk.sto.gz"), ".sto");
  EXPECT_EQ(ending_of("walk.pos.zst"), ".pos");
  EXPECT_EQ(ending_of("walk.npy"), ".npy");
  EXPECT_EQ(ending_of("walk.npy.gz"), "none") << "an array is read at many places at once";
  for (const char* path : {"walk.txt", "walk", "walk.csv.txt", "csv", "-", ""})
    EXPECT_EQ(ending_of(path), "none");
}

TEST(TrajectoryFormats, HaveNamesOfResults) {
  EXPECT_EQ(name_of_results("in/a.csv"), "a.csv");
  EXPECT_EQ(name_of_results("a.npy"), "a.npy");
  EXPECT_EQ(name_of_results("in/a.b.sto"), "a.b.csv");
  EXPECT_EQ(name_of_results("a.mot"), "a.csv");
  EXPECT_EQ(name_of_results("a.pos.gz"), "a.csv.gz");
  EXPECT_EQ(name_of_results("a.sto.zst"), "a.csv.zst");
  EXPECT_EQ(name_of_results("run_0.mcap.zstd"), "run_0.csv.zstd");
  EXPECT_EQ(name_of_results("in/a.txt.gz"), "a.txt.gz");
  EXPECT_EQ(name_of_results("in/"), "");
}

}  // namespace
}  // namespace invdyn::test
