// Derivatives of noisy logs: --differentiate savgol, --lowpass, --resample and --noise-gain.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"
#include "ground/text/number.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Filters : public testing::Test {
 protected:
  // A pendulum that swings as sin(2 pi 0.5 t), with noise of 1% of this, every 10 ms or nearly so.
  std::string log(const std::string& name, double jitter, double noise = 0.01) const {
    std::string text = "t,pivot\n";
    for (int k = 0; k < 400; ++k) {
      const double t = 0.01 * k + (k % 3 == 1 ? jitter : 0);
      text += shortest(t) + ',' + shortest(std::sin(3.141592653589793 * t) + noise * std::sin(40.0 * k * k)) +
              '\n';
    }
    here_.write(name, text);
    return name;
  }
  Outcome torque(const std::string& arguments) const {
    return here_.run("invdyn torque pendulum " + arguments);
  }

  // The maximum error of ddq relative to the motion without noise, excluding half a second at each end.
  double error_of_accelerations(const std::string& arguments) const {
    const Outcome outcome = torque(arguments + " -q --columns ddq");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    double maximum = 0;
    for (const std::vector<double>& row : table_of(outcome.out).rows)
      if (row[0] > 0.5 && row[0] < 3.4)
        maximum = std::max(maximum, std::abs(row[1] + std::pow(3.141592653589793, 2) *
                                                          std::sin(3.141592653589793 * row[0])));
    return maximum;
  }

  Workplace here_;
};

// Noise of 0.01 rad in second differences over 0.01 s gives about sqrt(6) 0.01 / 0.01^2 = 245 rad/s^2.
TEST_F(Filters, GiveAccelerationsOfNoisyLogs) {
  log("log.csv", 0);
  log("uneven.csv", 0.003);
  EXPECT_GT(error_of_accelerations("log.csv --differentiate central"), 100);
  EXPECT_LT(error_of_accelerations("log.csv --differentiate savgol:61,3"), 3);
  EXPECT_LT(error_of_accelerations("log.csv --lowpass 2"), 3);
  EXPECT_LT(error_of_accelerations("uneven.csv --differentiate savgol:61,3"), 3);
  EXPECT_LT(error_of_accelerations("uneven.csv --resample 100 --lowpass 2"), 3);
}

TEST_F(Filters, ReportWhatTheyDo) {
  log("log.csv", 0, 0);
  EXPECT_EQ(torque("log.csv --differentiate savgol:21,3").err,
            "note: log.csv: dq and ddq by polynomials of order 3, each fitted to 21 rows of q\n");
  EXPECT_EQ(torque("log.csv --lowpass 6").err,
            "note: log.csv: q low-passed at 6 Hz without delay; dq and ddq by central differences of q\n");
  EXPECT_EQ(
      torque("log.csv --resample 200 --lowpass 6 --differentiate backward --start extrapolate").err,
      "note: log.csv: q resampled at 200 Hz by a cubic spline, low-passed at 6 Hz without delay; dq and "
      "ddq by backward differences of q, the first rows extrapolated\n");
}

// By hand: noise gains sqrt(2) / 0.01 and sqrt(6) / 0.01^2, delays of half a step and a step; bandwidths
// 0.442946 and 0.318917 times the rate.
TEST_F(Filters, ReportNoiseGainDelayAndBandwidth) {
  log("log.csv", 0);
  const std::string expected =
      "log.csv: gain of noise on q, rows 0.01 s apart\nquantity  noise gain  unit   delay (s)  -3 dB "
      "(Hz)\ndq             141.4  1/s        0.005       44.29\nddq            24490  1/s^2       0.01      "
      " 31.89\n";
  EXPECT_EQ(torque("log.csv --noise-gain -q").err, expected);
  EXPECT_THAT(torque("log.csv --noise-gain --lowpass 6").err,
              AllOf(HasSubstr("\nq "), HasSubstr("  1 "), EndsWith("\n")));
  EXPECT_THAT(torque("log.csv --noise-gain --dt 0.02 -q --differentiate central").err,
              HasSubstr("dq             35.36  1/s            0       11.07\n"));
  EXPECT_THAT(torque("log.csv -q --resample 50 --noise-gain").err, HasSubstr("rows 0.02 s apart\n"));
  here_.write("given.csv", "t,pivot,dq_pivot,ddq_pivot\n0,1,2,3\n");
  EXPECT_EQ(torque("given.csv --noise-gain -q").err,
            "given.csv: dq and ddq are from the file, so there is no noise gain\n");
  here_.write("one.csv", "t,pivot\n0,1\n");
  EXPECT_EQ(torque("one.csv --noise-gain -q").err,
            "one.csv: has no time between rows, so there is no noise gain\n");
}

