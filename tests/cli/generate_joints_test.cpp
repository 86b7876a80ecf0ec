// `invdyn generate trapezoid`, `cubic`, `quintic` and `s-curve` on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double degree = std::numbers::pi / 180;

class GenerateJoints : public testing::Test {
 protected:
  Outcome run(const std::string& arguments) const { return here_.run("invdyn generate " + arguments); }
  Table table(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return table_of(outcome.out);
  }
  std::string error(const std::string& arguments, int code) const {
    const Outcome outcome = run(arguments + " -o out.csv");
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(here_ / "out.csv"));
    return outcome.err;
  }

  Workplace here_;
};

const std::string limits = " --velocity 3 --acceleration 2 --jerk 3 ";

// 5.5 s: see tests/trajectory/data/speed_ramps_test.cpp.
TEST_F(GenerateJoints, WritesAnSCurveInItsShortestTime) {
  const Outcome outcome = run("s-curve --from 0 --to 10 --dt 0.1" + limits);
  EXPECT_EQ(outcome.err, "note: takes 5.5 s: this is the shortest time of this profile within the limits\n");
  const Table motion = table_of(outcome.out);
  EXPECT_EQ(motion.header, "t,q_joint1,dq_joint1,ddq_joint1");
  ASSERT_EQ(motion.rows.size(), 56u);
  EXPECT_THAT(motion.rows.front(), testing::ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(motion.rows.back(), testing::ElementsAre(5.5, 10, 0, 0));
  double speed = 0, acceleration = 0;
  for (const auto& row : motion.rows) {
    speed = std::max(speed, row[2]);
    acceleration = std::max(acceleration, std::abs(row[3]));
  }
  EXPECT_NEAR(speed, 3, 1e-12);
  EXPECT_NEAR(acceleration, 2, 1e-12);
}

TEST_F(GenerateJoints, RoundsTheTimeUpToWholeSteps) {
  EXPECT_EQ(run("s-curve --from 0 --to 10 --dt 0.4 -o m.csv" + limits).err,
            "note: takes 5.6 s: this is the shortest time within the limits (5.5 s), rounded up to a whole "
            "number of time steps\n");
  EXPECT_EQ(table_of(here_.read("m.csv")).rows.back()[1], 10);
  EXPECT_EQ(run("s-curve --from 0 --to 10 --dt 0.4 -q -o m.csv" + limits).err, "");
}

// For 1 rad in 1 s, the cubic has q = 5/32, dq = 9/8, ddq = 3 at 1/4 s; the quintic 53/512, 135/128, 45/8.
TEST_F(GenerateJoints, WritesCubicAndQuinticInAGivenTime) {
  const auto cubic = table("cubic --from 0 --to 1 --duration 1 --dt 0.25").rows[1];
  EXPECT_DOUBLE_EQ(cubic[1], 5. / 32);
  EXPECT_DOUBLE_EQ(cubic[2], 9. / 8);
  EXPECT_DOUBLE_EQ(cubic[3], 3);
  const auto quintic = table("quintic --from 0 --to 1 --duration 1 --dt 0.25").rows[1];
  EXPECT_DOUBLE_EQ(quintic[1], 53. / 512);
  EXPECT_DOUBLE_EQ(quintic[2], 135. / 128);
  EXPECT_DOUBLE_EQ(quintic[3], 45. / 8);
}

TEST_F(GenerateJoints, HasRampsOfTheTrapezoid) {
  const auto even = table("trapezoid --from 0 --to 6 --duration 4 --ramps 0.25 --dt 1").rows;
  EXPECT_THAT(even[1], testing::ElementsAre(1, 1, 2, 0));
  EXPECT_THAT(even[3], testing::ElementsAre(3, 5, 2, -2));
  const auto uneven = table("trapezoid --from 1 --to 6 --duration 4 --ramps 0.25,0.5 --dt 1").rows;
  EXPECT_THAT(uneven[1], testing::ElementsAre(1, 2, 2, 0));
  EXPECT_THAT(uneven[3], testing::ElementsAre(3, 5.5, 1, -1));
  EXPECT_THAT(uneven[4], testing::ElementsAre(4, 6, 0, -1));
  // With the slopes at their limits: 2 s of ramps, and 1 s at maximum speed.
  const auto steep = table("trapezoid --from 0 --to 4 --velocity 2 --acceleration 2 --dt 1").rows;
  ASSERT_EQ(steep.size(), 4u);
  EXPECT_THAT(steep[1], testing::ElementsAre(1, 1, 2, 0));
  EXPECT_THAT(steep[2], testing::ElementsAre(2, 3, 2, -2));
}

TEST_F(GenerateJoints, SaysThatItWritesRadiansIntoAPipe) {
  const std::string quarter = "cubic --from 0 --to 90 --duration 1 --dt 1 ";
  const Outcome outcome = run(quarter + "--degrees");
  EXPECT_NEAR(table_of(outcome.out).rows[1][1], 90 * degree, 1e-15);
  EXPECT_EQ(outcome.err, "note: angles are written in rad: the next command needs no --degrees\n");
  EXPECT_EQ(run(quarter + "--degrees -q").err, "");
  EXPECT_THAT(run(quarter).err, testing::HasSubstr("are the angles in degrees?"));
  EXPECT_EQ(run(quarter + "--degrees -o m.csv").err, "");
}

TEST_F(GenerateJoints, TakesALimitForEachJointAndDegrees) {
  const auto motion = table("cubic two-link --from 0,0 --to 90,90 --degrees --velocity 90,45 --dt 0.1");
  EXPECT_EQ(motion.rows.size(), 31u);  // 3/2 * 90 / 45 s
  EXPECT_NEAR(motion.rows[15][4], 45 * degree, 1e-12);
  // The third joint of the SCARA is prismatic: 0.2 m at 0.1 m/s. A revolute joint at 0.1 deg/s would take
  // longer.
  const auto slide = table("cubic scara --from 0,0,0,0 --to 0,0,0.2,0 --degrees --velocity 0.1 --dt 0.1");
  EXPECT_EQ(slide.rows.size(), 31u);
}

// The limits of the SCARA: 420 deg/s, 720 deg/s, 1.1 m/s, 2000 deg/s.
TEST_F(GenerateJoints, TakesTheRobotsVelocityLimits) {
  EXPECT_THAT(run("cubic scara --degrees --from 0,0,0,0 --to 84,0,0,0 --dt 0.1 -o m.csv").err,
              HasSubstr("takes 0.3 s: this is the shortest time"));
  EXPECT_THAT(run("quintic scara --from 0,0,0,0 --to 0,0,0.176,0 --dt 0.1 -o m.csv").err,
              HasSubstr("takes 0.3 s: this is the shortest time"));
  EXPECT_THAT(error("cubic two-link --from 0,0 --to 1,1 --dt 0.1", 2), HasSubstr("has no limits"));
}

TEST_F(GenerateJoints, WarnsBeyondTheRobotsLimits) {
  EXPECT_EQ(run("cubic scara --degrees --from 0,0,0,0 --to 0,0,0.3,0 --duration 3 --dt 1 -o m.csv").err,
            "warning: joint \"quill\" is at 0.3 m, above its upper limit, 0.2 m\n");
  for (const std::string motion : {"trapezoid", "cubic"})
    EXPECT_EQ(
        run(motion + " scara --degrees --from 0,0,0,0 --to 0,0,0.2,0 --duration 0.2 --dt 0.1 -o m.csv").err,
        "warning: joint \"quill\" moves at up to 1.5 m/s, above its velocity limit, 1.1 m/s; --duration 0.3 "
        "keeps the velocity limits\n");
  EXPECT_EQ(run("trapezoid scara --degrees --from 0,0,0,0 --to 0,0,-0.1,0 --duration 3 --dt 1 -o m.csv").err,
            "warning: joint \"quill\" is at -0.1 m, below its lower limit, 0 m\n");
}

// One warning of several joints. 15/8 rad/s at the middle of a quintic of 1 rad in 1 s; the limit is 2.175
// rad/s.
TEST_F(GenerateJoints, NamesAllJointsBeyondLimitsInOneWarning) {
  const std::string way =
      "quintic panda --from 0,0,0,-1.5,0,1.5,0 --to 1,1,1,-1.5,0,1.5,0 --rate 100 -o m.csv ";
  EXPECT_EQ(
      run(way + "--duration 0.1").err,
      "warning: joint \"panda_joint1\" moves at up to 18.75 rad/s (1074.3 deg/s), above its velocity limit, "
      "2.175 rad/s (124.618 deg/s) (joints beyond their limits: panda_joint1, panda_joint2, panda_joint3); "
      "--duration 0.87 "
      "keeps the velocity limits\n");
  EXPECT_THAT(run(way + "--duration 0.87").err, IsEmpty());
}

TEST_F(GenerateJoints, AsksForDegrees) {
  const std::string doubt =
      ": joint \"shoulder\" is at 90 rad (5157 deg): are the angles in degrees? Then give "
      "--degrees\n";
  here_.write("points.csv", "shoulder,elbow\n0,0\n90,1\n");
  const std::string limit_options = " --velocity 1 --acceleration 5 --rate 10 -o m.csv";
  EXPECT_THAT(run("cubic two-link --via points.csv" + limit_options).err,
              HasSubstr("warning: points.csv" + doubt));
  EXPECT_THAT(run("cubic two-link --from 0,0 --to 90,1" + limit_options).err,
              HasSubstr("warning: --from, --to" + doubt));
  EXPECT_THAT(run("cubic two-link --degrees --via points.csv" + limit_options).err,
              Not(HasSubstr("warning")));
  EXPECT_THAT(run("cubic two-link --from 0,0 --to 6,12" + limit_options).err, Not(HasSubstr("warning")));
}

TEST_F(GenerateJoints, GoesThroughWaypointsAtTheirTimes) {
  here_.write("points.csv", "t,lift,turn\n0,0,1\n1,0.5,-1\n1.5,0.2,0\n3,1,2\n");
  for (const std::string motion :
       {"trapezoid", "cubic", "quintic", "s-curve --velocity 50 --acceleration 500 --jerk 5e4"}) {
    const Outcome outcome = run(motion + " --via points.csv --dt 0.5");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, IsEmpty());
    const Table rows = table_of(outcome.out);
    EXPECT_EQ(rows.header, "t,q_lift,q_turn,dq_lift,dq_turn,ddq_lift,ddq_turn");
    ASSERT_EQ(rows.rows.size(), 7u);
    const double expected[][3] = {{0, 0, 1}, {1, 0.5, -1}, {1.5, 0.2, 0}, {3, 1, 2}};
    for (const auto& [t, lift, turn] : expected) {
      const auto& row = rows.rows[static_cast<std::size_t>(2 * t)];
      EXPECT_EQ(row[1], lift) << motion;
      EXPECT_EQ(row[2], turn) << motion;
      const bool stops = motion[0] == 't' || motion[0] == 's';
      EXPECT_TRUE(!stops || (row[3] == 0 && row[4] == 0)) << motion;
    }
  }
}

