// invdyn robot: inspect, check, init.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// A column with a vertical axis, a gripper with one finger that follows the other, and a fixed head.
constexpr const char* tree = R"({
  "name": "tree", "convention": "tree", "gravity": [0, 0, -10],
  "base": { "name": "table", "xyz": [0, 0, 1], "rpy": [0, 1.5707963267948966, 0] },
  "joints": [
    { "name": "turn", "type": "continuous", "parent": "table", "axis": [1, 0, 0],
      "motor": { "rotor_inertia": 1e-4, "gear_ratio": 50, "coulomb": 0.1 }, "friction": { "damping": 0.5 },
      "link": { "name": "column", "mass": 3, "com": [-0.4, 0, 0], "inertia": { "ixx": 0.01, "iyy": 0.02, "izz": 0.02 } } },
    { "name": "neck", "type": "fixed", "parent": "column", "link": { "name": "head", "mass": 0 } },
    { "name": "left", "type": "prismatic", "parent": "column", "axis": [0, 1, 0], "limits": { "position": [0, 0.04], "effort": 20 },
      "link": { "name": "left_finger", "mass": 1, "com": [0, 0, 0.8], "inertia": { "ixx": 1e-3, "iyy": 1e-3, "izz": 1e-3 } } }
  ]
})";

TEST(Inspect, DrawsTheTreeAndListsItsContents) {
  const Workplace here;
  here.write("tree.json", tree);
  const Outcome outcome = here.run("invdyn robot inspect tree.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, StartsWith("tree: 2 degrees of freedom, 3 joints, 4 links with the base\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\ntable\n"
                                     "└─ turn, continuous: column, 3 kg\n"
                                     "   ├─ neck, fixed: head, 0 kg\n"
                                     "   └─ left, prismatic: left_finger, 1 kg\n"));
  EXPECT_THAT(outcome.out, HasSubstr("1  turn   continuous"));
  EXPECT_THAT(outcome.out, HasSubstr("2  left   prismatic       0   0.04                20  m, m/s, N\n"));
  // 50^2 * 1e-4 at the joint; friction of the motor 50 * 0.1.
  EXPECT_THAT(outcome.out,
              HasSubstr("turn           0.0001          50            0.25      0.5          5         -5"));
  // A quarter turn about y maps x to -z and z to x: masses 0.4 m above and 0.8 m next to the base, 3 to 1.
  EXPECT_THAT(outcome.out,
              HasSubstr("mass     4 kg without the base\ncentre   (0.2, 0, 1.3) m in the world frame"));
  EXPECT_THAT(outcome.out,
              HasSubstr("table, at (0, 0, 1) m in the world frame, turned by 90 deg about (0, 1, 0)\n"));
  EXPECT_THAT(outcome.out, EndsWith("gravity  (0, 0, -10) m/s^2: direction -z of the world, +x of table\n"));
}

