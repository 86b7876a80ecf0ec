// What the reader makes of MJCF, where mechanics or MuJoCo's documentation says it.

#include "robot/mjcf/mjcf_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "support/temporary_folder.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double g = 9.81;  // the default of MuJoCo

struct Reading {
  Robot robot;
  std::vector<std::string> warnings, unused, notes;
};

Reading read(const std::string& text, const MjcfReading& reading = {}) {
  std::vector<std::string> warnings;
  MjcfRobot found =
      read_mjcf(text, "arm.xml", reading, [&warnings](const std::string& each) { warnings.push_back(each); });
  return {std::move(found.robot), warnings, found.unused, found.notes};
}

Reading in_world(const std::string& bodies, const std::string& sections = "") {
  return read("<mujoco model='arm'>" + sections + "<worldbody>" + bodies + "</worldbody></mujoco>");
}

double torque(const Robot& robot, std::initializer_list<double> q, std::initializer_list<double> dq,
              std::initializer_list<double> ddq) {
  return static_cast<double>(torques(InverseDynamics(robot), state_of(q, dq, ddq))[0]);
}

std::vector<std::string> joint_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Joint& joint : robot.joints()) names.push_back(joint.name);
  return names;
}

TEST(Mjcf, APendulumAtRestHasTheTorqueOfItsWeight) {
  const Robot robot =
      in_world("<body><joint axis='0 -1 0'/><inertial pos='0.5 0 0' mass='2' diaginertia='0 0 0'/></body>")
          .robot;
  EXPECT_NEAR(torque(robot, {0}, {0}, {0}), 2 * g * 0.5, 1e-14);
  EXPECT_NEAR(torque(robot, {std::numbers::pi / 2}, {0}, {0}), 0, 1e-14);
}

TEST(Mjcf, AHingeTurnsAboutItsOwnPoint) {
  // The point is below the centre of mass, so at 0 the weight has no lever.
  const Robot robot = in_world(
                          "<body pos='1 2 3'><joint pos='0.5 0 -1' axis='0 -1 0'/>"
                          "<inertial pos='0.5 0 0' mass='2' diaginertia='0 0 0'/></body>")
                          .robot;
  EXPECT_NEAR(torque(robot, {0}, {0}, {0}), 0, 1e-14);
  EXPECT_NEAR(torque(robot, {0.3}, {0}, {0}), -2 * g * std::sin(0.3), 1e-13);
}

TEST(Mjcf, AtRefTheBodyHasItsPoseInTheFile) {
  const std::string body = "<inertial pos='0.5 0 0' mass='2' diaginertia='0 0 0'/></body>";
  const Robot turned = in_world("<body><joint axis='0 -1 0' ref='90'/>" + body).robot;
  EXPECT_NEAR(torque(turned, {std::numbers::pi / 2}, {0}, {0}), 2 * g * 0.5, 1e-14);
  // Two slides: the second one is turned by the first joint, a hinge, at 30 degrees.
  const Robot slid = in_world("<body><joint axis='0 0 1' type='slide' ref='0.4'/>" + body).robot;
  EXPECT_NEAR(torque(slid, {0.4}, {0}, {1}), 2 * (g + 1), 1e-13);
}

constexpr const char* torso =
    "<body name='torso' pos='0 0 1' gravcomp='0.2'>JOINT<inertial pos='0.5 0 0' mass='2' diaginertia='1 2 2'/>"
    "<body name='leg'><joint name='hip'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></body>";

std::string torso_with(const std::string& joint) {
  std::string text = torso;
  return text.replace(text.find("JOINT"), 5, joint);
}

TEST(Mjcf, ABodyOfTheWorldWithAFreeJointIsABaseThatFloats) {
  for (const std::string joint : {"<freejoint/>", "<joint type='free' name='root'/>"}) {
    const Reading walker = in_world("<body name='table'/>" + torso_with(joint));
    const Robot& robot = walker.robot;
    EXPECT_TRUE(robot.base_floats());
    EXPECT_THAT(joint_names(robot), ElementsAre("hip"));
    EXPECT_EQ(robot.links()[0].name, "torso");
    EXPECT_EQ(robot.links()[0].mass_properties.mass, 2);
    EXPECT_EQ(robot.links()[0].gravity_compensation, 0.2);
    EXPECT_EQ(robot.T_world_base().translation(), Eigen::Vector3d(0, 0, 1));
    EXPECT_THAT(walker.warnings, testing::IsEmpty());
    EXPECT_THAT(
        walker.notes,
        ElementsAre(
            "arm.xml: table: a body that does not move is left out, because only the floating robot is read"));
  }
}

