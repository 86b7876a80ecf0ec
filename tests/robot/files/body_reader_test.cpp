// Reading a .body file of Choreonoid, compared with the format's reference manual and with the same robots in
// our own JSON.

#include <gmock/gmock.h>

#include "robot/files/body_documents.h"
#include "robot/files/json_reader.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The first arm of robots/two-arms.json, as Choreonoid users write it.
const char* const two_joints = R"(format: ChoreonoidBody
formatVersion: 1.0
angleUnit: degree
name: half
rootLink: pedestal
links:
  -
    name: pedestal
    jointType: fixed
    translation: [ 0, 0, 0.6 ]
  -
    name: trunk
    parent: pedestal
    jointName: waist
    jointId: 0
    jointType: revolute
    jointAxis: Z
    jointRange: [ -170, 170 ]
    jointVelocityRange: [ -120, 120 ]
    rotorInertia: 1.0e-4
    gearRatio: 100
    centerOfMass: [ 0, 0, 0.25 ]
    mass: 18.0
    inertia: [
      0.476, 0, 0,
      0, 0.476, 0,
      0, 0, 0.2025 ]
  -
    name: forearm
    parent: trunk
    jointName: elbow
    jointId: 1
    jointType: revolute
    jointAxis: [ 0, 1, 0 ]
    translation: [ 0, 0.22, 0.45 ]
    rotation: [ 0, 0, 1, 15 ]
    jointRange: [ -150, 0 ]
    maxJointVelocity: 180
    centerOfMass: [ 0, 0, -0.125 ]
    mass: 1.6
    inertia: [ 0.008973, 0, 0, 0.008973, 0, 0.00128 ]
  -
    name: finger
    parent: forearm
    jointName: gripper
    jointId: 2
    jointType: prismatic
    jointAxis: [ 0, 1, 0 ]
    translation: [ 0, 0, -0.25 ]
    jointRange: [ 0, 0.06 ]
    maxJointVelocity: 0.1
    centerOfMass: [ 0, 0.01, -0.04 ]
    mass: 0.15
    inertia: [ 8.0e-5, 0, 0, 8.0e-5, 0, 1.0e-5 ]
)";

const char* const two_joints_json = R"({
  "name": "half", "convention": "tree", "angles": "degrees",
  "base": { "name": "pedestal", "xyz": [0, 0, 0.6] },
  "joints": [
    { "name": "waist", "type": "revolute", "parent": "pedestal", "axis": [0, 0, 1],
      "link": { "name": "trunk", "mass": 18, "com": [0, 0, 0.25], "inertia": { "ixx": 0.476, "iyy": 0.476, "izz": 0.2025 } },
      "limits": { "position": [-170, 170], "velocity": 120 }, "motor": { "rotor_inertia": 1e-4, "gear_ratio": 100 } },
    { "name": "elbow", "type": "revolute", "parent": "trunk", "axis": [0, 1, 0],
      "origin": { "xyz": [0, 0.22, 0.45], "rpy": [0, 0, 15] },
      "link": { "name": "forearm", "mass": 1.6, "com": [0, 0, -0.125], "inertia": { "ixx": 0.008973, "iyy": 0.008973, "izz": 0.00128 } },
      "limits": { "position": [-150, 0], "velocity": 180 } },
    { "name": "gripper", "type": "prismatic", "parent": "forearm", "axis": [0, 1, 0], "origin": { "xyz": [0, 0, -0.25] },
      "link": { "name": "finger", "mass": 0.15, "com": [0, 0.01, -0.04], "inertia": { "ixx": 8e-5, "iyy": 8e-5, "izz": 1e-5 } },
      "limits": { "position": [0, 0.06], "velocity": 0.1 } }
  ]
})";

void expect_same(const Robot& robot, const Robot& expected) {
  EXPECT_EQ(robot.name(), expected.name());
  EXPECT_EQ(robot.gravity(), expected.gravity());
  EXPECT_LE(largest((robot.T_world_base().matrix() - expected.T_world_base().matrix())), rounding);
  ASSERT_EQ(robot.joints().size(), expected.joints().size());
  EXPECT_EQ(robot.moving_joints(), expected.moving_joints());
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    const Joint &joint = robot.joints()[i], &other = expected.joints()[i];
    EXPECT_EQ(joint.name, other.name);
    EXPECT_EQ(joint.type, other.type);
    EXPECT_EQ(joint.parent, other.parent);
    EXPECT_EQ(joint.axis, other.axis);
    EXPECT_LE(largest(joint.T_parent_joint.matrix() - other.T_parent_joint.matrix()), rounding);
    EXPECT_EQ(joint.limits.lower, other.limits.lower);
    EXPECT_EQ(joint.limits.upper, other.limits.upper);
    EXPECT_EQ(joint.limits.velocity, other.limits.velocity);
    EXPECT_EQ(joint.limits.effort, other.limits.effort);
    EXPECT_EQ(joint.drive.rotor_inertia, other.drive.rotor_inertia);
    EXPECT_EQ(joint.drive.gear_ratio, other.drive.gear_ratio);
  }
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    const Link &link = robot.links()[i], &other = expected.links()[i];
    EXPECT_EQ(link.name, other.name);
    EXPECT_EQ(link.mass_properties.mass, other.mass_properties.mass);
    EXPECT_EQ(link.mass_properties.com, other.mass_properties.com);
    EXPECT_EQ(link.mass_properties.inertia, other.mass_properties.inertia);
  }
}

