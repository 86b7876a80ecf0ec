// invdyn robot diff. tests/dynamics/diff has its findings, for random robots.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// A lever of 2 kg on a vertical axis that carries a slide, in each format. URDF has gravity down, as the
// others.
constexpr const char* in_json = R"({
  "name": "arm", "convention": "tree", "angles": "degrees",
  "joints": [
    { "name": "TURN", "type": "revolute", "parent": "base", "axis": [0, 1, 0],
      "limits": { "position": [-90, 90] },
      "link": { "name": "beam", "mass": 2, "com": [0.25, 0, 0], "inertia": { "ixx": 0.01, "iyy": 0.02, "izz": 0.02 } } },
    { "name": "REACH", "type": "prismatic", "parent": "beam", "origin": { "xyz": [0.5, 0, 0] }, "axis": [1, 0, 0],
      "link": { "name": "hand", "mass": 1, "com": [0, 0, 0.1], "inertia": { "ixx": 0.003, "iyy": 0.003, "izz": 0.001 } } }
  ]
})";

constexpr const char* in_urdf = R"(<robot name="arm">
<link name="world"/>
<link name="stand"/>
<joint name="mount" type="fixed"><parent link="world"/><child link="stand"/><origin xyz="0 -0.3 0" rpy="0 0 0"/></joint>
<link name="forearm"><inertial><origin xyz="0.25 0.3 0"/><mass value="2"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
<joint name="TURN" type="revolute"><parent link="stand"/><child link="forearm"/><axis xyz="0 2 0"/>
<limit lower="-1.5707963267948966" upper="1.5707963267948966" effort="0" velocity="0"/></joint>
<link name="slide"/>
<joint name="REACH" type="prismatic"><parent link="forearm"/><child link="slide"/><origin xyz="0.5 0 0.7"/>
<axis xyz="1 0 0"/></joint>
<link name="tool"><inertial><origin xyz="0 0.3 -0.6"/><mass value="1"/>
<inertia ixx="0.003" ixy="0" ixz="0" iyy="0.003" iyz="0" izz="0.001"/></inertial></link>
<joint name="flange" type="fixed"><parent link="slide"/><child link="tool"/></joint>
</robot>)";

constexpr const char* in_body = R"(format: ChoreonoidBody
formatVersion: 1.0
name: arm
links:
  - { name: BASE, jointType: fixed }
  - { name: TURN, parent: BASE, jointType: revolute, jointId: 0, jointAxis: Y, jointRange: [ -90, 90 ],
      centerOfMass: [ 0.25, 0, 0 ], mass: 2, inertia: [ 0.01, 0, 0, 0, 0.02, 0, 0, 0, 0.02 ] }
  - { name: REACH, parent: TURN, translation: [ 0.5, 0, 0 ], jointType: slide, jointId: 1, jointAxis: X,
      centerOfMass: [ 0, 0, 0.1 ], mass: 1, inertia: [ 0.003, 0, 0, 0, 0.003, 0, 0, 0, 0.001 ] }
)";

class RobotDiff : public testing::Test {
 protected:
  void SetUp() override {
    here_.write("arm.json", in_json);
    here_.write("arm.urdf", in_urdf);
    here_.write("arm.body", in_body);
    here_.write("m.csv", "t,TURN,REACH\n0,0,0\n0.1,0.1,0.02\n0.2,0.3,0.05\n0.3,0.4,0.07\n");
  }

  // The file with a text replaced.
  void change(const std::string& from, const std::string& to, const std::string& text,
              const std::string& by) {
    std::string content = here_.read(from);
    const std::size_t at = content.find(text);
    ASSERT_NE(at, std::string::npos) << text;
    here_.write(to, content.replace(at, text.size(), by));
  }

  Workplace here_;
};

// The velocity and effort limits of 0 in the URDF are none: `robot check` says so.
TEST_F(RobotDiff, OfOneRobotInThreeFormatsIsNone) {
  change("arm.urdf", "free.urdf", " effort=\"0\" velocity=\"0\"", "");
  for (const std::string pair :
       {"arm.json free.urdf", "free.urdf arm.json", "arm.json arm.body", "arm.body free.urdf"}) {
    const Outcome outcome = here_.run("invdyn robot diff -q " + pair + " m.csv --tolerance 1e-12");
    EXPECT_EQ(outcome.code, 0) << pair << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(": the same robot (relative differences up to 5e-06)\n"))
        << pair << outcome.out;
  }
}

