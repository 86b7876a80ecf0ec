// Payloads, bases, wrenches over time and the term columns on the command line. The expected torques come
// from an equivalent robot description, or are computed by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Two revolute joints about y, loaded by gravity; the forearm carries a tool. `base` and `tool` are pieces of
// JSON.
std::string arm(const std::string& base, const std::string& tool) {
  return R"({"name": "arm", "convention": "tree", )" + base + R"("joints": [
    {"name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, 1, 0],
     "link": {"name": "upper", "mass": 3, "com": [0.2, 0.01, 0], "inertia": {"ixx": 0.01, "iyy": 0.04, "izz": 0.04}},
     "motor": {"rotor_inertia": 1e-4, "gear_ratio": 50, "efficiency": 0.8}, "friction": {"damping": 0.3, "coulomb": 0.7}},
    {"name": "elbow", "type": "revolute", "parent": "upper", "origin": {"xyz": [0.5, 0, 0]}, "axis": [0, 1, 0],
     "link": {"name": "forearm", "mass": 2, "com": [0.25, 0, 0.02], "inertia": {"ixx": 0.01, "iyy": 0.03, "izz": 0.03}}})" +
         tool + "]}";
}
const std::string load = R"(,
    {"name": "grip", "type": "fixed", "parent": "forearm",
     "link": {"name": "load", "mass": 1.5, "com": [0.4, -0.1, 0.05],
              "inertia": {"ixx": 0.02, "iyy": 0.03, "izz": 0.04, "ixy": 0.001, "ixz": -0.002, "iyz": 0.003}}})";
const std::string payload =
    "--payload 'link=forearm mass=1.5 com=0.4,-0.1,0.05 ixx=0.02 iyy=0.03 izz=0.04 ixy=0.001 ixz=-0.002 "
    "iyz=0.003'";

class Arm : public testing::Test {
 protected:
  Arm() {
    here_.write("arm.json", arm("", ""));
    here_.write("loaded.json", arm("", load));
    here_.write("tilted.json", arm(R"("base": {"rpy": [0.1, -0.4, 0.7]}, )", load));
    here_.write("m.csv",
                "t,shoulder,elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow\n"
                "0,0.3,-0.7,1,-2,3,5\n0.5,-1,0.4,0,1.5,-4,0.3\n1,2,1,-0.5,0.1,0.2,-6\n");
  }

  Outcome torque(const std::string& arguments) const { return here_.run("invdyn torque " + arguments); }

  std::vector<std::vector<double>> rows(const std::string& arguments) const {
    const Outcome outcome = torque(arguments + " m.csv -q");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return table_of(outcome.out).rows;
  }

  void expect_same(const std::string& one, const std::string& other) const {
    const auto a = rows(one), b = rows(other);
    ASSERT_EQ(a.size(), 3u);
    ASSERT_EQ(b.size(), 3u);
    for (std::size_t k = 0; k < a.size(); ++k)
      for (std::size_t j = 0; j < a[k].size(); ++j)
        EXPECT_NEAR(a[k][j], b[k][j], 1e-12 * (1 + std::abs(b[k][j]))) << one << ", row " << k;
  }

  void expect_refused(int code, const std::string& arguments, const std::string& text) const {
    const Outcome outcome = torque(arguments + " m.csv");
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(text));
    EXPECT_THAT(outcome.out, IsEmpty());
  }

  Workplace here_;
};

TEST_F(Arm, CarriesAPayloadLikeAnExtraLink) {
  expect_same("arm.json " + payload, "loaded.json");
  expect_same("arm.json --base-rpy 0.1,-0.4,0.7 " + payload, "tilted.json");
  for (const std::string method : {"newton-euler", "luh", "lagrange"})
    expect_same("arm.json --base-rpy 0.1,-0.4,0.7 --method " + method + " " + payload, "tilted.json");
  expect_same(
      "arm.json --payload 'link=forearm mass=1 com=0.1,0,0' --payload 'mass=1 com=0.3,0,0 iyy=0 ixx=0'",
      "arm.json --payload 'link=forearm mass=2 com=0.2,0,0 iyy=0.02 izz=0.02'");
}

TEST_F(Arm, IsUnchangedByAMasslessPayload) {
  EXPECT_EQ(torque("arm.json m.csv -q --payload mass=0").out, torque("arm.json m.csv -q").out);
  EXPECT_EQ(torque("arm.json m.csv -q --base-rpy 0,0,0").out, torque("arm.json m.csv -q").out);
}

