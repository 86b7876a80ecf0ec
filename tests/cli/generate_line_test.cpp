// `invdyn generate line`: a straight line of the tool, on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double degree = std::numbers::pi / 180;

class GenerateLine : public testing::Test {
 protected:
  Outcome run(const std::string& arguments) const { return here_.run("invdyn generate line " + arguments); }
  std::vector<std::vector<double>> rows(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, arguments.find("--degrees") == std::string::npos
                               ? ""
                               : "note: angles are written in rad: the next command needs no --degrees\n");
    return table_of(outcome.out).rows;
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

const std::string A = "2.7533,0.1502,85.7259,-33.7722,-85.0428,33.6731";
const std::string B = "10.4705,8.7346,44.3932,-17.1186,-51.8741,13.6195";
// The tip of two links of 1 and 0.5 m in the x-z plane.
const std::string rods = "two-link --tool 0.5,0,0 --position-only --degrees --duration 1 --dt 0.1 ";

TEST_F(GenerateLine, BringsSasakisArmFromAToB) {
  const auto motion =
      rows("sasaki1990 --from-joints " + A + " --to-joints " + B + " --degrees --duration 2 --dt 0.01");
  ASSERT_EQ(motion.size(), 201u);
  const double at_A[]{2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731};
  const double at_B[]{10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195};
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_NEAR(motion.front()[1 + j], at_A[j] * degree, 1e-6 * degree);
    EXPECT_NEAR(motion.back()[1 + j], at_B[j] * degree, 1e-6 * degree);
  }
}

TEST_F(GenerateLine, IsATrajectoryOfTheRobot) {
  const Outcome outcome =
      here_.run("invdyn generate line sasaki1990 --from-joints " + A + " --to-joints " + B +
                " --degrees --duration 1 --rate 100 | invdyn torque sasaki1990 - --summary");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("standard input: dq and ddq as given"));
  EXPECT_EQ(table_of(outcome.out).rows.size(), 101u);
}

// From (1, 0.5) to (1, -0.5); the elbow is at a right angle at both ends, as cos q2 = (r^2 - 1.25) / 1.
TEST_F(GenerateLine, MovesTheToolPoint) {
  const auto motion = rows(rods + "--from-joints 0,90 --displacement 0,0,-1");
  ASSERT_EQ(motion.size(), 11u);
  for (const auto& row : motion) {
    const double q1 = row[1], q2 = row[2];
    EXPECT_NEAR(std::cos(q1) + 0.5 * std::cos(q1 + q2), 1, 1e-12);
  }
  EXPECT_THAT(motion.front(),
              ElementsAre(0, 0, DoubleNear(90 * degree, 1e-15), 0, 0, testing::_, testing::_));
  const double z = std::sin(motion.back()[1]) + 0.5 * std::sin(motion.back()[1] + motion.back()[2]);
  EXPECT_NEAR(z, -0.5, 1e-12);
  EXPECT_NEAR(motion.back()[2], 90 * degree, 1e-11);
}

// The quill of the SCARA goes down 0.1 m: only this joint moves.
TEST_F(GenerateLine, TakesPosesAndDisplacements) {
  const auto by =
      rows("scara --from-joints 30,40,0,0 --degrees --displacement 0,0,-0.1 --duration 1 --dt 0.5");
  EXPECT_THAT(by.back()[3], DoubleNear(0.1, 1e-12));
  EXPECT_THAT(by.back()[1], DoubleNear(30 * degree, 1e-12));
  // Upright upside down, at the elbow and a half.
  const double x = 0.35 * std::cos(30 * degree) + 0.25 * std::cos(70 * degree);
  const double y = 0.35 * std::sin(30 * degree) + 0.25 * std::sin(70 * degree);
  const std::string at = "\"x=" + std::to_string(x) + " y=" + std::to_string(y) + " z=0.1 ";
  const auto to =
      rows("scara --from-joints 30,40,0,0 --degrees --duration 1 --dt 0.5 --to-pose " + at + "\"");
  EXPECT_THAT(to.back()[3], DoubleNear(0.1, 1e-12));
  EXPECT_THAT(to.back()[2], DoubleNear(40 * degree, 1e-5));
  const auto from = rows(
      "scara --degrees --displacement 0,0,0.05 --duration 1 --dt 0.5 --seed-joints 20,30,0,0 --from-pose " +
      at + "roll=180 pitch=0 yaw=70\"");
  EXPECT_THAT(from.front()[1], DoubleNear(30 * degree, 1e-5));
  EXPECT_THAT(from.front()[2], DoubleNear(40 * degree, 1e-5));
  EXPECT_THAT(from.front()[3], DoubleNear(0.1, 1e-12));
  EXPECT_THAT(from.back()[3], DoubleNear(0.05, 1e-12));
  // Without a guess, either of the two elbow solutions is accepted.
  const auto found = rows("scara --degrees --displacement 0,0,0.05 --duration 1 --dt 0.5 --from-pose " + at +
                          "roll=180 pitch=0 yaw=70\"");
  EXPECT_NEAR(std::abs(found.front()[2]), 40 * degree, 1e-5);
}