TEST_F(GenerateJoints, GoesThroughWaypointsWithinLimits) {
  here_.write("points.csv", "shoulder,elbow\n0,0\n60,-90\n90,-30\n0,0\n");
  for (const std::string motion : {"trapezoid", "cubic", "quintic", "s-curve --jerk 4000"}) {
    const Table rows =
        table(motion + " two-link --via points.csv --degrees --velocity 90 --acceleration 300 --rate 1000");
    double speed = 0, acceleration = 0, farthest = 0;
    for (const auto& row : rows.rows) {
      speed = std::max({speed, std::abs(row[3]), std::abs(row[4])});
      acceleration = std::max({acceleration, std::abs(row[5]), std::abs(row[6])});
      farthest = std::max(farthest, row[1]);
    }
    EXPECT_LE(speed, 90 * degree * (1 + 1e-9)) << motion;
    EXPECT_LE(acceleration, 300 * degree * (1 + 1e-9)) << motion;
    EXPECT_GE(std::max(speed / 90, acceleration / 300), 0.98 * degree) << motion;
    EXPECT_GE(farthest, 89.9 * degree) << motion;
    EXPECT_EQ(rows.rows.back()[1], 0) << motion;
  }
}

TEST_F(GenerateJoints, ReadsWaypointsFromAPipe) {
  const Outcome outcome =
      here_.run("printf 'a\\n0\\n1\\n' | invdyn generate cubic --via - --duration 1 --dt 0.5");
  EXPECT_EQ(outcome.out, "t,q_a,dq_a,ddq_a\n0,0,0,6\n0.5,0.5,1.5,0\n1,1,0,-6\n");
}