TEST_F(Filters, WriteTheSameBytesOnAnyNumberOfThreads) {
  log("log.csv", 0.001);
  for (const std::string way : {"--differentiate savgol:31,4", "--resample 5000 --lowpass 10"}) {
    const std::string one = torque("log.csv -q --columns q,dq,ddq,tau --threads 1 " + way).out;
    EXPECT_EQ(torque("log.csv -q --columns q,dq,ddq,tau --threads 3 " + way).out, one);
    EXPECT_EQ(torque("-q --columns q,dq,ddq,tau " + way + " < log.csv").out, one) << "of standard input";
  }
}

TEST_F(Filters, TakeArraysAndManyFiles) {
  log("log.csv", 0);
  ASSERT_EQ(torque("log.csv -q --columns q -o log.npy").code, 0);
  const std::string expected = torque("log.csv -q --lowpass 5").out;
  EXPECT_EQ(torque("log.npy -q --lowpass 5").out, expected);
  EXPECT_EQ(torque("log.csv log.npy --output-dir out --lowpass 5").code, 0);
  EXPECT_EQ(here_.read("out/log.csv"), expected);
}

TEST_F(Filters, WorkWithSimulateAndCompare) {
  log("log.csv", 0.001, 0);
  const Outcome compared =
      here_.run("invdyn compare pendulum log.csv --resample 100 --lowpass 5 --format csv");
  EXPECT_EQ(compared.code, 0);
  EXPECT_THAT(compared.err, HasSubstr("q resampled at 100 Hz by a cubic spline, low-passed at 5 Hz"));
  const Outcome simulated =
      here_.run("invdyn simulate pendulum log.csv --resample 100 --columns desired --noise-gain");
  EXPECT_EQ(simulated.code, 0);
  EXPECT_THAT(simulated.err, HasSubstr("gain of noise on q, rows 0.01 s apart"));
  EXPECT_EQ(table_of(simulated.out).rows.size(), 400U);
  for (const std::string option : {"--lowpass 5", "--resample 5", "--noise-gain"})
    EXPECT_THAT(here_.run("invdyn compare pendulum " + option).err,
                HasSubstr("has options for reading a trajectory, but no trajectory"));
}

TEST_F(Filters, RefuseIncompatibleOptions) {
  log("log.csv", 0);
  struct Case {
    std::string arguments, error;
    int code = 2;
  };
  const std::string fit =
      ": expected savgol:WINDOW,ORDER, such as savgol:21,3. WINDOW is the number of rows, an odd number from 3 to 101, ORDER";
  for (
      const auto& [arguments, error, code] : {
          Case{"--differentiate savgol", "--differentiate: is \"savgol\"" + fit},
          Case{"--differentiate savgol:20,3", "--differentiate: is \"savgol:20,3\"" + fit},
          Case{"--differentiate savgol:103,3", "--differentiate: is \"savgol:103,3\"" + fit},
          Case{"--differentiate savgol:5,5", "--differentiate: is \"savgol:5,5\"" + fit},
          Case{"--differentiate savgol:5,1", "--differentiate: is \"savgol:5,1\"" + fit},
          Case{"--differentiate savgol:21,9", "--differentiate: is \"savgol:21,9\"" + fit},
          Case{"--differentiate savgol:5.5,2", "--differentiate: is \"savgol:5.5,2\"" + fit},
          Case{"--differentiate savgol:5,2,1", "--differentiate: is \"savgol:5,2,1\"" + fit},
          Case{
              "--differentiate savgo",
              "--differentiate: is \"savgo\": expected one of backward, central, given, savgol:WINDOW,ORDER"},
          Case{"--lowpass 0", "--lowpass: is 0: expected a number above 0"},
          Case{"--lowpass 60", "--lowpass: is 60 Hz, but rows are 0.01 s apart: expected less than 50 Hz"},
          Case{"--resample x", "--resample: is \"x\": expected a finite number (Hz)"},
          Case{"--resample 1e-320", "--resample: is 1e-320: expected a larger number (Hz)"},
          Case{"--lowpass 5 --differentiate given",
               "--lowpass: give --lowpass or \"--differentiate given\", not both: --lowpass changes the "
               "positions"},
          Case{"--resample 5 --differentiate given",
               "--resample: give --resample or \"--differentiate given\""},
          Case{"--smooth 0", "--smooth: is 0: expected a number above 0"},
          Case{"--smooth pivot=", "--smooth: has \"pivot=\": expected JOINT=HZ, such as elbow=4.2"},
          Case{"--smooth =4", "--smooth: has \"=4\": expected JOINT=HZ"},
          Case{"--smooth elbow=4",
               "--smooth: has the name \"elbow\", which is not a moving joint of the robot"},
          Case{"--smooth 4 --lowpass 4", "--smooth: give --smooth or --lowpass, not both"},
          Case{"--smooth 4 --differentiate given", "--smooth: give --smooth or \"--differentiate given\""},
          Case{"--clean --smooth 4",
               "--clean: chooses how the positions are smoothed: leave out --smooth and --lowpass"},
          Case{"--clean --shard 1/2", "--shard: cannot be combined with "},
          Case{"--rest 0.1", "--rest: needs filtered positions: give --smooth or --lowpass too"},
          Case{"--lowpass 5 --shard 1/2",
               "--shard: cannot be combined with --lowpass, --smooth, --clean and --resample"},
      }) {
    const Outcome outcome = torque("log.csv -q -o torques.csv " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("error: " + error)) << arguments;
    EXPECT_EQ(here_.run("ls torques.csv").code == 0, false) << arguments;
  }
  log("uneven.csv", 0.003);
  const Outcome uneven = torque("uneven.csv -q --lowpass 5");
  EXPECT_EQ(uneven.code, 1);
  EXPECT_THAT(uneven.out, IsEmpty());
  EXPECT_THAT(uneven.err, HasSubstr("uneven.csv:3: comes 0.013 s after the row before"));
}