TEST_F(Arm, TakesAnglesOfTheBaseInDegrees) {
  const std::string options = "arm.json --base-rpy 0,90,0 --degrees --static";
  // The base's x points down: at q = 0 the arm hangs, and only masses off its axis load it.
  const Outcome outcome =
      here_.run("printf 't,shoulder,elbow\\n0,0,0\\n' | invdyn torque " + options + " - -q");
  const auto tau = table_of(outcome.out).rows.at(0);
  EXPECT_NEAR(tau[2], -9.80665 * 2 * 0.02, 1e-12);
}

TEST_F(Arm, RefusesImpossiblePayloads) {
  expect_refused(2, "arm.json --payload mass=-1", "--payload mass: is -1: expected 0 or more (kg)");
  expect_refused(2, "arm.json --payload com=0,0,1", "--payload: has no mass");
  expect_refused(2, "arm.json --payload 'mass=1 ixx=-1'", "principal moment of -1 kg m^2");
  expect_refused(2, "arm.json --payload 'mass=1 link=forarm'", "did you mean \"forearm\"?");
  expect_refused(2, "arm.json --payload 'mass=1 weight=3'", "unknown field \"weight\"");
  expect_refused(2, "arm.json --base-rpy 0,1", "--base-rpy: has 2 numbers: expected three");
  const Outcome warned = torque("arm.json m.csv --payload 'mass=1 ixx=1 iyy=0.1 izz=0.1'");
  EXPECT_EQ(warned.code, 0);
  EXPECT_THAT(warned.err, HasSubstr("warning: --payload: a principal moment is larger than the sum"));
}

TEST_F(Arm, IsHeldOnABaseThatAFileTilts) {
  here_.write("swing.csv", "t,z,pitch\n-1,5,0.5\n0.5,-5,0.5\n2,7,0.5\n");
  expect_same("arm.json --static --base-motion swing.csv", "arm.json --static --base-rpy 0,0.5,0");
}

TEST_F(Arm, SumsItsWrenches) {
  expect_same(
      "arm.json --wrench 'link=upper fx=1 nz=2' --wrench 'frame=world fz=-3 point=0.1,0.2,0.3'"
      " --wrench 'frame=world fz=-2 point=0.1,0.2,0.3'",
      "arm.json --wrench 'link=upper fx=1 nz=2' --wrench 'frame=world fz=-5 point=0.1,0.2,0.3'");
  // The sum, through the Jacobian, compared with one wrench in the recursion.
  expect_same("arm.json --wrench 'fx=1 fy=2 fz=3 nx=4' --wrench 'ny=5 nz=6'",
              "arm.json --wrench 'fx=1 fy=2 fz=3 nx=4 ny=5 nz=6'");
}

TEST_F(Arm, TakesWrenchesFromFilesAtTheirTimes) {
  here_.write("same.csv", "t,fx,nz\n-1,3,0.5\n7,3,0.5\n");
  here_.write("links.csv", "t,fz_forearm,fx_upper,note\n-1,2,1,9\n7,2,1,9\n");
  expect_same("arm.json --wrench same.csv", "arm.json --wrench 'fx=3 nz=0.5'");
  expect_same("arm.json --wrench 'link=upper frame=world file=same.csv point=1,0,0'",
              "arm.json --wrench 'link=upper frame=world fx=3 nz=0.5 point=1,0,0'");
  expect_same("arm.json --wrench links.csv", "arm.json --wrench 'fz=2' --wrench 'link=upper fx=1'");
  EXPECT_THAT(torque("arm.json m.csv --wrench links.csv").err, HasSubstr("links.csv: note: not used"));
  // Half way from 0 to 8 at t = 0.5.
  here_.write("ramp.csv", "t,ny\n0,0\n1,8\n");
  const auto with = rows("arm.json --wrench ramp.csv"), without = rows("arm.json");
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(with[k][2], without[k][2] - 4 * static_cast<double>(k), 1e-12);
}

