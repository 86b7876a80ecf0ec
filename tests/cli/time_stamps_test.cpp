// Logs with time stamps, decimal commas and missing values.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"
#include "ground/text/number.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A pendulum, by default at t = 0, 0.01, ... 0.05 s.
class UnusualLog : public testing::Test {
 protected:
  void SetUp() override {
    here_.write("plain.csv", "t,pivot\n0,0\n0.01,0.25\n0.02,0.5\n0.03,1\n0.04,1.5\n0.05,2\n");
    here_.write(
        "ns.csv",
        "timestamp_ns,pivot\n1700000000990000000,0\n1700000001000000000,0.25\n1700000001010000000,0.5\n"
        "1700000001020000000,1\n1700000001030000000,1.5\n1700000001040000000,2\n");
    here_.write("iso.csv",
                "time;pivot\n2026-11-23T10:45:09,99Z;0\n2026-11-23T10:45:10Z;0,25\n"
                "2026-11-23T10:45:10,01Z;0,5\n2026-11-23T10:45:10,02Z;1\n2026-11-23T10:45:10,03Z;1,5\n"
                "2026-11-23T10:45:10,04Z;2\n");
  }
  Outcome torque(const std::string& arguments) const {
    return here_.run("invdyn torque pendulum " + arguments);
  }
  Workplace here_;
};

TEST_F(UnusualLog, GivesTheSameTorquesAsPlainCsv) {
  const std::string plain = torque("plain.csv -q").out;
  ASSERT_EQ(table_of(plain).rows.size(), 6U);
  for (const char* threads : {" --threads 1", " --threads 3"}) {
    EXPECT_EQ(torque(std::string("ns.csv -q") + threads).out, plain);
    EXPECT_EQ(torque(std::string("- -q < ns.csv") + threads).out, plain);
    EXPECT_EQ(torque(std::string("iso.csv -q --decimal , --time-unit iso") + threads).out, plain);
    EXPECT_EQ(torque(std::string("plain.csv -q --missing interpolate") + threads).out, plain);
  }
  EXPECT_EQ(here_.run("invdyn size pendulum ns.csv -q").out,
            here_.run("invdyn size pendulum plain.csv -q").out);
}

TEST_F(UnusualLog, KeepsTheTextOfItsStamps) {
  const Outcome outcome = torque("ns.csv --columns q,stamp");
  EXPECT_THAT(outcome.out,
              StartsWith("t,q_pivot,stamp\n0,0,1700000000990000000\n0.01,0.25,1700000001000000000\n"));
  EXPECT_THAT(outcome.err, HasSubstr("from \"timestamp_ns\" in ns, because the name states this unit"));
  EXPECT_THAT(torque("iso.csv -q --decimal , --time-unit iso --columns stamp").out,
              StartsWith("t,stamp\n0,\"2026-11-23T10:45:09,99Z\"\n"));
  EXPECT_THAT(torque("plain.csv -q --columns stamp,tau").out, StartsWith("t,stamp,tau_pivot\n0,0,0\n"));
  EXPECT_EQ(torque("plain.csv -q --columns stamp -o out.npy").code, 2);
  EXPECT_THAT(torque("plain.csv -q --columns '*'").out, Not(HasSubstr("stamp")));  // numbers
}

