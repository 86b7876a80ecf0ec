// Data on standard output, everything else on standard error, and commands connected by pipes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string reach =
    "invdyn generate trapezoid two-link --from -1,-.5 --to 1,0.7 --duration 2 --dt 0.001";

// Gives two warnings (limits, and a start in motion) and has an unused column.
const std::string odd_motion = "t,pivot,note\n0,0,a\n1,1,b\n2,2,c\n";

TEST(Streams, OnlyDataIsOnStandardOutput) {
  const Workplace here;
  here.write("m.csv", odd_motion);
  const Outcome outcome = here.run("invdyn torque pendulum m.csv --summary");
  EXPECT_EQ(outcome.code, 0);
  const Table table = table_of(outcome.out);
  EXPECT_EQ(table.header, "t,tau_pivot");
  EXPECT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(outcome.err, HasSubstr("note: m.csv: columns not used: note\n"));
  EXPECT_THAT(outcome.err, HasSubstr("warning: m.csv:2: the robot already moves"));
  EXPECT_THAT(outcome.err, testing::ContainsRegex("\njoint +peak  at .s. +RMS  unit\n"));
}

TEST(Streams, DataDoesNotDependOnMessages) {
  const Workplace here;
  here.write("m.csv", odd_motion);
  const std::string data = here.run("invdyn torque pendulum m.csv --summary").out;
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv --quiet").out, data);
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv -o out.csv").code, 0);
  EXPECT_EQ(here.read("out.csv"), data);
}

// A file that the shell has opened is written to, not replaced by a new file.
TEST(Streams, StandardOutputMayBeNamedAsADevice) {
  const Workplace here;
  here.write("m.csv", odd_motion);
  const Outcome outcome =
      here.run(": > out.csv; ln out.csv same.csv; invdyn torque pendulum m.csv -q -o /dev/stdout > out.csv");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string data = here.run("invdyn torque pendulum m.csv -q").out;
  EXPECT_EQ(here.read("same.csv"), data);
  here.write("log", "former\n");
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv -q -o /dev/stdout >> log").code, 0);
  EXPECT_EQ(here.read("log"), "former\n" + data);
}

TEST(Quiet, KeepsErrors) {
  const Workplace here;
  here.write("m.csv", odd_motion);
  for (const std::string option : {"--quiet", "-q"}) {
    EXPECT_THAT(here.run("invdyn torque pendulum m.csv " + option).err, IsEmpty());
    EXPECT_THAT(here.run("invdyn torque pendulum none.csv " + option).err, StartsWith("error: "));
  }
}

// The moments violate the triangle inequality, and `torque` warns about it; `generate` does not use masses.
TEST(Quiet, LeavesOutWarningsOfTheRobot) {
  const Workplace here;
  here.write("arm.json", R"({"name": "arm", "convention": "tree", "joints": [
      {"name": "pivot", "type": "revolute", "parent": "base", "axis": [0, 1, 0], "friction": {"damping": 1},
       "link": {"name": "beam", "mass": 8, "com": [1, 0, 0], "inertia": {"ixx": 0, "iyy": 1, "izz": 2}}}]})");
  const std::string piped =
      "invdyn generate trapezoid arm.json --from 0 --to 1 --duration 1 --dt 1 | invdyn torque arm.json";
  EXPECT_THAT(here.run(piped).err,
              testing::MatchesRegex("warning: arm.json: [^\n]*\nnote: arm: [^\n]*\nnote: [^\n]*\n"));
  EXPECT_THAT(here.run(piped + " --quiet").err, IsEmpty());
}

TEST(Pipe, GenerateFeedsTorque) {
  const Workplace here;
  const Outcome piped = here.run(reach + " | invdyn torque two-link -");
  EXPECT_EQ(piped.code, 0);
  EXPECT_EQ(piped.err, "note: standard input: dq and ddq as given\n");
  EXPECT_EQ(table_of(piped.out).header, "t,tau_shoulder,tau_elbow");
  EXPECT_EQ(table_of(piped.out).rows.size(), 2001U);
  EXPECT_EQ(here.run(reach + " -o m.csv && invdyn torque two-link m.csv").out, piped.out);
}