TEST(Mjcf, ABodyOfTheWorldFloatsOrIsFixedByChoice) {
  const auto text = [](const std::string& joint) {
    return "<mujoco><worldbody>" + torso_with(joint) + "</worldbody></mujoco>";
  };
  const Robot floats = read(text(""), {.base_floats = true}).robot;
  EXPECT_TRUE(floats.base_floats());
  EXPECT_EQ(floats.links()[0].name, "torso");
  const Robot fixed = read(text("<freejoint/>"), {.base_floats = false}).robot;
  EXPECT_FALSE(fixed.base_floats());
  EXPECT_EQ(fixed.links()[0].name, "world");
  EXPECT_THAT(joint_names(fixed), ElementsAre("torso_joint", "hip"));
}

TEST(Mjcf, ABaseThatFloatsHasNoArmature) {
  const Reading walker = in_world(torso_with("<joint type='free' armature='0.1'/>"));
  EXPECT_THAT(walker.warnings,
              ElementsAre(HasSubstr("<joint armature> of body \"torso\": is not used: a floating base")));
  EXPECT_THAT(in_world(torso_with("<freejoint/>"), "<default><joint armature='0.1'/></default>").warnings,
              testing::IsEmpty());
}

TEST(Mjcf, JointsOfABodyMoveOneAfterAnother) {
  const Reading arm = in_world(
      "<body name='b'><joint name='turn' axis='0 -1 0'/><joint name='slide' type='slide' axis='1 0 0'/>"
      "<inertial pos='0 0 0' mass='2' diaginertia='0 0 0'/></body>");
  EXPECT_THAT(joint_names(arm.robot), ElementsAre("turn", "slide"));
  EXPECT_EQ(arm.robot.links()[1].name, "b_after_turn");
  EXPECT_EQ(arm.robot.links()[2].name, "b");
  const Vector tau = torques(InverseDynamics(arm.robot), state_of({0.3, 0.8}, {0, 0}, {0, 0})).cast<Real>();
  EXPECT_NEAR(static_cast<double>(tau[0]), 2 * g * 0.8 * std::cos(0.3), 1e-13);
  EXPECT_NEAR(static_cast<double>(tau[1]), 2 * g * std::sin(0.3), 1e-13);
}

TEST(Mjcf, UnnamedPartsGetNames) {
  const Robot robot = in_world(
                          "<body><geom size='1'/><joint/><body name='hand'><joint/><joint/><geom "
                          "size='1'/><body><geom size='1'/></body></body></body>")
                          .robot;
  EXPECT_THAT(joint_names(robot), ElementsAre("body1_joint", "hand_joint1", "hand_joint2", "body3_fixed"));
  EXPECT_EQ(robot.links()[0].name, "world");
  EXPECT_EQ(robot.name(), "arm");
}

TEST(Mjcf, StatedNamesGiveWay) {
  const Robot robot = in_world(
                          "<body name='a'><joint/><geom size='1'/><body><joint name='a_joint'/><geom "
                          "size='1'/></body></body>")
                          .robot;
  EXPECT_THAT(joint_names(robot), ElementsAre("a_joint_", "a_joint"));
}

TEST(Mjcf, ClassesGoFromTheInnermostOutwards) {
  const Robot robot = in_world(
                          "<body childclass='inner'><joint/><geom size='1'/><body><joint class='outer' "
                          "armature='5'/><geom size='1'/>"
                          "<body childclass='main'><joint/><geom size='1'/></body></body></body>",
                          "<default><joint damping='1' armature='1' frictionloss='1'/><default "
                          "class='outer'><joint damping='2'/><default class='inner'><joint "
                          "frictionloss='3'/></default><joint armature='2'/></default></default>")
                          .robot;
  const auto drive = [&robot](std::size_t i) { return robot.moving_joint(i).drive; };
  EXPECT_EQ(drive(0).joint.damping, 2);
  EXPECT_EQ(drive(0).rotor_inertia, 2);
  EXPECT_EQ(drive(0).joint.coulomb_positive, 3);
  EXPECT_EQ(drive(0).joint.coulomb_negative, -3);
  EXPECT_EQ(drive(1).joint.damping, 2);
  EXPECT_EQ(drive(1).rotor_inertia, 5);
  EXPECT_EQ(drive(1).joint.coulomb_positive, 1);
  EXPECT_EQ(drive(2).joint.damping, 1);
}

