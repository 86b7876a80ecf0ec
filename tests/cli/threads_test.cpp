// --threads: the same bytes and the same error for any number of threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

// About fifteen chunks: wrapped positions of more than a full turn, with some comments.
std::string long_motion(int rows) {
  std::string text = "t,shoulder,elbow\n";
  for (int k = 0; k < rows; ++k) {
    const double t = 0.001 * k;
    if (k % 997 == 0) text += "# comment\n";
    text += std::to_string(t) + ',' +
            std::to_string(std::remainder(3 * t + std::sin(5 * t), 6.283185307179586)) + ',' +
            std::to_string(std::cos(7 * t)) + '\n';
  }
  return text;
}

TEST(Threads, WriteTheSameBytes) {
  const Workplace here;
  here.write("m.csv", long_motion(30'000));
  for (const std::string way : {"", " --unwrap", " --differentiate central --unwrap",
                                " --start extrapolate --columns q,dq,ddq,tau --dt 0.001"}) {
    const Outcome one = here.run("invdyn torque two-link m.csv --summary --threads 1" + way);
    ASSERT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(table_of(one.out).rows.size(), 30'000U);
    for (const std::string threads : {"2", "3", "8", "100"}) {
      const Outcome more = here.run("invdyn torque two-link m.csv --summary --threads " + threads + way);
      EXPECT_TRUE(more.out == one.out) << threads << way;
      EXPECT_EQ(more.err, one.err) << threads << way;
    }
    const Outcome piped = here.run("cat m.csv | invdyn torque two-link --summary -q --threads 3" + way);
    EXPECT_TRUE(piped.out == one.out) << way;
  }
}

// Chunks cut the windows of the base's orientation, whose quaternions change their signs.
TEST(Threads, WriteTheSameBytesOfABaseThatFloats) {
  const Workplace here;
  std::string text = "t,shoulder,elbow,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz\n";
  for (int k = 0; k < 3'000; ++k) {
    const double t = 0.001 * k, half = (k % 700 < 300 ? 1 : -1) * std::sqrt(0.5);
    for (const double value : {t, std::sin(3 * t), std::cos(2 * t), std::sin(t), t, 0.1 * std::cos(4 * t),
                               half * std::cos(t), half * std::sin(t), half * std::cos(2 * t)})
      text += std::to_string(value) + ',';
    text += std::to_string(half * std::sin(2 * t)) + '\n';
  }
  here.write("m.csv", text);
  const std::string floats = " --base floating --columns base,wrench,wrench_body,tau --differentiate ";
  const std::vector<std::string> ways{floats + "backward", floats + "central", floats + "savgol:7,3",
                                      " --base free --columns base,tau"};
  for (const std::string& way : ways) {
    const std::string run = "invdyn torque two-link m.csv -q" + way;
    const Outcome one = here.run(run + " --threads 1");
    ASSERT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(table_of(one.out).rows.size(), 3'000U);
    EXPECT_TRUE(here.run(run + " --threads 3").out == one.out) << way;
    if (way == ways.back()) continue;  // its pose is integrated over all rows, so it has no shards
    std::string joined;
    for (const std::string shard : {"1", "2", "3"}) joined += here.run(run + " --shard " + shard + "/3").out;
    EXPECT_TRUE(joined == one.out) << way;
  }
}

TEST(Threads, SimulateTheSame) {
  const Workplace here;
  here.write("m.csv", long_motion(2'000));
  const std::string line = "invdyn simulate two-link m.csv --control feedforward --unwrap --threads ";
  const Outcome one = here.run(line + '1');
  ASSERT_EQ(one.code, 0) << one.err;
  const Outcome three = here.run(line + '3');
  EXPECT_EQ(three.out, one.out);
  EXPECT_EQ(three.err, one.err);
}

TEST(Threads, ReportTheFirstError) {
  const Workplace here;
  std::string text = long_motion(20'000);
  const auto first = text.find("\n17.000000,"), second = text.find("\n17.400000,");
  text.insert(second + 1, "x");
  text.insert(first + 1, "y");
  here.write("m.csv", text);
  const Outcome one = here.run("invdyn torque two-link m.csv -q --threads 1");
  EXPECT_EQ(one.code, 1);
  EXPECT_EQ(one.err, "error: m.csv:17020: t is \"y17.000000\": expected a finite number (s)\n");
  EXPECT_EQ(table_of(one.out).rows.size(), 17'000U);
  for (const std::string threads : {"2", "3", "8"}) {
    const Outcome more = here.run("invdyn torque two-link m.csv -q --threads " + threads);
    EXPECT_EQ(more.code, 1);
    EXPECT_EQ(more.err, one.err);
    EXPECT_TRUE(more.out == one.out);
    EXPECT_EQ(here.run("invdyn torque two-link m.csv -q -o out.csv --threads " + threads).code, 1);
    EXPECT_FALSE(std::filesystem::exists(here / "out.csv"));
  }
}

TEST(Threads, EndIfNothingCanBeWritten) {
  const Workplace here;
  here.write("m.csv", long_motion(30'000));
  for (const std::string threads : {"1", "2", "8"}) {
    const Outcome full = here.run("invdyn torque two-link m.csv -q -o /dev/full --threads " + threads);
    EXPECT_EQ(full.code, 1);
    EXPECT_EQ(full.err, "error: /dev/full: cannot be written: No space left on device\n");
    const Outcome closed = here.run_in_bash("invdyn torque two-link m.csv -q --threads " + threads +
                                            " | head -1; echo ${PIPESTATUS[0]}");
    EXPECT_EQ(closed.out, "t,tau_shoulder,tau_elbow\n0\n");
    EXPECT_EQ(closed.err, "");
  }
}

TEST(Threads, AreAWholeNumber) {
  const Workplace here;
  for (const std::string odd : {"0", "-1", "1.5", "1025", "all"}) {
    const Outcome outcome = here.run("invdyn torque two-link --threads " + odd);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("--threads: is \"" + odd + "\": expected a whole number from 1 to 1024"));
  }
}

}  // namespace
}  // namespace invdyn::test
