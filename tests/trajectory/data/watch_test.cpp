// The warnings of a run: once for each joint and kind, with joint and row.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ground/text/number.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Limits between(std::optional<double> lower, std::optional<double> upper) {
  return {.lower = lower, .upper = upper, .velocity = {}, .effort = {}};
}

const Robot& arm() {
  static const Robot robot = arm_of(
      {{"shoulder", JointType::revolute, between(-1, 1)}, {"slide", JointType::prismatic, between(0, 0.5)}});
  return robot;
}

// Velocities and accelerations are given as zero, so that only positions are checked.
std::vector<std::string> warnings_at(const std::string& q_rows, const CsvSettings& csv = {}) {
  std::string text = "t,shoulder,slide,dq_shoulder,dq_slide,ddq_shoulder,ddq_slide\n";
  std::istringstream rows(q_rows);
  int t = 0;
  for (std::string row; rows >> row;) text += std::to_string(t++) + ',' + row + ",0,0,0,0\n";
  return run_csv(text, arm(), {.csv = csv}).warnings;
}

// One radian is 180 / pi deg = 57.2958 deg.
TEST(PositionLimits, GiveOneWarningPerJoint) {
  EXPECT_THAT(warnings_at("0,0  0.5,0.25  1.5,0  2,0  -3,-0.125  0,9"),
              UnorderedElementsAre("motion.csv:4: joint \"shoulder\" is at 1.5 rad (85.94 deg), above its "
                                   "upper limit, 1 rad (57.3 deg); the later rows of this joint are not "
                                   "checked",
                                   "motion.csv:6: joint \"slide\" is at -0.125 m, below its lower limit, 0 "
                                   "m; the later rows of this joint are not checked"));
}

TEST(PositionLimits, BelongToTheRange) {
  EXPECT_THAT(warnings_at("-1,0  1,0.5  -1,0.5"), IsEmpty());
}

TEST(PositionLimits, TolerateRounding) {
  EXPECT_THAT(warnings_at("-1.0000000009,0  1.0000000009,0"), IsEmpty());
  EXPECT_THAT(warnings_at("-1.000000002,0"), testing::SizeIs(1));
  EXPECT_THAT(warnings_at("1.000000002,0"), testing::SizeIs(1));
}

TEST(PositionLimits, AreComparedInRadians) {
  const CsvSettings degrees{.degrees = true, .grid = {}, .scheme = {}};
  EXPECT_THAT(warnings_at("57,0", degrees), IsEmpty());
  EXPECT_THAT(warnings_at("-90,0", degrees),
              ElementsAre("motion.csv:2: joint \"shoulder\" is at -1.571 rad (-90 deg), below its lower "
                          "limit, -1 rad (-57.3 deg); the later rows of this joint are not checked"));
}

TEST(PositionLimits, MayBeOnOneSideOnly) {
  const Robot robot = arm_of({{"lift", JointType::prismatic, between({}, 1)}, {"free"}});
  EXPECT_THAT(run_csv("t,lift,free\n0,-100,1000\n1,2,1000\n", robot, {.start = Start::rest}).warnings,
              ElementsAre("motion.csv:3: joint \"lift\" is at 2 m, above its upper limit, 1 m; the later "
                          "rows of this joint are not checked"));
}

const Robot& wheels() {
  static const Robot robot =
      arm_of({{"left", JointType::continuous}, {"right"}, {"slide", JointType::prismatic}});
  return robot;
}

const std::string taken_for_motion =
    ", about a full turn or more: either the angle is wrapped (`unwrap` corrects it), or the data have an "
    "error; the velocities are computed as if this jump were a motion";

TEST(WrappedAngles, GiveOneWarningPerJoint) {
  const Way way{.start = Start::extrapolate};
  EXPECT_THAT(
      run_csv("t,left,right,slide\n0,3,0,0\n1,-3,1,0\n# odd\n2,3,-4,0\n3,-3,2,0\n", wheels(), way).warnings,
      UnorderedElementsAre("motion.csv:3: joint \"left\" jumps by -6 rad (-343.8 deg)" + taken_for_motion,
                           "motion.csv:5: joint \"right\" jumps by -5 rad (-286.5 deg)" + taken_for_motion));
}

