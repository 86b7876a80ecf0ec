// Memory does not grow with the length of a trajectory.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "cli/run_program.h"

#if defined(__SANITIZE_ADDRESS__)
#define INVDYN_UNDER_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define INVDYN_UNDER_ADDRESS_SANITIZER
#endif
#endif

namespace invdyn::test {
namespace {

// What a buffer of fixed size takes is no growth: comments in front of the rows fill it up to its end in any
// case (the reader of lines holds three pieces of 16 MiB).
void write_trajectory(const std::string& path, int rows) {
  std::ofstream file(path);
  const std::string comment = '#' + std::string(4094, ' ') + '\n';
  for (int i = 0; i < 49 * 256; ++i) file << comment;  // 49 MiB
  file << "t,q_pivot\n";
  for (int k = 0; k < rows; ++k) file << 0.25 * k << ',' << 1e-4 * (k % 1000) << '\n';
}

long peak_kib(const Workplace& here, int rows) {
  write_trajectory(here / "motion.csv", rows);
  Child child({program, "torque", "pendulum", "motion.csv", "-o", "torques.csv"}, here.path());
  struct rusage usage {};
  const int status = child.wait(&usage);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  std::ifstream torques(here / "torques.csv");
  const auto lines =
      std::count(std::istreambuf_iterator<char>(torques), std::istreambuf_iterator<char>(), '\n');
  EXPECT_EQ(lines, rows + 1);
  return usage.ru_maxrss;
}

TEST(Memory, OfTenTimesTheRowsIsTheSame) {
#ifdef INVDYN_UNDER_ADDRESS_SANITIZER
  GTEST_SKIP() << "the sanitizer keeps what is freed";
#endif
  const Workplace here;
  const long small = peak_kib(here, 40'000);
  const long large = peak_kib(here, 400'000);
  EXPECT_LE(std::abs(large - small), 4 * 1024) << small << " KiB, " << large << " KiB";
}

}  // namespace
}  // namespace invdyn::test