TEST(Inspect, ReportsTheEfficiencyOfLossyGearboxes) {
  const Workplace here;
  json document = json::parse(tree);
  document["joints"][2]["motor"] = {{"efficiency", 0.75}};
  here.write("tree.json", document.dump());
  const Outcome outcome = here.run("invdyn robot inspect tree.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("joint +rotor \\(kg m\\^2\\) +gear ratio +efficiency +rotor at"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("turn +0.0001 +50 +1 +0.25 "));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("left +0 +1 +0.75 +0 "));
  here.write("tree.json", tree);
  EXPECT_THAT(here.run("invdyn robot inspect tree.json").out, testing::Not(HasSubstr("efficiency")));
}

TEST(Inspect, TellsTheMassThatJointsMove) {
  const Workplace here;
  json document = json::parse(tree);
  document["joints"][0]["type"] = "fixed";
  for (const char* key : {"axis", "motor", "friction", "limits"}) document["joints"][0].erase(key);
  here.write("tree.json", document.dump());
  EXPECT_THAT(
      here.run("invdyn robot inspect tree.json").out,
      HasSubstr(
          "\nmass     4 kg without the base; the joints move 1 kg of the mass (all links except column)\n"));
}

TEST(Inspect, GivesTheSameInJson) {
  const Workplace here;
  here.write("tree.json", tree);
  const Outcome outcome = here.run("invdyn robot inspect tree.json --format json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json robot = json::parse(outcome.out);
  EXPECT_EQ(robot.at("degrees_of_freedom"), 2);
  EXPECT_EQ(robot.at("order_of_q"), json::parse(R"(["turn", "left"])"));
  EXPECT_DOUBLE_EQ(robot.at("mass").get<double>(), 4);
  EXPECT_DOUBLE_EQ(robot.at("moved_mass").get<double>(), 4);
  EXPECT_NEAR(robot.at("com").at(2).get<double>(), 1.3, 1e-15);
  EXPECT_EQ(robot.at("joints").at(2).at("limits"),
            json::parse(R"({"lower": 0.0, "upper": 0.04, "velocity": null, "effort": 20.0})"));
  EXPECT_EQ(robot.at("joints").at(0).at("coulomb"), json::parse("[5.0, -5.0]"));
  EXPECT_EQ(robot.at("joints").at(0).at("link").at("inertia").at("iyy"), 0.02);
}

TEST(Check, ExitsWithZeroForNotesOnly) {
  const Workplace here;
  EXPECT_EQ(here.run("invdyn robot check pendulum -q").code, 0) << "as the other commands of robot";
  const Outcome outcome = here.run("invdyn robot check pendulum");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(
      outcome.out,
      "note: pendulum: link \"rod\": has mass (1 kg) but no moments of inertia: it counts as a point "
      "mass\nnote: pendulum: limits: no position limit of pivot\nnote: pendulum: limits: no velocity limit "
      "of pivot\nnote: pendulum: limits: no effort limit of pivot\npendulum: 4 notes\n");
}

TEST(Check, ExitsWithOneIfTorquesAreWrong) {
  const Workplace here;
  json document = json::parse(tree);
  document["gravity"] = {0, 0, 9.81};
  here.write("tree.json", document.dump());
  const Outcome outcome = here.run("invdyn robot check tree.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out,
              StartsWith("error: tree.json: gravity: is (0, 0, 9.81) m/s^2: its direction is upwards."));
  EXPECT_THAT(outcome.out, HasSubstr("[gravity_upwards]\n"));
  document["accepted"] = {{{"finding", "gravity_upwards"}, {"reason", "it hangs"}}};
  here.write("tree.json", document.dump());
  const Outcome accepted = here.run("invdyn robot check tree.json");
  EXPECT_EQ(accepted.code, 0);
  EXPECT_THAT(accepted.out, HasSubstr("accepted: tree.json: gravity: is"));
  EXPECT_THAT(accepted.out, HasSubstr("; accepted: it hangs\n"));
  EXPECT_THAT(accepted.out, EndsWith(", 1 accepted\n"));
}

TEST(Check, ExitsWithZeroIfTorquesHardlyDependOnIt) {
  const Workplace here;
  json document = json::parse(tree);
  document["joints"][2]["limits"]["position"] = {0, 40};  // mm
  here.write("tree.json", document.dump());
  const Outcome outcome = here.run("invdyn robot check tree.json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out,
              StartsWith("warning: tree.json: joint \"left\": has a position limit of 40 m: is it "
                         "in mm? Expected m [position_limit_units]\n"));
  EXPECT_THAT(outcome.out, EndsWith("tree.json: 1 warning, 3 notes\n"));
  const Outcome table = here.run("invdyn robot check tree.json --format json");
  EXPECT_EQ(table.code, 0);
  const json findings = json::parse(table.out);
  EXPECT_EQ(findings.size(), 4u);
  EXPECT_EQ(findings.at(0).at("severity"), "warning");
  EXPECT_EQ(findings.at(0).at("place"), "tree.json: joint \"left\"");
}

TEST(Check, FailsForAnUnreadableFile) {
  const Workplace here;
  json document = json::parse(tree);
  document["joints"][0]["link"]["inertia"]["ixx"] = -0.01;
  here.write("tree.json", document.dump());
  const Outcome outcome = here.run("invdyn robot check tree.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("error: tree.json: /joints/0/link/inertia: is "));
}

TEST(Inspect, TakesARobotWithoutMovingJoints) {
  const Workplace here;
  here.write("post.urdf", R"(<robot name="post"><link name="a"/></robot>)");
  EXPECT_EQ(here.run("invdyn robot inspect post.urdf").code, 0);
  EXPECT_EQ(here.run("invdyn robot check post.urdf").code, 0);
  const Outcome torque = here.run("invdyn torque post.urdf -");
  EXPECT_EQ(torque.code, 1);
  EXPECT_EQ(torque.err,
            "error: post.urdf: no joint moves: expected at least one moving joint, or --base floating\n");
}

TEST(Massless, RobotsGiveAWarning) {
  const Workplace here;
  here.write("bare.urdf",
             R"(<robot name="bare"><link name="a"/><link name="b"/><joint name="j" type="continuous">
    <parent link="a"/><child link="b"/></joint></robot>)");
  here.write("m.csv", "t,q_j\n0,0\n1,0\n2,0\n");
  for (const std::string command :
       {"robot inspect bare.urdf", "torque bare.urdf m.csv", "size bare.urdf m.csv"})
    EXPECT_THAT(here.run("invdyn " + command).err, HasSubstr("warning: bare: no moving link has mass"))
        << command;
  const Outcome loaded =
      here.run("invdyn torque bare.urdf m.csv --payload 'mass=1 com=1,0,0 ixx=1 iyy=1 izz=1'");
  EXPECT_THAT(loaded.err, Not(HasSubstr("no moving link has mass")));
}

TEST(Init, WritesASoundRobotThatMoves) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn robot init arm.json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(here.run("invdyn robot init").out, here.read("arm.json"));
  const Outcome check = here.run("invdyn robot check arm.json");
  EXPECT_EQ(check.code, 0);
  EXPECT_EQ(check.out, "arm.json: nothing found\n");
  const Outcome torque =
      here.run("printf 't,waist,shoulder,reach\\n0,0,0,0\\n1,0,0,0\\n' | invdyn torque arm.json - -q");
  ASSERT_EQ(torque.code, 0) << torque.err;
  // Static, the shoulder with its axis y holds g (6 * 0.25 + 3 * (0.5 + 0.15) + 1 * (0.5 + 0.3 + 0.05)).
  EXPECT_NEAR(table_of(torque.out).rows.at(1).at(2), -9.80665 * 4.3, 1e-12);
}

TEST(Init, WritesAChainInDenavitHartenbergForm) {
  const Workplace here;
  EXPECT_EQ(here.run("invdyn robot init arm.json --convention mdh --joints 3").code, 0);
  EXPECT_EQ(here.run("invdyn robot check arm.json").out, "arm.json: nothing found\n");
  EXPECT_THAT(here.run("invdyn robot inspect arm.json").out,
              testing::StartsWith("my-robot: 3 degrees of freedom"));
  for (const std::string wrong :
       {"--joints 3", "--convention dh --joints 0", "--convention dhx", "--dh-table table.csv",
        "--convention dh --angles degrees", "--convention dh --dh-table table.csv --joints 3"}) {
    const Outcome outcome = here.run("invdyn robot init other.json " + wrong);
    EXPECT_EQ(outcome.code, 2) << wrong;
    EXPECT_THAT(here.names(), testing::ElementsAre("arm.json")) << wrong;
  }
}

// Horizontal at 0, the arm of 3 kg needs 3 kg 9.80665 m/s^2 0.2 m.
TEST(Init, TakesADenavitHartenbergTable) {
  const Workplace here;
  here.write("arm.csv",
             "joint,a,alpha_deg,d,mass,com_x,com_y,com_z,ixx,iyy,izz\n"
             "turn,0,90,0.3,0,,,,,,\n"
             "lift,0.4,0,0,3,-0.2,0,0,0.004,0.04,0.04\n");
  const Outcome outcome = here.run("invdyn robot init arm.json --convention dh --dh-table arm.csv");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(
      outcome.err,
      "note: arm.csv: no mass is given for link1: fill in mass, com and inertia before you compute torques\n");
  EXPECT_EQ(here.run("rm arm.json; invdyn robot init arm.json --convention dh --dh-table arm.csv -q").err,
            "");
  const Outcome torque =
      here.run("printf 't,turn,lift\\n0,0,0\\n1,0,0\\n' | invdyn torque arm.json - -q --static");
  ASSERT_EQ(torque.code, 0) << torque.err;
  EXPECT_NEAR(table_of(torque.out).rows.at(1).at(2), 3 * 9.80665 * 0.2, 1e-12);
}

TEST(Schema, IsPrintedAsAnEditorNeedsIt) {
  const Workplace here;
  const Outcome schema = here.run("invdyn robots --schema");
  EXPECT_EQ(schema.code, 0);
  EXPECT_TRUE(nlohmann::json::parse(schema.out).contains("properties"));
  for (const std::string convention : {"tree", "dh"})
    EXPECT_EQ(nlohmann::json::parse(here.run("invdyn robot init --convention " + convention).out)["$schema"],
              "robot.schema.json");
  EXPECT_EQ(here.run("invdyn robots pendulum --schema").code, 2);
}

constexpr const char* leg =
    "<mujoco><worldbody><body name='thigh'><joint name='hip' axis='0 1 0' stiffness='3' "
    "springref='30'/><include file='%s'/></body></worldbody></mujoco>";

std::string leg_with(const std::string& included) {
  std::string text = leg;
  return text.replace(text.find("%s"), 2, included);
}

TEST(Mjcf, IsReadWithItsSpringsAndIncludedFiles) {
  const Workplace here;
  here.write("leg.xml", leg_with("thigh.xml"));
  here.write("thigh.xml", "<mujoco><geom size='0.1' pos='0 0 -0.3' mass='2'/></mujoco>");
  here.write("m.csv", "t,hip\n0,0.5\n");
  const std::string held_still = "note: m.csv: static: in every row, dq and ddq are zero\n";
  const Outcome all = here.run("invdyn torque leg.xml m.csv --static --columns tau,gravity,spring");
  EXPECT_EQ(all.err,
            "note: leg: springs are included in the torques (--no-spring leaves them out)\n" + held_still);
  const std::vector<double> row = table_of(all.out).rows.at(0);
  EXPECT_NEAR(row[3], 3 * (0.5 - std::numbers::pi / 6), 1e-15);
  EXPECT_NEAR(row[2], -2 * 9.81 * 0.3 * std::sin(-0.5), 1e-14);
  EXPECT_NEAR(row[1], row[2] + row[3], 1e-14);
  const Outcome without = here.run("invdyn torque leg.xml m.csv --static --no-spring");
  EXPECT_EQ(without.err, held_still);
  EXPECT_NEAR(table_of(without.out).rows.at(0)[1], row[2], 1e-15);
  // An output replaces no part of the robot.
  EXPECT_EQ(here.run("invdyn torque leg.xml m.csv --static -o thigh.xml").code, 2);
}

TEST(Mjcf, IncludesFilesOutsideItsFolderOnRequest) {
  const Workplace here;
  std::filesystem::create_directory(here / "robot");
  here.write("robot/leg.xml", leg_with("../thigh.xml"));
  here.write("thigh.xml", "<mujoco><geom size='0.1'/></mujoco>");
  const Outcome refused = here.run("invdyn robot inspect robot/leg.xml");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err,
              HasSubstr("inside the folder of robot/leg.xml; --include-outside also reads files outside of "
                        "this folder"));
  EXPECT_EQ(here.run("invdyn robot inspect robot/leg.xml --include-outside").code, 0);
}

TEST(Init, RefusesTheNameOfAnotherFormat) {
  const Workplace here;
  const Outcome urdf = here.run("invdyn robot init arm.urdf");
  EXPECT_EQ(urdf.code, 2);
  EXPECT_EQ(urdf.err,
            "error: FILE: is arm.urdf, but the template is JSON: expected a name that ends in .json; robot "
            "convert makes other formats of it\n");
  const Outcome body = here.run("invdyn robot init arm.body");
  EXPECT_EQ(body.code, 2);
  EXPECT_EQ(body.err,
            "error: FILE: is arm.body, but the template is JSON: expected a name that ends in .json\n");
  EXPECT_THAT(here.names(), IsEmpty());
  EXPECT_EQ(here.run("invdyn robot init arm").code, 0);
}

TEST(Init, KeepsAnExistingFile) {
  const Workplace here;
  here.write("arm.json", "mine");
  const Outcome outcome = here.run("invdyn robot init arm.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "error: arm.json: exists already, and is not changed: expected a new name, such as arm-2.json\n");
  EXPECT_EQ(here.read("arm.json"), "mine");
  here.write("table.csv", "a,alpha,d\n0,90,0\n");
  EXPECT_EQ(
      here.run("invdyn robot init table.csv").err,
      "error: FILE: is table.csv, but the template is JSON: expected invdyn robot init table.json --dh-table "
      "table.csv --convention dh (standard) or --convention mdh (modified)\n");
  EXPECT_EQ(here.run("invdyn robot init new.csv").err,
            "error: FILE: is new.csv, but the template is JSON: expected invdyn robot init new.json\n");
  EXPECT_EQ(here.run("invdyn robot init new.json --convention dh --dh-table table.csv --angles deg -q").err,
            "");
}

TEST(Init, NamesTheRobotOfATableAfterItsFile) {
  const Workplace here;
  here.write("table.csv", "a,alpha_deg,d,theta_deg\n0.4,0,0.3,q1 + 90\n");
  EXPECT_EQ(here.run("invdyn robot init my-arm.json --convention dh --dh-table table.csv").code, 0);
  EXPECT_EQ(json::parse(here.read("my-arm.json")).at("name"), "my-arm");
}

TEST(RobotCommand, NeedsASubcommand) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn robot");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(
      outcome.err,
      "error: invdyn robot: has no command: expected one of inspect, check, convert, diff, init (see invdyn "
      "robot --help)\n");
}

TEST(Fix, NeedsAnExistingJoint) {
  const Workplace here;
  here.write("tree.json", tree);
  const Outcome outcome = here.run("invdyn robot inspect tree.json --fix turn");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, StartsWith("error: tree.json: has no fixed joint \"turn\": --fix expects"));
  EXPECT_EQ(here.run("invdyn robot inspect tree.json --fix neck").code, 0);
}

}  // namespace
}  // namespace invdyn::test