// Columns that no longer match the positions.
TEST_F(Filters, IgnoreGivenDerivatives) {
  here_.write("all.csv", "t,pivot,dq_pivot,ddq_pivot\n0,0,9,9\n0.1,1,9,9\n0.2,2,9,9\n0.3,3,9,9\n");
  const Outcome outcome = torque("all.csv --resample 10 --columns dq");
  EXPECT_THAT(outcome.err, HasSubstr("note: all.csv: columns not used: dq_pivot, ddq_pivot\n"));
  for (const std::vector<double>& row : table_of(outcome.out).rows) EXPECT_NEAR(row[1], 10, 1e-12);
}

// 400 rows at 100 Hz.
TEST_F(Filters, DoubtCutoffsFarFromTheMotion) {
  log("log.csv", 0);
  EXPECT_THAT(
      torque("log.csv --smooth 500").err,
      HasSubstr("warning: log.csv: --smooth at 500 Hz changes nothing, because the frequency is above half "
                "the rate of the rows, 50 Hz: expected a lower frequency, or --smooth auto\n"));
  EXPECT_THAT(
      torque("log.csv --smooth pivot=0.01").err,
      HasSubstr(
          "--smooth at 0.01 Hz is too low: the smoothed motion is almost only a parabola. One period of "
          "this frequency takes 100 s, but the motion takes only 3.99 s: expected a higher frequency, "
          "or --smooth auto\n"));
  for (const std::string sound : {"0.1", "2", "49"})
    EXPECT_THAT(torque("log.csv --smooth " + sound).err, Not(HasSubstr("expected"))) << sound;
}

// A cut-off of 2 Hz leaves a swing of 0.5 Hz and little of the noise; uneven times need no --resample.
TEST_F(Filters, SmoothBySplines) {
  log("log.csv", 0);
  log("uneven.csv", 0.003);
  for (const std::string file : {"log.csv", "uneven.csv"})
    for (const std::string how : {"--smooth 2", "--smooth pivot=2", "--smooth auto", "--clean"})
      EXPECT_LT(error_of_accelerations(file + " " + how), 3) << file << " " << how;
  EXPECT_LT(error_of_accelerations("log.csv --lowpass auto"), 3);
}

// The elbow is under way in the first row: from rest, it would have 1 rad/s / 0.01 s.
TEST_F(Filters, SmoothOneJointAndLetTheOthersBeginInMotion) {
  std::string text = "t,shoulder,elbow\n";
  for (int k = 0; k < 200; ++k)
    text += shortest(0.01 * k) + ',' + shortest(std::sin(0.01 * k) + 1e-3 * std::sin(40.0 * k * k)) + ',' +
            shortest(0.5 * std::sin(0.02 * k)) + '\n';
  here_.write("log.csv", text);
  const std::string command = "invdyn torque two-link log.csv --columns ddq --smooth shoulder=5";
  const Outcome outcome = here_.run(command);
  EXPECT_THAT(outcome.err, HasSubstr("other joints: dq and ddq by backward differences of q, the first rows "
                                     "extrapolated"));
  for (const std::vector<double>& row : table_of(outcome.out).rows)
    EXPECT_LT(std::abs(row[2]), 2.1) << row[0];
  EXPECT_NEAR(table_of(here_.run(command + " --start rest").out).rows[1][2], 100, 1);
}

