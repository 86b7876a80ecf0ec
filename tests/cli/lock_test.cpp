// Joints held at a position by --lock: the torques of the other joints equal those of a robot with that joint
// fixed there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double degree = std::numbers::pi / 180;
constexpr double g = 9.80665;

// Point masses of 3 and 2 kg at the ends of massless bars of 1 and 0.5 m, in the x-z plane; q is measured
// from the horizontal, upwards. A massless prismatic joint moves the outer mass along its bar.
constexpr double inner = 3, outer = 2, inner_bar = 1, outer_bar = 0.5;
const std::string arm = R"({
  "name": "arm", "convention": "tree",
  "joints": [
    { "name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
      "link": { "name": "upper", "mass": 3, "com": [1, 0, 0], "inertia": { "ixx": 0, "iyy": 0, "izz": 0 } } },
    { "name": "elbow", "type": "revolute", "parent": "upper", "origin": { "xyz": [1, 0, 0] },
      "axis": [0, -1, 0], "limits": { "position": [-2, 2] }, "link": { "name": "lower", "mass": 0 },
      "friction": { "coulomb": 7 }, "motor": { "rotor_inertia": 5 } },
    { "name": "slide", "type": "prismatic", "parent": "lower", "origin": { "xyz": [0.5, 0, 0] },
      "axis": [1, 0, 0],
      "link": { "name": "hand", "mass": 2, "com": [0, 0, 0], "inertia": { "ixx": 0, "iyy": 0, "izz": 0 } } },
    { "name": "weld", "type": "fixed", "parent": "hand", "link": { "name": "tip", "mass": 0 } }
  ]
})";

class Lock : public testing::Test {
 protected:
  Lock() {
    here_.write("arm.json", arm);
    // Static, then with speed and acceleration at the shoulder.
    here_.write("shoulder.csv",
                "t,q_shoulder,dq_shoulder,ddq_shoulder\n"
                "0,0,0,0\n"
                "1,0.3,2,-4\n");
  }

  Outcome run(const std::string& arguments) const { return here_.run("invdyn torque arm.json " + arguments); }
  std::vector<std::vector<double>> rows(const std::string& arguments) const {
    const Outcome outcome = run("-q " + arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Table table = table_of(outcome.out);
    EXPECT_EQ(table.header, "t,tau_shoulder");
    return table.rows;
  }

  const Workplace here_;
};

// Torque of gravity and inertia about the shoulder for both masses, with the elbow at `elbow` and the
// prismatic joint at `slide`: x_i and r_i of a rigid body.
double shoulder_torque(double elbow, double slide, double q, double ddq) {
  const double reach = outer_bar + slide;
  const double x = inner_bar + reach * std::cos(elbow), z = reach * std::sin(elbow);
  const double inertia = inner * inner_bar * inner_bar + outer * (x * x + z * z);
  const double horizontal = inner * inner_bar * std::cos(q) + outer * (x * std::cos(q) - z * std::sin(q));
  return inertia * ddq + g * horizontal;
}

constexpr double rounding = 1e-12;

TEST_F(Lock, MakesLockedLinksOneRigidBody) {
  for (const auto& [elbow, slide] : {std::pair{0.0, 0.0}, {0.5, 0.25}, {-1.25, -0.125}, {1.5, 3.0}}) {
    const std::string options =
        "--lock elbow=" + std::to_string(elbow) + " --lock slide=" + std::to_string(slide);
    EXPECT_THAT(rows("shoulder.csv " + options),
                ElementsAre(ElementsAre(0, DoubleNear(shoulder_torque(elbow, slide, 0, 0), rounding)),
                            ElementsAre(1, DoubleNear(shoulder_torque(elbow, slide, 0.3, -4), rounding))));
  }
}

TEST_F(Lock, TakesListsAndRepetitionsAnywhere) {
  const double torque = shoulder_torque(-1, 0.25, 0, 0);
  for (const std::string options :
       {"shoulder.csv --lock elbow=-1,slide=0.25", "--lock elbow=-1 --lock slide=.25 shoulder.csv",
        "--lock=slide=0.25 shoulder.csv --lock=elbow=-1", "shoulder.csv --lock ' elbow = -1, slide = 0.25 '"})
    EXPECT_THAT(rows(options)[0], ElementsAre(0, DoubleNear(torque, rounding))) << options;
}

TEST_F(Lock, IsInDegreesForRevoluteJointsWithDegrees) {
  here_.write("degrees.csv", "t,shoulder\n0,20\n1,20\n");
  EXPECT_THAT(rows("degrees.csv --degrees --lock elbow=90,slide=0.25")[0],
              ElementsAre(0, DoubleNear(shoulder_torque(90 * degree, 0.25, 20 * degree, 0), rounding)));
}

TEST_F(Lock, ReportsUnusedColumnsOfLockedJoints) {
  here_.write("log.csv",
              "t,q_shoulder,q_elbow,q_slide\n"
              "0,0,1.5,x\n"
              "1,0,0.5,x\n");
  const Outcome outcome = run("log.csv --lock elbow=0,slide=0");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("note: log.csv: columns not used: q_elbow, q_slide\n"));
  EXPECT_THAT(table_of(outcome.out).rows[1],
              ElementsAre(1, DoubleNear(shoulder_torque(0, 0, 0, 0), rounding)));
}