// The text of a stamp is no curve.
TEST_F(UnusualLog, IsDrawnWithoutItsStamps) {
  torque("iso.csv -q --decimal , --time-unit iso --columns stamp,tau -o stamped.csv");
  const Outcome outcome = here_.run("invdyn plot stamped.csv -o figure.svg");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(UnusualLog, IsRefusedWithTheOptionThatReadsIt) {
  EXPECT_THAT(torque("iso.csv --time-unit iso").err, HasSubstr("(give --decimal ,)"));
  EXPECT_THAT(torque("iso.csv --decimal ,").err, HasSubstr("or --time-unit iso for date and time"));
  here_.write("holes.csv", "t,pivot\n0,0\n0.01,NaN\n");
  EXPECT_THAT(torque("holes.csv").err, HasSubstr("(--missing skip leaves such rows out)"));
}

TEST_F(UnusualLog, OptionsThatContradictAreRefused) {
  for (const char* options : {"--decimal , --separator comma", "--decimal x", "--missing skip:1",
                              "--missing never", "--missing interpolate:0", "--missing interpolate:",
                              "--time-unit h", "--shard 1/2 --missing skip", "--shard 1/2 --decimal ,"})
    EXPECT_EQ(torque(std::string("plain.csv ") + options).code, 2) << options;
}

TEST_F(UnusualLog, GapsAreNamed) {
  std::string text = "t,pivot\n";
  for (int k = 0; k < 40; ++k)
    text += std::to_string(0.01 * k) + (k == 5 ? ",null\n" : k >= 20 && k < 35 ? ",\n" : ",0.5\n");
  here_.write("holes.csv", text);
  const Outcome skipped = torque("holes.csv --missing skip");
  EXPECT_EQ(table_of(skipped.out).rows.size(), 24U);
  EXPECT_THAT(
      skipped.err,
      HasSubstr("warning: holes.csv: 16 rows with missing values left out; 2 gaps (finite differences do not "
                "cross a gap; a smoothing spline does): lines 6 to 8 (0.02 s), 21 to 37 (0.16 s)\n"));
  const Outcome filled = torque("holes.csv --missing interpolate");
  EXPECT_EQ(table_of(filled.out).rows.size(), 25U);
  EXPECT_THAT(filled.err, AllOf(HasSubstr("missing values of 1 row filled by linear interpolation"),
                                HasSubstr("15 rows with missing values left out; 1 gap")));
  EXPECT_EQ(table_of(torque("holes.csv -q --missing interpolate:0.2").out).rows.size(), 40U);
}

// sin(2 t), with velocities late by 140 ms, or exact.
TEST_F(UnusualLog, VelocitiesThatLagAreNamed) {
  const auto warning_of = [&](double lag, const std::string& options = "") {
    std::string text = "t,pivot,dq_pivot\n";
    for (int k = 0; k < 500; ++k)
      text += shortest(0.02 * k) + ',' + shortest(std::sin(0.04 * k)) + ',' +
              shortest(2 * std::cos(2 * (0.02 * k - lag))) + '\n';
    here_.write("log.csv", text);
    return torque("log.csv --start extrapolate" + options).err;
  };
  EXPECT_THAT(
      warning_of(0.14),
      HasSubstr("warning: log.csv: the velocity column of joint \"pivot\" lags behind the positions by "
                "about 140 ms"));
  EXPECT_THAT(warning_of(-0.14), HasSubstr("is ahead of the positions by about 140 ms"));
  EXPECT_THAT(warning_of(0), Not(HasSubstr("warning")));
  EXPECT_THAT(warning_of(0.14, " --differentiate central"), Not(HasSubstr("warning")));
}

// Each joint is named with its own sign.
TEST_F(UnusualLog, VelocitiesThatLagAndLeadAreNamedApart) {
  std::string text = "t,shoulder,elbow,dq_shoulder,dq_elbow\n";
  for (int k = 0; k < 500; ++k)
    text += shortest(0.02 * k) + ',' + shortest(std::sin(0.04 * k)) + ',' + shortest(std::sin(0.04 * k)) +
            ',' + shortest(2 * std::cos(2 * (0.02 * k - 0.14))) + ',' +
            shortest(2 * std::cos(2 * (0.02 * k + 0.14))) + '\n';
  here_.write("log.csv", text);
  EXPECT_THAT(here_.run("invdyn torque two-link log.csv --start extrapolate").err,
              HasSubstr("the velocity column of joint \"shoulder\" lags behind the positions by about 140 "
                        "ms, and the velocity column of joint \"elbow\" is ahead of the positions by about "
                        "140 ms, so the torques mix values of different instants"));
}

// A pipe without an end has its rows in bounded time and memory.
TEST_F(UnusualLog, RowsComeAsTheyAreRead) {
  const Outcome outcome = here_.run(
      "(cat ns.csv; seq 1700000001050000000 10000000 1800000000000000000 | awk '{print $1 \",2\"}') 2> "
      "/dev/null | invdyn torque pendulum - -q | head -n 3");
  EXPECT_EQ(table_of(outcome.out).rows.size(), 2U);
}

}  // namespace
}  // namespace invdyn::test