TEST_F(GenerateJoints, WritesAnArray) {
  const Outcome outcome = run("quintic --from 0 --to 1 --duration 1 --dt 0.1 -o m.npy");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(here_ / "m.npy"));
}

// 180 degrees/s after 0.2 s of 900 degrees/s^2, which are reached after 0.1 s of 9000 degrees/s^3.
TEST_F(GenerateJoints, NamesUsualLimitsOfAnSCurve) {
  const std::string way = "s-curve ur5e --from 0,0,0,0,0,0 --to 1,1,1,1,1,1 --dt 0.01";
  EXPECT_EQ(error(way, 2),
            "error: --acceleration: is missing: joint \"shoulder_pan_joint\" has no limit of "
            "acceleration, jerk: expected --acceleration 15.7 --jerk 157, for example. With these values, "
            "the joint reaches the speed limit in about 0.2 s and reaches the acceleration limit in 0.1 s\n");
  EXPECT_THAT(error(way + " --degrees", 2),
              HasSubstr("expected --acceleration 900 --jerk 9000, for example"));
  EXPECT_EQ(run(way + " --acceleration 15.7 --jerk 157").code, 0);
  EXPECT_THAT(error("s-curve --velocity 1,2 --from 0,0 --to 1,1 --dt 0.1", 2),
              HasSubstr("expected --acceleration 5,10 --jerk 50,100, for example"));
}

