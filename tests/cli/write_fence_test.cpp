// If the kernel has Landlock, a run can write only in the folders of its outputs, even after an error.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class WriteFence : public testing::Test {
 protected:
  void SetUp() override { here_.write("m.csv", "t,pivot\n0,0\n1,1\n2,2\n"); }

  static bool has_landlock() {
    return ::syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0}, LANDLOCK_CREATE_RULESET_VERSION) >
           0;
  }

  // A gnuplot that runs the given line before it draws.
  void write_gnuplot(const std::string& line) {
    here_.write("bin/gnuplot", "#!/bin/sh\n" + line + "\nprintf '<?xml drawn'\n");
    std::filesystem::permissions(here_ / "bin/gnuplot", std::filesystem::perms::owner_all);
  }

  Workplace here_;
};

// The fence applies to child processes too, so a write by a child shows it.
TEST_F(WriteFence, KeepsWritesOutOfOtherFolders) {
  if (!has_landlock()) GTEST_SKIP() << "no Landlock here";
  std::filesystem::create_directories(here_ / "bin");
  std::filesystem::create_directories(here_ / "out");
  here_.write("precious", "old");
  write_gnuplot(
      "exec 2>/dev/null; rm precious; echo new >precious; mkdir made; ln -s m.csv link; mv m.csv out/; :");
  const Outcome outcome = here_.run("PATH=$PWD/bin:$PATH invdyn plot m.csv --revolute -q -o out/f.svg");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(here_.read("out/f.svg"), "<?xml drawn");
  EXPECT_EQ(here_.read("precious"), "old");
  EXPECT_THAT(here_.names(), ElementsAre("bin", "m.csv", "out", "precious"));
}

TEST_F(WriteFence, AllowsNoFilesWithStandardOutput) {
  if (!has_landlock()) GTEST_SKIP() << "no Landlock here";
  std::filesystem::create_directories(here_ / "bin");
  write_gnuplot("echo new 2>/dev/null >made");
  EXPECT_EQ(here_.run("PATH=$PWD/bin:$PATH invdyn plot m.csv --revolute -q -o - --format svg").out,
            "<?xml drawn");
  EXPECT_THAT(here_.names(), ElementsAre("bin", "m.csv"));
}

TEST_F(WriteFence, AllowsOutputs) {
  std::filesystem::create_directories(here_ / "a");
  std::filesystem::create_directories(here_ / "b");
  const std::string line = "invdyn torque pendulum m.csv -q ";
  const std::string torques = here_.run(line).out;
  ASSERT_THAT(torques, StartsWith("t,tau_pivot\n"));
  std::filesystem::create_symlink("../b/behind.csv", here_ / "a/link.csv");  // does not exist yet
  for (const std::string path : {"out.csv", "./out.csv", "a/out.csv", "a/link.csv", "a/link.csv"}) {
    const Outcome outcome = here_.run(line + "-o " + path);
    EXPECT_EQ(outcome.code, 0) << path << outcome.err;
    EXPECT_EQ(here_.read(path), torques);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(here_ / "a/link.csv"));
  EXPECT_EQ(here_.run(line + "-o a/out.npy --sidecar b/run.json").code, 0);
  EXPECT_EQ(here_.run(line + "--output-dir c/d").code, 0);
  EXPECT_EQ(here_.read("c/d/m.csv"), torques);
  EXPECT_EQ(here_.run(line + "--output-dir \"$PWD/c/d/e\"").code, 0);
  EXPECT_EQ(here_.run(line + "-o /dev/null").code, 0);
  for (const std::string way : {"-o /dev/stdout", "-o /dev/stdout | cat", "-o /dev/fd/3 3>&1 | cat"})
    EXPECT_EQ(here_.run(line + way).out, torques) << way;
  EXPECT_EQ(here_.run("mkfifo pipe; cat pipe & " + line + "-o pipe; wait").out, torques);
  EXPECT_EQ(here_.run("cd a && invdyn torque pendulum ../m.csv -q -o ../b/up.csv").code, 0);
  EXPECT_EQ(here_.read("b/up.csv"), torques);
}

// An error has the same cause as without a fence.
TEST_F(WriteFence, KeepsErrorTexts) {
  const Outcome outcome = here_.run("invdyn torque pendulum m.csv -q -o none/out.csv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("none/out.csv"));
  EXPECT_THAT(outcome.err, HasSubstr("its folder does not exist"));
}

}  // namespace
}  // namespace invdyn::test