TEST(Mjcf, RangesAreInTheUnitOfAngles) {
  const std::string bodies =
      "<body><joint range='-90 45'/><geom size='1'/><body><joint type='slide' range='-0.1 0.2'/><geom "
      "size='1'/><body><joint range='-1 1' limited='false'/><geom size='1'/></body></body></body>";
  const Robot degrees = in_world(bodies).robot;
  EXPECT_DOUBLE_EQ(*degrees.moving_joint(0).limits.lower, -std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(*degrees.moving_joint(0).limits.upper, std::numbers::pi / 4);
  EXPECT_EQ(degrees.moving_joint(1).limits.upper, 0.2);
  EXPECT_FALSE(degrees.moving_joint(2).limits.lower);
  EXPECT_EQ(degrees.moving_joint(2).type, JointType::continuous);
  EXPECT_EQ(in_world(bodies, "<compiler angle='radian'/>").robot.moving_joint(0).limits.lower, -90);
}

TEST(Mjcf, AnActuatorHasTheGearAndTheArmatureBehindIt) {
  const Robot robot =
      in_world("<body><joint name='j' armature='0.9'/><geom size='1'/></body>",
               "<actuator><motor joint='j' gear='30' forcerange='-2 1' ctrlrange='-5 5'/></actuator>")
          .robot;
  const Joint& joint = robot.moving_joint(0);
  EXPECT_EQ(joint.drive.gear_ratio, 30);
  EXPECT_DOUBLE_EQ(joint.drive.rotor_inertia, 0.001);
  EXPECT_DOUBLE_EQ(joint.drive.reflected_inertia(), 0.9);
  EXPECT_EQ(joint.limits.effort, 60);
}

TEST(Mjcf, ActuatorsOfOneJointAddTheirForces) {
  const std::string joint = "<body><joint name='j'/><geom size='1'/></body>";
  EXPECT_EQ(in_world(joint,
                     "<actuator><position joint='j' forcerange='-2 2'/><velocity joint='j' forcerange='-3 "
                     "3'/></actuator>")
                .robot.moving_joint(0)
                .limits.effort,
            5);
  EXPECT_FALSE(
      in_world(joint, "<actuator><position joint='j' forcerange='-2 2'/><velocity joint='j'/></actuator>")
          .robot.moving_joint(0)
          .limits.effort);
  const Reading other =
      in_world(joint, "<actuator><motor joint='j' gear='2'/><motor joint='j' gear='3'/></actuator>");
  EXPECT_EQ(other.robot.moving_joint(0).drive.gear_ratio, 1);
  EXPECT_THAT(other.warnings, ElementsAre(HasSubstr("actuators with different gears")));
}

// MuJoCo, XML reference, actuator/general/armature and damping: each adds to the joint's, times gear^2.
TEST(Mjcf, ArmatureAndDampingOfActuatorsAreBehindTheirGears) {
  const std::string joint = "<body><joint name='j' armature='0.5' damping='2'/><geom size='1'/></body>";
  const std::string actuators =
      "<actuator><motor joint='j' gear='3' armature='0.1' damping='0.2'/><motor joint='j' gear='-2' "
      "armature='0.01'/>"
      "</actuator>";
  const Drive drive = in_world(joint, actuators).robot.moving_joint(0).drive;
  EXPECT_DOUBLE_EQ(drive.reflected_inertia(), 0.5 + 9 * 0.1 + 4 * 0.01);
  EXPECT_DOUBLE_EQ(drive.damping(), 2 + 9 * 0.2);
  EXPECT_EQ(in_world(joint, actuators + "<option><flag passive='disable'/></option>")
                .robot.moving_joint(0)
                .drive.damping(),
            0);
  EXPECT_THAT(in_world(joint, "<actuator><general tendon='t' armature='1'/></actuator>").warnings,
              ElementsAre(HasSubstr("do not act at a joint")));
}

TEST(Mjcf, AMeshOfAnIncludedFileIsAlsoSoughtBesideIt) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "sub");
  std::filesystem::create_directories(folder / "mesh");
  std::ofstream(folder / "mesh/cube.obj")
      << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
  std::ofstream(folder / "sub/part.xml")
      << "<mujoco><asset><mesh file='../mesh/cube.obj' inertia='convex'/></asset></mujoco>";
  const std::string text =
      "<mujoco><include file='sub/part.xml'/><worldbody><body><joint/><geom type='mesh' "
      "mesh='cube'/></body></worldbody>"
      "</mujoco>";
  const MjcfRobot found = read_mjcf(text, folder / "arm.xml", {}, [](const std::string&) {});
  EXPECT_NEAR(found.robot.links()[1].mass_properties.mass, 1000, 1e-9);
  EXPECT_THAT(found.parts, ElementsAre(folder / "sub/part.xml", folder / "mesh/cube.obj"));
}

