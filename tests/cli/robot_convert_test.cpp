// invdyn robot convert: the same robot in another format, and what cannot be written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Convert, GivesTheSameTorques) {
  const Workplace here;
  for (const std::string robot : {"puma560", "two-arms"})
    for (const std::string format : {"json", "urdf", "mjcf"}) {
      ASSERT_EQ(
          here.run("invdyn generate trapezoid " + robot +
                   " --from 0.1,0.2,0.01,0.3,0.4,0.02 --to 0.5,-0.3,0.04,0.2,-0.1,0.03 --duration 1 --dt "
                   "0.125 -o motion.csv")
              .code,
          0);
      const std::string copy = "copy." + format;
      const Outcome outcome = here.run("invdyn robot convert " + robot + " " + copy + " -q");
      EXPECT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_THAT(outcome.out, IsEmpty());
      // URDF has one friction for both directions and no friction of the motor, and so has MJCF.
      const std::string terms = format != "json" ? " -q --no-friction --no-rotor" : " -q";
      const Outcome before = here.run("invdyn torque " + robot + " motion.csv" + terms);
      const Outcome after = here.run("invdyn torque " + copy + " motion.csv" + terms);
      ASSERT_EQ(after.code, 0) << after.err;
      const Table a = table_of(before.out), b = table_of(after.out);
      EXPECT_EQ(a.header, b.header);
      ASSERT_EQ(a.rows.size(), b.rows.size());
      ASSERT_EQ(a.rows.size(), 9u);
      for (std::size_t k = 0; k < a.rows.size(); ++k)
        for (std::size_t j = 0; j < a.rows[k].size(); ++j)
          EXPECT_NEAR(a.rows[k][j], b.rows[k][j], 1e-10) << robot << ' ' << format << " row " << k;
    }
}

TEST(Convert, WritesToStandardOutputOrAFile) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn robot convert pendulum --format json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out).at("name"), "pendulum");
  EXPECT_EQ(here.run("invdyn robot convert pendulum copy.txt --format json").code, 0);
  EXPECT_EQ(here.read("copy.txt"), outcome.out);
}

TEST(Convert, RefusesImpossibleConversions) {
  const Workplace here;
  ASSERT_EQ(here.run("invdyn robot convert pendulum tree.json").code, 0);
  const std::string before = here.read("tree.json");
  struct Case {
    std::string line, error;
    int code;
  };
  for (const Case& c :
       {Case{"tree.json tree.json", "FILE: is tree.json, which is the robot's file: expected another file",
             2},
        Case{"tree.json copy.txt",
             "--format: is missing, and copy.txt does not name the format: expected --format with one of "
             "json, urdf, mjcf, or a file whose name ends in .json, .urdf or .mjcf",
             2},
        Case{"tree.json copy.json --format xml", "--format: is \"xml\": expected one of json, urdf, mjcf", 2},
        Case{"none.json copy.json", "none.json: no such file, and no shipped robot has this name", 1}}) {
    const Outcome outcome = here.run("invdyn robot convert " + c.line);
    EXPECT_EQ(outcome.code, c.code) << c.line;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, StartsWith("error: " + c.error));
  }
  EXPECT_THAT(here.names(), ElementsAre("tree.json"));
  EXPECT_EQ(here.read("tree.json"), before);
}

// A horn whose product of inertia is 50 times its moments, on an arm.
constexpr const char* horn = R"(<robot name="r"><link name="b"/>
<link name="arm"><inertial><origin xyz="0.1 0 0"/><mass value="1"/>
<inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="horn"><inertial><origin xyz="0 0 0"/><mass value="0.01"/>
<inertia ixx="2e-7" iyy="2e-7" izz="2e-7" ixy="-1e-5" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="continuous"><parent link="b"/><child link="arm"/><axis xyz="0 1 0"/></joint>
<joint name="nod" type="continuous"><parent link="arm"/><child link="horn"/><axis xyz="0 1 0"/></joint></robot>)";

