// Memory does not grow with the length of a trajectory: 16 MiB plus 4 MiB per thread are enough.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "cli/run_program.h"
#include "support/sanitizers.h"

namespace invdyn::test {
namespace {

// Long comments, as a log may contain, then rows.
void write_trajectory(const std::string& path, int rows) {
  std::ofstream file(path);
  const std::string comment = '#' + std::string(4094, ' ') + '\n';
  for (int i = 0; i < 1024; ++i) file << comment;
  file << "t,q_pivot\n";
  for (int k = 0; k < rows; ++k) file << 0.25 * k << ',' << 1e-4 * (k % 1000) << '\n';
}

// A chain of pendulums, with comments between the rows and blank lines after them: many short lines that
// would each need much memory if they were rows.
constexpr int wide = 100;
void write_wide_robot(const std::string& path) {
  std::ofstream file(path);
  file << R"({"name": "chain", "convention": "tree", "joints": [)";
  for (int i = 0; i < wide; ++i)
    file << (i > 0 ? ", " : "") << R"({"name": "j)" << i << R"(", "type": "revolute", "axis": [0, 1, 0], )"
         << R"("parent": ")" << (i > 0 ? "l" + std::to_string(i - 1) : "base") << R"(", "link": {"name": "l)"
         << i << R"(", "mass": 1, "com": [0, 0, -0.1], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}})";
  file << "]}";
}
void write_wide_trajectory(const std::string& path, int rows) {
  constexpr int lines = 200'000;
  std::ofstream file(path);
  file << 't';
  for (int i = 0; i < wide; ++i) file << ",j" << i;
  for (int k = 0; k < rows; ++k) {
    file << '\n' << k;
    for (int i = 0; i < wide; ++i) file << ",0.00" << (i + k) % 10;
    for (int i = 0; i < lines / rows; ++i) file << "\n#";
  }
  for (int i = 0; i < lines; ++i) file << '\n';
}

long peak_kib(const Workplace& here, const std::string& threads, const std::string& input, int rows,
              const std::string& robot = "pendulum") {
  Child child(
      {"sh", "-c", input + "exec " + program + " torque " + robot + " - -o torques.csv --threads " + threads},
      here.path());
  struct rusage usage {};
  const int status = child.wait(&usage);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  std::ifstream torques(here / "torques.csv");
  const auto lines =
      std::count(std::istreambuf_iterator<char>(torques), std::istreambuf_iterator<char>(), '\n');
  EXPECT_EQ(lines, rows + 1);
  return usage.ru_maxrss;
}

TEST(Memory, DoesNotGrowWithTheFile) {
#ifdef INVDYN_UNDER_SANITIZER
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const Workplace here;
  constexpr int few = 40'000, many = 400'000;
  write_trajectory(here / "few.csv", few);
  write_trajectory(here / "many.csv", many);
  constexpr int few_wide = 200;
  write_wide_robot(here / "chain.json");
  write_wide_trajectory(here / "wide.csv", few_wide);
  for (const int threads : {1, 4}) {
    const long bound = (16 + 4 * threads) * 1024;
    const std::string n = std::to_string(threads);
    EXPECT_LT(peak_kib(here, n, "exec < few.csv; ", few), bound);
    EXPECT_LT(peak_kib(here, n, "exec < many.csv; ", many), bound);
    EXPECT_LT(peak_kib(here, n, "exec < wide.csv; ", few_wide, "chain.json"), bound);
    EXPECT_EQ(::mkfifo((here / ("pipe" + n)).c_str(), 0600), 0);
    EXPECT_LT(peak_kib(here, n, "cat many.csv > pipe" + n + " & exec < pipe" + n + "; ", many), bound);
  }
}

}  // namespace
}  // namespace invdyn::test