TEST_F(Lock, KeepsTheOrderOfTheOtherJoints) {
  here_.write("m.csv", "t,slide,shoulder\n0,0.25,0.5\n1,0.25,0.5\n");
  const Outcome outcome = run("m.csv -q --lock elbow=0 --columns q");
  EXPECT_EQ(outcome.out, "t,q_shoulder,q_slide\n0,0.5,0.25\n1,0.5,0.25\n");
}

TEST_F(Lock, WarnsOfPositionsOutsideTheLimits) {
  EXPECT_THAT(
      run("shoulder.csv --lock elbow=2.5,slide=0").err,
      HasSubstr("warning: --lock: joint \"elbow\" is at 2.5 rad (143.2 deg), above its upper limit, 2 "
                "rad (114.6 deg)\n"));
  EXPECT_THAT(run("shoulder.csv --lock elbow=2,slide=0").err, testing::Not(HasSubstr("warning")));
}

TEST_F(Lock, RefusesInvalidLocks) {
  struct Case {
    std::string options, error;
  };
  for (
      const auto& [options, error] : {
          Case{
              "--lock elbw=1",
              "\"elbw\" is no joint of arm: expected one of shoulder, elbow, slide; did you mean \"elbow\"?"},
          Case{"--lock gripper=1", "\"gripper\" is no joint of arm: expected one of shoulder, elbow, slide"},
          Case{"--lock weld=1", "joint \"weld\" is fixed already: expected one of shoulder, elbow, slide"},
          Case{"--lock elbow=1 --lock elbow=1", "locks \"elbow\" twice: expected each joint once"},
          Case{"--lock elbow=1,slide=0,elbow=2", "locks \"elbow\" twice: expected each joint once"},
          Case{"--lock elbow", "\"elbow\" has no \"=\": expected JOINT=VALUE, such as shoulder=0.5"},
          Case{"--lock elbow=1,", "\"\" has no \"=\": expected JOINT=VALUE, such as shoulder=0.5"},
          Case{"--lock elbow=", "elbow is \"\": expected a finite number (rad)"},
          Case{"--lock elbow=nan", "elbow is \"nan\": expected a finite number (rad)"},
          Case{"--lock elbow=1rad --degrees", "elbow is \"1rad\": expected a finite number (deg)"},
          Case{"--lock slide=inf --degrees", "slide is \"inf\": expected a finite number (m)"},
          Case{
              "--lock shoulder=1,elbow=1,slide=1",
              "locks every joint that moves (shoulder, elbow, slide): expected at least one joint without a lock"},
      }) {
    const Outcome outcome = run("shoulder.csv -o out.csv " + options);
    EXPECT_EQ(outcome.err, "error: --lock: " + error + '\n');
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.code, 2);
    EXPECT_FALSE(std::filesystem::exists(here_ / "out.csv"));
  }
}

}  // namespace
}  // namespace invdyn::test
