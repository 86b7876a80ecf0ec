// `invdyn size --fit-path` on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/run_program.h"
#include "cli/turntable.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::DoubleNear;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class FitPath : public testing::Test {
 protected:
  FitPath() {
    here_.write("wheel.json", turntable(2));
    here_.write("line.csv", "t,q_turn\n0,0\n1,0.5\n2,1\n");
  }
  Outcome run(const std::string& arguments) const {
    return here_.run("invdyn size wheel.json line.csv --fit-path " + arguments);
  }

  const Workplace here_;
};

// 2 N m accelerate by 4 rad/s^2: half of the radian takes half a second, at up to 2 rad/s.
TEST_F(FitPath, WritesTheFastestMotion) {
  const Outcome outcome = run("-q --fitted-motion fast.csv --fitted-dt 0.25");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("fits in 1 s instead of 2 s along the same path\n\n"
                                      "joint  limit   % of the time at the limit\n"
                                      "turn   torque                         100\n"));
  EXPECT_THAT(outcome.err, IsEmpty());
  const Table table = table_of(here_.read("fast.csv"));
  EXPECT_EQ(table.header, "t,q_turn,dq_turn,ddq_turn");
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_THAT(table.rows[0], testing::ElementsAre(0, 0, 0, DoubleNear(4, 1e-6)));
  EXPECT_THAT(table.rows[1],
              testing::ElementsAre(0.25, DoubleNear(0.125, 1e-6), DoubleNear(1, 1e-6), DoubleNear(4, 1e-6)));
  EXPECT_THAT(table.rows[4], testing::ElementsAre(DoubleNear(1, 1e-6), 1, 0, DoubleNear(-4, 1e-6)));
  EXPECT_EQ(here_.run("invdyn size wheel.json fast.csv -q").code, 0);
}

TEST_F(FitPath, TakesTheMeanStepOfTheInput) {
  here_.write("line.csv", "t,q_turn\n5,0\n5.01,0.3\n5.5,1\n");
  EXPECT_EQ(run("-q --fitted-motion fast.csv").code, 0);
  const Table table = table_of(here_.read("fast.csv"));
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(table.rows[0][0], 5);
  EXPECT_NEAR(table.rows[1][0], 5.25, 1e-12);
  EXPECT_NEAR(table.rows[4][0], 6, 1e-6);
}

// From 0 to 1 rad at 4 rad/s^2 and 1 rad/s: 1/4 s of acceleration, 3/4 s at the limit, 1/4 s back.
TEST_F(FitPath, WritesWhatBindsForPrograms) {
  here_.write("wheel.json",
              std::regex_replace(turntable(2), std::regex("\"velocity\": 3"), "\"velocity\": 1"));
  const Outcome outcome = run("-q --format json");
  std::map<std::string, nlohmann::json> rows;
  for (const auto& row : nlohmann::json::parse(outcome.out)) rows[row["quantity"]] = row;
  const auto value = [&](const std::string& name) { return rows.at(name)["value"].get<double>(); };
  EXPECT_EQ(value("original_duration"), 2);
  EXPECT_NEAR(value("duration"), 1.25, 1e-6);
  EXPECT_NEAR(value("share_at_speed_limit"), 0.6, 0.02);  // within a hundredth of it
  EXPECT_NEAR(value("share_at_torque_limit"), 0.4, 0.02);
  EXPECT_EQ(rows.at("share_at_torque_limit")["joint"], "turn");
  EXPECT_NEAR(value("speed_limit"), 1, 1e-3);
  EXPECT_THAT(run("-q --format csv").out, HasSubstr("\nline.csv,turn,share_at_speed_limit,0."));
}

