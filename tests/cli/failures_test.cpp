// Bad data and failing files: exit code 1, the message on standard error, and files unchanged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::StartsWith;

const std::string still = "t,pivot\n0,0\n1,0\n";

// Longer than a block: torques of earlier rows are written before the bad row is read.
std::string rows_then(const std::string& last_row, int count = 5000) {
  std::string text = "t,pivot\n";
  for (int k = 0; k < count; ++k) text += std::to_string(k) + ",0\n";
  return text + last_row;
}

TEST(Failure, OfBadDataExitsWithOne) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,1.2.3\n");
  const Outcome outcome = here.run("invdyn torque pendulum m.csv --quiet");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: m.csv:3: pivot is \"1.2.3\": expected a finite number (rad)\n");
}

TEST(Failure, NamesStandardInput) {
  const Workplace here;
  const Outcome outcome = here.run("echo 0,1 | invdyn torque pendulum -");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: standard input:1: the first row holds numbers: expected a header row with the columns' "
            "names, such as t,q_pivot, or --no-header\n");
}

// Text quoted from a file must not act as a command on a terminal.
TEST(Failure, QuotesControlCharactersByTheirCodes) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,\033[31mred\n");
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv -q").err,
            "error: m.csv:2: pivot is \"\\x1b[31mred\": expected a finite number (rad)\n");
}

TEST(Failure, OfAMissingTrajectoryExitsWithOne) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn torque pendulum none.csv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: none.csv: No such file or directory: expected a CSV file\n");
  here.write("motion.csv", "");
  EXPECT_EQ(
      here.run("invdyn torque pendulum ./motoin.csv").err,
      "error: ./motoin.csv: No such file or directory: expected a CSV file; did you mean \"./motion.csv\"?\n");
}

