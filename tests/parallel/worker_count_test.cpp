// The default number of threads.

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>

#include "parallel/worker_count.h"

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

}  // namespace
}  // namespace invdyn::test