TEST(WrappedAngles, AreFoundInEveryBlock) {
  const Way way{.start = Start::extrapolate, .sizes = {.text = 30}};
  EXPECT_THAT(
      run_csv("t,left,right,slide\n0,0,0,0\n1,0,0,0\n2,0,0,0\n3,-3,0,0\n4,3,0,0\n5,3,0,0\n", wheels(), way)
          .warnings,
      ElementsAre("motion.csv:6: joint \"left\" jumps by 6 rad (343.8 deg)" + taken_for_motion));
}

// Three quarters of a turn are 4.712 rad.
TEST(WrappedAngles, AreNotFoundInSmallerJumpsOrPrismaticJoints) {
  const Way way{.start = Start::extrapolate};
  EXPECT_THAT(run_csv("t,left,right,slide\n0,0,0,0\n1,4.7,-4.7,9\n2,0,0,-9\n", wheels(), way).warnings,
              IsEmpty());
}

TEST(WrappedAngles, DisappearWhenUnwrapped) {
  const Way way{.start = Start::extrapolate, .unwrap = true};
  EXPECT_THAT(run_csv("t,left,right,slide\n0,3,0,0\n1,-3,1,0\n2,3,-4,0\n3,-3,2,0\n", wheels(), way).warnings,
              IsEmpty());
}

// Full turns do not change a torque: without differences a wrapped angle has no effect.
TEST(WrappedAngles, DoNoHarmWithGivenDerivatives) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  EXPECT_THAT(run_csv("t,left,dq_left,ddq_left\n0,3,0.3,0\n1,-3,0.3,0\n", wheel).warnings, IsEmpty());
}

std::vector<std::string> warnings_of(double (*left)(double), double (*right)(double), const Way& way = {}) {
  std::string text = "t,left,right,slide\n";
  for (int k = 0; k < 20; ++k) {
    const double t = 0.01 * k;
    text += shortest(t) + ',' + shortest(left(t)) + ',' + shortest(right(t)) + ",0.1\n";
  }
  return run_csv(text, wheels(), way).warnings;
}

double at_rest(double) {
  return 0.7;
}
double at_constant_speed(double t) {
  return -2 + 3 * t;
}
double at_rising_speed(double t) {
  return 3 * t + 20 * t * t;
}
double while_braking(double t) {
  return 3 * t - 40 * t * t;
}
double in_steps_of_an_encoder(double t) {
  return 0.001 * std::floor(t / 0.05 + 0.9);
}
double through_the_middle(double t) {
  return std::sin(5 * t);
}
double at_constant_acceleration(double t) {
  return 1 + 2 * t * t;
}
double at_constant_jerk(double t) {
  return 1 - 4 * t * t * t;
}
double from_the_far_end(double t) {
  return std::cos(5 * t);
}

TEST(InitialMotion, GivesOneWarningWithAllItsJoints) {
  EXPECT_THAT(warnings_of(at_constant_speed, through_the_middle),
              ElementsAre("motion.csv:2: the robot already moves in the first rows (\"left\", \"right\"). "
                          "With `start` rest, invdyn assumes a motion that begins at rest, so the first "
                          "accelerations are wrong: give `start` extrapolate"));
}

// 3.2 rad/s in the first step, 0.4 rad/s more in the next: with a start from rest the speed would have
// tripled.
TEST(InitialMotion, IsFoundWhileItAccelerates) {
  EXPECT_THAT(warnings_of(at_rest, at_rising_speed),
              ElementsAre("motion.csv:2: the robot already moves in the first rows (\"right\"). With `start` "
                          "rest, invdyn assumes a motion that begins at rest, so the first accelerations are "
                          "wrong: give `start` extrapolate"));
}

TEST(InitialMotion, IsFoundWhileItDecelerates) {
  EXPECT_THAT(warnings_of(while_braking, while_braking),
              ElementsAre(testing::HasSubstr("in the first rows (\"left\", \"right\")")));
}

// One count in the second row, and none in the third: slow motion, or noise.
TEST(InitialMotion, IsNotFoundInOneCountOfAnEncoder) {
  EXPECT_THAT(warnings_of(at_rest, in_steps_of_an_encoder), IsEmpty());
}

TEST(InitialMotion, NamesNoJointAtRest) {
  EXPECT_THAT(warnings_of(at_rest, at_constant_speed),
              ElementsAre("motion.csv:2: the robot already moves in the first rows (\"right\"). With `start` "
                          "rest, invdyn assumes a motion that begins at rest, so the first accelerations are "
                          "wrong: give `start` extrapolate"));
}