TEST(Failure, OfAnUnknownRobotExitsWithOneAndListsTheShippedOnes) {
  const Workplace here;
  struct Case {
    std::string line, beginning;
  };
  const std::string no_file = "no such file, and no shipped robot has this name: expected a path or one of ";
  for (const Case& c :
       {Case{"invdyn torque pendulm", no_file},
        Case{"invdyn generate trapezoid pendulm --from 0 --to 1 --duration 1 --dt 1", no_file},
        Case{"invdyn robots pendulm", "is not a shipped robot: expected one of "}}) {
    const Outcome outcome = here.run(c.line);
    EXPECT_EQ(outcome.code, 1) << c.line;
    EXPECT_THAT(outcome.err, StartsWith("error: pendulm: " + c.beginning +
                                        "biped, gen3, panda, pendulum, polar, puma560, "));
    EXPECT_THAT(outcome.err, EndsWith("; did you mean \"pendulum\"?\n"));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST(Failure, OfARobotOnStandardInputTellsWhatIsExpected) {
  const Outcome outcome = Workplace().run("echo '{}' | invdyn robot check -");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(
      outcome.err,
      "error: -: a robot is not read from standard input: expected a path, or the name of a shipped robot\n");
}

TEST(Failure, OfARobotFileNamesTheLocation) {
  const Workplace here;
  here.write("arm.json", "{ \"name\": \"arm\",\n}");
  const Outcome outcome = here.run("invdyn torque arm.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, StartsWith("error: arm.json:2:"));
}

TEST(Failure, KeepsTheFormerOutput) {
  const Workplace here;
  here.write("bad.csv", rows_then("off,0\n"));
  here.write("torques.csv", "former");
  const Outcome outcome = here.run("invdyn torque pendulum bad.csv -o torques.csv --quiet");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: bad.csv:5002: t is \"off\": expected a finite number (s)\n");
  EXPECT_EQ(here.read("torques.csv"), "former");
  EXPECT_THAT(here.names(), ElementsAre("bad.csv", "torques.csv"));
}

// The first row is bad. Other threads have already taken later chunks when the error is found.
TEST(Failure, OfTheFirstRowIsReportedWithUnwrap) {
  const Workplace here;
  here.write("bad.csv", "t,pivot\n-1,x\n" + rows_then("", 60000).substr(8));
  here.write("good.csv", still);
  const std::string error = "error: bad.csv:2: pivot is \"x\": expected a finite number (rad)\n";
  for (const std::string line : {"torque pendulum bad.csv", "torque pendulum bad.csv --resample 1",
                                 "torque pendulum bad.csv --lowpass 0.1", "size pendulum bad.csv",
                                 "simulate pendulum bad.csv", "compare pendulum bad.csv"})
    for (const std::string threads : {"1", "4"}) {
      const Outcome outcome = here.run("invdyn " + line + " --unwrap --quiet --threads " + threads);
      EXPECT_EQ(outcome.code, 1) << line;
      EXPECT_EQ(outcome.err, error) << line;
    }
  const Outcome batch =
      here.run("invdyn torque pendulum bad.csv good.csv --unwrap --quiet --threads 8 --output-dir out");
  EXPECT_EQ(batch.code, 1);
  EXPECT_EQ(batch.err, error + "error: 1 of 2 files failed: bad.csv\n");
  EXPECT_EQ(here.read("out/good.csv"), here.run("invdyn torque pendulum good.csv --quiet").out);
}

TEST(Failure, OfAnAngleTooLargeToUnwrapNamesTheValue) {
  const Workplace here;
  here.write("m.csv", rows_then("5000,1e17\n5001,0\n"));
  for (const std::string command : {"torque", "size", "simulate"}) {
    const Outcome outcome = here.run("invdyn " + command + " pendulum m.csv --unwrap --quiet");
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_EQ(outcome.err,
              "error: m.csv:5002: the angle of joint \"pivot\" is 1e+17 rad, too large to count its "
              "turns: expected angles from -1e+12 to 1e+12 rad (is the angle in another unit, or is "
              "the row from another file?)\n")
        << command;
  }
}

// 1e200 N m is a finite number; its square is not.
TEST(Failure, OfANonFiniteSummaryKeepsTheFormerOutput) {
  const Workplace here;
  here.write("m.csv", still);
  here.write("torques.csv", "former");
  const Outcome outcome =
      here.run("invdyn torque pendulum m.csv --payload \"mass=1e200 com=1,0,0\" --summary -q -o torques.csv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: m.csv: the RMS torques are too large to compute: expected realistic motion, times and "
            "loads\n");
  EXPECT_EQ(here.read("torques.csv"), "former");
}

// The program waits for the reader of its rows, which changes the trajectory first.
class ChangedInput : public testing::Test {
 protected:
  ChangedInput() {
    here_.write("m.csv", rows_then("", 60000));
    here_.run("touch -d 2001-01-01 m.csv");
  }
  Outcome run(const std::string& options, const std::string& change) const {
    return here_.run_in_bash("invdyn torque pendulum m.csv -q " + options + " | { head -c 1 > /dev/null; " +
                             change + "; cat > /dev/null; }; exit ${PIPESTATUS[0]}");
  }
  const Workplace here_;
};

TEST_F(ChangedInput, IsReported) {
  for (const std::string change :
       {"printf 5 | dd of=m.csv bs=1 seek=10 conv=notrunc status=none", "touch m.csv"})
    for (const std::string threads : {"1", "2"}) {
      const Outcome outcome = run("--threads " + threads, change);
      EXPECT_EQ(outcome.code, 1) << change;
      EXPECT_EQ(outcome.err,
                "error: m.csv: was changed while it was read, so its rows may be from two versions: expected "
                "an unchanged file; run again when no program writes to it\n");
      here_.run("touch -d 2001-01-01 m.csv");
    }
}

TEST_F(ChangedInput, MayHaveGrown) {
  const Outcome outcome = here_.run_in_bash(
      "invdyn torque pendulum m.csv | { head -c 1 > /dev/null; echo 60000,0 >> m.csv; cat > /dev/null; }; "
      "exit ${PIPESTATUS[0]}");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, testing::HasSubstr("warning: m.csv: has grown while it was read: the new rows are "
                                              "left out. Run again if earlier rows have changed too\n"));
}

// The whole file is in memory by then.
TEST_F(ChangedInput, MayChangeAfterItIsRead) {
  EXPECT_EQ(run("--lowpass 0.1", "touch m.csv").code, 0);
}

TEST(Failure, LeavesNoOutputIfThereWasNone) {
  const Workplace here;
  here.write("bad.csv", rows_then("off,0\n"));
  here.run("invdyn torque pendulum bad.csv -o torques.csv");
  EXPECT_THAT(here.names(), ElementsAre("bad.csv"));
}

TEST(Failure, OfAFullDiskKeepsTheFormerOutput) {
  const Workplace here;
  here.write("m.csv", rows_then(""));
  here.write("torques.csv", "former");
  // A limit on file sizes simulates a full disk.
  const Outcome outcome =
      here.run_in_bash("ulimit -f 8; invdyn torque pendulum m.csv -o torques.csv --quiet");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: torques.csv: cannot be written: File too large\n");
  EXPECT_EQ(here.read("torques.csv"), "former");
  EXPECT_THAT(here.names(), ElementsAre("m.csv", "torques.csv"));
}

TEST(Failure, OfAFullDeviceExitsWithOne) {
  const Workplace here;
  here.write("m.csv", still);
  Outcome outcome = here.run("invdyn torque pendulum m.csv -o /dev/full --quiet");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: /dev/full: cannot be written: No space left on device\n");
  outcome = here.run("invdyn torque pendulum m.csv --quiet > /dev/full");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: standard output: cannot be written: No space left on device\n");
  for (const std::string line : {"invdyn robots", "invdyn robots pendulum",
                                 "invdyn generate trapezoid --from 0 --to 1 --duration 1 --dt 1",
                                 "invdyn --help", "invdyn torque --help", "invdyn --version"}) {
    outcome = here.run(line + " > /dev/full");
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_THAT(outcome.err, StartsWith("error: standard output: cannot be written")) << line;
  }
}

TEST(Failure, OfAClosedStandardOutputExitsWithOne) {
  const Workplace here;
  here.write("m.csv", still);
  const Outcome outcome = here.run("invdyn torque pendulum m.csv --quiet >&-");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: standard output: cannot be written: Bad file descriptor\n");
  EXPECT_EQ(here.read("m.csv"), still);
}

// A descriptor that is free because a standard stream is closed must not be used for a data file.
TEST(ClosedStream, IsNotMistakenForAFile) {
  const Workplace here;
  here.write("m.csv", "t,pivot,note\n0,0,a\n1,0,b\n");
  const std::string torques = here.run("invdyn torque pendulum m.csv -q").out;
  for (const std::string closed : {"2>&-", ">&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    EXPECT_EQ(here.run("invdyn torque pendulum m.csv -o out.csv " + closed).code, 0) << closed;
    EXPECT_EQ(here.read("out.csv"), torques) << closed;
  }
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv -q -o /dev/null >&-").code, 0);
  const Outcome outcome = here.run("invdyn torque pendulum -q <&-");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "error: standard input: Bad file descriptor: expected a CSV file\n");
}

TEST(Failure, OfAnImpossibleOutputExitsWithOne) {
  const Workplace here;
  here.write("m.csv", still);
  const auto error_of = [&](const std::string& output) {
    const Outcome outcome = here.run("invdyn torque pendulum m.csv --quiet -o " + output);
    EXPECT_EQ(outcome.code, 1) << output;
    return outcome.err;
  };
  EXPECT_EQ(
      error_of("none/torques.csv"),
      "error: none/torques.csv: its folder does not exist: expected an existing folder (mkdir -p makes it)\n");
  EXPECT_EQ(error_of("."), "error: .: cannot be written: Is a directory\n");
  EXPECT_THAT(here.names(), ElementsAre("m.csv"));
}

// With --in-place the trajectory is read to its end before the torques replace it.
TEST(SameFile, MayBeInputAndOutputOnRequest) {
  const Workplace here;
  const std::string columns = " --columns q,dq,ddq,tau --quiet";
  ASSERT_EQ(here.run("invdyn generate trapezoid pendulum --from 0 --to 3 --duration 2 --dt 0.001 -o "
                     "m.csv && ln -s m.csv link.csv")
                .code,
            0);
  const Outcome apart = here.run("invdyn torque pendulum m.csv" + columns);
  ASSERT_THAT(apart.out, testing::SizeIs(testing::Gt(2000U)));
  const Outcome outcome = here.run("invdyn torque pendulum m.csv -o m.csv --in-place" + columns);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(here.read("m.csv"), apart.out);
  EXPECT_EQ(here.run("invdyn torque pendulum link.csv -o link.csv --in-place" + columns).code, 0);
  EXPECT_EQ(here.read("m.csv"), apart.out);
  EXPECT_TRUE(std::filesystem::is_symlink(here / "link.csv"));
  EXPECT_THAT(here.names(), ElementsAre("link.csv", "m.csv"));
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv -o other.csv --in-place").err,
            "error: --in-place: needs --output with the name of the trajectory: expected --output m.csv, not "
            "--output other.csv\n");
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv --in-place").code, 2);
}