TEST(BodyFile, GivesTheSameRobotAsItsTwinInJson) {
  const Read file = read(two_joints);
  EXPECT_THAT(file.warnings, IsEmpty());
  EXPECT_THAT(file.file.unused, IsEmpty());
  const Robot twin = read_json_robot(two_joints_json, "half.json", [](const std::string&) {});
  expect_same(file.file.robot, twin);
  Random random(1);
  for (int i = 0; i < 10; ++i) {
    const State state = random_state(random, twin);
    const VirtualWork expected = all_torques(twin, state);
    EXPECT_LE(
        static_cast<double>((all_torques(file.file.robot, state).tau - expected.tau).cwiseAbs().maxCoeff() /
                            expected.scale),
        1e-14);
  }
}

TEST(BodyFile, MayHaveItsKeysInEitherSpelling) {
  std::string text = two_joints;
  for (const auto& [camel, snake] : {std::pair{"formatVersion: 1.0", "format_version: 2.0"},
                                     {"angleUnit", "angle_unit"},
                                     {"rootLink", "root_link"},
                                     {"jointName", "joint_name"},
                                     {"jointId", "joint_id"},
                                     {"jointType", "joint_type"},
                                     {"jointAxis", "joint_axis"},
                                     {"jointRange", "joint_range"},
                                     {"jointVelocityRange", "joint_velocity_range"},
                                     {"rotorInertia", "rotor_inertia"},
                                     {"gearRatio", "gear_ratio"},
                                     {"centerOfMass", "center_of_mass"},
                                     {"maxJointVelocity", "max_joint_velocity"}}) {
    ASSERT_NE(text.find(camel), std::string::npos) << camel;
    for (std::size_t at; (at = text.find(camel)) != std::string::npos;)
      text.replace(at, std::string(camel).size(), snake);
  }
  const Read file = read(text);
  EXPECT_THAT(file.file.unused, IsEmpty());
  expect_same(file.file.robot, read(two_joints).file.robot);
}

TEST(BodyRoot, IsTheBaseInItsPoseFixedOrFree) {
  for (const char* type : {"jointType: free", "jointType: fixed", "material: none"}) {
    const Robot robot =
        read_silently(header +
                      "  - { name: WAIST, translation: [0, 0, 0.7], rotation: [0, 0, 1, 90], mass: 27, "
                      "centerOfMass: [0, 0, 0.1], inertia: [1, 0, 0, 1, 0, 1], " +
                      type + " }\n  - { name: ARM, parent: WAIST, jointType: revolute, " + body + " }\n");
    EXPECT_EQ(robot.links()[0].name, "WAIST");
    EXPECT_EQ(robot.links()[0].mass_properties.mass, 27);
    EXPECT_EQ(robot.T_world_base().translation(), Eigen::Vector3d(0, 0, 0.7));
    EXPECT_NEAR(robot.T_world_base().linear()(1, 0), 1, rounding);
    EXPECT_EQ(robot.gravity(), Eigen::Vector3d(0, 0, -standard_gravity));
    EXPECT_EQ(robot.dof(), 1u);
  }
}

TEST(BodyRoot, IsTheFirstLinkUnlessAnotherIsNamed) {
  const std::string links =
      "links:\n  - { name: ARM, parent: BASE, jointType: revolute, " + body + " }\n  - { name: BASE }\n";
  EXPECT_EQ(read_silently("format: ChoreonoidBody\nrootLink: BASE\n" + links).links()[0].name, "BASE");
}

TEST(BodyName, IsTheFileNameByDefault) {
  const std::string links =
      "links:\n" + base + "  - { name: ARM, parent: BASE, jointType: revolute, " + body + " }\n";
  EXPECT_EQ(read_silently("format: ChoreonoidBody\n" + links).name(), "arm");
}

std::vector<std::string> names(const Robot& robot, bool moving) {
  std::vector<std::string> names;
  for (const Joint& joint : robot.joints())
    if (joint.moves() || !moving) names.push_back(joint.name);
  return names;
}

