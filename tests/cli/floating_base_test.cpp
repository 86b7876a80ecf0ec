// What commands say of a base that floats, apart from its motion.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class FloatingBase : public testing::Test {
 protected:
  FloatingBase() {
    here_.write("m.csv", "t,pivot\n0,0\n0.1,0.1\n0.2,0.3\n");
    std::string links = "<link name='trunk'/>", joints;
    for (const std::string side : {"left", "right"}) {
      std::string parent = "trunk";
      for (const std::string part : {"_thigh", "_foot"}) {
        links += "<link name='" + side + part +
                 "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>";
        joints += "<joint name='to_" + side + part + "' type='continuous'><parent link='" + parent +
                  "'/><child link='" + side + part + "'/></joint>";
        parent = side + part;
      }
    }
    here_.write("legs.urdf", "<robot name='legs'>" + links + joints + "</robot>");
    here_.write("legs.csv",
                "t,to_left_thigh,to_left_foot,to_right_thigh,to_right_foot\n0,0,0,0,0\n0.1,0,0,0,0\n");
  }

  Workplace here_;
};

TEST_F(FloatingBase, IsPrintedWithItsMass) {
  const Outcome floating = here_.run("invdyn robot inspect biped");
  EXPECT_EQ(floating.code, 0) << floating.err;
  EXPECT_THAT(floating.out, HasSubstr("\ntrunk, floating: 12 kg\n"));
  EXPECT_THAT(floating.out, HasSubstr("\nmass     27 kg with the base\n"));
  const Outcome fixed = here_.run("invdyn robot inspect biped --base fixed");
  EXPECT_THAT(fixed.out, HasSubstr("\ntrunk\n"));
  EXPECT_THAT(fixed.out, HasSubstr("\nmass     15 kg without the base\n"));
}

TEST_F(FloatingBase, IsRefusedByCommandsForFixedBases) {
  for (const std::string command :
       {"simulate biped m.csv", "identify biped m.csv", "regressor biped m.csv", "compare biped",
        "generate line biped --from-joints 0 --to-joints 1 --duration 1 --dt 0.1",
        "generate cubic biped --from 0 --to 1 --duration 1 --dt 0.1",
        "generate excitation biped --duration 1 --rate 100"}) {
    const Outcome outcome = here_.run("invdyn " + command);
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("error: --base: the base of biped floats, and invdyn ")) << command;
    EXPECT_THAT(outcome.err, HasSubstr(" takes only a robot on a fixed base: expected --base fixed"))
        << command;
  }
  EXPECT_EQ(here_.run("invdyn compare biped --base fixed -q").code, 0);
}

TEST_F(FloatingBase, HasNoOtherOrientationAndNoOtherSpeed) {
  const Outcome turned = here_.run("invdyn torque biped m.csv --base-rpy 0,0,1");
  EXPECT_EQ(turned.code, 2);
  EXPECT_THAT(turned.err, HasSubstr("error: --base-rpy: turns the base, but the pose of a floating base"));
  for (const std::string option : {"--sweep speed=1:2:0.5", "--fit-path"}) {
    const Outcome faster = here_.run("invdyn size biped m.csv " + option);
    EXPECT_EQ(faster.code, 2);
    EXPECT_THAT(faster.err, HasSubstr("error: --base: the base of biped floats, but --fit-duration"));
  }
}

TEST_F(FloatingBase, HasLegsThatAreNotCheckedWithoutTheGround) {
  const Outcome outcome = here_.run("invdyn size biped " INVDYN_SOURCE_DIR
                                    "/trajectories/biped-step.csv --differentiate central -q");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(
      outcome.out,
      StartsWith(
          "legs not checked, because the ground forces are missing (to add them: --contact \"link=left_foot\n"
          "points=X,Y,Z;X,Y,Z\" for each foot); other joints: fits, nearest limit:"));
}

// At rest the force is the weight, 2 kg at the standard 9.80665 m/s^2.
TEST_F(FloatingBase, MovesAsAFileOfItsOwn) {
  here_.write("one.json", R"({"name": "one", "convention": "tree", "joints": [], "base": {"floating": true,
      "link": {"name": "box", "mass": 2, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}}})");
  here_.write("t.csv", "t\n0\n0.1\n0.2\n");
  here_.write("pose.csv", "t,x,y,z,qw,qx,qy,qz\n0,0,0,1,1,0,0,0\n0.1,0,0,1,1,0,0,0\n0.3,0,0,1,1,0,0,0\n");
  here_.write("both.csv", "t,base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz\n0,0,0,1,1,0,0,0\n");
  const Outcome moved = here_.run("invdyn torque one.json t.csv --base-motion pose.csv -q");
  EXPECT_THAT(moved.out, HasSubstr("\n0.2,0,0,19.6133,0,0,0\n")) << moved.err;
  EXPECT_THAT(
      here_.run("invdyn torque one.json both.csv --base-motion pose.csv").err,
      HasSubstr("error: both.csv: has a pose of the base, and --base-motion pose.csv has a pose too"));
  EXPECT_THAT(here_.run("invdyn torque one.json t.csv --base free --base-motion pose.csv").err,
              HasSubstr("error: --base-motion: gives the motion of the base, but --base free computes this "
                        "motion from the motion of the joints"));
}