// The second moments of mass are 1e-7 along z, and 1e-5 + 1e-7 and 1e-7 - 1e-5 along the diagonals of xy. The
// nearest possible ones have 0 instead of the last one: ixx = iyy = (1e-5 + 1e-7) / 2 + 1e-7.
TEST(Convert, MendsInertia) {
  const Workplace here;
  here.write("horn.urdf", horn);
  const Outcome refused = here.run("invdyn robot convert horn.urdf copy.json");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("--correct-inertia"));
  const Outcome outcome = here.run("invdyn robot convert horn.urdf copy.json --correct-inertia");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string change =
      "principal moments (-9.8e-06, 2e-07, 1.02e-05) -> (1e-07, 1.01e-05, 1.02e-05) kg m^2, the nearest "
      "possible moments; the inertia changed by 98.97";
  EXPECT_THAT(outcome.err, HasSubstr("note: horn.urdf:5: <inertia> of link \"horn\": " + change));
  EXPECT_THAT(outcome.err, Not(HasSubstr("\"arm\"")));
  const json copy = json::parse(here.read("copy.json"));
  const json inertia = copy.at("joints").at(1).at("link").at("inertia");
  EXPECT_NEAR(inertia.at("ixx"), 5.15e-6, 1e-18);
  EXPECT_NEAR(inertia.at("iyy"), 5.15e-6, 1e-18);
  EXPECT_NEAR(inertia.at("izz"), 1.01e-5, 1e-18);
  EXPECT_NEAR(inertia.at("ixy"), -5.05e-6, 1e-18);
  EXPECT_THAT(std::string(copy.at("origins").at(0).at("from")), HasSubstr(change));
  for (const std::string format : {"json", "urdf", "mjcf"}) {
    EXPECT_EQ(here.run("invdyn robot convert horn.urdf to." + format + " --correct-inertia -q").err, "");
    EXPECT_THAT(here.run("invdyn robot check to." + format).out, Not(HasSubstr("impossible_moments")));
    // A copy has nothing to correct.
    EXPECT_THAT(here.run("invdyn robot convert to." + format + " again.json --correct-inertia").err,
                HasSubstr("nothing was changed"));
  }
}

TEST(Convert, MendsNoPossibleInertia) {
  const Workplace here;
  for (const std::string format : {"json", "urdf", "mjcf"}) {
    ASSERT_EQ(here.run("invdyn robot convert panda plain." + format + " -q").code, 0);
    const Outcome outcome = here.run("invdyn robot convert panda corrected." + format + " --correct-inertia");
    EXPECT_THAT(outcome.err,
                HasSubstr("note: panda: the inertia of every link is possible: nothing was changed"));
    EXPECT_EQ(here.read("corrected." + format), here.read("plain." + format));
  }
}

// The file accepted what it stated; the copy need not.
TEST(Convert, MendsAcceptedInertiaToo) {
  const Workplace here;
  ASSERT_EQ(here.run("invdyn robot convert puma560 corrected.json --correct-inertia").code, 0);
  EXPECT_THAT(here.read("corrected.json"), Not(HasSubstr("impossible_moments")));
  EXPECT_THAT(here.run("invdyn robot check corrected.json").out, Not(HasSubstr("larger than the sum")));
}