TEST(BodyOrder, OfJointsFollowsTheirIdsThenTheFile) {
  const Robot robot = read_silently(
      header + base + link_line("a", "jointType: revolute") +
      link_line("b", "jointType: revolute, jointId: 1") + link_line("w", "jointType: fixed") +
      link_line("c", "jointType: slide, jointId: 0") + link_line("d", "jointType: revolute, jointId: -1"));
  EXPECT_THAT(names(robot, true), ElementsAre("c", "b", "a", "d"));
  EXPECT_THAT(names(robot, false), ElementsAre("c", "b", "w", "a", "d")) << "fixed joints keep their place";
}

TEST(BodyOrder, WithoutIdsFollowsTheFile) {
  const Robot robot = read_silently(header + base + link_line("b", "jointType: revolute") +
                                    link_line("a", "jointType: revolute"));
  EXPECT_THAT(names(robot, true), ElementsAre("b", "a"));
}

TEST(BodyOrder, WarnsOfAMissingId) {
  const Read file = read(header + base + link_line("a", "jointType: revolute, jointId: 0") +
                         link_line("b", "jointType: revolute, jointId: 2"));
  EXPECT_THAT(
      file.warnings,
      ElementsAre(
          "arm.body: no link has jointId 1: the joints are in the order of their ids, without gaps for "
          "missing ids"));
}

TEST(BodyImport, AddsMissingKeysToTheLink) {
  const std::string text =
      "format: ChoreonoidBody\nlinks:\n" + base + "  - { name: A, parent: BASE, jointType: revolute, " +
      body + ", import: *motor }\n" + "  - { name: B, parent: BASE, jointType: revolute, gearRatio: 2, " +
      body + ", import: [*motor, *other] }\n" + "  - { name: C, parent: BASE, jointType: revolute, " + body +
      ", <<: *motor }\n";
  const std::string motors =
      "motor: &motor { rotorInertia: 0.5, gearRatio: 10 }\nother: &other { rotor_inertia: 0.25 }\n";
  const Read file = read(motors + text);
  const auto& joints = file.file.robot.joints();
  EXPECT_EQ(joints[0].drive.reflected_inertia(), 50);
  EXPECT_EQ(joints[1].drive.reflected_inertia(), 1) << "the link's own ratio, the last motor's rotor";
  EXPECT_EQ(joints[2].drive.reflected_inertia(), 50);
  EXPECT_THAT(file.file.unused, IsEmpty());
}

TEST(BodyLinks, MayBeGroupedByType) {
  EXPECT_EQ(read_silently("format: ChoreonoidBody\nrootLink: BASE\nlinks:\n  - { type: Link, name: BASE }\n" +
                          link_line("A", "jointType: revolute, type: Link"))
                .dof(),
            1u);
}

TEST(BodyFree, NamedJointIsFixed) {
  const std::string text =
      header + base + link_line("ball", "jointType: free") + link_line("arm", "jointType: revolute");
  const Robot robot = read(text, {.fixed = {"ball"}}).file.robot;
  EXPECT_THAT(names(robot, true), ElementsAre("arm"));
  EXPECT_EQ(robot.joints()[0].type, JointType::fixed);
}

TEST(BodyFree, RootMayBeNamedToo) {
  EXPECT_EQ(read(header + "  - { name: BASE, jointType: free }\n" + link_line("arm", "jointType: revolute"),
                 {.fixed = {"BASE"}})
                .file.robot.dof(),
            1u);
}

TEST(BodyUnused, IsReportedWithItsLocationOncePerKind) {
  const Read file = read(R"(format: ChoreonoidBody
name: arm
links:
  -
    name: BASE
    jointType: free
    elements:
      Shape: { geometry: { type: Box } }
  -
    name: ARM
    parent: BASE
    jointType: revolute
    jointAngle: 30
    rotorInerta: 1
    mass: 1
    inertia: [ 1, 0, 0, 1, 0, 1 ]
    elements:
      - type: Shape
      - { type: ForceSensor, id: 0 }
  -
    name: TIP
    parent: ARM
    jointType: fixed
    jointAxis: X
    material: Sole
standardPose: [ 0, 0 ]
)");
  EXPECT_THAT(
      file.warnings,
      ElementsAre("arm.body: 1 fixed link without mass and inertia, \"TIP\": taken as a frame without "
                  "mass; Choreonoid takes 1 kg"));
  EXPECT_THAT(
      file.file.unused,
      ElementsAre(
          "arm.body:5: jointType free: not used: the root link is fixed where it is placed",
          "arm.body:8: Shape (2 times): not used: shapes, lights, sensors and other devices do not affect "
          "the dynamics",
          "arm.body:13: jointAngle: not used: this is the start of a simulation; positions come from the trajectory",
          "arm.body:14: rotorInerta: not used; did you mean \"rotorInertia\"?",
          "arm.body:19: ForceSensor: not used: shapes, lights, sensors and other devices do not affect the "
          "dynamics",
          "arm.body:24: jointAxis: not used: the joint is fixed", "arm.body:25: material: not used",
          "arm.body:26: standardPose: not used"));
}

}  // namespace
}  // namespace invdyn::test
