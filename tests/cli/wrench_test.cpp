// The fields of --wrench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"
#include "ground/base/error.h"
#include "options/wrench_argument.h"
#include "robot/files/json_reader.h"

namespace invdyn::test {
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Frame = ExternalWrench::Frame;

// base - upper - lower - tool, the last one fixed; in the file it comes before the others.
const std::string chain = R"({
  "name": "arm", "convention": "tree",
  "joints": [
    { "name": "weld", "type": "fixed", "parent": "lower", "link": { "name": "tool", "mass": 0 } },
    { "name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, 0, 1],
      "link": { "name": "upper", "mass": 0 } },
    { "name": "elbow", "type": "revolute", "parent": "upper", "axis": [0, 0, 1],
      "link": { "name": "lower", "mass": 0 } }
  ]
})";
// The same, with a second tool on the upper arm and a stand on the base.
const std::string tree = R"({
  "name": "arm", "convention": "tree",
  "joints": [
    { "name": "weld", "type": "fixed", "parent": "lower", "link": { "name": "tool", "mass": 0 } },
    { "name": "shoulder", "type": "revolute", "parent": "stand", "axis": [0, 0, 1],
      "link": { "name": "upper", "mass": 0 } },
    { "name": "elbow", "type": "revolute", "parent": "upper", "axis": [0, 0, 1],
      "link": { "name": "lower", "mass": 0 } },
    { "name": "foot", "type": "fixed", "parent": "base", "link": { "name": "stand", "mass": 0 } },
    { "name": "clamp", "type": "fixed", "parent": "upper", "link": { "name": "a=b", "mass": 0 } }
  ]
})";

Robot robot_of(const std::string& text) {
  return read_json_robot(text, "arm.json", [](const std::string& warning) { ADD_FAILURE() << warning; });
}

ExternalWrench wrench_of(const std::string& text, const std::string& robot = chain) {
  const auto unexpected = [](const std::string& warning) { ADD_FAILURE() << warning; };
  return wrench_argument("--wrench", text, robot_of(robot), unexpected).at(0).wrench;
}

// The tool is fixed to the lower link at the elbow, so its origin is not that of a link that a joint turns.
TEST(Wrench, WithoutALinkSaysWhereItActs) {
  const auto note = [](const std::string& text) {
    return note_on_place("--wrench", text, robot_of(chain)).value_or("");
  };
  EXPECT_EQ(
      note("fz=50 frame=world"),
      "--wrench: the wrench acts at the origin of link \"tool\". To choose another place, give link=NAME "
      "and point=X,Y,Z");
  EXPECT_EQ(note("fz=50 point=1,0,0"),
            "--wrench: the wrench acts on link \"tool\". To choose another link, give link=NAME");
  EXPECT_EQ(note("nz=5"),
            "--wrench: the wrench acts on link \"tool\". To choose another link, give link=NAME");
  EXPECT_EQ(note("link=upper fz=50"), "");
  const Workplace here;
  here.run("invdyn generate cubic two-link --from 0,0 --to 1,1 --duration 1 --rate 20 -o m.csv");
  const std::string line = "invdyn torque two-link m.csv -o t.csv --wrench ";
  EXPECT_THAT(
      here.run(line + "fz=50").err,
      HasSubstr("note: --wrench: the wrench acts at the origin of link \"forearm\", on the axis of joint "
                "\"elbow\". To choose another place, give link=NAME and point=X,Y,Z\n"));
  EXPECT_THAT(here.run(line + "'fz=50 link=forearm'").err, Not(HasSubstr("--wrench")));
}

TEST(Wrench, HasTheValuesOfItsFields) {
  const ExternalWrench wrench =
      wrench_of("link=upper frame=world point=1,-.5,2e-1 point-frame=link fx=1 fy=2 fz=-3 nx=4 ny=-5.5 nz=6");
  EXPECT_EQ(wrench.link, 2u);
  EXPECT_EQ(wrench.frame, Frame::world);
  EXPECT_EQ(wrench.point_frame, Frame::link);
  EXPECT_EQ(wrench.point, Vector3d(1, -0.5, 0.2));
  EXPECT_EQ(wrench.force, Vector3d(1, 2, -3));
  EXPECT_EQ(wrench.moment, Vector3d(4, -5.5, 6));
}