TEST_F(FitPath, TakesALimitOfAcceleration) {
  const auto duration = [&](const std::string& arguments) {
    const Outcome outcome = run("-q --fitted-motion fast.csv " + arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return table_of(here_.read("fast.csv")).rows.back()[0];
  };
  EXPECT_NEAR(duration("--acceleration 1"), 2, 1e-5);
  EXPECT_NEAR(duration("--acceleration 100"), 1, 1e-5);
  here_.write("line.csv", "t,q_turn\n0,0\n1,30\n2,60\n");
  EXPECT_NEAR(duration("--degrees --acceleration 60"), 2, 1e-5);
}

TEST_F(FitPath, IsTheSameForAnyNumberOfThreads) {
  here_.write("via.csv",
              "shoulder_pan_joint,shoulder_lift_joint,elbow_joint,wrist_1_joint,wrist_2_joint,wrist_3_joint\n"
              "0,-90,90,0,0,0\n60,-60,60,-60,-60,90\n90,-90,100,-120,-90,-60\n");
  here_.run("invdyn generate quintic ur5e --via via.csv --degrees --acceleration 800 --dt 0.002 -o m.csv -q");
  const auto fitted = [&](const std::string& threads) {
    const Outcome outcome =
        here_.run("invdyn size ur5e m.csv -q --fit-path --fitted-motion fast.csv --threads " + threads);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out + here_.read("fast.csv");
  };
  EXPECT_EQ(fitted("1"), fitted("3"));
  EXPECT_EQ(here_.run("invdyn size ur5e fast.csv -q").code, 0);
}

// A line for each stretch of a limit, in its colour, and the limit's name in the same colour.
TEST_F(FitPath, WritesAPageWithTheSpeedAlongThePath) {
  here_.write("wheel.json",
              std::regex_replace(turntable(2), std::regex("\"velocity\": 3"), "\"velocity\": 1"));
  const Outcome outcome = run("-q --report page");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = here_.read("page/index.html");
  EXPECT_THAT(page, HasSubstr("<p class=\"good\">fits in 1.25 s instead of 2 s along the same path</p>"));
  EXPECT_THAT(page, HasSubstr("Speed along the path</h2>"));
  std::smatch colour;
  ASSERT_TRUE(
      std::regex_search(page, colour, std::regex("color:(#[0-9a-f]*)\">&#9632;</span> turn, torque;")));
  std::size_t lines = 0;
  for (std::size_t at = page.find("stroke:" + colour[1].str()); at != std::string::npos;
       at = page.find("stroke:" + colour[1].str(), at + 1))
    ++lines;
  EXPECT_EQ(lines, 2u);  // ahead and back
}

TEST_F(FitPath, NotesCorners) {
  here_.write("line.csv", "t,q_turn\n0,0\n1,1\n2,0\n");
  const Outcome outcome = run("");
  EXPECT_THAT(outcome.out, StartsWith("fits in 2 s instead of 2 s along the same path\n"));
  EXPECT_THAT(outcome.err,
              HasSubstr("note: the motion stops at 1 corner of the path in row 2, at 1 s. A corner is"));
}

// The arm of 9.80665 N m at 90 degrees is held by 5 N m only below 30.6 degrees: the second row is the worst.
TEST_F(FitPath, ReportsThatAPoseCannotBeHeld) {
  here_.write("held.csv", "t,q_pivot\n0,1.4\n1,1.5\n2,1.3\n");
  here_.write("weak.csv", "joint,continuous_torque,peak_torque\npivot,,5\n");
  const Outcome outcome =
      here_.run("invdyn size pendulum held.csv --motors weak.csv --fit-path --fitted-motion fast.csv -q");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(
      outcome.err,
      StartsWith(
          "error: --fit-path: no motion along the path keeps every limit: in row 2, at 1 s, gravity and "
          "dry friction alone break a limit: pivot, motor peak 9.782 of 5 N m"));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST_F(FitPath, ReportsPositionsBeyondLimits) {
  const std::string limited = std::regex_replace(turntable(2), std::regex("\"velocity\": 3"),
                                                 "\"velocity\": 3, \"position\": [0, 0.8]");
  here_.write("wheel.json", std::regex_replace(limited, std::regex("continuous"), "revolute"));
  const Outcome outcome = run("-q");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(
      outcome.err,
      HasSubstr(
          "error: --fit-path: no motion along the path keeps every limit: turn, position 1, beyond 0.8"));
}

// 2 N m for the whole second; the motor may give 1 N m in the long run.
TEST_F(FitPath, ReportsRmsTorque) {
  here_.write("motors.csv", "joint,continuous_torque,peak_torque\nturn,1,2\n");
  const Outcome outcome = run("-q --motors motors.csv --fitted-motion fast.csv");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(
      outcome.out,
      StartsWith("does not fit: the fastest motion along the path takes 1 s instead of 2 s, but this "
                 "motion exceeds a\nlimit that --fit-path does not consider: turn, motor RMS 2 of 1 N m; in "
                 "place of --fit-path, try\n--fit-duration, which considers all limits"));
  EXPECT_EQ(here_
                .run("invdyn size wheel.json fast.csv -q --motors motors.csv --fit-duration --fitted-motion "
                     "slow.csv")
                .code,
            0);
  EXPECT_EQ(here_.run("invdyn size wheel.json slow.csv -q --motors motors.csv").code, 0);
}

TEST_F(FitPath, NotesThatItBeginsAndEndsAtRest) {
  const std::string note = "the computed motion begins and ends at rest, but the motion of the file does not";
  here_.write("whole.csv", "t,turn,dq_turn,ddq_turn\n0,0,0,1\n1,0.5,1,0\n2,1,0,-1\n");
  EXPECT_THAT(here_.run("invdyn size wheel.json whole.csv --fit-path").err, testing::Not(HasSubstr(note)));
  here_.write("cut.csv", "t,turn,dq_turn,ddq_turn\n0,0,1,0\n1,1,1,0\n2,2,1,0\n");
  EXPECT_THAT(here_.run("invdyn size wheel.json cut.csv --fit-path").err, HasSubstr(note));
}

TEST_F(FitPath, RefusesWhatItCannotDo) {
  const auto fails = [&](const std::string& arguments, int code, const std::string& error) {
    const Outcome outcome = run("-q " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(error)) << arguments;
  };
  fails("--fit-duration", 2, "--fit-path: give --fit-path or --fit-duration, not both");
  fails("--sweep speed=1:2:1", 2, "--fit-path: give --fit-path or --sweep, not both");
  fails("line.csv", 2, "--fit-path: takes one trajectory, not 2");
  fails("--catalogue c.csv", 2, "--catalogue: give --catalogue or --fit-path");
  fails("--fitted-dt 0", 2, "--fitted-dt: ");
  fails("--fitted-dt 9", 1, "--fitted-dt: is 9 s, but the motion takes ");
  fails("--fitted-dt 1e-12", 1,
        "1e+12 rows of 1e-12 s: expected higher limits, or --fitted-dt with a larger step");
  fails("--acceleration 0", 2, "--acceleration: has 0: expected numbers above 0");
  fails("--acceleration 1,2", 2, "--acceleration: has 2 numbers");
  here_.write("force.csv", "t,fx,fy,fz\n0,0,0,0\n9,1,0,0\n");
  fails("--wrench 'file=force.csv link=plate'", 2, "--fit-path");
  const std::string size = "invdyn size wheel.json line.csv -q ";
  EXPECT_THAT(here_.run(size + "--acceleration 1").err,
              HasSubstr("--acceleration: is a limit of --fit-path"));
  EXPECT_THAT(here_.run(size + "--fitted-dt 1").err,
              HasSubstr("--fitted-dt: is the step of the motion that"));
  here_.write("line.csv", "t,q_turn\n0,1\n1,1\n");
  fails("", 1, "--fit-path: no joint moves");
  here_.write("line.csv", "t,q_turn\n0,1\n1,2\n");
  here_.write("wheel.json", std::regex_replace(turntable(2), std::regex("\"effort\": 2"), "\"effort\": 200"));
  fails("", 0, "");
  here_.write("wheel.json", std::regex_replace(turntable(2), std::regex(", \"effort\": 2"), ""));
  fails("", 1,
        "--fit-path: no limit bounds the acceleration of this motion: give --acceleration or --motors, or "
        "write limits of torque into the robot's description");
}

}  // namespace
}  // namespace invdyn::test