TEST(InitialMotion, IsNotFoundInAStartFromRest) {
  EXPECT_THAT(warnings_of(at_rest, at_constant_acceleration), IsEmpty());
  EXPECT_THAT(warnings_of(at_constant_jerk, from_the_far_end), IsEmpty());
}

TEST(InitialMotion, IsNoProblemForOtherSettings) {
  const CsvSettings central{.degrees = false, .grid = {}, .scheme = Scheme::central};
  EXPECT_THAT(warnings_of(at_constant_speed, through_the_middle, {.start = Start::extrapolate}), IsEmpty());
  EXPECT_THAT(warnings_of(at_constant_speed, through_the_middle, {.csv = central}), IsEmpty());
}

TEST(InitialMotion, IsFoundInGivenVelocities) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  EXPECT_THAT(run_csv("t,left,dq_left\n0,0,2\n1,2,2\n2,4,2\n", wheel).warnings,
              ElementsAre("motion.csv:2: the robot already moves in the first rows (\"left\"). With `start` "
                          "rest, invdyn assumes a motion that begins at rest, so the first accelerations are "
                          "wrong: give `start` extrapolate"));
  EXPECT_THAT(run_csv("t,left,dq_left\n0,0,0\n1,2,2\n2,4,2\n", wheel).warnings, IsEmpty());
  EXPECT_THAT(run_csv("t,left,dq_left,ddq_left\n0,0,2,0\n1,2,2,0\n2,4,2,0\n", wheel).warnings, IsEmpty());
}

TEST(InitialMotion, GivesOneWarningForAnyCut) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  for (const std::string text :
       {"t,left\n0,0\n1,2\n2,4\n3,6\n4,8\n5,10\n", "t,left,dq_left\n0,0,2\n1,2,2\n2,4,2\n3,6,2\n4,8,2\n"})
    for (std::size_t size = 1; size <= text.size(); ++size)
      EXPECT_THAT(run_csv(text, wheel, {.sizes = {.text = size}}).warnings,
                  ElementsAre(testing::StartsWith("motion.csv:2: the robot already moves")))
          << size;
}

Way stepping(double step) {
  Way way;
  way.csv.grid = TimeGrid::with_step(step);
  return way;
}

// The times may differ from the step by one step plus a hundredth of the elapsed time: a column rounded to
// milliseconds, or a jittering clock.
TEST(GivenStep, GivesOneWarningIfTheTimesDiffer) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  EXPECT_THAT(
      run_csv("t,left\n7,0\n7.5,0\n8.004,0\n8.75,0\n10,0\n12,0\n", wheel, stepping(0.5)).warnings,
      ElementsAre("motion.csv:6: the time since the first row is 3 s in the time column, but 2 s with `dt` "
                  "or `rate`; finite differences use `dt` or `rate`: if the time column is right, leave out "
                  "`dt` and `rate`"));
  EXPECT_THAT(run_csv("t,left\n0,0\n0.033,0\n0.067,0\n0.1,0\n0.133,0\n", wheel, stepping(1.0 / 30)).warnings,
              IsEmpty());
}

// Suspicious rows are checked one after the other, by one thread.
TEST(GivenStep, MakesNoRowSuspicious) {
  Block block(2, 3);
  block.rows = 3;
  block.first_row = 10;
  block.before = 1;
  block.t << 5, 105, 205;
  for (const Known known : {Known::q, Known::q_dq_ddq}) {
    const TrajectoryWatch watch(arm(), {.known = known, .step = 0.5}, "motion.csv",
                                [](const std::string&) {});
    EXPECT_FALSE(watch.suspects(block));
    block.q(2, 0) = 1.5;
    EXPECT_TRUE(watch.suspects(block)) << "beyond its limits";
    block.q(2, 0) = 0;
  }
}