TEST_F(Filters, StateOptionsThatRepeatAnAutomaticChoice) {
  log("log.csv", 0);
  const Outcome cleaned = torque("log.csv --clean");
  const std::string begin = "note: log.csv: --unwrap --smooth ";
  ASSERT_THAT(cleaned.err, HasSubstr(begin));
  const std::size_t at = cleaned.err.find(begin) + std::string("note: log.csv: ").size();
  const std::string options = cleaned.err.substr(at, cleaned.err.find('\n', at) - at);
  EXPECT_THAT(options, EndsWith("--rest 0.1"));
  EXPECT_EQ(torque("log.csv " + options).out, cleaned.out);

  const Outcome filtered = torque("log.csv --lowpass auto");
  const std::string said = "note: log.csv: --lowpass ";
  ASSERT_THAT(filtered.err, HasSubstr(said));
  const std::size_t number = filtered.err.find(said) + said.size();
  EXPECT_EQ(
      torque("log.csv --lowpass " + filtered.err.substr(number, filtered.err.find(' ', number) - number)).out,
      filtered.out);
}

TEST_F(Filters, GiveTheSameBytesFromAnyNumberOfThreads) {
  log("log.csv", 0);
  EXPECT_EQ(torque("log.csv --clean --threads 1").out, torque("log.csv --clean --threads 7").out);
}

TEST_F(Filters, SmoothForOtherCommandsToo) {
  log("log.csv", 0);
  EXPECT_THAT(here_.run("invdyn size pendulum log.csv --clean").err, HasSubstr("--unwrap --smooth "));
  EXPECT_THAT(here_.run("invdyn simulate pendulum log.csv --smooth 2 --columns desired").err,
              HasSubstr("--smooth 2"));
  EXPECT_THAT(here_.run("invdyn compare pendulum log.csv --smooth 2").err, HasSubstr("--smooth 2"));
}

TEST_F(Filters, NeedRowsToSmooth) {
  here_.write("short.csv", "t,pivot\n0,0\n0.1,1\n0.2,2\n");
  for (const std::string how : {"--smooth 2", "--smooth auto", "--lowpass auto"}) {
    const Outcome outcome = torque("short.csv " + how);
    EXPECT_EQ(outcome.code, 1) << how;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("short.csv: has 3 rows: expected at least 4"));
  }
  EXPECT_EQ(torque("short.csv --clean").code, 0) << "nothing is found, and nothing smoothed";
}

// -999 is 81 degrees after --unwrap.
TEST_F(Filters, TellNumbersThatStandForMissingValues) {
  std::string text = "t,pivot\n";
  for (int k = 0; k < 200; ++k)
    text += shortest(0.01 * k) + ',' + (k % 50 == 7 ? "-999" : shortest(30 * std::sin(0.02 * k))) + '\n';
  here_.write("log.csv", text);
  for (const char* options : {"", " --unwrap", " --clean", " --unwrap --threads 3"}) {
    const Outcome outcome = torque(std::string("log.csv --degrees -o x.csv") + options);
    EXPECT_THAT(outcome.err,
                HasSubstr("warning: log.csv:9: joint \"pivot\" is at -999, a number that programs write "
                          "for a missing value (4 positions have such a number): expected empty fields. To "
                          "fill these fields, give --missing interpolate\n"))
        << options;
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("full turn"))) << options;
  }
  // A wheel passes it.
  text = "t,pivot\n";
  for (int k = 0; k < 200; ++k) text += shortest(0.01 * k) + ',' + shortest(9.99 * k) + '\n';
  here_.write("log.csv", text);
  EXPECT_THAT(torque("log.csv --degrees -o x.csv").err, testing::Not(HasSubstr("missing value")));
}

// Half a second is lost while the pendulum swings.
TEST_F(Filters, TellTimesWithoutRows) {
  std::string text = "t,pivot\n";
  for (int k = 0; k < 400; ++k)
    if (k < 140 || k > 190) text += shortest(0.01 * k) + ',' + shortest(1 - std::cos(0.01 * k)) + '\n';
  here_.write("log.csv", text);
  for (const char* options : {"", " --clean"})
    EXPECT_THAT(
        torque(std::string("log.csv -o x.csv") + options).err,
        HasSubstr("warning: log.csv: there are no rows for 0.52 s before line 142, although the robot moves"))
        << options;
  EXPECT_THAT(torque("log.csv --missing skip -o x.csv").err, testing::Not(HasSubstr("no rows for")));
}

}  // namespace
}  // namespace invdyn::test