TEST_F(GenerateLine, TakesTheProfileByName) {
  const std::string line =
      "scara --from-joints 0,1,0,0 --displacement 0,0,-0.1 --duration 1 --dt 0.25 --profile ";
  // At a quarter of the time, the fraction of the path is: 2.25 / 16, 3 / 16 - 2 / 64, 10 / 64 - 15 / 256 + 6
  // / 1024.
  EXPECT_NEAR(rows(line + "trapezoid")[1][3], 0.1 * 0.140625, 1e-12);
  EXPECT_NEAR(rows(line + "cubic")[1][3], 0.1 * 0.15625, 1e-12);
  EXPECT_NEAR(rows(line + "quintic")[1][3], 0.1 * 0.103515625, 1e-12);
}

TEST_F(GenerateLine, NotesWhenItEndsWithOtherJoints) {
  // The other elbow solution: the tip is at (1, 0.5) for both, and the line does not move at all.
  const double lower = 2 * std::atan2(0.5, 1) / degree;
  const Outcome outcome = run(rods + "--from-joints 0,90 --to-joints " + std::to_string(lower) + ",-90");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(
      outcome.err,
      HasSubstr("note: the line ends with the tool at the pose of --to-joints, but with the joints at other "
                "positions: \"shoulder\" at "));
  EXPECT_THAT(outcome.err, HasSubstr("\"elbow\" at 1.571 rad (90 deg)"));
}

TEST_F(GenerateLine, WarnsOfSpeedLimits) {
  // The maximum speed of the quill is 1.5 times 0.15 m in 0.1 s: 2.25 m/s.
  const Outcome outcome =
      run("scara --from-joints 0,1,0,0 --displacement 0,0,-0.15 --duration 0.1 --dt 0.01");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "warning: joint \"quill\" moves at up to 2.25 m/s, above its velocity limit, 1.1 m/s; a longer "
            "--duration slows it\n");
  EXPECT_EQ(run("scara --from-joints 0,1,0,0 --displacement 0,0,-0.15 --duration 1 --dt 0.01").err, "");
  // Only the start and the end are checked, where it is at rest.
  EXPECT_EQ(run("scara --from-joints 0,1,0,0 --displacement 0,0,-0.15 --duration 0.1 --dt 0.1").err,
            outcome.err);
}