// A prism over a polygon of 100 corners at 1 m, 2 m high.
TEST(Mjcf, AFaceMayHaveManyVertices) {
  const TemporaryFolder folder;
  constexpr int n = 100;
  std::string points, top = "f", bottom = "f", sides;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    for (const char* z : {" 0\n", " 2\n"})
      points += "v " + std::to_string(std::cos(angle)) + " " + std::to_string(std::sin(angle)) + z;
    const int a = 2 * i + 1, b = 2 * ((i + 1) % n) + 1;
    sides += "f " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(b + 1) + " " +
             std::to_string(a + 1) + "\n";
    top += " " + std::to_string(a + 1);
    bottom += " " + std::to_string(2 * (n - 1 - i) + 1);
  }
  std::ofstream(folder / "prism.obj") << points << sides << top << "\n" << bottom << "\n";
  const std::string text =
      "<mujoco><asset><mesh file='prism.obj' inertia='exact'/></asset><worldbody><body><joint/><geom type='mesh' "
      "mesh='prism' density='1'/></body></worldbody></mujoco>";
  const Robot robot = read_mjcf(text, folder / "arm.xml", {}, [](const std::string&) {}).robot;
  EXPECT_NEAR(robot.links()[1].mass_properties.mass, 2 * n * std::sin(2 * std::numbers::pi / n) / 2, 1e-5);
}

TEST(Mjcf, AFileOfManyMeshesIsReadOnce) {
  const TemporaryFolder folder;
  std::ofstream(folder / "cube.obj")
      << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
  std::string assets, geoms;
  for (int i = 1; i <= 20; ++i) {
    const std::string name = "'m" + std::to_string(i) + "'";
    assets +=
        "<mesh name=" + name + " file='cube.obj' inertia='convex' scale='1 1 " + std::to_string(i) + "'/>";
    geoms += "<geom type='mesh' mesh=" + name + " density='1'/>";
  }
  const MjcfRobot found = read_mjcf("<mujoco><asset>" + assets + "</asset><worldbody><body><joint/>" + geoms +
                                        "</body></worldbody></mujoco>",
                                    folder / "arm.xml", {}, [](const std::string&) {});
  EXPECT_NEAR(found.robot.links()[1].mass_properties.mass, 20 * 21 / 2, 1e-9);
  EXPECT_THAT(found.parts, ElementsAre(folder / "cube.obj"));
}

TEST(Mjcf, ALinearEqualityMakesAMimicJoint) {
  // q_b - ref_b = 0.1 - 2 (q_a - ref_a)
  const Robot robot = in_world(
                          "<body><joint name='a' ref='0.5' type='slide'/><geom size='1'/><body><joint "
                          "name='b' ref='0.3' type='slide'/><geom size='1'/></body></body>",
                          "<equality><joint joint1='b' joint2='a' polycoef='0.1 -2 0 0 0'/></equality>")
                          .robot;
  ASSERT_TRUE(robot.joints()[1].mimic);
  EXPECT_EQ(robot.joints()[1].mimic->multiplier, -2);
  EXPECT_DOUBLE_EQ(robot.joints()[1].mimic->offset, 0.3 + 0.1 + 2 * 0.5);
  EXPECT_EQ(robot.dof(), 1u);
}