TEST(Wrench, TakesFieldsInAnyOrderWithAnyBlanks) {
  const ExternalWrench wrench = wrench_of(" \tny=5   fz=3\tlink=lower ");
  EXPECT_EQ(wrench.link, 3u);
  EXPECT_EQ(wrench.force, Vector3d(0, 0, 3));
  EXPECT_EQ(wrench.moment, Vector3d(0, 5, 0));
}

TEST(Wrench, ActsByDefaultOnTheLastLinkInItsFrameAtItsOrigin) {
  const ExternalWrench wrench = wrench_of("fz=1");
  EXPECT_EQ(wrench.link, 1u);
  EXPECT_EQ(wrench.frame, Frame::link);
  EXPECT_EQ(wrench.point_frame, Frame::link);
  EXPECT_EQ(wrench.point, Vector3d::Zero());
}

// A load that hangs on the link: force along the world's z, always at the link's origin.
TEST(Wrench, WithoutAPointActsAtTheLinksOriginInAnyFrame) {
  const ExternalWrench wrench = wrench_of("frame=world fz=-10");
  EXPECT_EQ(wrench.frame, Frame::world);
  EXPECT_EQ(wrench.point_frame, Frame::link);
  EXPECT_EQ(wrench.point, Vector3d::Zero());
}

TEST(Wrench, HasItsPointInItsFrameByDefault) {
  EXPECT_EQ(wrench_of("frame=world point=0,0,0 fz=1").point_frame, Frame::world);
  EXPECT_EQ(wrench_of("frame=link point=0,0,1 fz=1").point_frame, Frame::link);
  EXPECT_EQ(wrench_of("point=0,0,1 fz=1").point_frame, Frame::link);
  EXPECT_EQ(wrench_of("point=0,0,1 fz=1 point-frame=world").point_frame, Frame::world);
  EXPECT_EQ(wrench_of("point=0,0,1 fz=1 point-frame=world").frame, Frame::link);
}

TEST(Wrench, MayActOnALinkWithAnEqualsSignInItsName) {
  EXPECT_EQ(wrench_of("link=a=b fz=1", tree).link, 5u);
}

TEST(Wrench, MayBeZero) {
  EXPECT_EQ(wrench_of("fz=0").force, Vector3d::Zero());
}

class WrenchOption : public testing::Test {
 protected:
  WrenchOption() {
    here_.write("chain.json", chain);
    here_.write("tree.json", tree);
    here_.write("m.csv", "t,shoulder,elbow\n0,0,0\n1,0,0\n");
  }
  Outcome run(const std::string& robot, const std::string& wrench, const std::string& more = "") const {
    return here_.run("invdyn torque " + robot + ".json m.csv -o out.csv --wrench '" + wrench + "' " + more);
  }
  const Workplace here_;
};