// For every command that writes, and for every spelling of the name.
TEST(SameFile, IsNotReplaced) {
  const Workplace here;
  const std::string text = "t,shoulder,elbow\n0,0,0\n1,0.1,0.1\n2,0.2,0.1\n";
  here.write("m.csv", text);
  ASSERT_EQ(
      here.run("ln -s m.csv soft.csv; ln m.csv hard.csv; invdyn robots two-link > arm.json; ln arm.json "
               "arm2.json; ln arm.json arm2.csv; cp arm.json former")
          .code,
      0);
  const auto before = here.names();
  for (const std::string line :
       {"torque two-link m.csv -o m.csv", "torque two-link m.csv -o soft.csv",
        "torque two-link soft.csv -o m.csv", "torque two-link m.csv -o hard.csv",
        "torque two-link - -o m.csv < hard.csv", "torque two-link m.csv 1<> hard.csv",
        "torque two-link m.csv -o out.csv --sidecar hard.csv", "torque arm.json m.csv -o arm2.csv",
        "simulate two-link m.csv -o hard.csv", "plot m.csv --format txt -o hard.csv",
        "size two-link m.csv soft.csv --fit-duration --fitted-motion hard.csv",
        "generate cubic --via m.csv --duration 2 --dt 1 -o hard.csv", "robot convert arm.json arm2.json",
        "torque two-link m.csv --output-dir ."}) {
    const Outcome outcome = here.run("invdyn " + line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_THAT(outcome.err, StartsWith("error: ")) << line;
    EXPECT_EQ(here.read("m.csv"), text) << line;
    EXPECT_EQ(here.read("arm.json"), here.read("former")) << line;
    EXPECT_EQ(here.names(), before) << line;
  }
}

}  // namespace
}  // namespace invdyn::test