TEST(Mjcf, WhatChangesTorquesAndIsNotComputedIsTold) {
  const std::string two =
      "<body name='x'><joint name='a'/><geom size='1'/><body name='y'><joint name='b'/><geom "
      "size='1'/></body></body>";
  const auto only_warning = [&two](const std::string& sections) {
    const Reading found = in_world(two, sections);
    return found.warnings.size() == 1 ? found.warnings[0]
                                      : std::to_string(found.warnings.size()) + " warnings";
  };
  EXPECT_THAT(only_warning("<equality><joint joint1='b' joint2='a' polycoef='0 1 0.5 0 0'/></equality>"),
              HasSubstr("not linear"));
  EXPECT_THAT(only_warning("<equality><joint joint1='b'/></equality>"), HasSubstr("that holds a joint"));
  EXPECT_THAT(
      only_warning("<equality><connect body1='x' body2='y' anchor='0 0 0'/><weld body1='x'/></equality>"),
      HasSubstr("(and 1 more): the constraint is not computed"));
  EXPECT_THAT(only_warning("<tendon><fixed stiffness='3'><joint joint='a' coef='1'/></fixed></tendon>"),
              HasSubstr("tendons"));
  EXPECT_THAT(only_warning("<option density='1.2'/>"), HasSubstr("vacuum"));
  EXPECT_EQ(only_warning("<equality><joint joint1='b' active='false'/></equality>"), "0 warnings");
  EXPECT_EQ(only_warning("<tendon><fixed><joint joint='a' coef='1'/></fixed></tendon>"), "0 warnings");
}

// Two points, of which the second is fixed to the first: each share is of its own body.
TEST(Mjcf, GravityCompensationHoldsTheSharesOfBodies) {
  const auto model = [](const std::string& joint, const std::string& flags) {
    return in_world(
               "<body gravcomp='0.75'><joint axis='0 -1 0' " + joint +
                   "/><inertial pos='0.5 0 0' mass='2' diaginertia='0 0 0'/><body pos='1 0 0' "
                   "gravcomp='1.5'><inertial pos='0.25 0 0' mass='3' diaginertia='0 0 0'/></body></body>",
               flags)
        .robot;
  };
  const double weight_1 = 2 * g * 0.5, weight_2 = 3 * g * 1.25;
  const double some = 0.25 * weight_1 - 0.5 * weight_2, all = weight_1 + weight_2;
  EXPECT_NEAR(torque(model("", ""), {0}, {0}, {0}), some, 1e-13);
  // The torque of the forces is the drive's.
  EXPECT_NEAR(torque(model("actuatorgravcomp='true'", ""), {0}, {0}, {0}), all, 1e-13);
  const auto flag = [](const std::string& flags) { return "<option><flag " + flags + "/></option>"; };
  EXPECT_NEAR(torque(model("", flag("passive='disable'")), {0}, {0}, {0}), all, 1e-13);
  EXPECT_NEAR(torque(model("", flag("spring='disable' damper='disable'")), {0}, {0}, {0}), all, 1e-13);
  EXPECT_NEAR(torque(model("", flag("spring='disable'")), {0}, {0}, {0}), some, 1e-13);
  EXPECT_EQ(torque(model("", flag("gravity='disable'")), {0}, {0}, {0}), 0);
}

TEST(Mjcf, IncludedFilesAreParts) {
  const TemporaryFolder folder;
  std::ofstream(folder / "joints.xml") << "<mujocoinclude><joint name='j'/><geom size='1'/></mujocoinclude>";
  const MjcfRobot found =
      read_mjcf("<mujoco><worldbody><body><include file='joints.xml'/></body></worldbody></mujoco>",
                folder / "arm.xml", {}, [](const std::string&) {});
  EXPECT_THAT(joint_names(found.robot), ElementsAre("j"));
  EXPECT_THAT(found.parts, ElementsAre(folder / "joints.xml"));
}

TEST(Mjcf, WhatIsNotUsedIsListed) {
  const Reading found = in_world("<body><joint/><geom size='1' rgba='1 0 0 1'/><site name='s'/></body>",
                                 "<visual><map/></visual>");
  EXPECT_THAT(found.unused, testing::Contains(HasSubstr("<visual>")));
  EXPECT_THAT(found.unused, testing::Contains(HasSubstr("<geom rgba>")));
  EXPECT_THAT(found.unused, testing::Contains(HasSubstr("<site>")));
}

// The foot's shape is in a class. A geom that does not collide only shows the body.
TEST(Mjcf, ShapesThatOnlyContactReadsAreListedAsSuch) {
  const Reading found = in_world(
      "<body name='shin'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><joint/>"
      "<geom class='foot'/><geom type='box' size='1 1 1' contype='0' conaffinity='0'/></body>",
      "<default><default class='foot'><geom type='sphere' size='0.02' friction='1'/></default></default>");
  for (const std::string text :
       {"<geom type>: not used: only `contact` reads it", "<geom size>: not used: only `contact` reads it",
        "<geom friction>: not used", "<geom size> of body \"shin\": not used"})
    EXPECT_THAT(found.unused, testing::Contains(testing::EndsWith(text)));
}

}  // namespace
}  // namespace invdyn::test