// The rows of the motion are at t = 0, 0.5 and 1; those of the file at 0 and 1. Half way, the moment about
// the origin of the frame is the mean: half of each wrench.
TEST_F(Arm, TakesThePointOfAForceFromAFile) {
  here_.write("walk.csv", "t,fx,fz,ny,px,pz\n0,1,-20,2,0.1,0.3\n1,5,60,4,0.7,-0.2\n");
  here_.write(
      "named.csv",
      "t,fx_forearm,fz_forearm,ny_forearm,px_forearm,pz_forearm\n0,1,-20,2,0.1,0.3\n1,5,60,4,0.7,-0.2\n");
  here_.write("grf.mot",
              "grf\nnRows=2\nnColumns=6\nendheader\n"
              "time\tground_force_vx\tground_force_vz\tground_torque_y\tground_force_px\tground_force_pz\n"
              "0\t1\t-20\t2\t0.1\t0.3\n1\t5\t60\t4\t0.7\t-0.2\n");
  for (const std::string frame : {"world", "link"}) {
    const std::string field = "frame=" + frame;
    const auto walking = rows("arm.json --wrench '" + field + " file=walk.csv'");
    const auto first = rows("arm.json --wrench '" + field + " fx=1 fz=-20 ny=2 point=0.1,0,0.3'"),
               last = rows("arm.json --wrench '" + field + " fx=5 fz=60 ny=4 point=0.7,0,-0.2'"),
               mean = rows("arm.json --wrench '" + field + " fx=0.5 fz=-10 ny=1 point=0.1,0,0.3' --wrench '" +
                           field + " fx=2.5 fz=30 ny=2 point=0.7,0,-0.2'");
    for (std::size_t j = 1; j <= 2; ++j) {
      EXPECT_NEAR(walking[0][j], first[0][j], 1e-11) << frame;
      EXPECT_NEAR(walking[1][j], mean[1][j], 1e-11) << frame;
      EXPECT_NEAR(walking[2][j], last[2][j], 1e-11) << frame;
    }
    expect_same("arm.json --wrench '" + field + " file=named.csv'",
                "arm.json --wrench '" + field + " file=walk.csv'");
  }
  expect_same("arm.json --wrench grf.mot", "arm.json --wrench 'frame=world file=walk.csv'");
  expect_refused(2, "arm.json --wrench 'frame=link file=grf.mot'",
                 "--wrench frame: is link, but the columns of grf.mot are in the frame world: "
                 "give frame=world, or leave out frame");
  expect_refused(2, "arm.json --wrench 'point=0,0,0 file=walk.csv'",
                 "--wrench point: is given, but walk.csv also has points: leave out point, or leave out the "
                 "points in the file");
  expect_refused(
      2, "arm.json --wrench 'frame=world point-frame=link file=walk.csv'",
      "--wrench point-frame: differs from the frame of the force, world, but the points and forces "
      "of a file must have the same frame");
  expect_refused(2, "arm.json --wrench 'columns=1_ fx=1'", "--wrench columns: chooses columns of a file");
  here_.write("plates.csv",
              "t,1_ground_force_vx,2_ground_force_vx,1_ground_force_px,2_ground_force_px\n0,1,1,1,1\n");
  expect_refused(2, "arm.json --wrench plates.csv",
                 "expected a link for each: --wrench 'link=LINK file=plates.csv columns=1_' --wrench "
                 "'link=LINK file=plates.csv columns=2_'");
}

// OpenSim's y axis is up.
TEST_F(Arm, WarnsOfForcesOfTheGroundThatDoNotCarry) {
  here_.write("grf.mot",
              "grf\nnRows=2\nnColumns=7\nendheader\n"
              "time\tground_force_vx\tground_force_vy\tground_force_vz\tground_force_px\tground_force_py\t"
              "ground_force_pz\n0\t10\t700\t0\t0.1\t0\t0.3\n1\t-10\t500\t0\t0.7\t0\t0.2\n");
  const std::string line = "invdyn torque arm.json m.csv --wrench grf.mot -o out.csv ";
  EXPECT_THAT(
      here_.run_in_bash(line + "--gravity 0,0,-9.8").err,
      HasSubstr("grf.mot: the mean force of the ground (0,600,0 N) is not opposite to gravity (0,0,-9.8 "
                "m/s^2). Gravity and the pose of the base must be in the axes of these forces: expected "
                "--gravity 0,-9.8,0 (in OpenSim's files, y is up)"));
  EXPECT_THAT(here_.run_in_bash(line + "--gravity 0,-9.8,0").err, testing::Not(HasSubstr("mean force")));
}

