// The default number of threads.

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <filesystem>

#include "ground/parallel/worker_count.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

TEST(UsualWorkerCount, IsTheNumberThatSlurmGives) {
  ::setenv("SLURM_CPUS_PER_TASK", "7", 1);
  EXPECT_EQ(usual_worker_count(), 7U);
  ::unsetenv("SLURM_CPUS_PER_TASK");
  const std::size_t otherwise = usual_worker_count();
  for (const char* odd : {"", "0", "-2", "2x", "two", "99999999999999999999999"}) {
    ::setenv("SLURM_CPUS_PER_TASK", odd, 1);
    EXPECT_EQ(usual_worker_count(), otherwise) << odd;
  }
  ::unsetenv("SLURM_CPUS_PER_TASK");
}

TEST(UsualWorkerCount, IsAtMostTheNumberOfAllowedCores) {
  cpu_set_t before, one;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_GE(usual_worker_count(), 1U);
  EXPECT_LE(usual_worker_count(), static_cast<std::size_t>(CPU_COUNT(&before)));
  CPU_ZERO(&one);
  for (std::size_t core = 0; CPU_COUNT(&one) == 0; ++core)
    if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usual_worker_count(), 1U);
  ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(ShareOfGroup, IsTheSmallestOnTheWayUp) {
  const TemporaryFolder folder;
  const std::string root = folder.path();
  std::filesystem::create_directories(folder / "outer/inner");
  const std::string groups = "9:name=systemd:/\n2:cpu:/old\n0::/outer/inner\n";
  EXPECT_EQ(share_of_group(groups, root), std::nullopt);
  folder.write("outer/inner/cpu.max", "max 100000\n");
  EXPECT_EQ(share_of_group(groups, root), std::nullopt);
  folder.write("outer/cpu.max", "150000 100000\n");
  EXPECT_EQ(share_of_group(groups, root), 2U);
  folder.write("outer/inner/cpu.max", "400000 100000\n");
  EXPECT_EQ(share_of_group(groups, root), 2U);
  folder.write("cpu.max", "50000 100000\n");
  EXPECT_EQ(share_of_group(groups, root), 1U);
  folder.write("cpu.max", "0 0\n");
  EXPECT_EQ(share_of_group(groups, root), 2U);
}

TEST(ShareOfGroup, IsThatOfTheTopWithoutAGroup) {
  const TemporaryFolder folder;
  for (const char* groups : {"0::/\n", "2:cpu:/old\n", ""}) {
    EXPECT_EQ(share_of_group(groups, folder.path() + "/none"), std::nullopt);
    folder.write("cpu.max", "300000 100000\n");
    EXPECT_EQ(share_of_group(groups, folder.path()), 3U);
  }
}

}  // namespace
}  // namespace invdyn::test
