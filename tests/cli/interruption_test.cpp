// A run that is interrupted leaves files as they were.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "cli/held_pipe.h"
#include "cli/run_program.h"

namespace invdyn::test {
namespace {

class Interruption : public testing::TestWithParam<int> {};

TEST_P(Interruption, LeavesTheFormerOutputAndNoTemporaryFile) {
  const Workplace here;
  std::filesystem::create_directory(here / "results");
  here.write("results/torques.csv", "former");
  const auto in_results = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(here / "results"))
      names.push_back(entry.path().filename().string());
    return names;
  };
  const HeldPipe pipe(here / "motion.csv");
  Child child({program, "torque", "pendulum", "motion.csv", "-o", "results/torques.csv"}, here.path());
  pipe.write("t,pivot\n0,0\n1,0\n");
  EXPECT_TRUE(wait_until([&] { return in_results().size() == 2; })) << "no temporary file to be left behind";

  ASSERT_EQ(::kill(child.id(), GetParam()), 0);
  const int status = child.wait();
  EXPECT_TRUE(WIFSIGNALED(status));  // so that a shell's loop ends too
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_THAT(in_results(), testing::ElementsAre("torques.csv"));
  EXPECT_EQ(here.read("results/torques.csv"), "former");
}

INSTANTIATE_TEST_SUITE_P(Signals, Interruption, testing::Values(SIGINT, SIGTERM, SIGHUP, SIGQUIT),
                         [](const testing::TestParamInfo<int>& signal) {
                           return std::string(::sigabbrev_np(signal.param));
                         });

// `nohup` sets SIGHUP to be ignored, and that stays so.
TEST(IgnoredSignal, StaysIgnored) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n");
  const Outcome outcome = here.run_in_bash(
      "mkfifo pipe; trap '' HUP; invdyn torque pendulum pipe -o out.csv & exec 9> pipe; sleep 0.2; kill -HUP "
      "$!; cat m.csv >&9; exec 9>&-; wait $!");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(here.read("out.csv"), testing::StartsWith("t,tau_pivot\n0,"));
}

}  // namespace
}  // namespace invdyn::test