TEST_F(RobotDiff, TellsWhatDiffersAndTheTorques) {
  change("arm.json", "g.json", "\"mass\": 1,", "\"mass\": 1000,");
  const Outcome outcome = here_.run("invdyn robot diff arm.json g.json m.csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              StartsWith("arm.json and g.json: 1 difference\n\nlink hand\n  mass: 1 kg -> 1000 kg (x 1000: "
                         "are the units g and kg?)\n\nTorques of both robots, compared in 4 rows\njoint "));
  EXPECT_THAT(outcome.err,
              StartsWith("note: m.csv: dq and ddq by backward differences of q, starting from rest\n"));
}

std::vector<double> column(const Table& table, std::size_t index) {
  std::vector<double> values;
  for (const auto& row : table.rows) values.push_back(row.at(index));
  return values;
}

// As two runs of `torque` give it.
TEST_F(RobotDiff, OfTorquesIsThatOfTwoRuns) {
  change("arm.json", "b.json", "\"com\": [0.25, 0, 0]", "\"com\": [0.3, 0, 0.1]");
  const Table a = table_of(here_.run("invdyn torque arm.json m.csv -q").out),
              b = table_of(here_.run("invdyn torque b.json m.csv -q").out);
  const json rows = json::parse(here_.run("invdyn robot diff arm.json b.json m.csv -q --format json").out);
  std::size_t found = 0;
  for (const json& row : rows) {
    if (row["quantity"] != "largest torque") continue;
    ++found;
    const std::size_t index = row["subject"] == "joint TURN" ? 1 : 2;
    const std::vector<double> of_a = column(a, index), of_b = column(b, index);
    double largest = 0, at = 0, peak = 0;
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      peak = std::max(peak, std::abs(of_a[i]));
      if (std::abs(of_b[i] - of_a[i]) <= largest) continue;
      largest = std::abs(of_b[i] - of_a[i]);
      at = a.rows[i][0];
    }
    EXPECT_EQ(row["difference"].get<double>(), largest);
    EXPECT_EQ(row["first"].get<double>(), peak);
    EXPECT_EQ(row["t"], largest > 0 ? json(at) : json(nullptr));
    EXPECT_EQ(row["relative"].get<double>(), largest / peak);
  }
  EXPECT_EQ(found, 2u);
}

TEST_F(RobotDiff, BeyondTheToleranceEndsWithThree) {
  change("arm.json", "b.json", "\"mass\": 2", "\"mass\": 2.2");
  const std::string line = "invdyn robot diff arm.json b.json m.csv -q --tolerance ";
  EXPECT_EQ(here_.run(line + "0.2").code, 0);
  const Outcome outcome = here_.run(line + "1e-3");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, StartsWith("error: --tolerance: the torque of joint \"TURN\" differs by "));
  EXPECT_THAT(outcome.err, Not(HasSubstr("REACH")));
  EXPECT_EQ(here_.run("invdyn robot diff arm.json arm.json m.csv -q --tolerance 0").code, 0);
}

TEST_F(RobotDiff, OfRenamedJointsNeedsPairs) {
  change("arm.json", "b.json", "\"TURN\"", "\"swing\"");
  const Outcome outcome = here_.run("invdyn robot diff arm.json b.json m.csv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: arm.json and b.json: torques are not compared, because both robots have joints without "
            "a partner (TURN; "
            "swing): expected the same names, or perhaps --map TURN=swing\n");
  EXPECT_THAT(outcome.out, HasSubstr("joint TURN\n  partner: moves in the first robot only"));
  EXPECT_THAT(here_.run("invdyn robot diff arm.json b.json m.csv -q --map TURN=swing").out,
              StartsWith("arm.json and b.json: the same robot"));
}