TEST_F(FloatingBase, MayBeAllThatMoves) {
  here_.write("box.json", R"({"name": "box", "convention": "tree", "joints": [], "base": {"floating": true,
    "link": {"name": "box", "mass": 2, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}}})");
  here_.write("box.csv", "base_x,base_y,base_z,base_qw,base_qx,base_qy,base_qz\n0,0,0,0.6,0,0,0.8\n");
  const std::string run = "invdyn torque box.json box.csv --static --gravity 0,0,-10 ";
  const Outcome loaded = here_.run(run + "--payload mass=1 --wrench fz=10");
  EXPECT_EQ(loaded.code, 0) << loaded.err;
  EXPECT_EQ(loaded.out, "base_fx,base_fy,base_fz,base_nx,base_ny,base_nz\n0,0,20,0,0,0\n");
  EXPECT_THAT(loaded.err, HasSubstr("note: box.csv: static: in every row, the motion of the base is zero\n"));
  EXPECT_EQ(here_.run(run + "--lock arm").err,
            "error: --lock: fixes joints, but no joint of box moves: leave out --lock\n");
  const std::string locked = "invdyn torque pendulum box.csv --base floating --static --lock pivot=0.5";
  EXPECT_EQ(here_.run(locked).code, 0);
  EXPECT_THAT(
      here_.run(locked + " --columns tau").err,
      HasSubstr(
          "error: --columns: has only columns of joints, but no joint moves: expected other columns too"));
}

TEST_F(FloatingBase, WithoutMassIsWarnedOf) {
  const Outcome outcome = here_.run("invdyn robot inspect pendulum --base floating");
  EXPECT_THAT(
      outcome.err,
      HasSubstr(
          "warning: pendulum: the base floats, but its link \"base\" and all links fixed to this link have no mass"));
  EXPECT_EQ(here_.run("invdyn robot inspect biped").err, "");
}

// The note is for those who do not know that a base can float.
TEST_F(FloatingBase, OfARobotWithLegsIsNotTakenAsFixedSilently) {
  const std::string run = "invdyn torque legs.urdf legs.csv --static";
  EXPECT_THAT(
      here_.run(run).err,
      HasSubstr(
          "note: legs.urdf: the base is taken as fixed, but the robot seems to have feet: \"left_foot\" "
          "and \"right_foot\". If the trajectory has the motion of the base, give --base floating"));
  EXPECT_THAT(here_.run(run + " --base fixed").err, Not(HasSubstr("taken as fixed")));
  EXPECT_THAT(here_.run("invdyn torque pendulum m.csv").err, Not(HasSubstr("taken as fixed")));
}

// A box of 2 kg whose centre is at x = 0.3: at rest the point is below the centre, at (1.3, 2); while it
// falls there is none.
TEST_F(FloatingBase, HasAZeroMomentPointWhereSomethingPresses) {
  here_.write("box.urdf",
              "<robot name='box'><link name='box'><inertial><origin xyz='0.3 0 0'/><mass value='2'/>"
              "<inertia ixx='1' iyy='1' izz='1'/></inertial></link></robot>");
  std::string header = "t", rest = ",1,2,3,1,0,0,0";
  for (const std::string name : {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz",
                                 "dvx", "dvy", "dvz", "dwx", "dwy", "dwz"})
    header += ",base_" + name;
  here_.write("box.csv", header + "\n0" + rest + ",0,0,0,0,0,0,0,0,0,0,0,0\n0.1" + rest +
                             ",0,0,0,0,0,0,0,0,-9.80665,0,0,0\n");
  const std::string run = "invdyn torque box.urdf box.csv --base floating --gravity 0,0,-9.80665 -q ";
  const Outcome level = here_.run(run + "--columns zmp,com");
  EXPECT_EQ(level.code, 0) << level.err;
  EXPECT_THAT(level.out, HasSubstr("\n0,1.3,2,0,1.3,2,3,"));
  EXPECT_THAT(level.out, HasSubstr("\n0.1,,,,1.3,2,3,"));
  // On -0.6 x + 0.8 (z - 0.5) = 0.
  const Table slope = table_of(here_.run(run + "--columns zmp --ground 0,0,0.5,-0.6,0,0.8 | head -2").out);
  ASSERT_EQ(slope.rows.size(), 1u);
  EXPECT_NEAR(slope.rows[0][1], 1.3, 1e-12);
  EXPECT_NEAR(slope.rows[0][2], 2, 1e-12);
  EXPECT_NEAR(slope.rows[0][3], 0.5 + 0.6 * 1.3 / 0.8, 1e-12);

  ASSERT_EQ(here_.run(run + "--columns zmp -o zmp.npy").code, 0);
  const std::string bytes = here_.read("zmp.npy");
  double last = 0;
  std::memcpy(&last, bytes.data() + bytes.size() - sizeof last, sizeof last);
  EXPECT_TRUE(std::isnan(last));

  EXPECT_THAT(here_.run(run + "--ground 0,0,0").err,
              HasSubstr("--ground: is used only for contacts and for the zero moment point"));
  EXPECT_EQ(here_.run(run + "--columns zmp --ground 0,0").code, 2);
  EXPECT_EQ(here_.run(run + "--columns zmp --ground 0,0,0,0,0,0").code, 2);
}