// The elbow goes from 1.57 rad to 1.80 and back; it is within its limit at the start and at the end.
TEST_F(GenerateLine, ReportsLimitsBetweenSamples) {
  const std::string rod = R"("mass": 1, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}})";
  here_.write("limited.json", R"({"name": "limited", "convention": "tree", "joints": [
      {"name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
       "link": {"name": "one", )" +
                                  rod + R"(},
      {"name": "elbow", "type": "revolute", "parent": "one", "origin": {"xyz": [1, 0, 0]}, "axis": [0, -1, 0],
       "limits": {"position": [-3, 1.7]}, "link": {"name": "two", )" +
                                  rod + "}]}");
  for (const std::string dt : {"1", "0.5", "0.01"})
    EXPECT_THAT(
        error(
            "limited.json --tool 0.5,0,0 --position-only --degrees --from-joints 0,90 --displacement 0,0,-1 "
            "--duration 1 --dt " +
                dt,
            1),
        HasSubstr("joint \"elbow\" is at 1.70"));
}

TEST_F(GenerateLine, NamesTheSampleThatItCannotReach) {
  EXPECT_EQ(error(rods + "--from-joints 0,90 --displacement 1,0,0", 1),
            "error: sample 5 (t = 0.5 s): out of reach: the nearest pose that the joints reach is 0.0811388 "
            "m and 0 deg away\n");
  EXPECT_THAT(error(rods + "--from-joints 0,0 --displacement -0.1,0,0", 1),
              HasSubstr("error: sample 0 (t = 0 s): a singular posture: "));
  EXPECT_EQ(error("scara --from-joints 0,1,0.1,0 --displacement 0,0,-0.2 --duration 1 --dt 0.1", 1),
            "error: sample 6 (t = 0.6 s): on the way to this sample, joint \"quill\" is at 0.2008 m, above "
            "its "
            "upper limit, 0.2 m\n");
  EXPECT_THAT(error("ur5e --from-joints 0,-1.5,1.5,0,1,0 --displacement 0,100,0 --duration 1 --dt 0.1", 1),
              HasSubstr("error: the line: is 100 m long, but the tool can move by at most "));
  EXPECT_THAT(error("ur5e --from-joints 0,-90,90,0,60,0 --displacement 0,0.1,0 --duration 1 --dt 0.1", 1),
              HasSubstr("are the angles in degrees? Then give --degrees\n"));
  // No row of the line has been written.
  EXPECT_THAT(run(rods + "--from-joints 0,90 --displacement 1,0,0").out, IsEmpty());
}

TEST_F(GenerateLine, RefusesInvalidLines) {
  const std::string time = " --duration 1 --dt 0.1 ";
  const std::string scara = "scara --from-joints 0,1,0,0 --displacement 0,0,-0.1 ";
  struct Case {
    std::string arguments, error;
  };
  for (const auto& [arguments, text] : {
           Case{scara + "--duration 1", "--dt: is missing: expected --dt S or --rate HZ, such as --rate 100"},
           Case{scara + "--duration 1 --dt 0.3",
                "--duration: 1 s is not a multiple of the step, 0.3 s: the nearest are 0.9 and 1.2"},
           Case{"scara --displacement 0,0,1" + time,
                "--from-joints: is missing: expected --from-joints or --from-pose"},
           Case{"scara --from-joints 0,1,0,0" + time,
                "--to-joints: is missing: expected --to-joints, --to-pose or --displacement"},
           Case{"scara --from-joints 0,1 --displacement 0,0,0" + time,
                "--from-joints: has 2 numbers: expected 4, one for each joint of scara (shoulder, elbow, "
                "quill, wrist)"},
           Case{scara + "--seed-joints 0,0,0,0" + time,
                "--seed-joints: give --seed-joints or --from-joints, not both: --seed-joints begins the "
                "search for --from-pose"},
           Case{scara + "--link flang" + time,
                "--link: is \"flang\": expected one of inner-arm, outer-arm, quill, flange; did you mean "
                "\"flange\"?"},
           Case{scara + "--profile bang" + time,
                "--profile: is \"bang\": expected one of trapezoid, cubic, quintic"},
           Case{scara + "--tool 0,1" + time,
                "--tool: has 2 numbers: expected three, X,Y,Z in m, such as 0,0,0.1"},
           Case{"scara --from-joints 0,1,0,0 --displacement 1,2" + time,
                "--displacement: has 2 numbers: expected three, X,Y,Z in m, such as 0,0,0.1"},
           Case{"scara --from-joints 0,1,0,0 --to-pose 'x=1 y=2'" + time,
                "--to-pose: has no z: expected x, y, z"},
           Case{"scara --from-joints 0,1,0,0 --to-pose 'x=1 y=2 z=3 yaw=1'" + time,
                "--to-pose: has no roll: expected roll, pitch, yaw"},
           Case{"scara --from-joints 0,1,0,0 --to-pose 'x=1 y=2 z=3 jaw=1'" + time,
                "--to-pose: has an unknown field \"jaw\": expected one of x, y, z, roll, pitch, yaw; did you "
                "mean \"yaw\"?"},
           Case{"scara --from-joints 0,1,0,0 --to-pose 'x=1 y=2 3'" + time,
                "--to-pose: \"3\" has no \"=\": expected fields such as x=0.3, with blanks between them"},
           Case{"scara --from-pose 'x=0.4 y=0 z=0.2' --displacement 0,0,0" + time,
                "--from-pose: has no orientation: expected roll, pitch and yaw, or --position-only"},
           Case{"scara --from-joints 0,1,0,0 --to-joints 0,1,0,3.14159265358979" + time,
                "generate line: the tool makes half a turn from start to end, so the turn has two possible "
                "directions: expected less than half a turn (or two lines, each with a part of the turn)"},
           Case{"two-arms --from-joints 0,0,0,0,0,0 --displacement 0,0,1" + time,
                "--link: is missing, and two-arms has more than one last link (head, left_finger, "
                "right_forearm): expected --link NAME"},
       })
    EXPECT_EQ(error(arguments, 2), "error: " + text + '\n');
}

// The square of such a length is infinite, so every pose would seem near enough.
TEST_F(GenerateLine, RefusesLengthsWithInfiniteSquares) {
  for (const std::string end :
       {"--displacement 1e160,0,0", "--displacement 0,0,-1e308", "--to-pose 'x=1e200 y=0 z=0'"}) {
    const Outcome outcome = run("two-link --from-joints 0,1 --position-only --duration 1 --dt 0.5 " + end);
    EXPECT_EQ(outcome.code, 2) << end;
    EXPECT_THAT(outcome.out, IsEmpty()) << end;
    EXPECT_THAT(outcome.err, HasSubstr(": expected magnitudes up to 1e+100")) << end;
  }
}

}  // namespace
}  // namespace invdyn::test
