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
  EXPECT_THAT(
      outcome.err,
      HasSubstr("warning: m.csv: dq of joint \"pivot\" is 57.3 times the derivative of q: is the "
                "velocity in deg/s? If so, give --differentiate central, which uses only the positions\n"));
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv -q -o out.csv").err, IsEmpty());
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv --differentiate central -o out.csv").err,
              Not(HasSubstr("57.3")));
}

// 57.3 is the degrees in a radian, and 9.55 the turns per minute in a rad/s, which no acceleration has.
TEST(Strict, WrongAccelerationsAreAskedForTheirOwnUnits) {
  const Workplace here;
  const auto said = [&](double factor) {
    std::string text = "t,q_pivot,dq_pivot,ddq_pivot\n";
    for (int k = 0; k < 300; ++k) {
      const double t = 0.01 * k;
      text += std::to_string(t) + "," + std::to_string(0.5 * std::sin(3 * t)) + "," +
              std::to_string(1.5 * std::cos(3 * t)) + "," + std::to_string(-4.5 * factor * std::sin(3 * t)) +
              "\n";
    }
    here.write("m.csv", text);
    return here.run("invdyn torque pendulum m.csv -o out.csv").err;
  };
  EXPECT_THAT(said(57.2958),
              HasSubstr("times the derivative of dq: is the acceleration in deg/s^2? If so, "));
  EXPECT_THAT(said(9.5493),
              HasSubstr("times the derivative of dq; give --differentiate central, which uses"));
  EXPECT_THAT(said(1), Not(HasSubstr("derivative of dq")));
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
              HasSubstr("warning: --base-rpy: has 30 rad, which is 4.77 turns: is it in degrees? Then give "
                        "--base-rpy 0,0.523599,0\n"));
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv --strict --base-rpy 0,30,0").code, 1);
  here.write("two.csv", "t,shoulder,elbow\n0,0,0\n1,0,0\n");
  const std::string locked = "invdyn torque two-link two.csv --columns measured --lock ";
  EXPECT_THAT(here.run(locked + "elbow=90").err,
              HasSubstr("warning: --lock: has 90 rad, which is 14.3 turns: is it in degrees? Then give "
                        "--lock elbow=1.5708\n"));
  EXPECT_THAT(here.run(locked + "elbow=90 --degrees").err, Not(HasSubstr("--lock")));
  EXPECT_THAT(here.run("invdyn torque ur5e m.csv --payload 'mass=600'").err,
              HasSubstr("warning: --payload: has a mass of 600 kg, but the moving links have only"));
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv --payload 'mass=0.1 com=0,0,200'").err,
              HasSubstr("warning: --payload: has a point 200 m away"));
  EXPECT_THAT(
      here.run("invdyn torque pendulum m.csv --payload 'mass=2 ixx=20000 iyy=20000 izz=20000'").err,
      HasSubstr("warning: --payload: has a moment of inertia of 20000 kg m^2. Its radius of gyration is "
                "then 100 m, but the robot reaches only 1 m: is the moment in kg mm^2 or g mm^2? Then give "
                "0.02 or 2e-05 kg m^2\n"));
  EXPECT_THAT(here.run("invdyn torque pendulum m.csv --payload 'mass=1 ixx=1 iyy=1 izz=1'").err,
              Not(HasSubstr("has a moment")));
}

// A turn of 45 degrees, of a joint without limits: 45 rad at 90 rad/s and 1 m are 8100 m/s^2.
TEST(Strict, DegreesOfAJointWithoutLimitsAreAnError) {
  const Workplace here;
  const auto write = [&](const std::string& joint, double amplitude, const auto& angle) {
    std::string text = "t,q_" + joint + "\n";
    for (int k = 0; k < 500; ++k)
      text += std::to_string(0.01 * k) + "," + std::to_string(amplitude * angle(0.01 * k)) + "\n";
    here.write("m.csv", text);
  };
  const auto swing = [](double t) { return std::sin(2 * t); };
  const auto crank = [](double t) { return t; };
  const auto of = [&](const std::string& robot) {
    return here.run("invdyn torque " + robot + " m.csv --strict --start extrapolate -o out.csv");
  };
  write("pivot", 45, swing);
  const Outcome outcome = of("pendulum");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: m.csv: are the angles in degrees? Joint \"pivot\" turns at"));
  EXPECT_THAT(outcome.err, HasSubstr("times gravity. If the angles are in degrees, give --degrees\n"));
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv --strict --start extrapolate --degrees -o out.csv").code,
            0);
  write("pivot", 30, crank);
  EXPECT_THAT(of("pendulum").err, Not(HasSubstr("degrees")));
  here.write("wheel.json", R"({"name": "wheel", "convention": "tree", "joints": [{"name": "axle",
    "type": "continuous", "parent": "base", "axis": [0, 1, 0], "link": {"name": "rim", "mass": 1,
    "com": [0, 0.1, 0], "inertia": {"ixx": 0.01, "iyy": 0.02, "izz": 0.01}}}]})");
  write("axle", 45, swing);
  EXPECT_THAT(of("wheel.json").err, Not(HasSubstr("degrees")));
  here.write("poses.csv", "pivot\n0\n90\n");
  const Outcome poses = here.run("invdyn torque pendulum poses.csv --static --strict -o out.csv");
  EXPECT_EQ(poses.code, 0);
  EXPECT_THAT(poses.err, HasSubstr("Joint \"pivot\" is at 90 rad, 14.3 turns from zero. If the angles are in "
                                   "degrees, give --degrees\n"));
}

}  // namespace
}  // namespace invdyn::test