TEST_F(Arm, ReadsComputedWrenchesBack) {
  here_.write("torques.csv",
              "t,tau_elbow,wrench_fx_forearm@world,wrench_ny_forearm@world\n0,9,3,0.5\n1,9,5,0.7\n");
  here_.write("plain.csv", "t,fx,ny\n0,3,0.5\n1,5,0.7\n");
  const std::string plain = "arm.json --wrench 'link=forearm frame=world file=plain.csv'";
  expect_same("arm.json --wrench torques.csv", plain);
  EXPECT_EQ(torque("arm.json m.csv -q --wrench torques.csv").out, torque(plain + " m.csv -q").out);
  EXPECT_THAT(torque("arm.json m.csv --wrench torques.csv").err, testing::Not(HasSubstr("not used")));
  expect_refused(2, "arm.json --wrench 'file=torques.csv point=0,0,0'",
                 "acts at the link's origin: leave out point");
}

TEST_F(Arm, AsksWhetherAFileHasTimeStamps) {
  here_.write("stamps.csv", "t,ny\n1700000000000,0\n1700000002000,8\n");
  EXPECT_THAT(
      torque("arm.json m.csv -q --wrench stamps.csv").err,
      HasSubstr("stamps.csv goes from 1700000000000 to 1700000002000 s: expected a time in this range; if "
                "that file has time stamps, name the column of the stamps \"t (s)\" or \"t (ms)\". The "
                "first row of the file then gets t = 0"));
}

TEST_F(Arm, StopsAtTheEndOfAFile) {
  here_.write("short.csv", "t,ny\n0,0\n0.75,8\n");
  here_.write("deck.csv", "t,z\n0,0\n0.3,1\n0.6,0\n0.75,1\n");
  for (const std::string option : {"--wrench short.csv", "--base-motion deck.csv"}) {
    const Outcome outcome = torque("arm.json m.csv -q " + option);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("m.csv:4: t is 1 s, but " + option.substr(option.find(' ') + 1) +
                                       " goes from 0 to 0.75 s: expected a time in this range"));
    EXPECT_EQ(table_of(outcome.out).rows.size(), 2u);  // the rows before it
    here_.write("old.csv", "old");
    EXPECT_EQ(torque("arm.json m.csv -o old.csv -q " + option).code, 1);
    EXPECT_EQ(here_.read("old.csv"), "old");
  }
}

TEST_F(Arm, RefusesInvalidWrenchAndBaseFiles) {
  here_.write("timeless.csv", "fx\n1\n");
  here_.write("empty.csv", "t,fx\n");
  here_.write("other.csv", "t,a\n0,1\n");
  here_.write("stranger.csv", "t,fx_forarm\n0,1\n");
  here_.write("bad.csv", "t,fx\n0,nan\n");
  here_.write("two.csv", "t,z\n0,1\n1,2\n");
  here_.write("rate.csv", "t,dz\n0,1\n1,2\n2,3\n");
  expect_refused(1, "arm.json --wrench timeless.csv",
                 "timeless.csv: has no time column: expected a column t");
  expect_refused(1, "arm.json --wrench empty.csv", "empty.csv: has no rows of numbers");
  expect_refused(1, "arm.json --wrench other.csv", "other.csv: has no column of a wrench");
  expect_refused(1, "arm.json --wrench stranger.csv", "did you mean \"forearm\"?");
  expect_refused(1, "arm.json --wrench bad.csv", "bad.csv:2: fx is \"nan\": expected a finite number");
  expect_refused(1, "arm.json --wrench none.csv", "none.csv: No such file or directory");
  expect_refused(2, "arm.json --wrench 'file=other.csv fx=1'", "has both file and fx");
  expect_refused(1, "arm.json --base-motion two.csv", "two.csv: has 2 data rows: expected at least 3");
  expect_refused(1, "arm.json --base-motion rate.csv", "rate.csv: has the column dz without z");
  expect_refused(1, "arm.json --base-motion other.csv", "other.csv: has no column of a base's motion");
  for (const std::string line : {"arm.json - --base-motion - < two.csv", "arm.json --wrench file=- < two.csv",
                                 "arm.json --wrench file=- --base-motion - m.csv < two.csv"})
    EXPECT_EQ(torque(line).err,
              "error: standard input: is used for two files (-), but can be read only once: expected - for "
              "only one file\n");
  here_.write("good.csv", "t,fx\n-1,1\n9,1\n");
  expect_refused(2, "arm.json --wrench good.csv -o good.csv", "good.csv");
  expect_refused(2, "arm.json --base-motion two.csv -o two.csv", "two.csv");
  EXPECT_EQ(here_.read("two.csv"), "t,z\n0,1\n1,2\n");
  const Outcome simulated = here_.run("invdyn simulate arm.json m.csv --wrench fx=1 --wrench fy=1");
  EXPECT_EQ(simulated.code, 2);
  EXPECT_THAT(simulated.err, HasSubstr("--wrench: gives several wrenches"));
}

