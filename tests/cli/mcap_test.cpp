// Recordings of ROS on the command line: the same bytes as from the same rows as CSV, from files and pipes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"
#include "support/mcap_writer.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

class McapLog : public testing::Test {
 protected:
  void SetUp() override {
    const std::string line =
        "invdyn generate trapezoid two-link --from 0,0 --to 60,-90 --degrees --duration 1.5 --dt 0.005 |"
        " invdyn torque two-link - --payload mass=1 --columns q,dq,tau -q -o log.csv";
    ASSERT_EQ(here_.run(line).code, 0);
    std::vector<JointStateValues> states;
    constexpr std::int64_t epoch = 1'700'000'000'000'000'000;
    for (const auto& row : table_of(here_.read("log.csv")).rows)
      states.push_back({.stamp = epoch + std::llround(row[0] * 1e9),
                        .names = {"shoulder", "elbow"},
                        .position = {row[1], row[2]},
                        .velocity = {row[3], row[4]},
                        .effort = {row[5], row[6]}});
    file_ = mcap_file(mcap_chunk(joint_state_records(states)));
    here_.write("log.mcap", file_);
  }

  Workplace here_;
  std::string file_;
};

TEST_F(McapLog, GivesTheSameBytesAsCsv) {
  for (const std::string line :
       {"torque two-link - --columns q,dq,ddq,tau,measured",
        "torque two-link - --differentiate central --summary", "validate two-link -", "identify two-link -",
        "regressor two-link -", "torque two-link - --smooth 5 --resample 100",
        "torque two-link - --map q_shoulder=elbow,q_elbow=shoulder --differentiate backward "
        "--torque-constant 2,3 --columns measured"}) {
    const Outcome csv = here_.run("invdyn " + line + " -q < log.csv"),
                  mcap = here_.run("invdyn " + line + " -q < log.mcap"),
                  pipe = here_.run("gzip -c log.mcap | invdyn " + line + " -q");
    EXPECT_EQ(csv.code, 0) << line << csv.err;
    EXPECT_EQ(mcap.code, 0) << line << mcap.err;
    EXPECT_EQ(mcap.out, csv.out) << line;
    EXPECT_EQ(pipe.out, csv.out) << line;
  }
  EXPECT_EQ(here_.run("invdyn view two-link log.mcap -q -o page.html").code, 0);
}

TEST_F(McapLog, CopiesStamps) {
  const Outcome stamps = here_.run("invdyn torque two-link log.mcap --columns stamp -q");
  EXPECT_THAT(stamps.out, HasSubstr("\n0.005,1700000000.005000000\n")) << stamps.err;
}

TEST_F(McapLog, ThatWasCutOffChangesNoOutput) {
  here_.write("cut.mcap", file_.substr(0, file_.size() - 60));
  here_.write("torques.csv", "old");
  const Outcome cut = here_.run("invdyn torque two-link cut.mcap -o torques.csv");
  EXPECT_EQ(cut.code, 1);
  EXPECT_THAT(cut.err, HasSubstr("\"mcap recover cut.mcap -o recovered.mcap\""));
  EXPECT_EQ(here_.read("torques.csv"), "old");
  here_.write("a b.mcap", file_.substr(0, file_.size() - 60));
  EXPECT_THAT(here_.run("gzip -k 'a b.mcap'; invdyn torque two-link 'a b.mcap.gz' -o torques.csv").err,
              HasSubstr("\"gzip -dc 'a b.mcap.gz' > unpacked.mcap; mcap recover unpacked.mcap -o"));
}

TEST_F(McapLog, IsNeverReplaced) {
  const Outcome in_place = here_.run("invdyn torque two-link log.mcap -o log.mcap --in-place");
  EXPECT_EQ(in_place.code, 2);
  EXPECT_THAT(in_place.err, HasSubstr("cannot write a recording of ROS: expected log.csv"));
  EXPECT_EQ(here_.read("log.mcap"), file_);
}

TEST_F(McapLog, HasOneTopic) {
  EXPECT_EQ(here_.run("invdyn torque two-link log.mcap --topic /joint_states -q -o /dev/null").code, 0);
  const Outcome other = here_.run("invdyn torque two-link log.mcap --topic /arm");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err,
              HasSubstr("log.mcap: has no topic /arm: expected a topic with joint states, /joint_states"));
  EXPECT_EQ(here_.run("invdyn torque two-link log.csv --topic /arm").code, 2);
}

}  // namespace
}  // namespace invdyn::test