// A is a column where it is no joint. Both uses may be in one list.
TEST_F(RobotDiff, MapsJointsAndColumns) {
  change("arm.json", "b.json", "\"TURN\"", "\"swing\"");
  here_.write("log.csv", "t,a,b\n0,0,0\n0.1,0.1,0.02\n0.2,0.3,0.05\n0.3,0.4,0.07\n");
  const Outcome named = here_.run("invdyn robot diff arm.json b.json m.csv -q --map TURN=swing"),
                mapped =
                    here_.run("invdyn robot diff arm.json b.json log.csv -q --map a=TURN,TURN=swing,b=REACH");
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_EQ(mapped.out, named.out) << mapped.err;
  const Outcome numbered =
      here_.run("invdyn robot diff arm.json b.json m.csv -q --map TURN=swing,TURN=REACH");
  EXPECT_EQ(numbered.code, 1);
  EXPECT_THAT(numbered.err,
              HasSubstr("--map: arm.json: joint \"TURN\" is given twice: expected each joint once"));
  EXPECT_THAT(here_.run("invdyn robot diff arm.json b.json --map TURN=swng").err,
              HasSubstr("--map: b.json: has no moving joint \"swng\": expected one of REACH, swing"));
}

// A copy has the joint fixed already, under its name (JSON, URDF) or without one (MJCF).
TEST_F(RobotDiff, FixesAJointWhereItIsFree) {
  here_.write("leg.xml",
              "<mujoco><option gravity='0 0 -9.80665'/><worldbody><body name='hip' pos='0 0 1'><freejoint "
              "name='root'/><geom size='0.1'/>"
              "<body name='leg'><joint name='knee' axis='0 1 0' range='-90 90' limited='true'/><geom "
              "size='0.05' pos='0 0 -0.3'/><body name='foot' pos='0 0 -0.5'><joint name='ankle' type='ball'/>"
              "<geom type='box' size='0.1 0.05 0.02'/></body></body></body></worldbody></mujoco>");
  for (const std::string copy : {"leg.json", "leg.urdf", "copy.mjcf"}) {
    const Outcome converted = here_.run("invdyn robot convert leg.xml " + copy + " --fix root,ankle -q");
    ASSERT_EQ(converted.code, 0) << converted.err;
    for (const std::string& pair : {"leg.xml " + copy, copy + " leg.xml", std::string("leg.xml leg.xml")}) {
      const Outcome outcome = here_.run("invdyn robot diff -q --tolerance 1e-9 --fix root,ankle " + pair);
      EXPECT_EQ(outcome.code, 0) << pair << outcome.err;
      EXPECT_THAT(outcome.out, HasSubstr(": the same robot")) << pair;
    }
  }
  const Outcome wrong = here_.run("invdyn robot diff leg.xml copy.mjcf --fix root,ankle,toe");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("no joint that can be fixed is named \"toe\""));
}

// Zeros and directions are differences; the same motion has the same torques all the same.
TEST_F(RobotDiff, OfZerosAndDirectionsCanBeUndone) {
  change("arm.json", "b.json", "\"axis\": [0, 1, 0]",
         "\"axis\": [0, -1, 0], \"origin\": { \"rpy\": [0, 90, 0] }");
  const std::string line = "invdyn robot diff arm.json b.json -q --tolerance 1e-9";
  const Outcome outcome = here_.run(line);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("direction: turns in the opposite direction"),
                                 HasSubstr("zero: position 0 of the second robot is position ")));
  const Outcome undone = here_.run(line + " --same-motion");
  EXPECT_EQ(undone.code, 0) << undone.out << undone.err;
}

TEST_F(RobotDiff, HasTheSameBytesForTheSameSeed) {
  const std::string line = "invdyn robot diff arm.json arm.urdf --format csv -q ";
  EXPECT_EQ(here_.run(line + "--random 700 --seed 3").out, here_.run(line + "--random 700 --seed 3").out);
  EXPECT_NE(here_.run(line + "--random 700 --seed 3").out, here_.run(line + "--random 700 --seed 4").out);
  EXPECT_EQ(here_.run(line + "m.csv --threads 1").out, here_.run(line + "m.csv --threads 4").out);
}

TEST_F(RobotDiff, RefusesOptionsThatDoNotGoTogether) {
  for (const std::string options : {"m.csv --random 10", "--dt 0.1", "--map TURN", "--map =TURN",
                                    "--rounding 0", "--rounding 1", "--tolerance -1", "--seed x"}) {
    const Outcome outcome = here_.run("invdyn robot diff arm.json arm.urdf " + options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_THAT(outcome.out, IsEmpty()) << options;
  }
  EXPECT_EQ(here_.run("invdyn robot diff arm.json").code, 2);
  EXPECT_EQ(here_.run("invdyn robot diff arm.json none.json").code, 1);
}

}  // namespace
}  // namespace invdyn::test