TEST_F(WrenchOption, RefusesInvalidWrenches) {
  const std::string fields =
      ": expected one of link, frame, point, point-frame, file, columns, fx, fy, fz, nx, ny, nz";
  const std::string no_force =
      "--wrench: has neither force nor moment: expected at least one of fx, fy, fz, nx, ny, nz, or "
      "file=FILE.csv";
  struct Case {
    std::string robot, wrench, error;
  };
  for (
      const auto& [robot, wrench, error] : {
          Case{"chain", "link=tool", no_force},
          Case{"chain", " ", no_force},
          Case{"chain", "fz",
               "--wrench: \"fz\" has no \"=\": expected fields such as fz=-10, with blanks between them"},
          Case{"chain", "point=0, 0,0 fz=1",
               "--wrench: \"0,0\" has no \"=\": expected fields such as fz=-10, with blanks between them"},
          Case{"chain", "points=0,0,0 fz=1",
               "--wrench: has an unknown field \"points\"" + fields + "; did you mean \"point\"?"},
          Case{"chain", "force=1", "--wrench: has an unknown field \"force\": expected --wrench fx=1"},
          Case{"chain", "tz=3", "--wrench: has an unknown field \"tz\": expected nz=3"},
          Case{"chain", "=1", "--wrench: has an unknown field \"\"" + fields},
          Case{"chain", "fz=1 link=tool fz=1", "--wrench: has the field fz twice: expected it once"},
          Case{"chain", "fz=1,5", "--wrench fz: is \"1,5\": expected a decimal point, not a comma: fz=1.5"},
          Case{"chain", "nx=", "--wrench nx: is \"\": expected a finite number (N m)"},
          Case{"chain", "fx=nan", "--wrench fx: is \"nan\": expected a finite number (N)"},
          Case{"chain", "fz=1 frame=wrld",
               "--wrench frame: is \"wrld\": expected one of world, link; did you mean \"world\"?"},
          Case{"chain", "fz=1 point=0,0,0 point-frame=tool",
               "--wrench point-frame: is \"tool\": expected one of world, link"},
          Case{"chain", "fz=1 point-frame=world",
               "--wrench point-frame: is given without a point: expected point=X,Y,Z too"},
          Case{"chain", "fz=1 point=0,1",
               "--wrench point: has 2 numbers: expected three, X,Y,Z in m, such as 0,0,0.1"},
          Case{"chain", "fz=1 point=0,1,inf",
               "--wrench point: number 3 is \"inf\": expected three, X,Y,Z in m, such as 0,0,0.1"},
          Case{"chain", "fz=1 link=tol",
               "--wrench link: is \"tol\": expected one of tool, upper, lower; did you mean \"tool\"?"},
          Case{"chain", "fz=1 link=base",
               "--wrench link: is \"base\", the base, which does not move: expected one of tool, upper, "
               "lower"},
          Case{
              "tree", "fz=1",
              "--wrench: gives no link, and arm has more than one last link (tool, a=b): expected link=NAME"},
      }) {
    const Outcome outcome = run(robot, wrench);
    EXPECT_EQ(outcome.err, "error: " + error + '\n');
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.code, 2);
    EXPECT_FALSE(std::filesystem::exists(here_ / "out.csv"));
  }
}

TEST_F(WrenchOption, TakesAFileWithBlanksInItsName) {
  here_.write("my  push of 5.csv", "t,ny\n0,5\n1,5\n");
  here_.write("plain.csv", "t,ny\n0,5\n1,5\n");
  for (const std::string fields :
       {"file=my  push of 5.csv link=upper", "link=upper file=my  push of 5.csv", "file=my  push of 5.csv"}) {
    std::string plain = fields;
    plain.replace(plain.find("my"), std::string("my  push of 5.csv").size(), "plain.csv");
    EXPECT_EQ(run("chain", plain, "--columns external").code, 0);
    const std::string expected = here_.read("out.csv");
    EXPECT_EQ(run("chain", fields, "--columns external").code, 0) << fields;
    EXPECT_EQ(here_.read("out.csv"), expected) << fields;
  }
  EXPECT_EQ(run("chain", "file=my  push of 5.csv fz").err,
            "error: my  push of 5.csv fz: No such file or directory: expected a CSV file\n");
}

// 0.3 s in ms.
TEST_F(WrenchOption, WarnsOfAFileThatCoversAThousandTimesTheMotion) {
  Workplace here;
  here.write("push.csv", "t,fz\n0,1\n300,1\n");
  here.write("m.csv", "t,pivot\n0,0\n0.1,0\n0.2,0.1\n0.3,0.2\n");
  const std::string line = "invdyn torque pendulum m.csv -o out.csv --wrench push.csv";
  EXPECT_THAT(
      here.run(line).err,
      HasSubstr("push.csv: covers 300 s, and the motion takes 0.3 s: is the time of this file in ms? Then "
                "name its column \"t (ms)\""));
  here.write("push.csv", "t (ms),fz\n0,1\n300,1\n");
  EXPECT_THAT(here.run(line).err, testing::Not(HasSubstr("ms?")));
}

TEST_F(WrenchOption, WarnsOfALinkWithoutAMovingJoint) {
  const auto warning = [](const std::string& link) {
    return "warning: --wrench: no joint moves the link \"" + link + "\": the wrench changes no torque\n";
  };
  const Outcome on_stand = run("tree", "link=stand fz=1");
  EXPECT_EQ(on_stand.code, 0);
  EXPECT_THAT(on_stand.err, HasSubstr(warning("stand")));
  EXPECT_THAT(run("tree", "link=upper fz=1", "--lock shoulder=0").err, HasSubstr(warning("upper")));
  EXPECT_THAT(run("tree", "link=tool fz=1", "--lock shoulder=0").err, testing::Not(HasSubstr("warning")));
}

}  // namespace
}  // namespace invdyn::test