// An arm with its centre on its axis, which is the base's: moments of inertia 1 and 3 about it. Without
// momentum, 3 w + (w + dq) = 0, so the base turns back by a quarter, and tau = (1 - 1/4) ddq. All falls.
TEST_F(FloatingBase, MovesAsTheJointsMakeItIfItIsFree) {
  const auto link = [](const std::string& name, double inertia) {
    const std::string i = std::to_string(inertia);
    return "<link name='" + name + "'><inertial><mass value='2'/><inertia ixx='" + i + "' iyy='" + i +
           "' izz='" + i + "'/></inertial></link>";
  };
  here_.write("satellite.urdf", "<robot name='satellite'>" + link("body", 3) + link("arm", 1) +
                                    "<joint name='turn' type='continuous'><parent link='body'/><child "
                                    "link='arm'/><axis xyz='0 0 1'/></joint></robot>");
  std::string rows = "t,q_turn,dq_turn,ddq_turn\n";
  for (int k = 0; k <= 10; ++k) {
    const double t = 0.1 * k;
    rows += std::to_string(t) + ',' + std::to_string(t * t / 2) + ',' + std::to_string(t) + ",1\n";
  }
  here_.write("slew.csv", rows);
  const std::string run = "invdyn torque satellite.urdf slew.csv --base free --gravity 0,0,-10 -q ";
  const Outcome outcome = here_.run(run + "--columns tau,wrench,base");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Table table = table_of(outcome.out);
  ASSERT_EQ(table.rows.size(), 11u);
  for (const std::vector<double>& row : table.rows) {
    const double t = row[0], turn = -t * t / 8;
    const std::vector<double> expected{t,
                                       0.75,
                                       0,
                                       0,
                                       0,
                                       0,
                                       0,
                                       0,  // tau, wrench
                                       0,
                                       0,
                                       -5 * t * t,
                                       std::cos(turn / 2),
                                       0,
                                       0,
                                       std::sin(turn / 2),
                                       0,
                                       0,
                                       -10 * t,
                                       0,
                                       0,
                                       -t / 4,
                                       0,
                                       0,
                                       -10,
                                       0,
                                       0,
                                       -0.25};
    ASSERT_EQ(row.size(), expected.size());
    for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row[i], expected[i], 1e-12) << t << ' ' << i;
  }
  EXPECT_THAT(here_.run(run).out, testing::StartsWith("t,tau_turn\n0,0.75\n"));

  EXPECT_THAT(here_.run(run + "--wrench 'link=arm fx=1'").err, HasSubstr("--wrench: pushes on the robot"));
  EXPECT_THAT(here_.run(run + "--shard 1/2 --columns base").err, HasSubstr("--shard: cannot write base"));
  EXPECT_EQ(here_.run(run + "--shard 1/2").code, 0);
  EXPECT_EQ(here_.run(run + "--static").code, 2);
  EXPECT_THAT(here_.run("invdyn size satellite.urdf slew.csv --base free").err,
              HasSubstr("--base: is free, which only invdyn torque and validate support"));
}

TEST_F(FloatingBase, IsComparedByItsMass) {
  ASSERT_EQ(
      here_.run("invdyn robots biped > heavy.json && sed -i 's/\"mass\": 12/\"mass\": 14/' heavy.json").code,
      0);
  const Outcome outcome = here_.run("invdyn robot diff biped heavy.json -q");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nlink trunk\n  mass: 12 kg -> 14 kg (x 1.16667)\n"));
  EXPECT_THAT(here_.run("invdyn robot diff biped heavy.json -q --base fixed").out,
              HasSubstr(": the same robot"));
  ASSERT_EQ(here_.run("invdyn robot convert biped stands.json --base fixed").code, 0);
  EXPECT_THAT(here_.run("invdyn robot diff biped stands.json -q").out,
              HasSubstr("base: floats in the first robot only; it is fixed in the other\n"));
}

}  // namespace
}  // namespace invdyn::test
