// Numbers that are probably wrong: a warning, and with --strict an error.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A swing of half a rad with velocities in deg/s: 180 / pi is 57.3.
std::string velocities_in_degrees() {
  std::string text = "t,q_pivot,dq_pivot\n";
  for (int k = 0; k < 300; ++k) {
    const double t = 0.01 * k, degree = 3.14159265358979 / 180;
    text += std::to_string(t) + "," + std::to_string(0.5 * std::sin(3 * t)) + "," +
            std::to_string(1.5 * std::cos(3 * t) / degree) + "\n";
  }
  return text;
}

TEST(Strict, WrongVelocitiesAreToldOnce) {
  const Workplace here;
  here.write("m.csv", velocities_in_degrees());
  const Outcome outcome = here.run("invdyn torque pendulum m.csv -o out.csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err,
              HasSubstr("warning: m.csv: dq of joint \"pivot\" is 57.3 times the derivative of q: "
                        "in deg/s? If so, --differentiate central takes the positions alone\n"));
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv -q -o out.csv").err, IsEmpty());
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv --differentiate central -o out.csv").err,
              Not(HasSubstr("57.3")));
}

TEST(Strict, OutputIsNotCommittedAndAPipeEndsWithAnError) {
  const Workplace here;
  here.write("m.csv", velocities_in_degrees());
  const Outcome to_file = here.run("invdyn torque pendulum m.csv --strict -o out.csv");
  EXPECT_EQ(to_file.code, 1);
  EXPECT_THAT(to_file.err, HasSubstr("error: m.csv: dq of joint"));
  EXPECT_EQ(here.run("test -e out.csv").code, 1);
  const Outcome to_pipe = here.run("invdyn torque pendulum m.csv --strict");
  EXPECT_EQ(to_pipe.code, 1);
  EXPECT_THAT(to_pipe.out, Not(IsEmpty()));
}

TEST(Strict, PositionsBeyondLimitsAreAnError) {
  const Workplace here;
  here.write("m.csv", "t,q_shoulder,q_elbow,q_quill,q_wrist\n0,0,0,0.5,0\n1,0,0,0.5,0\n");
  const Outcome outcome = here.run("invdyn torque scara m.csv --strict -o out.csv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: m.csv:2: joint \"quill\" is at 0.5 m, above its upper limit"));
}

TEST(Strict, OptionsAreDoubtedBeforeTheMotionIsRead) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,0\n");
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv --base-rpy 0,30,0").err,
              HasSubstr("warning: --base-rpy: has 30 rad, which is 4.77 turns: in degrees? --base-rpy "
                        "0,0.523599,0\n"));
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv --strict --base-rpy 0,30,0").code, 1);
  here.write("two.csv", "t,shoulder,elbow\n0,0,0\n1,0,0\n");
  const std::string locked = "invdyn torque two-link two.csv --columns measured --lock ";
  EXPECT_THAT(
      here.run(locked + "elbow=90").err,
      HasSubstr("warning: --lock: has 90 rad, which is 14.3 turns: in degrees? --lock elbow=1.5708\n"));
  EXPECT_THAT(here.run(locked + "elbow=90 --degrees").err, Not(HasSubstr("--lock")));
  EXPECT_THAT(here.run("invdyn torque ur5e m.csv --payload 'mass=600'").err,
              HasSubstr("warning: --payload: is of 600 kg, and the moving links have"));
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv --payload 'mass=0.1 com=0,0,200'").err,
              HasSubstr("warning: --payload: has a point 200 m away"));
}

}  // namespace
}  // namespace invdyn::test