// A reported fault makes no later row suspicious. Another joint, or another fault of the same joint, does.
TEST(Watch, SuspectsOnlyUnreportedFaults) {
  Block block(2, 3);
  block.rows = 3;
  block.first_row = 10;
  block.before = 1;
  std::vector<std::string> warnings;
  TrajectoryWatch watch(arm(), {.known = Known::q}, "motion.csv",
                        [&](const std::string& text) { warnings.push_back(text); });
  block.q(2, 0) = 1.5;  // beyond its limits
  EXPECT_TRUE(watch.suspects(block));
  watch.see(block);
  EXPECT_EQ(warnings.size(), 1U);
  EXPECT_FALSE(watch.suspects(block));
  block.q(2, 0) = 6;  // nearly a turn
  EXPECT_TRUE(watch.suspects(block));
  watch.see(block);
  EXPECT_EQ(warnings.size(), 2U);
  EXPECT_FALSE(watch.suspects(block));
  block.q(1, 1) = 6;
  EXPECT_TRUE(watch.suspects(block));
}

TEST(GivenStep, IsComparedForAnyCut) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  std::string text = "t,left\n";
  for (int k = 0; k < 40; ++k) text += std::to_string(k < 30 ? k : 2 * k) + ",0\n";
  Way way = stepping(1);
  for (way.sizes.text = 1; way.sizes.text < 60; ++way.sizes.text) {
    way.threads = 1 + way.sizes.text % 3;
    EXPECT_THAT(run_csv(text, wheel, way).warnings,
                ElementsAre(testing::StartsWith("motion.csv:32: the time since the first row is 60 s "
                                                "in the time column, but 30 s")));
  }
}

TEST(GivenStep, IsNotUsedWithDerivatives) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  EXPECT_THAT(run_csv("t,left,dq_left,ddq_left\n0,0,0,0\n9,0,0,0\n", wheel, stepping(0.5)).warnings,
              ElementsAre("motion.csv:3: the time since the first row is 9 s in the time column, but "
                          "0.5 s with `dt` or `rate`; `dt` or `rate` is not used, because dq and ddq "
                          "are from the file"));
}

// Stamps of 10 ms at 1 kHz, and a column that never changes. Only the whole length can show a wrong step.
TEST(GivenStep, IsRightIfTheClockStandsStill) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  for (const int first : {0, 3, 9}) {  // rows into a stamp
    std::string coarse = "t,left\n", still = "t,left\n";
    for (int k = first; k < 60; ++k) {
      coarse += "1700000000." + std::to_string(100 + k / 10) + ",0\n";
      still += "1700000000,0\n";
    }
    Way way = stepping(1e-4);
    for (way.sizes.text = 1; way.sizes.text < 1000; way.sizes.text += 111) {
      EXPECT_THAT(run_csv(coarse, wheel, way).warnings, IsEmpty()) << first;
      EXPECT_THAT(run_csv(still, wheel, way).warnings, IsEmpty()) << first;
    }
    EXPECT_THAT(run_csv(coarse, wheel, stepping(1e-3)).warnings,
                ElementsAre(testing::EndsWith(
                    "finite differences use `dt` or `rate`: is the value of `dt` or `rate` right?")));
  }
}

TEST(GivenStep, AgreesWithRowsWithoutTimes) {
  const Robot wheel = arm_of({{"left", JointType::continuous}});
  EXPECT_THAT(run_csv("left\n0\n0\n", wheel, stepping(0.5)).warnings, IsEmpty());
}

// An epoch in s is below 1e11 until the year 5138.
TEST(Clock, IsHardlyInSecondsIfItIsBeyondThousandsOfYears) {
  const auto warnings_from = [](const std::string& begin, const CsvSettings& csv = {}) {
    return run_csv("t,shoulder,slide\n" + begin + "000,0,0\n" + begin + "500,0,0\n", arm(), {.csv = csv})
        .warnings;
  };
  EXPECT_THAT(warnings_from("1700000"), IsEmpty());
  EXPECT_THAT(
      warnings_from("1700000000"),
      ElementsAre(
          "motion.csv:2: t is 1.7e+12 s, which is more than 3000 years: is it in ms? Then `time-unit` ms"));
  EXPECT_THAT(warnings_from("1700000000000"), ElementsAre(testing::HasSubstr("is it in us?")));
  EXPECT_THAT(warnings_from("1700000000000000"), ElementsAre(testing::HasSubstr("is it in ns?")));
  CsvSettings ms;
  ms.time_unit = TimeUnit::ms;
  EXPECT_THAT(warnings_from("1700000000", ms), IsEmpty());
}

}  // namespace
}  // namespace invdyn::test