// What is given may take longer: nothing is said of it.
TEST_F(GenerateJoints, ClaimsNoTimesOfGivenLimits) {
  const std::string way = "s-curve --from 0 --to 1 --dt 0.1 ";
  EXPECT_THAT(
      error(way + "--acceleration 2", 2),
      testing::EndsWith(
          "expected --velocity V --jerk 20, for example. With these values, the joint reaches the acceleration "
          "limit in 0.1 s\n"));
  EXPECT_THAT(error(way + "--velocity 2 --jerk 3", 2), testing::EndsWith("expected --acceleration 10\n"));
}

TEST_F(GenerateJoints, UsageErrors) {
  const std::string way = " --from 0 --to 1 --dt 0.1 ";
  EXPECT_EQ(error("cubic" + way, 2),
            "error: --duration: is missing, and joint \"joint1\" has no limits: expected a duration, or "
            "--velocity or --acceleration\n");
  EXPECT_EQ(error("s-curve --velocity 1 --acceleration 1" + way, 2),
            "error: --jerk: is missing: joint \"joint1\" has no limit of jerk: expected --jerk "
            "10, for example. With these values, the joint reaches the acceleration limit in 0.1 s\n");
  EXPECT_EQ(error("s-curve" + way, 2),
            "error: --velocity: is missing: joint \"joint1\" has no limit of velocity, acceleration, jerk: "
            "expected --velocity V --acceleration A --jerk J\n");
  EXPECT_EQ(error("trapezoid --acceleration 1" + way, 2),
            "error: --velocity: is missing: joint \"joint1\" has no limit of velocity\n");
  EXPECT_EQ(error("cubic --velocity -1" + way, 2), "error: --velocity: has -1: expected numbers above 0\n");
  EXPECT_EQ(error("cubic --velocity 1,0 --from 0,0 --to 1,1 --dt 1", 2),
            "error: --velocity: has 0: expected numbers above 0\n");
  EXPECT_EQ(error("cubic --velocity 1,2,3 --from 0,0 --to 1,1 --dt 1", 2),
            "error: --velocity: has 3 numbers: expected one number for all joints, or one for "
            "each of the 2 joints (joint1, joint2)\n");
  EXPECT_EQ(
      error("cubic --velocity 1 --duration 1" + way, 2),
      "error: --duration: is 1 s, but the limits need 1.5 s: expected a longer duration or higher limits\n");
  for (const std::string ramps : {"0", "-0.1", "0.6", "0.5,0.6", "0.1,0.1,0.1"})
    EXPECT_EQ(
        error("trapezoid --duration 1 --ramps " + ramps + way, 2),
        "error: --ramps: is " + ramps +
            ": expected shares of the duration for speeding up and for braking, above 0 and with a sum of at "
            "most 1, such as 0.25 or 0.2,0.4\n");
  EXPECT_THAT(error("cubic --jerk 3 --duration 1" + way, 2), HasSubstr("\"--jerk\" is not expected here"));
  EXPECT_THAT(error("cubic --ramps 0.2 --duration 1" + way, 2),
              HasSubstr("\"--ramps\" is not expected here"));
  here_.write("points.csv", "t,a\n0,0\n1,1\n");
  EXPECT_EQ(error("cubic --via points.csv --duration 1 --dt 0.1", 2),
            "error: --duration: give --duration or the column t of points.csv, not both\n");
  EXPECT_THAT(error("cubic --via points.csv --from 0 --dt 0.1", 2), HasSubstr("--via"));
  EXPECT_EQ(error("cubic --duration 1 --dt 0.1", 2),
            "error: --from: is missing: expected --from and --to, or --via\n");
}