// About 2000 of these rows are a chunk: a file that ends with a chunk is treated like any other.
TEST(Pipe, FileMayHaveAnyNumberOfRows) {
  const Workplace here;
  for (const std::string rows : {"1", "2", "3", "2000", "7000", "7001", "7002", "7003"}) {
    for (const std::string way : {"", " --differentiate central"}) {
      if (!way.empty() && rows.size() < 2) continue;  // at least three rows
      const Outcome outcome = here.run("{ echo t,pivot,dq_pivot,ddq_pivot; seq -f '%g,0,0,0' " + rows +
                                       "; } | invdyn torque pendulum -" + way);
      EXPECT_EQ(outcome.code, 0) << rows << way << ": " << outcome.err;
      EXPECT_EQ(std::to_string(table_of(outcome.out).rows.size()), rows);
    }
  }
}

TEST(Pipe, OutputAsInputGivesTheSameTorques) {
  const Workplace here;
  ASSERT_EQ(here.run(reach + " -o m.csv").code, 0);
  for (const std::string way : {"", " --differentiate backward", " --differentiate central --no-friction"}) {
    const std::string columns = " --quiet --columns q,dq,ddq,tau";
    ASSERT_EQ(here.run("invdyn torque two-link m.csv -o once.csv" + columns + way).code, 0);
    const Outcome again = here.run("invdyn torque two-link once.csv -o twice.csv --columns q,dq,ddq,tau");
    EXPECT_EQ(again.code, 0);
    EXPECT_EQ(again.err,
              "note: once.csv: columns not used: tau_shoulder, tau_elbow\n"
              "note: once.csv: dq and ddq as given\n");
    EXPECT_THAT(
        here.read("once.csv"),
        StartsWith(
            "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow,tau_shoulder,tau_elbow\n"));
    EXPECT_EQ(here.read("twice.csv"), here.read("once.csv"));
  }
}

// More than fits in a pipe, so that the program must write after its reader has ended.
TEST(Pipe, EndsQuietlyAfterItsReader) {
  const Workplace here;
  ASSERT_EQ(
      here.run("invdyn generate trapezoid pendulum --from 0 --to 1 --duration 20 --dt 0.001 -o m.csv").code,
      0);
  for (const std::string line :
       {"invdyn torque pendulum m.csv --quiet", "invdyn torque pendulum --quiet -o /dev/stdout m.csv",
        "invdyn generate trapezoid --from 0 --to 1 --duration 20 --dt 0.001"}) {
    const Outcome outcome = here.run_in_bash(line + " | head -1; echo ${PIPESTATUS[0]}");
    EXPECT_THAT(outcome.err, IsEmpty()) << line;
    EXPECT_THAT(outcome.out, testing::MatchesRegex("t,.*\n0\n")) << line;
  }
  const Outcome outcome = here.run_in_bash("invdyn torque pendulum m.csv | head -1; echo ${PIPESTATUS[0]}");
  EXPECT_EQ(outcome.err, "note: m.csv: dq and ddq as given\n");
  EXPECT_EQ(outcome.out, "t,tau_pivot\n0\n");
}

TEST(Pipe, EndsQuietlyWithoutAReader) {
  const Workplace here;
  for (const std::string line :
       {"invdyn robots", "invdyn --help", "invdyn --version", "invdyn robots pendulum"}) {
    const Outcome outcome = here.run_in_bash("( sleep 0.1; " + line + "; echo $? >&2 ) | true");
    EXPECT_EQ(outcome.err, "0\n") << line;
  }
}

TEST(Colour, IsNotWrittenToFiles) {
  const Workplace here;
  here.write("m.csv", odd_motion);
  for (const std::string line :
       {"invdyn torque pendulum m.csv", "invdyn torque pendulum none.csv", "invdyn x"})
    EXPECT_THAT(here.run("unset NO_COLOR; TERM=xterm-256color " + line).err, Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace invdyn::test
