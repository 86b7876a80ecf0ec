// An interrupted run leaves files unchanged.

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

TEST_P(Interruption, KeepsTheFormerOutputAndNoTemporaryFile) {
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
  EXPECT_TRUE(WIFSIGNALED(status));  // so that a shell loop ends too
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_THAT(in_results(), testing::ElementsAre("torques.csv"));
  EXPECT_EQ(here.read("results/torques.csv"), "former");
}

INSTANTIATE_TEST_SUITE_P(Signals, Interruption,
                         testing::Values(SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2,
                                         SIGALRM),
                         [](const testing::TestParamInfo<int>& signal) {
                           return std::string(::sigabbrev_np(signal.param));
                         });

class InterruptedBatch : public testing::TestWithParam<bool> {};

TEST_P(InterruptedBatch, TellsHowManyFilesAreDone) {
  const Workplace here;
  here.write("a.csv", "t,pivot\n0,0\n1,0\n");
  const HeldPipe pipe(here / "b.csv");
  std::vector<std::string> line{program,        "torque", "pendulum",  "a.csv", "b.csv",
                                "--output-dir", "out",    "--threads", "1"};
  if (GetParam()) line.emplace_back("--resume");
  Child child(line, here.path(), "/dev/null", here / "err");
  pipe.write("t,pivot\n0,0\n1,0\n");
  const auto has_begun_second = [&] {
    std::error_code none_yet;
    for (const auto& entry : std::filesystem::directory_iterator(here / "out", none_yet))
      if (entry.path().filename().string().starts_with(".b.csv")) return true;
    return false;
  };
  EXPECT_TRUE(wait_until(has_begun_second));
  ASSERT_EQ(::kill(child.id(), SIGINT), 0);
  const int status = child.wait();
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(has_begun_second()) << "no unfinished file stays";
  EXPECT_EQ(
      here.read("err"),
      std::string("interrupted: 1 of 2 files are done; if you run the same command again, it computes ") +
          (GetParam()
               ? "only the missing files\n"
               : "all files again. To compute only the missing files after an interruption, give --resume in "
                 "every run, from the first run on\n"));
}

INSTANTIATE_TEST_SUITE_P(Resume, InterruptedBatch, testing::Bool());

// Only the next run can remove the temporary file of a killed run.
TEST(KilledRun, HasItsTemporaryFileRemovedByTheNext) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,0\n");
  const Outcome outcome = here.run_in_bash(
      "mkfifo pipe; mkdir out; invdyn torque pendulum pipe -o out/a.csv & exec 9> pipe\n"
      "for i in $(seq 1000); do [ -n \"$(ls -A out)\" ] && break; sleep 0.02; done\n"
      "invdyn torque pendulum m.csv -q -o out/b.csv; ls -A out | wc -l\n"
      "kill -KILL $!; wait $!; invdyn torque pendulum m.csv -q -o out/b.csv; ls -A out");
  EXPECT_EQ(outcome.out, "2\nb.csv\n") << "while it is alive, its file stays";
}

// However the program ends.
TEST(Gnuplot, EndsWithTheProgram) {
  const Workplace here;
  here.write("m.csv", "t,a\n0,0\n1,1\n");
  const Outcome outcome = here.run_in_bash(
      "mkdir bin; printf '#!/bin/sh\\necho $$ > id; exec sleep 60\\n' > bin/gnuplot; chmod +x bin/gnuplot\n"
      "PATH=$PWD/bin:$PATH invdyn plot m.csv -o m.svg & until [ -s id ]; do sleep 0.02; done\n"
      "kill -KILL $!; wait $!\n"
      "for i in $(seq 500); do grep -q '^State:.[^ZX]' /proc/$(cat id)/status || exit 0; sleep 0.02; done\n"
      "kill $(cat id); exit 1");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

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