TEST_F(GenerateJoints, FailsOnBadWaypoints) {
  here_.write("points.csv", "a\n0\nx\n");
  EXPECT_EQ(error("cubic --via points.csv --velocity 1 --dt 0.1", 1),
            "error: points.csv:3: a is \"x\": expected a finite number\n");
  EXPECT_THAT(error("cubic --via none.csv --velocity 1 --dt 0.1", 1), HasSubstr("none.csv"));
  here_.write("points.csv", "t,a\n0,0\n1,5\n");
  EXPECT_THAT(error("cubic --via points.csv --velocity 1 --dt 0.1", 1),
              HasSubstr("too short for the limits"));
}

TEST_F(GenerateJoints, AsksWhetherTimesAreInMilliseconds) {
  here_.write("points.csv", "t,shoulder,elbow\n0,0,0\n1000,0.5,-0.3\n2000,1,-0.7\n");
  EXPECT_EQ(
      run("cubic two-link --via points.csv --dt 100").err,
      "warning: points.csv: takes 2000 s, and the joints reach at most 0.0159 % of a usual speed: are the "
      "times in ms? Then divide them by 1000\n");
  here_.write("points.csv", "t,shoulder,elbow\n0,0,0\n100,1.5,-1.5\n");
  EXPECT_EQ(run("cubic two-link --via points.csv --dt 100").err, "");
}

TEST_F(GenerateJoints, ShowsAHeaderWithTheJointsOfTheRobot) {
  here_.write("points.csv", "0,0,0\n1,30,-20\n");
  EXPECT_THAT(error("cubic two-link --via points.csv --dt 0.1", 1),
              HasSubstr(", such as t,shoulder,elbow\n"));
}

TEST_F(GenerateJoints, DoesNotOverwriteTheWaypointsFile) {
  const std::string text = "a\n0\n1\n";
  here_.write("points.csv", text);
  const Outcome outcome = run("cubic --via points.csv --velocity 1 --dt 0.1 -o points.csv");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the waypoints' file"));
  EXPECT_EQ(here_.read("points.csv"), text);
}

}  // namespace
}  // namespace invdyn::test