// On a base that accelerates upwards with 2 m/s^2, weights are (g + 2) / g times the static ones.
TEST_F(Arm, WeighsMoreOnABaseThatAcceleratesUpwards) {
  here_.write("lift.csv", "t,z,dz,ddz\n0,0,0,2\n0.5,0.25,1,2\n1,1,2,2\n");
  here_.write("still.csv",
              "t,shoulder,elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow\n"
              "0,0.3,-0.7,0,0,0,0\n0.7,1,2,0,0,0,0\n");
  const auto tau = [&](const std::string& option) {
    return table_of(torque("arm.json still.csv -q " + option).out).rows;
  };
  const auto at_rest = tau(""), rising = tau("--base-motion lift.csv");
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t j = 1; j <= 2; ++j)
      EXPECT_NEAR(rising[k][j], at_rest[k][j] * (9.80665 + 2) / 9.80665, 1e-12);
}

TEST_F(Arm, IsStaticForAnyFile) {
  here_.write("q.csv", "t,shoulder,elbow\n0,0.3,-0.7\n0.5,-1,0.4\n1,2,1\n");
  here_.write("zero.csv",
              "t,shoulder,elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow\n"
              "0,0.3,-0.7,0,0,0,0\n0.5,-1,0.4,0,0,0,0\n1,2,1,0,0,0,0\n");
  const std::string expected = torque("arm.json zero.csv -q --columns dq,ddq,tau").out;
  for (const std::string file : {"q.csv", "m.csv", "zero.csv"})
    EXPECT_EQ(torque("arm.json " + file + " -q --static --columns dq,ddq,tau").out, expected) << file;
  EXPECT_THAT(torque("arm.json q.csv --static").err, HasSubstr("static: in every row,"));
}

TEST_F(Arm, WritesTheTermsInTheRequestedOrder) {
  const Outcome outcome = torque("arm.json m.csv -q --columns rotor,q,reaction,motor_torque,power");
  EXPECT_EQ(table_of(outcome.out).header,
            "t,rotor_shoulder,rotor_elbow,q_shoulder,q_elbow,reaction_fx_shoulder@upper,"
            "reaction_fy_shoulder@upper,reaction_fz_shoulder@upper,reaction_nx_shoulder@upper,"
            "reaction_ny_shoulder@upper,reaction_nz_shoulder@upper,reaction_fx_elbow@forearm,"
            "reaction_fy_elbow@forearm,reaction_fz_elbow@forearm,reaction_nx_elbow@forearm,"
            "reaction_ny_elbow@forearm,reaction_nz_elbow@forearm,motor_torque_shoulder,motor_torque_elbow,"
            "power_shoulder,power_elbow");
  const auto row = table_of(outcome.out).rows.at(0);
  EXPECT_NEAR(row[1], 50 * 50 * 1e-4 * 3, 1e-15);
  const auto tau = rows("arm.json").at(0);
  // The shoulder moves forward; the torque of its motor's rotor does not go through the gears.
  const double through = tau[1] - 0.75, factor = through > 0 ? 1 / 0.8 : 0.8;
  EXPECT_NEAR(row[17], (0.75 + through * factor) / 50, 1e-13);
  EXPECT_NEAR(row[9] + 0.75 + 0.3 * 1 + 0.7, tau[1], 1e-12);  // about y, with rotor and friction
  expect_refused(2, "arm.json --columns tau,weight", "--columns");
  expect_refused(2, "arm.json --columns gravity,gravity", "names gravity twice");
}

TEST_F(Arm, WritesTheSameTermsToArraysAndOnThreads) {
  const std::string ask = "arm.json m.csv -q --columns tau,inertia,coriolis,gravity,external --wrench fz=1 ";
  EXPECT_EQ(torque(ask + "--threads 1").out, torque(ask + "--threads 3").out);
  EXPECT_EQ(torque(ask + "-o a.npy").code, 0);
  EXPECT_THAT(here_.read("a.npy.json"), HasSubstr("external_elbow"));
}

}  // namespace
}  // namespace invdyn::test