// 2 kg, 0.5 m below the axis, iyy 0.1: 0.6 kg m^2 * 1 rad/s^2 + 2 * 9.80665 * 0.5 * sin 0.5 N m. No torque
// depends on the trunk, which stands still.
TEST(Convert, KeepsTorquesBesideAMomentBelowZero) {
  const Workplace here;
  here.write("a.urdf", R"(<robot name="a">
<link name="trunk"><inertial><mass value="0.1"/><inertia ixx="1e-5" iyy="1e-5" izz="1e-5" ixy="0" ixz="0.015" iyz="0"/>
</inertial></link><link name="arm"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
<inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="trunk"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>)");
  here.write("j.csv", "t,q_j,dq_j,ddq_j\n0,0.5,0,1\n");
  const double expected = 0.6 + 9.80665 * std::sin(0.5);
  for (const std::string correct : {"", " --correct-inertia"}) {
    const Outcome converted = here.run("invdyn robot convert a.urdf a.mjcf" + correct);
    ASSERT_EQ(converted.code, 0) << converted.err;
    EXPECT_EQ(converted.err.find("MuJoCo refuses") == std::string::npos, !correct.empty()) << converted.err;
    for (const std::string robot : {"a.urdf", "a.mjcf"}) {
      const Outcome outcome = here.run("invdyn torque " + robot + " j.csv -q");
      ASSERT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_NEAR(table_of(outcome.out).rows.at(0).at(1), expected, 1e-12) << robot << correct;
    }
  }
}

// The error has the line to type, and it works.
TEST(Convert, TakesTheFirstOfRepeatedElementsWhenMending) {
  const Workplace here;
  here.write("twice.urdf", R"(<robot name="a"><link name="b"/><link name="arm">
<inertial><origin xyz="0 0 -0.5"/><mass value="2"/><mass value="3"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial></link>
<joint name="j" type="continuous"><parent link="b"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>)");
  const Outcome refused = here.run("invdyn robot inspect twice.urdf");
  EXPECT_EQ(refused.code, 1);
  const std::string line = "invdyn robot convert twice.urdf corrected.urdf --correct-inertia";
  EXPECT_THAT(refused.err, HasSubstr("<mass value=\"2\">; here: <mass value=\"3\">"));
  EXPECT_THAT(refused.err, HasSubstr(": " + line + "\n"));
  const Outcome corrected = here.run(line);
  EXPECT_EQ(corrected.code, 0) << corrected.err;
  EXPECT_THAT(corrected.err, HasSubstr("the first is taken"));
  EXPECT_THAT(here.run("invdyn robot inspect corrected.urdf").out, HasSubstr("arm, 2 kg"));
}

TEST(Convert, RefusesNamesThatAreNotUtf8) {
  const Workplace here;
  here.write("latin1.urdf",
             "<robot name=\"a\"><link name=\"b\"/><link name=\"bras_\xe9\"/><joint name=\"j\" type=\"fixed\">"
             "<parent link=\"b\"/><child link=\"bras_\xe9\"/></joint></robot>");
  for (const char* format : {"json", "urdf", "mjcf"}) {
    const Outcome outcome = here.run("invdyn robot convert latin1.urdf copy." + std::string(format));
    EXPECT_EQ(outcome.code, 1) << format;
    EXPECT_THAT(outcome.err, HasSubstr("not UTF-8")) << format;
  }
}

TEST(Convert, KeepsTheFormerFileOnFailure) {
  const Workplace here;
  here.write("bad.json", "{");
  here.write("copy.json", "former");
  EXPECT_EQ(here.run("invdyn robot convert bad.json copy.json").code, 1);
  EXPECT_EQ(here.read("copy.json"), "former");
}

TEST(Convert, NamesWhatIsNotInTheCopy) {
  const Workplace here;
  here.write(
      "arm.urdf",
      "<robot name='arm'><link name='base'/><link name='beam'><visual><geometry><mesh filename='a.stl'/>"
      "</geometry></visual><visual><geometry><box size='1 1 1'/></geometry></visual></link>"
      "<joint name='pivot' type='continuous'><parent link='base'/><child link='beam'/></joint>"
      "<gazebo/></robot>");
  const Outcome outcome = here.run("invdyn robot convert arm.urdf arm.json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(
      outcome.err,
      "note: arm.urdf: not in the copy: <visual>, <gazebo>; shapes and meshes are never copied (invdyn robot "
      "check arm.urdf lists each part)\n");
  EXPECT_EQ(here.run("invdyn robot convert arm.urdf arm2.json -q").err, "");
}

}  // namespace
}  // namespace invdyn::test
